"""Small positions of Pontoon, solved by trying everything: a player, the house's banker, and few unseen cards.

It shares nothing with what it judges but the rules: whole hands are dealt card by card from what is left. The banker
is the house's own, asked for its choice in every situation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

from games.cards import Card, pack52
from games.pontoon import (
    Action,
    BoxView,
    End,
    HandView,
    Limits,
    Move,
    Options,
    Phase,
    PontoonView,
    is_pontoon,
    parse,
    totals,
    worth,
)
from games.pontoon.hands import MOST_CARDS
from games.pontoon.moves import Turn
from games.pontoon.settle import HandOutcome, against
from players.pontoon import Question

PLAYER, BANKER = 0, 1
_MOST = 21

_CARDS = {card.rank.pips: card for card in pack52()}
"""One card of each value."""

Pool: TypeAlias = tuple[Card, ...]
"""Unseen cards, in any order."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A player's hand: its cards, and which of them lie `up`; what was paid for it, and the player's `purse`."""

    cards: tuple[Card, ...]
    up: tuple[bool, ...]
    initial: int
    bought: tuple[int, ...]
    purse: int

    @property
    def staked(self) -> int:
        """All that lies on it."""
        return self.initial + sum(self.bought)

    @property
    def twisted(self) -> bool:
        """Whether it may not buy any more."""
        return any(self.up)

    def taking(self, card: Card, price: int) -> Hand:
        """With a card more, bought for `price`, or twisted for 0."""
        bought = (*self.bought, price) if price else self.bought
        return Hand((*self.cards, card), (*self.up, not price), self.initial, bought, self.purse - 2 * price)


@dataclass(frozen=True, slots=True)
class Position:
    """A hand, and what its player hasn't seen: the banker's two cards, and the pack. No card is left to guess."""

    hand: Hand
    pool: Pool
    limits: Limits
    options: Options = field(default_factory=Options)

    @property
    def elsewhere(self) -> Pool:
        """All cards of the pack that are out of play: both sides remember them."""
        gone = Counter(pack52())
        gone.subtract([*self.hand.cards, *self.pool])
        return tuple(gone.elements())

    def view(self) -> PontoonView:
        """What the player sees."""
        return self._view(Phase.PLAY, self.hand, self.hand.cards, (None, None), len(self.pool) - 2)

    def bank_view(self, hand: Hand, bank: tuple[Card, ...]) -> PontoonView:
        """What the banker sees of a `hand` that waits for the bank."""
        left = len(self.hand.cards) + len(self.pool) - len(hand.cards) - len(bank)
        return self._view(
            Phase.BANKER, hand, tuple(c if up else None for c, up in zip(hand.cards, hand.up, strict=True)), bank, left
        )

    def _view(
        self, phase: Phase, hand: Hand, cards: tuple[Card | None, ...], bank: tuple[Card | None, ...], left: int
    ) -> PontoonView:
        is_play = phase is Phase.PLAY
        seen = HandView(cards, hand.up, hand.initial, hand.bought, 0, None if is_play else End.STUCK)
        box = BoxView(PLAYER, True, hand.purse if is_play else None, (seen,))
        return PontoonView(
            self.options,
            self.limits,
            phase,
            Turn(PLAYER, 0) if is_play else None,
            None,
            frozenset({PLAYER if is_play else BANKER}),
            BANKER,
            bank,
            (box,),
            0,
            0,
            10**6,
            left,
            (),
        )


def random_position(random: Random, unseen: int, cards: int) -> Position:
    """A hand of so many `cards` in the middle of its play, with so many cards unseen."""
    while True:
        dealt = random.sample(pack52(), unseen + cards)
        own, pool = tuple(dealt[:cards]), tuple(dealt[cards:])
        if totals(own).low >= _MOST or is_pontoon(own[:2]) or own[0].rank is own[1].rank:
            continue
        twisted = random.randint(0, cards - 2)
        up = tuple(place >= cards - twisted for place in range(cards))
        initial = random.randint(2, 4)
        prices = sorted((random.randint(initial, 2 * initial) for _ in range(cards - 2 - twisted)), reverse=True)
        limits = Limits(2, random.choice((2, 6)))
        return Position(Hand(own, up, initial, tuple(prices), random.choice((0, 9, 16, 1000))), pool, limits)


# A player's choices


