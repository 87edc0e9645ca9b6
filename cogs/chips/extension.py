"""The extension for members' own chips."""

from cogs.app import App
from cogs.chips.cog import ChipsCog
from cogs.chips.give import GiveButton
from cogs.chips.history import PageButton


async def setup(app: App) -> None:
    """Add the commands, and the buttons of pages that are open still."""
    app.add_dynamic_items(PageButton, GiveButton)
    await app.add_cog(ChipsCog(app))
