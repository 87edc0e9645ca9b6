"""What the cards were bound to, and whether they were what they had to be."""

from cogs.app import App
from cogs.fair.cog import FairCog


async def setup(app: App) -> None:
    """Offer `/fair`."""
    await app.add_cog(FairCog(app))
