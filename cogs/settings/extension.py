"""The extension of the server's settings."""

from cogs.app.bot import App
from cogs.settings.cog import SettingsCog
from cogs.settings.presses import SettingPresses


async def setup(app: App) -> None:
    """Offer the commands, and let the panel's buttons, selects and forms work."""
    presses = SettingPresses(app)
    app.router.offer(*presses.routes)
    await app.add_cog(SettingsCog(app, presses))
