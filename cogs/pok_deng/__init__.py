"""The Pok Deng extension."""

from cogs.app import App
from cogs.pok_deng.cog import PokDengCog, PokDengFace


async def setup(app: App) -> None:
    """Offer Pok Deng tables and the commands that open them."""
    app.presses.offer(PokDengFace(app.economy, app.card_emojis.text, app.card_emojis.text))
    await app.add_cog(PokDengCog(app))
