"""Programs for those who work on the bot; nothing that runs on a server is here."""
