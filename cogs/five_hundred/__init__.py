"""Five Hundred on Discord: matches over many deals, with partners, points and hidden hands."""

from cogs.app import App
from cogs.five_hundred.cog import FiveHundredCog
from cogs.five_hundred.spec import spec


async def setup(app: App) -> None:
    """Offer tables of Five Hundred and the commands about its matches."""
    app.offer(spec(app))
    await app.add_cog(FiveHundredCog(app))
