"""The rules of all games as people read them."""

from cogs.app import App
from cogs.rules.book import RulesCog
from cogs.rules.page import PageButton


async def setup(app: App) -> None:
    """Offer `/rules`, and put the Rules button of every table to use."""
    cog = RulesCog(app)
    app.add_dynamic_items(PageButton)
    app.presses.common["rules"] = cog.at_table
    app.tree.add_command(cog.command())
    await app.add_cog(cog)
