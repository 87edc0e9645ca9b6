"""What a seat at Blackjack, or somebody who bets behind it, has to decide, and what each decision wins on average."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from random import Random
from typing import TypeAlias

from games.blackjack import BlackjackView, Box, Hand, Move, Options, Phase
from games.blackjack.settle import INSURANCE_PAYS
from games.blackjack_odds import rough_worths, worths
from games.cards import Card
from games.core import Phrase, Seat
from players.blackjack.cards import Seen, by_value, left_in_shoe
from players.blackjack.said import ORDERS, a_hundred
from players.choice import Choice, Option

_Worths: TypeAlias = Callable[[Options, Card, tuple[int, ...], Hand], Mapping[Move, float]]

ROUGHLY = 0.003
"""By how much a value that is worked out at once is wrong, in chips for each chip, in a typical shoe."""


@dataclass(frozen=True, slots=True)
class Question:
    """What `seat` has to decide now, when these cards have been seen since the shuffle, those on the table included."""

    view: BlackjackView
    seat: Seat
    seen: Seen

    def answer(self, _source: Random, _effort: float) -> Choice:
        """Every legal move with its exact value, when play continues in the best way; up to a second of work.

        Values are chips for each chip of the seat's bet; for insurance and to follow, for each chip that it takes. The
        hands of a split are played one by one, each by its own cards. Raises ValueError when the seat has nothing to
        decide.
        """
        return self._answered(worths, 0.0)

    def at_once(self) -> Choice:
        """The same, as if cards that are drawn went back into the shoe: values are good to half a chip in a hundred."""
        return self._answered(rough_worths, ROUGHLY)

    def _answered(self, worths: _Worths, error: float) -> Choice:
        if self.seat not in self.view.to_act:
            raise ValueError(f"seat {self.seat} has nothing to decide")
        match self.view.phase:
            case Phase.INSURANCE:
                return self._insurance()
            case Phase.FOLLOW:
                return self._behind(worths, error)
            case _:
                return self._hand(worths, error)

    def _hand(self, worths: _Worths, error: float) -> Choice:
        turn = self.view.turn
        assert turn is not None, "somebody is to act"
        hand = self._box(turn.seat).hands[turn.hand]
        worth = worths(self.view.options, self.view.dealer[0], by_value(self._left()), hand)
        best, other = sorted(worth, key=lambda move: -worth[move])[:2]
        reason = Phrase(
            "{best}: {value} per 100 chips; {other}: {next}.",
            best=ORDERS[best],
            value=a_hundred(worth[best]),
            other=ORDERS[other],
            next=a_hundred(worth[other]),
        )
        return _choice(worth, error, reason)

    def _insurance(self) -> Choice:
        left = by_value(self._left())
        tens, cards = left[-1], sum(left)
        value = (1 + INSURANCE_PAYS) * tens / cards - 1
        if value > 0:
            reason = Phrase(
                "Insure: of the cards left {tens} of {cards} count 10, more than a third. It wins {value} per "
                "100 chips.",
                tens=tens,
                cards=cards,
                value=a_hundred(value),
            )
        else:
            reason = Phrase(
                "No insurance: of the cards left {tens} of {cards} count 10, no more than a third. It loses {value} "
                "per 100 chips.",
                tens=tens,
                cards=cards,
                value=a_hundred(-value),
            )
        return _choice({Move.DECLINE: 0.0, Move.INSURE: value}, 0.0, reason)

    def _behind(self, worths: _Worths, error: float) -> Choice:
        """Both halves of a double, and both hands of a split, are worth the same."""
        follow = self.view.follow
        assert follow is not None, "bettors behind are asked to follow"
        box = self._box(follow.seat)
        hand = box.hands[follow.hand]
        before = Hand(box.first_two, box.bet) if follow.move is Move.SPLIT else replace(hand, doubled=False)
        worth = worths(self.view.options, self.view.dealer[0], by_value(self._left()), before)[follow.move] / 2
        if worth > 0:
            reason = Phrase("Follow: that wins {value} per 100 chips.", value=a_hundred(worth))
        else:
            reason = Phrase("Keep my bet: following loses {value} per 100 chips.", value=a_hundred(-worth))
        return _choice({Move.KEEP: 0.0, Move.FOLLOW: worth}, error, reason)

    def _box(self, seat: Seat) -> Box:
        return next(box for box in self.view.boxes if box.seat == seat)

    def _left(self) -> Seen:
        hands = chain.from_iterable(box.hands for box in self.view.boxes)
        on_table = (*chain.from_iterable(hand.cards for hand in hands), *self.view.dealer)
        return left_in_shoe(self.view.options, self.seen, on_table)


def _choice(worth: Mapping[Move, float], error: float, reason: Phrase) -> Choice:
    """The best first; of moves that are worth the same, the one that comes first."""
    known = (Move.KEEP, Move.DECLINE, Move.SURRENDER)
    options = [Option(str(move), value, 0.0 if move in known else error) for move, value in worth.items()]
    return Choice(tuple(sorted(options, key=lambda option: -option.value)), reason)
