"""The Discord side: commands, tables, what people see."""

VERSION = "1.0.0"
"""The bot's, as docs/CHANGELOG.md names it."""
