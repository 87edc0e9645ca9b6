"""The extension for open tables: the commands about them, and how one is opened."""

from discord import app_commands

from cogs.app.bot import App
from cogs.lobby import callme
from cogs.lobby.again import OPEN_AGAIN
from cogs.lobby.cog import TablesCog
from cogs.lobby.listing import JOIN, PAGE


async def setup(app: App) -> None:
    """Add the commands, and let closed tables be opened again."""
    app.router.offer(OPEN_AGAIN, JOIN, PAGE)
    cog = TablesCog(app)
    assert isinstance(cog.app_command, app_commands.Group)
    cog.app_command.add_command(callme.made(app))
    await app.add_cog(cog)
