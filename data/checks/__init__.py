"""What the programs beside the bot check a database against."""
