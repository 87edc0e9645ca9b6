"""Persistence: all SQL of the project. Standard library and aiosqlite; it knows neither the games nor Discord."""
