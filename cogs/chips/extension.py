"""The extension for members' own chips."""

from cogs.app import App
from cogs.chips.cog import ChipsCog
from cogs.chips.give import ANSWERS
from cogs.chips.history import PAGES
from cogs.chips.shortage import HELP


async def setup(app: App) -> None:
    """Add the commands, and the buttons of pages that are still open."""
    app.router.offer(PAGES, ANSWERS, HELP)
    await app.add_cog(ChipsCog(app))
