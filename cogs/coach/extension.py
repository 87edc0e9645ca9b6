"""The extension for the coach."""

from cogs.app import App
from cogs.coach.introductions import Welcome


async def setup(app: App) -> None:
    """Introduce games to those who come to them for the first time."""
    welcome = Welcome(app)
    app.router.offer(welcome.route)
    app.after_press.append(welcome.after_press)
    app.on_opened, app.on_forgotten = welcome.introduce, welcome.forget
