"""Loads Blackjack: its tables and its commands."""

from cogs.app.bot import App
from cogs.blackjack.spec import spec


async def setup(app: App) -> None:
    """Offer Blackjack tables and the commands that open them."""
    await app.offer(spec(app))
