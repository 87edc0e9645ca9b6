"""The cards of all games: French suits, the longer Australian packs, one joker.

A card is a value with a text form, rank before suit: `AS`, `10H`, `JOKER`. Which card beats which, and what an
ace counts, is each game's own business; the pips on a card's face are not.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum


class Suit(Enum):
    """A card's suit; its text is one letter."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    def __init__(self, text: str) -> None:
        self.text = text

    __hash__ = object.__hash__  # one object for each, so a dictionary need not ask for its name

    def __str__(self) -> str:
        return self.text


class Rank(Enum):
    """A card's rank, from the lowest up with the ace high; 11, 12 and 13 come from the pack of Five Hundred for six.

    `pips` counts an ace 1, pictures 10 and the joker 0.
    """

    TWO = ("2", 2)
    THREE = ("3", 3)
    FOUR = ("4", 4)
    FIVE = ("5", 5)
    SIX = ("6", 6)
    SEVEN = ("7", 7)
    EIGHT = ("8", 8)
    NINE = ("9", 9)
    TEN = ("10", 10)
    ELEVEN = ("11", 11)
    TWELVE = ("12", 12)
    THIRTEEN = ("13", 13)
    JACK = ("J", 10)
    QUEEN = ("Q", 10)
    KING = ("K", 10)
    ACE = ("A", 1)
    JOKER = ("JOKER", 0)

    def __init__(self, text: str, pips: int) -> None:
        self.text = text
        self.pips = pips

    __hash__ = object.__hash__

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One card; the joker has no suit. There is one object for each, so equal cards are the same object."""

    rank: Rank
    suit: Suit | None

    def __new__(cls, rank: Rank, suit: Suit | None) -> Card:
        """The one object for that card."""
        return _CARDS.setdefault((rank, suit), object.__new__(cls))

    def __reduce__(self) -> tuple[type[Card], tuple[Rank, Suit | None]]:
        return Card, (self.rank, self.suit)

    def __str__(self) -> str:
        return self.rank.text if self.suit is None else f"{self.rank.text}{self.suit.text}"

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card written `text`, as `str` writes it. Raises ValueError if there is none."""
        try:
            return _BY_TEXT[text]
        except KeyError:
            raise ValueError(f"there is no card {text!r}") from None


_CARDS: dict[tuple[Rank, Suit | None], Card] = {}

JOKER = Card(Rank.JOKER, None)

_BY_TEXT = {str(card): card for card in (*(Card(r, s) for s in Suit for r in Rank if r is not Rank.JOKER), JOKER)}

_NOT_IN_52 = {Rank.ELEVEN, Rank.TWELVE, Rank.THIRTEEN, Rank.JOKER}
_PACK_52 = tuple(card for card in _BY_TEXT.values() if card.rank not in _NOT_IN_52)


def pack52() -> tuple[Card, ...]:
    """The ordinary pack in its order when new: clubs, diamonds, hearts, spades, each from the two up to the ace."""
    return _PACK_52


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards of a list like `AS 10H JOKER`. Raises ValueError at the first that is no card."""
    try:
        return tuple([_BY_TEXT[word] for word in text.split()])
    except KeyError as error:
        raise ValueError(f"there is no card {error.args[0]!r}") from None


def written(cards: Iterable[Card]) -> str:
    """The text that `parse_cards` reads."""
    return " ".join(map(str, cards))
