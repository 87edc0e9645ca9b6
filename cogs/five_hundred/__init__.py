"""Five Hundred on Discord: matches over many deals, with partners, points and hidden hands."""

from cogs.app import App
from cogs.five_hundred.cog import FiveHundredCog, FiveHundredFace
from data.tables.matches import Matches


async def setup(app: App) -> None:
    """Offer tables of Five Hundred and the commands about its matches."""
    app.presses.offer(FiveHundredFace(app.economy, Matches(app.store), app.card_emojis.text))
    await app.add_cog(FiveHundredCog(app))
