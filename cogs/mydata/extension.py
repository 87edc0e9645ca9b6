"""`/mydata`: what is kept about somebody, and its deletion."""

from __future__ import annotations

from cogs.app.bot import App
from cogs.mydata.cog import ANSWERS, MyDataCog


async def setup(app: App) -> None:
    """Load the extension."""
    app.router.offer(ANSWERS)
    await app.add_cog(MyDataCog(app))
