"""What the playground needs besides the bot: a Discord in this process, and windows to look into it."""
