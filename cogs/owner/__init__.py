"""What whoever runs the bot does from within Discord, in one server of theirs."""
