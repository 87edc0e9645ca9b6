"""The extension for the coach."""

from cogs.app.bot import App
from cogs.coach.introductions import Welcome


async def setup(app: App) -> None:
    """Introduce games to those who come to them for the first time."""
    welcome = Welcome(app)
    app.router.offer(welcome.route)
    app.after_press.append(welcome.after_press)
    app.on_opened = welcome.introduce

    def forget(guild: int, user_id: int) -> None:
        welcome.forget(guild, user_id)
        app.hints.forget(guild, user_id)

    app.on_forgotten = forget
