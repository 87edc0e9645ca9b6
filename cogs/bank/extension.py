"""The extension for those who manage a server: its chips by hand, and its ledger."""

from cogs.app import App
from cogs.bank.cog import BankCog
from cogs.bank.panel import AuditButton
from cogs.bank.reset import ResetButton


async def setup(app: App) -> None:
    """Add the commands, and the buttons of panels that are open still."""
    app.add_dynamic_items(ResetButton, AuditButton)
    await app.add_cog(BankCog(app))
