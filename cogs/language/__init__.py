"""`/language`: in which language somebody reads what the bot tells them."""