class Solver:
    """The expected chips of everything that the player of a position can do."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._stays: dict[object, bool] = {}
        self._won: dict[object, float] = {}

    def values(self) -> Mapping[Action, float]:
        """Every legal action, and what it brings with the best play after it."""
        return dict(self._options(self._position.hand, self._position.pool))

    def _options(self, hand: Hand, pool: Pool) -> Iterator[tuple[Action, float]]:
        low, best = totals(hand.cards)
        if best >= self._position.options.stick_minimum or len(pool) <= 2:
            yield Action(Move.STICK), self._stuck(hand, pool)
        if low >= _MOST or len(pool) <= 2:
            return
        yield Action(Move.TWIST), self._next(hand, pool, 0)
        if not hand.twisted:
            most = min(hand.bought[-1] if hand.bought else 2 * hand.initial, hand.purse // 2)
            for price in range(hand.initial, most + 1):
                yield Action(Move.BUY, price), self._next(hand, pool, price)

    def _next(self, hand: Hand, pool: Pool, price: int) -> float:
        """The average over the next card; the bank has no Pontoon, or the deal would be over."""
        total = weight = 0.0
        for card, rest, times in _draws(pool):
            chance = times * _without_pontoon(rest)
            after = hand.taking(card, price)
            total += chance * self._value(after, rest) if chance else 0
            weight += chance
        return total / weight

    def _value(self, hand: Hand, pool: Pool) -> float:
        if totals(hand.cards).low > _MOST:
            return -hand.staked
        if len(hand.cards) == MOST_CARDS:
            return self._stuck(hand, pool)
        return max(value for _, value in self._options(hand, pool))

    def _stuck(self, hand: Hand, pool: Pool) -> float:
        key = (
            _ranks(hand.cards),
            tuple(value for value, up in zip(hand.cards, hand.up, strict=True) if up),
            len(hand.bought),
        )
        if key not in self._won:
            total = weight = 0.0
            for first, rest, times in _draws(pool):
                for second, left, again in _draws(rest):
                    if not is_pontoon((first, second)):
                        total += times * again * self._banked(hand, (first, second), left)
                        weight += times * again
            self._won[key] = total / weight
        return hand.staked * self._won[key]

    def _banked(self, hand: Hand, bank: tuple[Card, ...], pool: Pool) -> float:
        """What a chip on `hand` wins when the house holds `bank` and plays on."""
        if totals(bank).low > _MOST or len(bank) == MOST_CARDS or not pool or self._bank_stays(hand, bank):
            outcome, times = against(worth(hand.cards), worth(bank))
            return times if outcome is HandOutcome.WIN else -times
        draws = [(times, self._banked(hand, (*bank, card), rest)) for card, rest, times in _draws(pool)]
        return sum(times * won for times, won in draws) / len(pool)

    def _bank_stays(self, hand: Hand, bank: tuple[Card, ...]) -> bool:
        shown = tuple(card.rank.pips for card, up in zip(hand.cards, hand.up, strict=True) if up)
        key = shown, len(hand.cards), _ranks(bank)
        if key not in self._stays:
            view = self._position.bank_view(hand, bank)
            self._stays[key] = _asked(view, BANKER, self._position.elsewhere).move is Move.STAY
        return self._stays[key]


def chosen(position: Position) -> Action:
    """What the house does as the player."""
    return _asked(position.view(), PLAYER, position.elsewhere)


def _asked(view: PontoonView, seat: int, seen: tuple[Card, ...]) -> Action:
    return parse(Question(view, seat, seen).answer(Random(0), 1.0).action)


# Cards


def _ranks(cards: tuple[Card, ...]) -> tuple[int, ...]:
    return tuple(sorted(card.rank.pips for card in cards))


def _draws(pool: Pool) -> Iterator[tuple[Card, Pool, int]]:
    """Every card that can come from `pool`, cards of one value as one: what is left, and in how many ways it comes."""
    ways = Counter(card.rank.pips for card in pool)
    seen = set()
    for place, card in enumerate(pool):
        if card.rank.pips not in seen:
            seen.add(card.rank.pips)
            yield card, (*pool[:place], *pool[place + 1 :]), ways[card.rank.pips]


def _without_pontoon(pool: Pool) -> float:
    """The chance that two cards from `pool` are no Pontoon."""
    pips = [card.rank.pips for card in pool]
    return 1 - 2 * pips.count(1) * pips.count(10) / (len(pips) * (len(pips) - 1))
