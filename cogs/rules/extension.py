"""The rules of all games as people read them."""

from cogs.app.bot import App
from cogs.rules.book import PAGES, RulesCog


async def setup(app: App) -> None:
    """Offer `/rules`, and let every table's Rules button work."""
    cog = RulesCog(app)
    app.router.offer(PAGES)
    app.presses.common["rules"] = cog.at_table
    app.tree.add_command(cog.command())
    await app.add_cog(cog)
