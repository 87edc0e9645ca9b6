"""What is agreed before the cards: the house options and the bets (rules 1, 4, 5 and 16)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from operator import attrgetter

from msgspec import Struct

from games.core import Counted, HouseOptions, IllegalAction, Seat


class BlackjackPays(Enum):
    """What a blackjack wins for each chip staked on it."""

    THREE_TO_TWO = "3:2"
    SIX_TO_FIVE = "6:5"

    def winnings(self, stake: int) -> int:
        """The chips won on `stake`; whole, because bets are multiples of `Options.unit`."""
        return stake * 3 // 2 if self is _THREE_TO_TWO else stake * 6 // 5


_THREE_TO_TWO = BlackjackPays.THREE_TO_TWO


@dataclass(frozen=True, slots=True)
class Options(HouseOptions):
    """The house options. Raises IllegalAction when they contradict the rules or each other."""

    decks: int = 8
    seats: int = 7
    surrender_vs_ten: bool = False
    double_after_split: bool = False
    dealer_hits_soft_17: bool = False
    blackjack_pays: BlackjackPays = BlackjackPays.THREE_TO_TWO

    def __post_init__(self) -> None:
        if not (1 <= self.decks <= 8 and 1 <= self.seats <= 7):
            raise IllegalAction("The bot can't read that. Run the command again.")
        # One deck is 340 pips, aces counted as 1. A hand draws at 20 or less and so ends at 30 or less, the
        # dealer at 26 or less: five seats that all split use at most 10 * 30 + 26 = 326 pips, so a round always
        # gets its cards from one deck. Seven use at most 446 of the 680 pips in two decks.
        if self.decks == 1 and self.seats > 5:
            raise IllegalAction(
                "With one deck a table has at most 5 seats, not {seats}. Choose fewer seats or more decks.",
                seats=self.seats,
            )

    @property
    def unit(self) -> int:
        """Main bets are multiples of this, so that blackjack, surrender and insurance come out in whole chips."""
        return 2 if self.blackjack_pays is _THREE_TO_TWO else 10


class Bet(Struct, frozen=True):
    """What `seat` stakes on the hand of the table's seat `box`: `main` chips, and `pair` on a pair (0 is no bet).

    A seated player bets on their own box; a bettor behind has a number after the table's seats, and one Bet for
    each box they bet behind.
    """

    seat: Seat
    box: Seat
    main: int
    pair: int = 0


def verify_bet(options: Options, minimum: int, maximum: int, main: int, pair: int) -> None:
    """Raise IllegalAction unless `main` and `pair` chips may be bet at a table with these limits (rule 5).

    The pair bet is any whole number up to the table's maximum; 0 is none.
    """
    if not minimum <= main <= maximum:
        raise IllegalAction.saying(Counted("Bets here are from {minimum} to {count} chips.", maximum, minimum=minimum))
    verify_whole(options, main)
    if not 0 <= pair <= maximum:
        raise IllegalAction.saying(Counted("A Pair bet is from 1 to {count} chips, or none.", maximum))


def verify_limits(options: Options, minimum: int, maximum: int) -> None:
    """Raise IllegalAction when no bet of rule 5 lies between these limits of a table."""
    if maximum // options.unit * options.unit >= minimum:
        return
    raise IllegalAction("Bets are multiples of {unit}, and none lies between these limits.", unit=options.unit)


def verify_whole(options: Options, main: int) -> None:
    """Rule 5: every payout on `main` is whole chips."""
    if main % options.unit:
        raise IllegalAction("Bets are multiples of {unit}.", unit=options.unit)


BY_BOX = attrgetter("box", "seat")
"""The order in which bets are dealt to and settled."""


def verify_bets(options: Options, bets: tuple[Bet, ...]) -> None:
    """Rules 4, 5 and 16 for all bets of a round together. Raises IllegalAction."""
    if len(set(map(BY_BOX, bets))) < len(bets):
        raise IllegalAction("Everyone can have one bet on each hand.")
    played = {bet.box for bet in bets if bet.seat == bet.box}
    if not played:
        raise IllegalAction("Nobody with a seat has bet yet.")
    seats, unit = options.seats, options.unit
    for bet in bets:
        if not 0 <= bet.box < seats:
            raise IllegalAction.saying(Counted("This table has {count} seats.", seats))
        if bet.seat < seats and bet.seat != bet.box:
            raise IllegalAction("You have a seat. Only people without one can bet behind.")
        if bet.box not in played:
            raise IllegalAction("Seat {number} has no bet, so you can't bet behind it.", number=bet.box + 1)
        if bet.main <= 0 or bet.pair < 0:
            raise IllegalAction("A bet is at least one chip, and a Pair bet needs a bet.")
        if bet.main % unit:
            verify_whole(options, bet.main)
