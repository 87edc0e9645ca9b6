"""What is agreed before the cards: the house options and the bets (rules 1-5)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum
from operator import attrgetter
from typing import NamedTuple

from msgspec import Struct

from games.core import Counted, HouseOptions, IllegalAction, Phrase, Seat

PLAYERS = 5
"""The hands dealt beside the Banker's, called Player 1 to Player 5 and counted here from 0."""

ROUND_CARDS = 1 + 2 * (PLAYERS + 1)
"""The cards that every round takes from the shoe: one burned, two for each hand and the Banker."""


class ChipLimits(NamedTuple):
    """The smallest and the largest bet, in chips."""

    minimum: int
    maximum: int


@dataclass(frozen=True, slots=True)
class Options(HouseOptions):
    """The house options. Raises IllegalAction when they contradict the rules or each other.

    `cut_card_depth` is how many cards lie behind the cut card. `pair_minimum` and `pair_maximum` limit Pair bets, in
    chips; None is the table's limit for main bets.
    """

    decks: int = 8
    cut_card_depth: int = 52
    pair_minimum: int | None = None
    pair_maximum: int | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.decks <= 8:
            raise IllegalAction("The bot can't read that. Run the command again.")
        # A round begins only while all cards behind the cut card are still in the shoe, so it never runs dry with a
        # round's cards there. A shoe's first round takes up to 1 + 10 more, 24 in all, and one deck has 52.
        if not ROUND_CARDS <= self.cut_card_depth <= 52 * self.decks:
            raise IllegalAction.saying(
                Counted(
                    "The cut card must be {least} to {count} cards from the end of the shoe, not {depth}.",
                    52 * self.decks,
                    least=ROUND_CARDS,
                    depth=self.cut_card_depth,
                )
            )
        for limit in (self.pair_minimum, self.pair_maximum):
            if limit is not None and limit < 1:
                raise IllegalAction("The bot can't read that. Run the command again.")
        if self.pair_minimum is not None and self.pair_maximum is not None:
            _verify_limits(self.pair_minimum, self.pair_maximum)

    def pair_limits(self, minimum: int, maximum: int) -> ChipLimits:
        """The limits for Pair bets at a table with these for main bets. Raises IllegalAction when no bet is in them."""
        limits = ChipLimits(
            minimum if self.pair_minimum is None else self.pair_minimum,
            maximum if self.pair_maximum is None else self.pair_maximum,
        )
        _verify_limits(*limits)
        return limits


def _verify_limits(minimum: int, maximum: int) -> None:
    if minimum > maximum:
        raise IllegalAction(
            "{setting}: the minimum, {minimum}, is above the maximum, {maximum}.",
            setting=Phrase("Pair bet"),
            minimum=minimum,
            maximum=maximum,
        )


class BetKind(Enum):
    """What a bet is on; also its name."""

    MAIN = "main"
    """The hand against the Banker's."""
    PAIR = "pair"
    """Two cards of one rank in the hand."""

    def taken(self, chips: int) -> int:
        """What a bet of `chips` takes from the balance: a main bet as much again, withheld (rule 5)."""
        return 2 * chips if self is _MAIN else chips

    __hash__ = object.__hash__


_MAIN = BetKind.MAIN


class Spot(NamedTuple):
    """One of the ten bets: on Player `hand` + 1, or on its Pair. Its text is `m0` to `m4`, `p0` to `p4`."""

    hand: int
    kind: BetKind

    def __str__(self) -> str:
        return f"{self.kind.value[0]}{self.hand}"

    @classmethod
    def parse(cls, text: str) -> Spot:
        """The spot that `str` wrote. Raises IllegalAction for other text."""
        for spot in SPOTS:
            if str(spot) == text:
                return spot
        raise IllegalAction("There is no such bet. Choose from the list.")


SPOTS = tuple(Spot(hand, kind) for kind in BetKind for hand in range(PLAYERS))
"""All ten: the hands, then their Pairs."""


class Bet(Struct, frozen=True):
    """What the bettor `seat` bets on the hand Player `hand` + 1: `main` chips, and `pair` on its Pair (0 is no bet).

    Bettors are numbered from 0; each has one Bet for each hand they bet on.
    """

    seat: Seat
    hand: int
    main: int = 0
    pair: int = 0

    @property
    def taken(self) -> int:
        """The chips that this takes from the balance, withheld ones included."""
        return BetKind.MAIN.taken(self.main) + BetKind.PAIR.taken(self.pair)


def verify_bet(options: Options, minimum: int, maximum: int, main: int, pair: int) -> None:
    """Raise IllegalAction unless `main` and `pair` chips may be bet on one hand at a table with these limits.

    Either may be 0, no bet, but not both (rule 4).
    """
    if main == 0 and pair == 0:
        raise IllegalAction("Bet on a Player, on its Pair, or on both.")
    if main and not minimum <= main <= maximum:
        raise IllegalAction.saying(Counted("Bets here are from {minimum} to {count} chips.", maximum, minimum=minimum))
    low, high = options.pair_limits(minimum, maximum)
    if pair and not low <= pair <= high:
        raise IllegalAction.saying(Counted("Pair bets here are from {minimum} to {count} chips.", high, minimum=low))


def common_limits(options: Options, minimum: int, maximum: int, kinds: Collection[BetKind]) -> ChipLimits:
    """What one amount for bets of all `kinds` has to lie between. Raises IllegalAction when there is no such amount."""
    both = {BetKind.MAIN: ChipLimits(minimum, maximum), BetKind.PAIR: options.pair_limits(minimum, maximum)}
    low = max(both[kind].minimum for kind in kinds)
    high = min(both[kind].maximum for kind in kinds)
    if low > high:
        raise _separately(ChipLimits(minimum, maximum), both[BetKind.PAIR])
    return ChipLimits(low, high)


def verify_fits(options: Options, minimum: int, maximum: int, kinds: Collection[BetKind], chips: int) -> None:
    """Raise IllegalAction where `chips` fit the bets of one kind but not those of the other that was chosen with it."""
    pairs = options.pair_limits(minimum, maximum)
    fits_main, fits_pair = minimum <= chips <= maximum, pairs.minimum <= chips <= pairs.maximum
    if fits_main != fits_pair and len(kinds) == len(BetKind):
        raise _separately(ChipLimits(minimum, maximum), pairs)


def _separately(mains: ChipLimits, pairs: ChipLimits) -> IllegalAction:
    return IllegalAction.saying(
        Counted(
            "Bets on a Player are from {minimum} to {count} chips, Pair bets from {low} to {high}. Place the Pair bets "
            "separately.",
            mains.maximum,
            minimum=mains.minimum,
            low=pairs.minimum,
            high=pairs.maximum,
        )
    )


BY_HAND = attrgetter("hand", "seat")
"""The order in which bets are settled."""


def verify_bets(bets: tuple[Bet, ...]) -> None:
    """Rule 4 for all bets of a round together; the table's limits don't matter here. Raises IllegalAction."""
    if not bets:
        raise IllegalAction("Nobody has bet. A round needs a bet.")
    if len(set(map(BY_HAND, bets))) < len(bets):
        raise IllegalAction("Everyone can have one bet on each hand.")
    for bet in bets:
        if not 0 <= bet.hand < PLAYERS:
            raise IllegalAction("The hands are Player 1 to Player {players}.", players=PLAYERS)
        if bet.main < 0 or bet.pair < 0 or bet.main == bet.pair == 0:
            raise IllegalAction("A bet is at least one chip, on a Player or on its Pair.")
