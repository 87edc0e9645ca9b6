"""Loads Five Hundred: its tables and its commands."""

from cogs.app.bot import App
from cogs.five_hundred.records import Records
from cogs.five_hundred.rematch import Rematches
from cogs.five_hundred.spec import spec


async def setup(app: App) -> None:
    """Offer tables of Five Hundred and the commands about its matches."""
    records = Records(app)
    app.router.offer(*records.routes, Rematches().route)
    await app.offer(spec(app, records))
