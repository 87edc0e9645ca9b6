"""What the commands of all games share. discord.py needs the parameters of each `open` written out where it is."""

from __future__ import annotations

from typing import Literal, TypeAlias

from discord import app_commands
from discord.ext import commands

from cogs.app.bot import App
from tables.settings.kinds import MOST_CHIPS

BetLimit: TypeAlias = app_commands.Range[int, 1, MOST_CHIPS]
"""The lowest or the highest bet of a table, in chips."""
PaceName: TypeAlias = Literal["quick", "normal", "relaxed"]
"""The paces of a game that is played in one sitting."""


@app_commands.guild_only()
class GameCog(commands.GroupCog):
    """The slash commands of one game, `open` among them; its group is the game's name as people type it."""

    def __init__(self, app: App) -> None:
        super().__init__()
        self.app = app
