"""The house options of the games played for chips, and their tables' limits. The figures are those of the rules."""

from __future__ import annotations

from typing import Any

from games.blackjack import BlackjackPays, Options
from games.blackjack_returns import best_return
from games.core import Phrase
from guild_settings.general import MOST_CHIPS
from guild_settings.kinds import Choice, Setting, Span, Switch, Whole

_TABLES_LIMIT = Phrase("the table's limit")


def limits(game: str) -> Span:
    """The setting of the limits that tables of `game` keep to."""
    return Span(
        key=f"{game}.limits",
        title=Phrase("Limits"),
        meaning=Phrase("The lowest and the highest bet that a new table may have."),
        default=[1, MOST_CHIPS],
        least=1,
        most=MOST_CHIPS,
        at_opening=True,
    )


def _pair(key: str, title: Phrase, meaning: Phrase, note: Phrase) -> Whole:
    return Whole(
        key=key,
        title=title,
        meaning=meaning,
        default=None,
        least=1,
        most=MOST_CHIPS,
        named={None: _TABLES_LIMIT},
        note=note,
    )


def _change(**changed: Any) -> dict[str, str]:
    """By how many percentage points an option changes the return of the best play with eight decks, and to what."""
    points = abs(best_return(Options(**changed)) - best_return(Options()))
    return {"points": f"{100 * points:.2f}", "changed": _best(**changed), "usual": _best()}


def _best(**changed: Any) -> str:
    return f"{100 * best_return(Options(**changed)):.2f}"


BLACKJACK: tuple[Setting, ...] = (
    limits("blackjack"),
    Whole(
        key="blackjack.decks",
        title=Phrase("Decks"),
        meaning=Phrase("How many decks of 52 cards are in the shoe; one deck serves at most five seats."),
        effect=Phrase(
            "The best play returns {eight} % of the bets with eight decks, {six} % with six, {two} % with two and "
            "{one} % with one. The figures of the other options are those of eight decks. With one deck, surrender "
            "against a ten or double after a split makes it more than 100 %, and the house loses. A Pair bet "
            "returns 89.64 % with eight decks, 70.59 % with one.",
            eight=_best(),
            six=_best(decks=6),
            two=_best(decks=2),
            one=_best(decks=1, seats=1),
        ),
        default=8,
        least=1,
        most=8,
        note=Phrase("decks: {value}"),
    ),
    Whole(
        key="blackjack.seats",
        title=Phrase("Seats"),
        meaning=Phrase("How many can play at a table whose opener doesn't say."),
        default=7,
        least=1,
        most=7,
        note=Phrase("seats: {value}"),
        at_opening=True,
    ),
    Choice(
        key="blackjack.blackjack_pays",
        title=Phrase("Blackjack pays"),
        meaning=Phrase("What a blackjack wins; where it is 6:5, bets are multiples of 10 chips."),
        default="3:2",
        effect=Phrase(
            "6:5 is a much worse game for players: it takes {points} points off what the best play returns, {changed} "
            "% of the bets instead of {usual} %.",
            **_change(blackjack_pays=BlackjackPays.SIX_TO_FIVE),
        ),
        choices={"3:2": Phrase("3:2"), "6:5": Phrase("6:5")},
        note=Phrase("{value}"),
        usual=Phrase("{value}"),
    ),
    Switch(
        key="blackjack.dealer_hits_soft_17",
        title=Phrase("Dealer hits soft 17"),
        meaning=Phrase("The dealer draws on a 17 with an ace that counts 11 instead of standing."),
        effect=Phrase(
            "It takes {points} points off what the best play returns: {changed} % of the bets instead of {usual} %.",
            **_change(dealer_hits_soft_17=True),
        ),
        default=False,
        note=Phrase("dealer hits soft 17"),
        usual=Phrase("dealer stands on 17"),
    ),
    Switch(
        key="blackjack.surrender_vs_ten",
        title=Phrase("Surrender against a ten"),
        meaning=Phrase("Players may surrender against a dealer's ten-valued card too, not only against 2 to 9."),
        effect=Phrase(
            "It adds {points} points to what the best play returns: {changed} % of the bets instead of {usual} %.",
            **_change(surrender_vs_ten=True),
        ),
        default=False,
        note=Phrase("surrender against tens"),
    ),
    Switch(
        key="blackjack.double_after_split",
        title=Phrase("Double after a split"),
        meaning=Phrase("Players may double a hand that came from a split."),
        effect=Phrase(
            "It adds {points} points to what the best play returns: {changed} % of the bets instead of {usual} %.",
            **_change(double_after_split=True),
        ),
        default=False,
        note=Phrase("double after a split"),
    ),
)

