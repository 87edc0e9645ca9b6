"""A player's hand played out: what each move is worth, when all later moves are the best ones."""

from __future__ import annotations

from typing import NamedTuple

from games.pontoon import COVERED, Move
from games.pontoon.hands import MOST_CARDS
from players.pontoon.habits import Trace
from players.pontoon.holdings import PONTOON, TWENTY_ONE, holdings
from players.pontoon.outlook import Outlook, bought_one, twisted_one

_FEW = 8
"""From so many initial stakes on, what is left to stake with limits no purchase."""


class HandInPlay(NamedTuple):
    """A hand in play. Its `holding` and `trace`; `initial` and `staked`, in chips; `last` is what the last card cost.

    `purse` and `covers` are the player's chips and how much stake more the bank can cover; `shot` is the shoot bet on
    the hand and `room` what can still be shot for.
    """

    holding: int
    trace: Trace
    initial: int
    staked: int
    last: int
    purse: int
    covers: int
    shot: int = 0
    room: int = 0

    @property
    def means(self) -> int:
        """How many chips more the player can stake."""
        return min(self.purse // COVERED, self.covers)

    @property
    def prices(self) -> list[int]:
        """What to offer for a card: the least and the most, and what leaves enough for the cards after it."""
        least, most = self.initial, min(self.last, self.means)
        if most <= least:
            return [least] if most == least else []
        if self.means >= _FEW * self.initial:
            return [least, most]
        spare, cards = self.means - least, self.trace.size
        between = (
            (spare, self.means // 2, spare - least, spare // 2, self.means // 3)[: 5 if cards == 2 else 2]
            if cards < MOST_CARDS - 1
            else ()
        )
        return sorted({least, most, *(price for price in between if least < price < most)})

    def bought(self, price: int) -> HandInPlay:
        """This hand with a card paid for that is still to come."""
        holding, trace, initial, staked, _, purse, covers, shot, room = self
        return HandInPlay(
            holding, trace, initial, staked + price, price, purse - COVERED * price, covers - price, shot, room
        )

    def with_shot(self, chips: int) -> HandInPlay:
        """This hand with a shoot bet more on it."""
        holding, trace, initial, staked, last, purse, covers, shot, room = self
        return HandInPlay(holding, trace, initial, staked, last, purse - chips, covers, shot + chips, room - chips)


class Expectation(NamedTuple):
    """What to expect of a move: `chips` on average in the end, all that is on the hand counted."""

    move: Move
    amount: int
    chips: float


class Playing:
    """Plays out hands within `outlook`; `stick_minimum` is the lowest total to stick on, `left` counts the pack.

    `left` is counted at the time of the hand of `size` cards with which the play begins.
    """

    def __init__(self, outlook: Outlook, stick_minimum: int, left: int, size: int) -> None:
        self._outlook = outlook
        self._stick_minimum = stick_minimum
        held = holdings()
        self._low, self._best, self._child = held.low.tolist(), held.best.tolist(), held.child.tolist()
        self._grade, self._size = held.grade.tolist(), held.size.tolist()
        self._most = min(MOST_CARDS, size + left)
        """The most cards that the hand can come to have."""

    def endings(self, hand: HandInPlay) -> list[Expectation]:
        """Every move with this hand but a split, and for each how it ends."""
        found, size = [], self._size[hand.holding]
        stuck = self.stuck(hand)
        if self._best[hand.holding] >= self._stick_minimum or size >= self._most:
            found.append(Expectation(Move.STICK, 0, stuck))
        if self._low[hand.holding] < TWENTY_ONE and size < self._most:
            found.append(Expectation(Move.TWIST, 0, self.twist(hand)))
            if not hand.trace.twisted:
                found += [Expectation(Move.BUY, price, self.buy(hand.bought(price))) for price in hand.prices]
        return found

    def value(self, hand: HandInPlay) -> float:
        """The chips that the hand brings on average, by the best move; a Pontoon, split or not, is stuck with."""
        if self._grade[hand.holding] == PONTOON:
            return self.stuck(hand)
        return max([ending.chips for ending in self.endings(hand)])

    def stuck(self, hand: HandInPlay) -> float:
        """What sticking brings."""
        key = hand.trace, hand.holding
        return hand.staked * self._outlook.wins[key] + hand.shot * self._outlook.beats[key]

    def twist(self, hand: HandInPlay) -> float:
        """What a twist brings, after the best shoot bet where one is asked for."""
        return max([self.next_card(shooting, Move.TWIST) for shooting in self._shooting(hand)])

    def buy(self, hand: HandInPlay) -> float:
        """What a card brings that is paid for already, after the best shoot bet where one is asked for."""
        return max([self.next_card(shooting, Move.BUY) for shooting in self._shooting(hand)])

    def _shooting(self, hand: HandInPlay) -> list[HandInPlay]:
        most = min(hand.room, hand.purse) if self._size[hand.holding] == 3 else 0
        return [hand, hand.with_shot(most)] if most > 0 else [hand]

    def next_card(self, hand: HandInPlay, move: Move | None = None) -> float:
        """What the next card brings: twisted, or bought and paid for already; without a `move` the second card."""
        holding = hand.holding
        if self._size[holding] == MOST_CARDS - 1:
            stake, shot = self._outlook.fifth(holding)
            return hand.staked * stake + hand.shot * shot
        total, bust, twists, rest = 0.0, -hand.staked - hand.shot, move is Move.TWIST, hand[2:]
        trace = bought_one(hand.trace) if move is Move.BUY else hand.trace
        for value, chance in enumerate(self._outlook.next[holding]):
            if not chance:
                continue
            child = self._child[holding][value]
            if child < 0:
                total += chance * bust
                continue
            total += chance * self.value(HandInPlay(child, twisted_one(trace, value) if twists else trace, *rest))
        return total
