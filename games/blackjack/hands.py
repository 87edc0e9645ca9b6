"""What lies on the table: cards and their totals, hands, boxes, and the bets behind them (rules 1-3, 13 and 16-18).

All of it is public, so these values are both the round's state and what everybody sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from games.cards import Card, Rank
from games.core import WORKED_OUT, Seat

_ACE = Rank.ACE


class Total(NamedTuple):
    """A hand's best total, and whether an ace counts 11 in it."""

    best: int
    soft: bool


def total(cards: Sequence[Card]) -> Total:
    """The best total of `cards`: an ace counts 11 as long as that does not bust the hand, else 1 (rule 1)."""
    low = 0
    for card in cards:
        low += card.rank.pips
    if low <= 11:
        for card in cards:
            if card.rank is _ACE:
                return _SOFT[low]
    return _HARD[low]


_SOFT = tuple(Total(low + 10, soft=True) for low in range(12))
_HARD = tuple(Total(low, soft=False) for low in range(8 * 340 + 1))
"""All totals that there are, each made once; eight packs have 8 * 340 pips."""


def is_blackjack(cards: Sequence[Card]) -> bool:
    """Are these two cards an ace and a ten-valued card (rule 2)? It doesn't matter whether they come from a split."""
    if len(cards) != 2:
        return False
    one, other = cards[0].rank, cards[1].rank
    return (one is _ACE and other.pips == 10) or (other is _ACE and one.pips == 10)


class Hand(Struct, frozen=True):
    """One hand and what its player staked on it, in chips and with the double included.

    `done` means that no more decisions are to come: it was stood, doubled, surrendered, busted, or has 21.
    """

    cards: tuple[Card, ...]
    stake: int
    doubled: bool = False
    surrendered: bool = False
    from_split: bool = False
    done: bool = False
    total: Total = WORKED_OUT
    """The best total and whether it is soft."""

    def __post_init__(self) -> None:
        force_setattr(self, "total", total(self.cards))

    @property
    def blackjack(self) -> bool:
        """Is it a blackjack? A split hand never is (rule 13)."""
        return self.total.best == 21 and len(self.cards) == 2 and not self.from_split

    @property
    def bust(self) -> bool:
        """Is its total over 21 (rule 3)?"""
        return self.total.best > 21

    @property
    def live(self) -> bool:
        """Does it still wait for the dealer's hand, being neither bust nor surrendered?"""
        return not self.surrendered and self.total.best <= 21

    def with_card(self, card: Card) -> Hand:
        """This hand with another card. Doubled hands and split aces get just one; 21 stands by itself (rules 9-13)."""
        cards = (*self.cards, card)
        split_ace = self.from_split and cards[0].rank is _ACE
        done = total(cards).best >= 21 or self.doubled or split_ace
        return Hand(cards, self.stake, self.doubled, self.surrendered, self.from_split, done)

    def stood(self) -> Hand:
        """This hand, on which its player stands."""
        return Hand(self.cards, self.stake, self.doubled, self.surrendered, self.from_split, True)


class Behind(Struct, frozen=True):
    """A bettor behind one box: the `main` and `pair` bets, and what rides on each of the box's hands now."""

    seat: Seat
    main: int
    pair: int
    stakes: tuple[int, ...]

    def adding(self, hand: int) -> Behind:
        """The same bettor with another `main` chips on that hand."""
        return replace(self, stakes=(*self.stakes[:hand], self.stakes[hand] + self.main, *self.stakes[hand + 1 :]))


class Box(Struct, frozen=True):
    """One seat's place on the table: its bets, its one or two hands, and who bets behind it.

    `insurance` is the stake on it: None before the player answered (or when nobody asks), 0 when declined.
    """

    seat: Seat
    bet: int
    pair: int
    hands: tuple[Hand, ...]
    behind: tuple[Behind, ...] = ()
    insurance: int | None = None

    @property
    def split(self) -> bool:
        """Has the player split?"""
        return len(self.hands) == 2

    @property
    def first_two(self) -> tuple[Card, Card]:
        """The two cards that were dealt, also after a split."""
        first, second = self.hands[0].cards, self.hands[-1].cards
        return (first[0], second[0]) if self.split else (first[0], first[1])

    @property
    def paired(self) -> bool:
        """Are the two cards that were dealt of one rank, so that pair bets win? King and queen are not."""
        first, second = self.first_two
        return first.rank is second.rank

    def insured(self, chips: int) -> Box:
        """This box with so many chips on insurance, 0 when it was declined."""
        return Box(self.seat, self.bet, self.pair, self.hands, self.behind, chips)

    def with_hand(self, index: int, hand: Hand) -> Box:
        """This box with another hand in that place."""
        hands = (*self.hands[:index], hand, *self.hands[index + 1 :]) if len(self.hands) > 1 else (hand,)
        return Box(self.seat, self.bet, self.pair, hands, self.behind, self.insurance)
