"""What lies on the table: hands, the players' boxes, the bank, the pack. `view` says who sees which card of it.

A hand remembers how it ended instead of asking its cards, so that nothing public can follow from a card that lies
face down. Cards are left out of every repr, so that no log shows them.
"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from games.cards import Card
from games.core import Seat, without
from games.pontoon.moves import Turn
from games.pontoon.pontoon_options import COVERED


class End(Enum):
    """How a player's hand came to its end."""

    STUCK = "stuck"
    """It waits for the banker's: stuck on, five cards, or no card left to take."""
    PONTOON = "pontoon"
    """An unsplit Pontoon, declared and shown (rule 10)."""
    BUST = "bust"
    """Over 21, shown, and lost (rule 15)."""


class Hand(Struct, frozen=True):
    """One hand of a player.

    `initial` is its initial stake and `bought` what each bought card cost, in chips; `shot` is what lies on it in
    shoot bets, or lay when it bust. `face_up` has the places of its cards that lie face up, counted from 0.
    """

    cards: tuple[Card, ...]
    initial: int
    bought: tuple[int, ...] = ()
    shot: int = 0
    face_up: frozenset[int] = frozenset()
    twisted: bool = False
    end: End | None = None

    def __repr__(self) -> str:
        return without(self, "cards")

    @property
    def staked(self) -> int:
        """All that is staked on it, in chips, without covers and shoot bets: S in the rules."""
        return self.initial + sum(self.bought)

    @property
    def live(self) -> bool:
        """Is it still to be settled with the banker, not being bust?"""
        return self.end is not End.BUST

    @property
    def is_shown(self) -> bool:
        """Do all of its cards lie open, as a declared Pontoon and a bust hand do?"""
        return self.end in (End.PONTOON, End.BUST)

    def taking(self, card: Card, *, up: bool = False) -> Hand:
        """This hand with one card more, face down or `up`."""
        face_up = self.face_up | {len(self.cards)} if up else self.face_up
        return replace(self, cards=(*self.cards, card), face_up=face_up)


class Box(Struct, frozen=True):
    """One player's place: the one to four hands, and in `purse` the chips that the player can still put in."""

    seat: Seat
    purse: int
    hands: tuple[Hand, ...]

    def with_hand(self, index: int, *hands: Hand) -> Box:
        """This box with other hands in the place of that one."""
        return Box(self.seat, self.purse, (*self.hands[:index], *hands, *self.hands[index + 1 :]))


class Bank(Struct, frozen=True):
    """The banker's place: the cards, and in `cover` the chips that the banker put in when the deal began."""

    seat: Seat
    cover: int
    cards: tuple[Card, ...]

    def __repr__(self) -> str:
        return without(self, "cards")


class TableCards(Struct, frozen=True):
    """All that lies there. It only carries out: the deal decides whether a card or a chip may move.

    `boxes` go clockwise from the banker's left. `pack` has the next card first, and the hands that bust under it.
    `kitty` is the kitty without the bets against it, K in the rules, in chips.
    """

    bank: Bank
    boxes: tuple[Box, ...]
    pack: tuple[Card, ...]
    kitty: int

    def __repr__(self) -> str:
        return without(self, "pack")

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The players, clockwise from the banker's left."""
        return tuple(box.seat for box in self.boxes)

    @property
    def hands(self) -> tuple[Hand, ...]:
        """All hands, clockwise from the banker's left, the first of a split before the second."""
        return tuple(hand for box in self.boxes for hand in box.hands)

    @property
    def free(self) -> int:
        """The chips of the bank that cover no stake yet; those of a hand that bust are the bank's (rules 15 and 21)."""
        return self.bank.cover - sum(COVERED * hand.staked - (not hand.live) * hand.staked for hand in self.hands)

    def box(self, seat: Seat) -> Box:
        """The box of `seat`."""
        for box in self.boxes:
            if box.seat == seat:
                return box
        raise LookupError(f"seat {seat} has no box")

    def hand(self, turn: Turn) -> Hand:
        """That hand."""
        return self.box(turn.seat).hands[turn.hand]

    def with_box(self, box: Box) -> TableCards:
        """This table with another box in its seat's place."""
        boxes = tuple([box if old.seat == box.seat else old for old in self.boxes])
        return TableCards(self.bank, boxes, self.pack, self.kitty)

    def with_hand(self, turn: Turn, *hands: Hand) -> TableCards:
        """This table with another hand, or with several, in the place of that one."""
        return self.with_box(self.box(turn.seat).with_hand(turn.hand, *hands))

    def give(self, turn: Turn, *, up: bool = False) -> TableCards:
        """The next card to that hand, face down or `up`."""
        given = self.with_hand(turn, self.hand(turn).taking(self.pack[0], up=up))
        return replace(given, pack=self.pack[1:])

    def give_bank(self) -> TableCards:
        """The next card to the banker."""
        return replace(self, bank=replace(self.bank, cards=(*self.bank.cards, self.pack[0])), pack=self.pack[1:])

    def cover(self, seat: Seat, more: int) -> TableCards:
        """This table with what `more` chips of stake take gone from the player's purse (rule 21)."""
        box = self.box(seat)
        return self.with_box(replace(box, purse=box.purse - COVERED * more))
