"""The Pontoon extension."""

from cogs.app import App
from cogs.pontoon.cog import PontoonCog, PontoonFace


async def setup(app: App) -> None:
    """Offer Pontoon tables and the commands that open them."""
    app.presses.offer(PontoonFace(app.economy, app.card_emojis.text))
    await app.add_cog(PontoonCog(app))
