"""What one seat knows about where the cards are: how many lie where, and who can't hold what.

A pile is a hand by its seat's number, then with two players the dead hand, and last what lies aside: the kitty as long
as nobody has it, or the three cards that another contractor put aside.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from games.cards import JOKER, Card, Rank
from games.core import Seat
from games.five_hundred.bids import Bid
from games.five_hundred.five_hundred_view import FiveHundredView
from games.five_hundred.packs import HAND, chairs, pack
from games.five_hundred.tricks import CardOrder, Trick
from players.five_hundred.layout import Bits, CardLayout, Flags, layout


@dataclass(frozen=True)
class Knowledge:
    """What `seat` knows by `view`, and whether it and its partners bid by conventions.

    Cards are numbered by their place in the pack.
    """

    view: FiveHundredView
    seat: Seat
    conventions: bool = True

    @property
    def players(self) -> int:
        """How many play."""
        return self.view.options.players

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The whole pack."""
        return pack(self.players)

    @property
    def aside(self) -> int:
        """The number of the last pile."""
        return chairs(self.players)

    @cached_property
    def order(self) -> CardOrder:
        """How the cards rank in the contract, and before there is one as without trumps."""
        return self.view.order

    @property
    def layout(self) -> CardLayout:
        """The cards as bits in this contract."""
        return layout(self.players, self.order)

    @cached_property
    def tricks(self) -> tuple[Trick, ...]:
        """All tricks, the one in progress last."""
        trick = self.view.trick
        return self.view.tricks if trick is None else (*self.view.tricks, trick)

    @cached_property
    def played(self) -> dict[Card, Seat]:
        """Who played which card."""
        return {card: seat for trick in self.tricks for seat, card in trick.cards}

    @cached_property
    def known(self) -> dict[Card, int]:
        """In which pile each card lies that `seat` has seen and that is not played."""
        view = self.view
        known = dict.fromkeys(view.hand or (), self.seat)
        contract = view.contract
        if contract is None:
            return known
        known |= dict.fromkeys(view.discards, self.aside)
        for seat, hand in view.open_hands.items():
            known |= dict.fromkeys(hand, seat)
        if contract.seat != self.seat and view.nominated and JOKER not in self.played:
            known[JOKER] = contract.seat
        return known

    @cached_property
    def unseen(self) -> list[int]:
        """The cards whose places are not known."""
        return [at for at, card in enumerate(self.cards) if card not in self.known and card not in self.played]

    @cached_property
    def capacity(self) -> list[int]:
        """How many of the unseen cards lie in each pile."""
        view = self.view
        sizes = [*view.counts, *([HAND] if self.players == 2 else []), 0]
        sizes[self.aside] = len(self.cards) - len(self.played) - sum(sizes)
        for pile in self.known.values():
            sizes[pile] -= 1
        return sizes

    @cached_property
    def voids(self) -> dict[Seat, set[object]]:
        """The suits that each seat has shown to be out of; None stands for a free joker."""
        order = self.order
        found: dict[Seat, set[object]] = {seat: set() for seat in self.view.options.seats}
        for trick in self.tricks:
            led = order.suit_led(trick)
            for seat, card in trick.cards[1:]:
                if led is not None and order.suit_of(card) is not led:
                    found[seat].add(led)
                    if order.is_misere and not order.is_free_joker(card):
                        found[seat].add(None)
        return found

    @cached_property
    def allowed(self) -> Flags:
        """Which pile may hold which card, by card and pile."""
        order = self.order
        allowed = np.ones((len(self.cards), self.aside + 1), dtype=np.bool_)
        for seat, suits in self.voids.items():
            for at, card in enumerate(self.cards):
                if order.suit_of(card) in suits:
                    allowed[at, seat] = False
        return allowed

    @cached_property
    def tendency(self) -> list[float]:
        """How readily each card is put aside, as against a small card of a side suit."""
        contract = self.view.contract
        if contract is None or contract.bid.sans or contract.seat == self.seat:
            return [1.0] * len(self.cards)
        return [_put_aside(self.order, card) for card in self.cards]

    def owners(self) -> Bits:
        """The pile of each card that is known, -1 where it isn't or the card is played."""
        return np.array([self.known.get(card, -1) for card in self.cards], dtype=np.int64)

    def bids(self) -> Iterator[tuple[Seat, Bid | None, Bid | None]]:
        """Who made which bid, or passed, over which bid that stood; without those who had not seen their cards."""
        standing: Bid | None = None
        for said in self.view.bids:
            if not said.unseen:
                yield said.seat, said.bid, standing
            standing = said.bid or standing


def _put_aside(order: CardOrder, card: Card) -> float:
    if order.is_misere:
        return 0.2 + 0.2 * max(order.height(card) - 5, 0)
    suit = order.suit_of(card)
    if suit is None or suit is order.trump:
        return 0.02
    if card.rank is Rank.ACE:
        return 0.06
    return 0.4 if card.rank is Rank.KING else 1.0
