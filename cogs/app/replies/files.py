"""Files that the bot sends."""

from __future__ import annotations

import discord

MOST_BYTES = 9_500_000
"""The largest size of a file, so that it stays below Discord's 10 MB with everything around it."""


class Attached(discord.File):
    """A file announced as Discord's description wants: with its number as text, where discord.py writes a number."""

    def to_dict(self, index: int) -> dict[str, object]:
        """The announcement of the file with this number."""
        return {**super().to_dict(index), "id": str(index)}
