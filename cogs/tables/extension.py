"""The extension for open tables: the commands about them, and how one is opened."""

from cogs.app import App
from cogs.tables.again import OPEN_AGAIN
from cogs.tables.cog import TablesCog
from cogs.tables.listing import JOIN, PAGE


async def setup(app: App) -> None:
    """Add the commands, and let closed tables be opened again."""
    app.router.offer(OPEN_AGAIN, JOIN, PAGE)
    await app.add_cog(TablesCog(app))
