"""The extension for managers of a server: its chips by hand, and its ledger."""

from cogs.app.bot import App
from cogs.bank.cog import BankCog
from cogs.bank.panel import AUDIT
from cogs.bank.reset import ANSWERS as RESETS
from cogs.bank.season import ANSWERS as SEASONS


async def setup(app: App) -> None:
    """Add the commands, and the buttons of panels that are still open."""
    app.router.offer(RESETS, SEASONS, AUDIT)
    await app.add_cog(BankCog(app))
