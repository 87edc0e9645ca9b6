"""Pok Deng, declared once."""

from __future__ import annotations

from cogs.app.bot import App
from cogs.pok_deng import panel, picture, road, rules_pages
from cogs.pok_deng.cog import PokDengCog
from cogs.pok_deng.forms import BetForms
from cogs.pok_deng.guide import PRIMER
from cogs.table.rules_text import SEED_OF_A_SHOE
from cogs.table.spec import GameSpec
from tables.pok_deng.adapter import PokDengGame
from tables.pok_deng.settings import POK_DENG


def spec(app: App) -> GameSpec:
    """The game as this bot plays it. Everyone sees every hand, one after the other; a panel has one's own bets."""
    text = app.card_emojis.text
    forms = BetForms(app.economy, text)
    return GameSpec(
        adapter=PokDengGame(),
        settings=POK_DENG,
        cog=PokDengCog(app),
        seed_is_shown=SEED_OF_A_SHOE,
        rules=rules_pages.pages,
        draw=lambda table, words, stage: picture.draw(table, words, text, text, stage),
        panel=panel.draw,
        more=picture.more,
        stages=lambda _table: picture.STAGES,
        buttons=forms.buttons,
        forms=forms.forms,
        primer=PRIMER,
        emojis=road.EMOJIS,
    )


async def setup(app: App) -> None:
    """Offer Pok Deng tables and the commands that open them."""
    await app.offer(spec(app))
