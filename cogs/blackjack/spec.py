"""Blackjack, declared once."""

from __future__ import annotations

from cogs.app import App
from cogs.blackjack import picture, rules_pages
from cogs.blackjack.cog import BlackjackCog
from cogs.blackjack.forms import BetForms
from cogs.game.spec import GameSpec
from games.core import Phrase
from tables.blackjack.adapter import BlackjackGame
from tables.blackjack.settings import BLACKJACK


def spec(app: App) -> GameSpec:
    """The game as this bot plays it. Everybody sees everything, and the results are shown at once."""
    forms, cards = BetForms(app.economy), app.card_emojis.text
    return GameSpec(
        adapter=BlackjackGame(),
        settings=BLACKJACK,
        cog=BlackjackCog(app),
        seed_is_shown=Phrase(
            "The seed is shown when the shoe is over: after the round in which the cut card comes out."
        ),
        rules=rules_pages.pages,
        draw=lambda table, words, _stage: picture.draw(table, words, cards),
        buttons=forms.buttons,
        forms=forms.forms,
    )
