"""Loads Pok Deng: its tables and its commands."""

from cogs.app import App
from cogs.pok_deng.cog import PokDengCog
from cogs.pok_deng.spec import spec


async def setup(app: App) -> None:
    """Offer Pok Deng tables and the commands that open them."""
    app.offer(spec(app))
    await app.add_cog(PokDengCog(app))
