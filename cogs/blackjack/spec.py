"""Blackjack, declared once."""

from __future__ import annotations

from cogs.app.bot import App
from cogs.blackjack import hints, picture, rules_pages
from cogs.blackjack.cog import BlackjackCog
from cogs.blackjack.forms import BetForms
from cogs.blackjack.guide import PRIMER
from cogs.coach.hints import HINT
from cogs.table.rules_text import SEED_OF_A_SHOE
from cogs.table.spec import GameSpec
from games.core import Phrase
from tables.blackjack.adapter import BlackjackGame
from tables.blackjack.settings import BLACKJACK


def spec(app: App) -> GameSpec:
    """The game as this bot plays it. Everyone sees everything, the dealer's cards one after the other."""
    forms, cards, coach = BetForms(app.economy), app.card_emojis.text, app.hints
    hint = coach.in_private(
        hints.asking,
        hints.at_once,
        lambda question, choice, words, stage: hints.shown(question, choice, words, cards, stage),
    )
    return GameSpec(
        adapter=BlackjackGame(),
        settings=BLACKJACK,
        cog=BlackjackCog(app),
        seed_is_shown=SEED_OF_A_SHOE,
        rules=rules_pages.pages,
        draw=lambda table, words, stage: picture.draw(table, words, cards, stage, coach.offered(table, words)),
        more=lambda press: picture.more(press, coach.offered(press.table, press.words)),
        stages=picture.stages,
        watching=Phrase("**Bet behind** puts chips on someone else's hand."),
        buttons={**forms.buttons, HINT: hint},
        forms=forms.forms,
        primer=PRIMER,
    )


async def setup(app: App) -> None:
    """Offer Blackjack tables and the commands that open them."""
    await app.offer(spec(app))
