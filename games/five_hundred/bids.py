"""What can be bid, in one table: the order of the calls and their values (rules 6 and 7, and the table of values)."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from games.cards import Suit
from games.core import Phrase


class CallKind(Enum):
    """What a call promises; for the misères also their text."""

    TRICKS = "tricks"
    """At least so many tricks."""
    MISERE = "misere"
    """To lose every trick."""
    OPEN = "open-misere"
    """The same, with the hand shown after the first trick."""
    BLIND = "blind-misere"
    """A misère bid before looking at one's cards."""

    __hash__ = object.__hash__


SUITS = (Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS)
"""The suits from the lowest in the bidding to the highest."""

SUIT_NAMES = {
    Suit.SPADES: Phrase("spades"),
    Suit.CLUBS: Phrase("clubs"),
    Suit.DIAMONDS: Phrase("diamonds"),
    Suit.HEARTS: Phrase("hearts"),
}

_TABLE: tuple[tuple[tuple[str, int], ...], ...] = (
    (("6S", 40),), (("6C", 60),), (("6D", 80),), (("6H", 100),), (("6N", 120),),
    (("7S", 140),), (("7C", 160),), (("7D", 180),), (("7H", 200),), (("7N", 220),),
    (("misere", 250),),
    (("8S", 240),), (("8C", 260),), (("8D", 280),), (("8H", 300),), (("8N", 320),),
    (("9S", 340),), (("9C", 360),), (("9D", 380),), (("9H", 400),), (("9N", 420),),
    (("10S", 440),), (("10C", 460),), (("10D", 480),),
    (("open-misere", 500), ("blind-misere", 500)),
    (("10H", 500),), (("10N", 520),),
)  # fmt: skip
"""From the lowest call to the highest; those in one pair of brackets rank the same. The number is the value."""


class Call(Struct, frozen=True):
    """One call of the table, made once, in CALLS.

    `rank` is its place: a higher one overcalls a lower. `value` is in points. `tricks` is 0 in a misère, `trump`
    None in a misère and in no trumps.
    """

    text: str
    rank: int
    value: int
    kind: CallKind
    tricks: int
    trump: Suit | None

    def __str__(self) -> str:
        return self.text

    @property
    def is_misere(self) -> bool:
        """Whether the contractor means to lose every trick."""
        return self.tricks == 0

    @property
    def title(self) -> Phrase:
        """The call in words: 7 hearts, 8 no trumps, Open Misère."""
        if self.is_misere:
            return _MISERE_TITLES[self.kind]
        if self.trump is None:
            return Phrase("{tricks} no trumps", tricks=self.tricks)
        return Phrase("{tricks} {suit}", tricks=self.tricks, suit=SUIT_NAMES[self.trump])


_MISERE_TITLES = {
    CallKind.MISERE: Phrase("Misère"),
    CallKind.OPEN: Phrase("Open Misère"),
    CallKind.BLIND: Phrase("Blind Misère"),
}


def _call(text: str, rank: int, value: int) -> Call:
    if not text[0].isdigit():
        return Call(text, rank, value, CallKind(text), 0, None)
    trump = None if text.endswith("N") else Suit(text[-1])
    return Call(text, rank, value, CallKind.TRICKS, int(text[:-1]), trump)


CALLS = tuple(_call(text, rank, value) for rank, row in enumerate(_TABLE) for text, value in row)
"""All 28 calls, the lowest first."""

HIGHEST = CALLS[-1].rank
"""The rank that nothing overcalls."""

CALLS_ABOVE = {rank: tuple(call for call in CALLS if call.rank > rank) for rank in range(-1, HIGHEST + 1)}
"""The calls that overcall one of a rank; -1 stands for no call yet."""

_BY_TEXT = {call.text: call for call in CALLS}

BLIND_MISERE = _BY_TEXT[CallKind.BLIND.value]


class Bid(Struct, frozen=True):
    """A call as somebody makes it: with the kitty, or `sans`, without. Its text is `7H` or `7H sans`."""

    call: Call
    sans: bool = False

    def __str__(self) -> str:
        return f"{self.call.text} sans" if self.sans else self.call.text

    @property
    def title(self) -> Phrase:
        """The bid in words: 7 hearts, Misère sans kitty."""
        return Phrase("{call} sans kitty", call=self.call.title) if self.sans else self.call.title

    @classmethod
    def parse(cls, text: str) -> Bid:
        """The bid that `str` wrote. Raises ValueError for anything else."""
        name, _, sans = text.partition(" ")
        if name not in _BY_TEXT or sans not in ("", "sans"):
            raise ValueError(f"there is no bid {text!r}")
        return cls(_BY_TEXT[name], bool(sans))