POK_DENG: tuple[Setting, ...] = (
    limits("pok_deng"),
    Whole(
        key="pok_deng.decks",
        title=Phrase("Decks"),
        meaning=Phrase("How many decks of 52 cards are in the shoe."),
        effect=Phrase(
            "With eight decks a bet returns 98.75 % of what it takes and a Pair bet 89.64 %; with one 98.79 % and "
            "70.59 %."
        ),
        default=8,
        least=1,
        most=8,
        note=Phrase("decks: {value}"),
    ),
    Whole(
        key="pok_deng.cut_card_depth",
        title=Phrase("Cut card"),
        meaning=Phrase("How many cards lie behind the cut card, after which all cards are shuffled."),
        effect=Phrase("None on the return."),
        default=52,
        least=13,
        most=416,
        note=Phrase("cut card {value} from the end"),
    ),
    _pair(
        "pok_deng.pair_minimum",
        Phrase("Lowest Pair bet"),
        Phrase("The lowest Pair bet in chips."),
        Phrase("Pair bets from {value}"),
    ),
    _pair(
        "pok_deng.pair_maximum",
        Phrase("Highest Pair bet"),
        Phrase("The highest Pair bet in chips."),
        Phrase("Pair bets up to {value}"),
    ),
)

PONTOON: tuple[Setting, ...] = (
    limits("pontoon"),
    Switch(
        key="pontoon.shoot",
        title=Phrase("Shoot"),
        meaning=Phrase("The banker puts up a kitty that others bet against, at a table whose opener doesn't say."),
        default=False,
        at_opening=True,
    ),
    Switch(
        key="pontoon.split_aces_only",
        title=Phrase("Split aces only"),
        meaning=Phrase("Only two aces may be split, not every two cards of one rank."),
        default=False,
        note=Phrase("only aces split"),
    ),
    Choice(
        key="pontoon.stick_minimum",
        title=Phrase("Stick from"),
        meaning=Phrase("The lowest total on which a player may stick."),
        default=15,
        choices={15: Phrase("15"), 16: Phrase("16")},
        note=Phrase("stick from {value}"),
        usual=Phrase("stick from {value}"),
    ),
    _pair(
        "pontoon.kitty_min",
        Phrase("Smallest kitty"),
        Phrase("The fewest chips that a banker of Shoot Pontoon puts up."),
        Phrase("kitty from {value}"),
    ),
    _pair(
        "pontoon.kitty_max",
        Phrase("Largest kitty"),
        Phrase("The most chips that a banker of Shoot Pontoon puts up."),
        Phrase("kitty up to {value}"),
    ),
    Whole(
        key="pontoon.sale_limit",
        title=Phrase("Price of the bank"),
        meaning=Phrase("How many times the table's highest stake the bank may cost; a sale counts as a gift."),
        default=5,
        least=0,
        most=100,
        unit=Phrase("up to {number} × the highest stake"),
        named={0: Phrase("only given away")},
        note=Phrase("price of the bank: {value}"),
    ),
    Switch(
        key="pontoon.two_packs",
        title=Phrase("Two packs for eight"),
        meaning=Phrase("Two packs are mixed when eight people play."),
        default=True,
        note=Phrase("one pack for eight"),
    ),
    Switch(
        key="pontoon.shuffle_every_deal",
        title=Phrase("Shuffle every deal"),
        meaning=Phrase("The cards are shuffled after every deal, not only after one with a Pontoon."),
        effect=Phrase("Without it, whoever takes notes knows about a third of the cards of the next deals."),
        default=False,
        note=Phrase("shuffled after every deal"),
    ),
)
