"""The one driver for the tables of all games, and its buttons and message on Discord."""
