"""Many deals of Five Hundred played side by side, one card of each at a time: lanes.

All lanes share the layout, who takes part and how many cards have been played; hands, contractor and turn are each
lane's own. The rules are those of games/five_hundred, which a test holds them to. Claims are not needed here, and a
misère goes on after it is lost.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from games.core import Seat
from players.five_hundred.layout import NO_SUIT, Bits, CardLayout, Flags, place

_ALL_FOUR = 15


@dataclass(slots=True)
class Lanes:
    """Deals at the same point of play. `hands`, `won` and `friends` are by seat and lane.

    `friends` are the seats that play with each seat, itself included, as a set of bits. `out` are the cards that lie
    where nobody can play them: kitty, discards, a dead hand. `led` are the suits that have been led, as bits. Of the
    trick in progress `count` cards lie, `best` is the card that wins so far, `winner` who played it, `follow` the suit
    to be followed and `wins` all cards that could win.
    """

    layout: CardLayout
    playing: tuple[Seat, ...]
    hands: Bits
    friends: Bits
    contractor: Bits
    turn: Bits
    out: Bits
    led: Bits
    won: Bits
    left: int
    """How many cards whoever leads to this trick holds before the lead."""
    is_open: bool = False
    """Whether the contractor's hand is shown after the first trick."""
    count: int = 0
    best: Bits = field(default_factory=lambda: np.zeros(0, np.int64))
    winner: Bits = field(default_factory=lambda: np.zeros(0, np.int64))
    follow: Bits = field(default_factory=lambda: np.zeros(0, np.int64))
    wins: Bits = field(default_factory=lambda: np.zeros(0, np.int64))
    index: Bits = field(init=False)
    in_play: Bits = field(init=False)
    """All cards in hands."""
    after: Bits = field(init=False)
    """Who plays after each seat."""

    def __post_init__(self) -> None:
        self.index = np.arange(self.hands.shape[1])
        self.in_play = np.bitwise_or.reduce(self.hands, axis=0)
        after = np.zeros(self.hands.shape[0], np.int64)
        for seat, following in zip(self.playing, (*self.playing[1:], self.playing[0]), strict=True):
            after[seat] = following
        self.after = after

    @property
    def size(self) -> int:
        """How many lanes there are."""
        return int(self.hands.shape[1])

    def hand(self) -> Bits:
        """The hand of whose turn it is."""
        return self.hands[self.turn, self.index]

    def legal(self, hand: Bits) -> Bits:
        """What of `hand`, that of whose turn it is, may be played."""
        joker = self.layout.joker
        if not self.count:
            return np.where(self.may_lead_joker(), hand, hand & ~joker) if joker else hand
        same = hand & self.follow
        free = hand
        if joker and self.layout.order.is_misere:
            free = np.where(hand & joker, joker, hand)
        return np.where(same, same, free)

    def may_lead_joker(self) -> Flags | bool:
        """Where a free joker may be led."""
        if self.left == 1:
            return True
        return False if self.layout.order.joker_last else self.led != _ALL_FOUR

    def play(self, card: Bits, named: Bits | None = None) -> None:
        """Play `card`; `named` are the suits' numbers where a free joker leads, NO_SUIT where it names none."""
        turn, index = self.turn, self.index
        self.hands[turn, index] ^= card
        self.in_play ^= card
        if not self.count:
            self._lead(card, named)
        else:
            beats = (card & self.wins) > self.best
            self.best = np.where(beats, card, self.best)
            self.winner = np.where(beats, turn, self.winner)
        self.count += 1
        if self.count < len(self.playing):
            self.turn = self.after[turn]
            return
        self.won[self.winner, index] += 1
        self.turn = self.winner
        self.count = 0
        self.left -= 1

    def _lead(self, card: Bits, named: Bits | None) -> None:
        layout = self.layout
        suit = layout.suit_at[place(card)]
        if layout.joker:
            if named is not None:
                suit = np.where(card == layout.joker, named, suit)
            self.led = self.led | np.where(suit == NO_SUIT, 0, 1 << np.maximum(suit, 0))
        self.best, self.winner = card, self.turn
        self.follow = np.array((*layout.suits, 0), dtype=np.int64)[suit]
        self.wins = self.follow | (layout.trump | layout.joker)
