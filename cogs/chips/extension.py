"""The extension for members' own chips."""

from cogs.app.bot import App
from cogs.chips.attendance import Attendance
from cogs.chips.cog import ChipsCog
from cogs.chips.give import ANSWERS
from cogs.chips.history import PAGES
from cogs.chips.seasons import SEASONS
from cogs.chips.shortage import HELP
from cogs.chips.top import Top


async def setup(app: App) -> None:
    """Add the commands, and the buttons of pages that are still open."""
    top = Top(Attendance())
    app.router.offer(PAGES, ANSWERS, top.route, HELP, SEASONS)
    await app.add_cog(ChipsCog(app, top))
