"""The extension for achievements."""

from cogs.achievements.cog import AchievementsCog
from cogs.app.bot import App


async def setup(app: App) -> None:
    """Add the command and its buttons, and tell people what they earn."""
    cog = AchievementsCog(app)
    app.router.offer(cog.route)
    app.on_earned = cog.notices.earned
    app.after_press.append(cog.notices.tell)
    await app.add_cog(cog)
