"""The Discord side: commands, tables, what people see."""

VERSION = "1.0.1"
"""The bot's, as docs/CHANGELOG.md names it."""
