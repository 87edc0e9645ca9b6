"""The extension for people's own languages."""

from cogs.app.bot import App
from cogs.language.cog import CHOICE, LanguageCog


async def setup(app: App) -> None:
    """Add the command and its list."""
    app.router.offer(CHOICE)
    await app.add_cog(LanguageCog())
