"""Contracts tried out before they are bid: who would win how many tricks, in each of many worlds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from games.cards import Card, Rank
from games.core import Seat
from games.five_hundred.bids import SUITS
from games.five_hundred.options import Options
from games.five_hundred.packs import HAND
from games.five_hundred.tricks import CardOrder
from players.five_hundred.exchange import kept
from players.five_hundred.knowledge import Knowledge
from players.five_hundred.lanes import Lanes
from players.five_hundred.layout import Bits, Layout, layout
from players.five_hundred.playout import play_out
from players.five_hundred.positions import friends
from players.five_hundred.worlds import Worlds

_CALLABLE = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.TEN)


@dataclass(frozen=True)
class Trial:
    """How a contract went: the tricks `won` by seat and world, and who played it `together`, as sets of seats."""

    won: Bits
    together: Bits

    @property
    def taken(self) -> Bits:
        """The tricks of those who played it."""
        total = np.zeros(self.won.shape[1], np.int64)
        for seat, tricks in enumerate(self.won):
            total += np.where((self.together >> seat) & 1, tricks, 0)
        return total


def tried(
    knowledge: Knowledge, worlds: Worlds, order: CardOrder, seats: Sequence[Seat], *, is_open: bool = False
) -> dict[Seat, Trial]:
    """How a contract of `order` goes in each world for each of `seats`, who takes the kitty and leads."""
    options, cards = knowledge.view.options, layout(knowledge.players, order)
    dealt = worlds.hands(cards)
    kitty = worlds.pile(cards, knowledge.aside)
    dead = worlds.pile(cards, options.players) if options.players == 2 else np.zeros_like(kitty)
    hands, out = [], []
    for seat in seats:
        thirteen = dealt[seat] | kitty
        hand = kept(cards, thirteen)
        changed = dealt.copy()
        changed[seat] = hand
        if order.is_misere:
            changed[list(options.partners(seat))] = 0
        hands.append(changed)
        out.append((thirteen ^ hand) | dead)
    alone = order.is_misere and options.sides < options.players
    found: dict[Seat, Trial] = {}
    for group in [[at] for at in range(len(seats))] if alone else [list(range(len(seats)))]:
        changed = np.concatenate([hands[at] for at in group], axis=1)
        aside = np.concatenate([out[at] for at in group])
        found |= _played(knowledge, cards, [seats[at] for at in group], changed, aside, is_open=is_open)
    return found


def _played(
    knowledge: Knowledge, cards: Layout, seats: Sequence[Seat], hands: Bits, out: Bits, *, is_open: bool
) -> dict[Seat, Trial]:
    options, size = knowledge.view.options, hands.shape[1] // len(seats)
    contractor = np.repeat(np.array(seats, dtype=np.int64), size)
    is_misere = cards.order.is_misere
    idle = options.partners(seats[0]) if is_misere else ()
    together = called_by_habit(options, cards, contractor, hands)
    none = np.zeros(hands.shape[1], np.int64)
    state = Lanes(
        layout=cards,
        playing=tuple(seat for seat in options.seats if seat not in idle),
        hands=hands,
        friends=friends(options.players, together),
        contractor=contractor,
        turn=contractor,
        out=out,
        led=none,
        won=np.zeros((options.players, hands.shape[1]), np.int64),
        left=HAND,
        is_open=is_open,
    )
    play_out(state)
    return {
        seat: Trial(state.won[:, at * size : (at + 1) * size], together[at * size : (at + 1) * size])
        for at, seat in enumerate(seats)
    }


def called_by_habit(options: Options, cards: Layout, contractor: Bits, hands: Bits) -> Bits:
    """Who plays the contract; among five also whoever holds the highest card that is missing and can be called."""
    sides = np.array([sum(1 << other for other in (seat, *options.partners(seat))) for seat in options.seats])
    together: Bits = sides[contractor]
    if options.players != 5 or cards.order.is_misere:
        return together
    own = hands[contractor, np.arange(hands.shape[1])]
    found = np.zeros(hands.shape[1], dtype=np.bool_)
    trump = cards.order.trump
    for rank in _CALLABLE:
        for suit in (trump,) if trump else SUITS:
            bit = cards.bit[Card(rank, suit)]
            for seat in options.seats:
                holds = ~found & ((hands[seat] & bit) != 0) & ((own & bit) == 0)
                together = np.where(holds, together | (1 << seat), together)
                found |= holds
    return together
