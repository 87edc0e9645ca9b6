"""What two cards are worth: values, combinations and patterns (rules 8-11).

Which hand wins what is not known here.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import cache, total_ordering

from msgspec import Struct
from msgspec.structs import force_setattr

from games.cards import Card, Rank
from games.core import WORKED_OUT, Phrase

_FACES = frozenset((Rank.JACK, Rank.QUEEN, Rank.KING))
_FLUSH, _PAIR = Phrase("flush"), Phrase("pair")
_SPECIAL = frozenset((Rank.ACE, Rank.FIVE, Rank.SIX, Rank.TEN))


@total_ordering
class Value(Enum):
    """A hand's final value; they are ordered by rule 10, and the text is the one people say: `7.4`, `8`.

    `tenths` is ten times the value, so that it is exact; `combination` the name of what replaced the raw points,
    None where nothing did.
    """

    ZERO = (0, None)
    ONE = (10, None)
    TWO = (20, None)
    THREE = (30, None)
    FOUR = (40, None)
    FIVE = (50, None)
    SIX = (60, None)
    SEVEN = (70, None)
    FLUSH_WITH_NO_POINTS = (71, Phrase("no-points flush"))
    SINGLE_FACE_CARD = (72, Phrase("10 and a face card"))
    FACE_CARDS = (73, Phrase("two face cards"))
    SPECIAL_PAIR = (74, Phrase("special pair"))
    AK_FLUSH = (75, Phrase("AK flush"))
    EIGHT = (80, None)
    NINE = (90, None)

    def __init__(self, tenths: int, combination: Phrase | None) -> None:
        self.tenths = tenths
        self.combination = combination
        whole, tenth = divmod(tenths, 10)
        self._text = f"{whole}.{tenth}" if tenth else str(whole)

    def __lt__(self, other: Value) -> bool:
        return self.tenths < other.tenths

    def __str__(self) -> str:
        return self._text


_POINTS = tuple(value for value in Value if value.combination is None)


def value(cards: Sequence[Card]) -> Value:
    """The final value of two cards: a combination's (rule 9, in its order), else the raw points (rule 8)."""
    first, second = cards
    ranks = {first.rank, second.rank}
    flush = first.suit is second.suit
    faces = sum(card.rank in _FACES for card in cards)
    raw = (first.rank.pips + second.rank.pips) % 10
    if flush and ranks == {Rank.ACE, Rank.KING}:
        return Value.AK_FLUSH
    if len(ranks) == 1 and first.rank in _SPECIAL:
        return Value.SPECIAL_PAIR
    if faces == 2:
        return Value.FACE_CARDS
    if faces == 1 and Rank.TEN in ranks:
        return Value.SINGLE_FACE_CARD
    if flush and faces == 0 and raw == 0:
        return Value.FLUSH_WITH_NO_POINTS
    return _POINTS[raw]


class Hand(Struct, frozen=True):
    """Two cards face up, with what they are worth; made by `Hand.of`.

    What they are worth is kept beside the cards, and there is one object for each of the 2,704 hands, because every
    round and counting every deal ask for that all the time.
    """

    cards: tuple[Card, Card]
    value: Value = WORKED_OUT
    flush: bool = WORKED_OUT
    """Are the two cards of one suit?"""
    pair: bool = WORKED_OUT
    """Are the two cards of one rank, so that its Pair bet wins? King and queen are not."""
    has_pattern: bool = WORKED_OUT
    """Does it pay, or cost, double: is it a flush, a pair or a combination (rule 11)?"""
    terms: tuple[Phrase, ...] = WORKED_OUT
    """What to call the hand beside its value: the combination alone, else `flush` and `pair`, else nothing."""

    def __post_init__(self) -> None:
        one, other = self.cards
        worth, flush, pair = value(self.cards), one.suit is other.suit, one.rank is other.rank
        patterns = tuple(name for name, is_so in ((_FLUSH, flush), (_PAIR, pair)) if is_so)
        force_setattr(self, "value", worth)
        force_setattr(self, "flush", flush)
        force_setattr(self, "pair", pair)
        force_setattr(self, "has_pattern", flush or pair or worth.combination is not None)
        force_setattr(self, "terms", patterns if worth.combination is None else (worth.combination,))

    @classmethod
    def of(cls, first: Card, second: Card) -> Hand:
        """The hand of these two cards, in the order dealt."""
        return _hand(first, second)


@cache
def _hand(first: Card, second: Card) -> Hand:
    return Hand((first, second))
