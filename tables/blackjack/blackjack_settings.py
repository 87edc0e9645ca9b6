"""The house options of Blackjack, and the limits of its tables. The figures are those of the rules."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from games.blackjack import BlackjackPays, Options, verify_limits
from games.blackjack.returns import best_return
from games.core import Phrase
from tables.settings.kinds import Choice, Switch, Whole
from tables.settings.schema import GameSettings, bet_limits, rows


def _change(**changed: Any) -> dict[str, Decimal]:
    """The return of the best play with eight decks, in percent, with an option and without."""
    return {"changed": _best(**changed), "usual": _best()}


def _best(**changed: Any) -> Decimal:
    return Decimal(f"{100 * best_return(Options(**changed)):.2f}")


class _Settings:
    limits = bet_limits(10, 500)
    decks = Whole(
        "Decks",
        "Decks of 52 cards in the shoe.",
        effect=Phrase(
            "With basic strategy, people get back {eight}% of their bets with eight decks, {six}% with six, "
            "{two}% with two and {one}% with one. The figures of the other house rules are for eight decks. With "
            "one deck, surrender against a ten or double after a split makes it more than 100%, and the house "
            "loses. A Pair bet returns 89.64% with eight decks, 70.59% with one.",
            eight=_best(),
            six=_best(decks=6),
            two=_best(decks=2),
            one=_best(decks=1, seats=1),
        ),
        least=1,
        most=8,
    )
    seats = Whole("Seats", "The default, unless the table's host chooses another.", least=1, most=7, at_opening=True)
    blackjack_pays = Choice[str](
        "Blackjack pays",
        "Odds of a blackjack; at 6:5, bets are multiples of 10 chips.",
        effect=Phrase(
            "6:5 is much worse for players: basic strategy returns {changed}% of the bets instead of {usual}%.",
            **_change(blackjack_pays=BlackjackPays.SIX_TO_FIVE),
        ),
        choices={"3:2": "3:2", "6:5": "6:5"},
    )
    dealer_hits_soft_17 = Switch(
        "Dealer hits soft 17",
        "The dealer draws on a 17 with an ace counting 11 instead of standing.",
        effect=Phrase(
            "Basic strategy returns {changed}% of the bets instead of {usual}%.", **_change(dealer_hits_soft_17=True)
        ),
    )
    surrender_vs_ten = Switch(
        "Surrender against a ten",
        "Players can surrender against a 10, J, Q or K too, not only against 2 to 9.",
        effect=Phrase(
            "Basic strategy returns {changed}% of the bets instead of {usual}%.", **_change(surrender_vs_ten=True)
        ),
    )
    double_after_split = Switch(
        "Double after a split",
        effect=Phrase(
            "Basic strategy returns {changed}% of the bets instead of {usual}%.", **_change(double_after_split=True)
        ),
    )


BLACKJACK = GameSettings(
    key="blackjack",
    title=Phrase("Blackjack"),
    settings=rows(_Settings),
    options=Options.from_json,
    verify=verify_limits,
    smallest=lambda options, minimum: -(-minimum // options.unit) * options.unit,
)
