"""The extension for open tables: the commands about them, and how one is opened."""

from discord import app_commands

from cogs.app import App
from cogs.tables import callme
from cogs.tables.again import OPEN_AGAIN
from cogs.tables.cog import TablesCog
from cogs.tables.listing import JOIN, PAGE


async def setup(app: App) -> None:
    """Add the commands, and let closed tables be opened again."""
    app.router.offer(OPEN_AGAIN, JOIN, PAGE)
    cog = TablesCog(app)
    assert isinstance(cog.app_command, app_commands.Group)
    cog.app_command.add_command(callme.made(app))
    await app.add_cog(cog)
