"""The extension of the server's settings."""

from cogs.app import App
from cogs.settings.cog import SettingsCog
from cogs.settings.controls import ITEMS


async def setup(app: App) -> None:
    """Offer the commands, and let the panel's buttons and selects outlive the process."""
    app.add_dynamic_items(*ITEMS)
    await app.add_cog(SettingsCog(app))
