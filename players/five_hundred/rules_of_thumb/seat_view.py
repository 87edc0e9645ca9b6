"""What a careful player knows at a moment of play: what has gone, who is out of what, and who plays with whom."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain

from games.cards import Card, Suit
from games.core import Seat
from games.five_hundred.five_hundred_view import FiveHundredView
from games.five_hundred.packs import pack
from games.five_hundred.tricks import CardOrder, Trick


def by_suit(order: CardOrder, cards: Iterable[Card]) -> dict[Suit | None, list[Card]]:
    """`cards` by the suit they belong to, each from the lowest up; a free joker belongs to None."""
    suits: dict[Suit | None, list[Card]] = {}
    for card in sorted(cards, key=order.height):
        suits.setdefault(order.suit_of(card), []).append(card)
    return suits


@dataclass(slots=True)
class SeatView:
    """What `seat` knows under a contract.

    `friends` play with `seat`, `foes` against it, as far as it knows. `unseen` are the cards that it has neither held
    nor seen fall. `voids` are the suits in which somebody did not follow. `after` are those who play to this trick
    after `seat`. Who `forgets` remembers of earlier tricks only the trumps, and of the last one all.
    """

    view: FiveHundredView
    seat: Seat
    forgets: bool = False
    hand: tuple[Card, ...] = field(init=False)
    order: CardOrder = field(init=False)
    contractor: Seat = field(init=False)
    friends: frozenset[Seat] = field(init=False)
    foes: frozenset[Seat] = field(init=False)
    unseen: frozenset[Card] = field(init=False)
    voids: dict[Seat, set[Suit]] = field(init=False)
    after: tuple[Seat, ...] = field(init=False)
    _held: dict[Seat, frozenset[Card]] = field(init=False)

    def __post_init__(self) -> None:
        view, seat = self.view, self.seat
        assert view.contract is not None, "there is nothing to play without a contract"
        self.hand = view.hand or ()
        self.order = view.order
        self.contractor = view.contract.seat
        playing = [other for other in view.options.seats if other not in view.laid_down]
        self.friends = frozenset(other for other in playing if other != seat and self._is_friend(other))
        self.foes = frozenset(playing) - self.friends - {seat}
        tricks = (*view.tricks, view.trick) if view.trick else view.tricks
        recent = tricks[max(len(view.tricks) - 1, 0) :]
        gone = {
            played.card
            for trick in tricks
            for played in trick.cards
            if not self.forgets or trick in recent or self.order.suit_of(played.card) in (self.order.trump, None)
        }
        self.unseen = frozenset(pack(view.options.players)) - gone - frozenset((*self.hand, *view.discards))
        self.voids = {other: set() for other in view.options.seats}
        for trick in recent if self.forgets else tricks:
            led = self.order.suit_led(trick)
            for other, card in trick.cards[1:]:
                if led is not None and self.order.suit_of(card) is not led:
                    self.voids[other].add(led)
        self.after = self._after(playing)
        self._held = {}

    def _is_friend(self, other: Seat) -> bool:
        contract = self.view.contract
        assert contract is not None
        side = contract.side(self.view.options)
        if self.view.called in (self.view.hand or ()) and self.view.called is not None:
            side |= {self.seat}
        return (other in side) == (self.seat in side)

    def _after(self, playing: list[Seat]) -> tuple[Seat, ...]:
        trick = self.view.trick
        have = {played.seat for played in trick.cards} if trick else set()
        round_ = [(self.seat + step) % self.view.options.players for step in range(1, self.view.options.players)]
        return tuple(seat for seat in round_ if seat in playing and seat not in have)

    @property
    def is_contractors_side(self) -> bool:
        """Whether this seat plays for the contract."""
        return self.seat == self.contractor or self.contractor in self.friends

    @property
    def foes_after(self) -> frozenset[Seat]:
        """The foes who play to this trick after this seat."""
        return self.foes.intersection(self.after)

    @property
    def trump(self) -> Suit | None:
        """The trump suit."""
        return self.order.trump

    def may_hold(self, seat: Seat) -> frozenset[Card]:
        """The cards that another `seat` may still hold."""
        if seat not in self._held:
            hands = self.view.open_hands
            if seat in hands:
                self._held[seat] = frozenset(hands[seat])
            else:
                out, suit_of, elsewhere = self.voids[seat], self.order.suit_of, frozenset(chain(*hands.values()))
                self._held[seat] = frozenset(
                    card for card in self.unseen if suit_of(card) not in out and card not in elsewhere
                )
        return self._held[seat]

    def out(self, suit: Suit | None, seats: Iterable[Seat] | None = None) -> frozenset[Card]:
        """The cards of `suit` that one of `seats` may hold; of all foes where no seats are named."""
        whose = self.foes if seats is None else seats
        return frozenset(card for seat in whose for card in self.may_hold(seat) if self.order.suit_of(card) is suit)

    def above(self, card: Card, seats: Iterable[Seat] | None = None) -> int:
        """How many cards of its suit that `seats` (no seats named: the foes) may hold are higher than `card`."""
        height = self.order.height(card)
        return sum(self.order.height(other) > height for other in self.out(self.order.suit_of(card), seats))

    def below(self, card: Card) -> int:
        """How many cards of its suit that the foes may hold are lower than `card`."""
        height = self.order.height(card)
        return sum(self.order.height(other) < height for other in self.out(self.order.suit_of(card)))

    def is_master(self, card: Card) -> bool:
        """Whether no foe may hold a higher card of its suit."""
        return self.above(card) == 0

    def is_equal(self, card: Card, other: Card) -> bool:
        """Whether two cards of the own hand do the same: of one suit, with no card between them that can still come or
        lies in this trick.
        """
        suit, height, trick = self.order.suit_of(card), self.order.height, self.view.trick
        low, high = sorted((height(card), height(other)))
        lying = [played.card for played in trick.cards] if trick else []
        return suit is self.order.suit_of(other) and not any(
            self.order.suit_of(between) is suit and low < height(between) < high for between in (*self.unseen, *lying)
        )

    def wins(self, card: Card, trick: Trick) -> bool:
        """Whether `card` would be the best of `trick` so far."""
        return self.order.beats(card, self.order.best(trick).card)

    def may_be_ruffed(self, suit: Suit | None) -> bool:
        """Whether a foe who may hold trumps is known to be out of `suit`."""
        if self.trump is None or suit is self.trump:
            return False
        return any(suit in self.voids[foe] and self.out(self.trump, (foe,)) for foe in self.foes)

    def may_beat(self, seats: Iterable[Seat], best: Card, led: Suit | None) -> bool:
        """Whether one of `seats`, who follow `led`, may hold a card that beats `best`."""
        return any(
            self.order.beats(card, best) and (led in (None, self.order.suit_of(card)) or led in self.voids[seat])
            for seat in seats
            for card in self.may_hold(seat)
        )
