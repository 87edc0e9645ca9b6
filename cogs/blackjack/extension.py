"""Loads Blackjack: its tables and its commands."""

from cogs.app import App
from cogs.blackjack.cog import BlackjackCog
from cogs.blackjack.spec import spec


async def setup(app: App) -> None:
    """Offer Blackjack tables and the commands that open them."""
    app.offer(spec(app))
    await app.add_cog(BlackjackCog(app))
