"""What a game is to the bot: one declaration, with what all games share."""
