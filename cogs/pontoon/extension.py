"""Loads Pontoon: its tables and its commands."""

from cogs.app.bot import App
from cogs.pontoon.spec import spec


async def setup(app: App) -> None:
    """Offer Pontoon tables and the commands that open them."""
    await app.offer(spec(app))
