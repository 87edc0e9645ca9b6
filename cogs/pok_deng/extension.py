"""Loads Pok Deng: its tables and its commands."""

from cogs.app.bot import App
from cogs.pok_deng.spec import spec


async def setup(app: App) -> None:
    """Offer Pok Deng tables and the commands that open them."""
    await app.offer(spec(app))
