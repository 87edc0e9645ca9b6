"""The Discord side: commands, tables, what people see."""

VERSION = "1.0.0"
"""The bot's, as CHANGELOG.md names it."""
