"""What the bot's pictures have in common."""
