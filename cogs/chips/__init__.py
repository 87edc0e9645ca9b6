"""The extension for members' own chips."""

from cogs.app import App
from cogs.chips.cog import ChipsCog


async def setup(app: App) -> None:
    """Add the commands."""
    await app.add_cog(ChipsCog(app))
