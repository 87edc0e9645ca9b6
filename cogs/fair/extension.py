"""What was promised about the cards, and whether they were as promised."""

from cogs.app.bot import App
from cogs.fair.cog import FairCog


async def setup(app: App) -> None:
    """Offer `/fair`."""
    await app.add_cog(FairCog(app))
