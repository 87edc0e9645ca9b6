"""The packs for 2 to 6 players, and how they are dealt: 3-1-4-1-3-1, the single cards to the kitty (rule 4).

A hand's cards have no order of their own, so hands are kept in the pack's order. With two players a third hand is
dealt to an empty chair between them and never played: the dead hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

from games.cards import JOKER, Card, Rank, Suit, pack52
from games.core import Seat

Cards: TypeAlias = tuple[Card, ...]

HAND = 10
"""Cards in a hand, and tricks in a deal."""
KITTY = 3
"""Cards in the kitty."""

_PACKETS = (3, 4, 3)
_BELOW_SEVEN = (Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE, Rank.SIX)
_BELOW_FOUR = (Rank.TWO, Rank.THREE)
_BLACK_FOURS = (Card(Rank.FOUR, Suit.CLUBS), Card(Rank.FOUR, Suit.SPADES))
_EXTRA = tuple(Card(rank, suit) for suit in Suit for rank in (Rank.ELEVEN, Rank.TWELVE))
_THIRTEENS = (Card(Rank.THIRTEEN, Suit.DIAMONDS), Card(Rank.THIRTEEN, Suit.HEARTS))


@cache
def pack(players: int) -> Cards:
    """The pack for `players` (2 to 6), in a fixed order: 33, 33, 43, 53 or 63 cards."""
    match players:
        case 2 | 3:
            return (*(card for card in pack52() if card.rank not in _BELOW_SEVEN), JOKER)
        case 4:
            return (*(card for card in pack52() if card.rank not in _BELOW_FOUR and card not in _BLACK_FOURS), JOKER)
        case 5:
            return (*pack52(), JOKER)
        case 6:
            return (*pack52(), *_EXTRA, *_THIRTEENS, JOKER)
        case _:
            raise ValueError(f"there is no pack for {players} players")


class DealtHands(NamedTuple):
    """The hands by seat, with two players the dead hand as the third, and the kitty."""

    hands: tuple[Cards, ...]
    kitty: Cards


def deal(players: int, dealer: Seat, deck: Sequence[Card]) -> DealtHands:
    """Deal `deck`, first card first. Raises ValueError when it isn't the pack for `players`, or there is no such
    dealer.
    """
    whole = pack(players)
    if len(deck) != len(whole) or set(deck) != set(whole):
        raise ValueError(f"these {len(deck)} cards are not the pack for {players} players")
    piles: list[set[Card]] = [set() for _ in range(chairs(players) + 1)]
    for card, pile in zip(deck, _piles(players, dealer), strict=True):
        piles[pile].add(card)
    *hands, kitty = (in_order(players, pile) for pile in piles)
    return DealtHands(tuple(hands), kitty)


def stacked(players: int, dealer: Seat, dealt: DealtHands) -> Cards:
    """A deck from which `dealer` deals just that. Raises ValueError when it isn't the pack for `players`."""
    piles = [iter(cards) for cards in (*dealt.hands, dealt.kitty)]
    try:
        deck = tuple([next(piles[pile]) for pile in _piles(players, dealer)])
    except (StopIteration, IndexError):
        raise ValueError(f"these are not the hands of {players} players") from None
    deal(players, dealer, deck)
    return deck


def chairs(players: int) -> int:
    """How many hands are dealt."""
    return max(players, 3)


def in_order(players: int, cards: Iterable[Card]) -> Cards:
    """`cards`, all of the pack for `players`, in its order."""
    return tuple(sorted(cards, key=_places(players).__getitem__))


@cache
def _places(players: int) -> dict[Card, int]:
    return {card: place for place, card in enumerate(pack(players))}


def _piles(players: int, dealer: Seat) -> Iterator[int]:
    """Whose each card of the deck is: a chair's number, or the number after the last chair's for the kitty."""
    if not 0 <= dealer < players:
        raise ValueError(f"seat {dealer} can't deal to {players} players")
    count = chairs(players)
    for packet in _PACKETS:
        for place in range(count):
            yield from [(dealer + 1 + place) % count] * packet
        yield count
