"""What staying and drawing bring a banker at Pontoon against players who play in a known way, exactly.

It shares nothing with what it judges but the rules. Each of the players is asked, with every card that may lie face
down in their hand, what they would have done; so it is known how likely each is. All hands are weighed together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from games.cards import Card, pack52
from games.core import Seat
from games.pontoon import Action, End, Move, PontoonView, Worth, known, worth
from games.pontoon.hands import MOST_CARDS
from games.pontoon.settle import HandOutcome, against

_MOST = 21
_TENS = {card.rank: card for card in pack52() if card.rank.pips == 10}
_CARDS = {card.rank.pips: card for card in pack52()}
"""One card of each value."""

Pips: TypeAlias = tuple[int, ...]
"""Cards by their pips."""
Asked: TypeAlias = tuple[PontoonView, Seat, Action]
"""What somebody saw and did."""
Does: TypeAlias = Callable[[PontoonView, Seat, Action], float]
"""How often a player would do that."""
Chances: TypeAlias = NDArray[np.float64]


class Waiting(NamedTuple):
    """A hand that waits for the bank: the chips on it, the pips that lie open, and how `likely` it was played so.

    The latter for every row of pips that may lie face down, in the order in which they came.
    """

    staked: int
    shown: Pips
    likely: Mapping[Pips, float]


def bank_solver(view: PontoonView, asked: Sequence[Asked], does: Does) -> BankSolver:
    """What the bank with that `view` meets: players without splits who were `asked` and play as `does` says."""
    unseen = Counter(pips_of(pack52()))
    unseen.subtract(pips_of((*known(view.bank), *(card for box in view.boxes for card in known(box.hands[0].cards)))))
    hands = [
        waiting(view, box.seat, [each for each in asked if each[1] == box.seat], does)
        for box in view.boxes
        if box.hands[0].end is not End.BUST
    ]
    return BankSolver(pips_of(known(view.bank)), +unseen, hands)


def waiting(view: PontoonView, seat: Seat, asked: Sequence[Asked], does: Does) -> Waiting:
    """The only hand of `seat` as the bank's `view` shows it; its player was `asked` and plays as `does` says."""
    hand = view.box(seat).hands[0]
    likely: dict[Pips, float] = {(): 1.0}
    for size, is_up in enumerate(hand.is_face_up, start=1):
        if not is_up:
            likely = {(*pips, more): chance for pips, chance in likely.items() for more in range(1, 11)}
        shown = pips_of(known(hand.cards[:size]))
        likely = {pips: chance for pips, chance in likely.items() if _may_lie(pips, shown)}
        for seen, _, action in asked if hand.end is not End.PONTOON else ():
            if len(seen.box(seat).hands[0].cards) == size:
                did = {pips: does(_holding(seen, seat, pips), seat, action) for pips in likely}
                likely = {pips: chance * did[pips] for pips, chance in likely.items() if did[pips]}
    return Waiting(hand.initial + sum(hand.bought), shown, likely)


def _may_lie(pips: Pips, shown: Pips) -> bool:
    """Whether that is no bust hand, and no Pontoon, which would have been shown."""
    return sum((*pips, *shown)) <= _MOST and sorted(pips[:2]) != [1, 10]


def _holding(view: PontoonView, seat: Seat, hidden: Pips) -> PontoonView:
    """`view` of `seat` if those were its cards that lie face down, no two of them a pair of tens."""
    (hand,) = view.box(seat).hands
    coming, tens = iter(hidden), iter(_TENS.values())
    lying = [card if up else next(coming) for card, up in zip(hand.cards, hand.is_face_up, strict=True)]
    cards = [next(tens) if card == 10 else _CARDS[card] if isinstance(card, int) else card for card in lying]
    held = (replace(hand, cards=tuple(cards)),)
    return replace(view, boxes=tuple(replace(box, hands=held) if box.seat == seat else box for box in view.boxes))


class BankSolver:
    """The expected chips of a bank's moves against `hands`.

    The bank holds `bank`; `unseen` are the pips that it doesn't see, those face down in the hands among them.
    """

    def __init__(self, bank: Pips, unseen: Counter[int], hands: Sequence[Waiting]) -> None:
        self._bank, self._unseen, self._hands = bank, unseen, hands
        self._place = np.indices([len(hand.likely) for hand in hands]).reshape(len(hands), -1)
        """What lies in each of the hands, by its place in their `likely`, for every way in which they all may lie."""
        self._held = np.zeros((self._place.shape[1], 11))
        self._weight = np.ones(len(self._held))
        for hand, place in zip(hands, self._place, strict=True):
            self._held += np.array([np.bincount(np.array(pips, int), minlength=11) for pips in hand.likely])[place]
            self._weight *= np.array(list(hand.likely.values()))[place]
        for pips, held in enumerate(self._held.T):
            for taken in range(int(held.max())):
                self._weight *= np.where(held > taken, max(unseen[pips] - taken, 0), 1)
        self._left = unseen.total() - int(self._held[0].sum())
        self._won: dict[Worth, Chances] = {}

    def values(self) -> Mapping[Move, float]:
        """What staying and drawing bring for each chip staked."""
        stay, draw = self._moves(self._bank, self._weight, self._left)
        staked = float(self._weight.sum()) * sum(hand.staked for hand in self._hands)
        return {Move.STAY: stay / staked, Move.DRAW: draw / staked}

    def _moves(self, bank: Pips, weight: Chances, left: int) -> tuple[float, float]:
        stay, draw = float(weight @ self._wins(bank)), 0.0
        for pips, number in self._unseen.items() if left else ():
            gone = self._held[:, pips] + bank[len(self._bank) :].count(pips)
            draw += self._best((*bank, pips), weight * np.maximum(number - gone, 0) / left, left - 1)
        return stay, draw if left else stay

    def _best(self, bank: Pips, weight: Chances, left: int) -> float:
        if sum(bank) > _MOST or len(bank) == MOST_CARDS or not weight.any():
            return float(weight @ self._wins(bank))
        return max(self._moves(bank, weight, left))

    def _wins(self, bank: Pips) -> Chances:
        """What a bank that stays on `bank` wins from all hands together, by what lies in them."""
        value = _worth(bank)
        if value not in self._won:
            self._won[value] = np.zeros(len(self._held))
            for hand, place in zip(self._hands, self._place, strict=True):
                outcomes = [against(_worth((*pips, *hand.shown)), value) for pips in hand.likely]
                won = [-times if outcome is HandOutcome.WIN else times for outcome, times in outcomes]
                self._won[value] += hand.staked * np.array(won)[place]
        return self._won[value]


def _worth(pips: Pips) -> Worth:
    return worth(tuple(_CARDS[each] for each in pips))


def pips_of(cards: Iterable[Card]) -> Pips:
    """The pips of `cards`."""
    return tuple([card.rank.pips for card in cards])
