"""The Blackjack extension."""

from cogs.app import App
from cogs.blackjack.cog import BlackjackCog, BlackjackFace


async def setup(app: App) -> None:
    """Offer Blackjack tables and the commands that open them."""
    app.presses.offer(BlackjackFace(app.economy, app.card_emojis.text))
    await app.add_cog(BlackjackCog(app))
