"""What the tables of all games' tests have in common: moves as short texts, refusals, and everybody's chips."""

import copy
from collections import Counter

import pytest

from games.core import IllegalAction, Pot


class PlayedTable:
    """A round that is played by texts like "0 hit": a seat and what it does; "0" alone is that seat's default.

    `events` are all that have happened, `step` is the last one; `chips` what everybody has won or lost, and `given` all
    that they have put in.
    """

    def __init__(self, parse, step):
        self._parse = parse
        self.events = []
        self.chips = Counter()
        self.given = Counter()
        self._adopt(step)

    def play(self, *moves):
        for text in moves:
            seat, _, move = text.partition(" ")
            seat = int(seat)
            self._adopt(self.round.apply(seat, self._parse(move) if move else self.round.default_action(seat)))
        return self

    def refuses(self, text):
        """The sentence with which the round refuses `text`; nothing else happens."""
        seat, _, move = text.partition(" ")
        action, before = self._parse(move), copy.deepcopy(self.round)
        with pytest.raises(IllegalAction) as refusal:
            self.round.apply(int(seat), action)
        assert self.round == before
        assert action not in self.round.legal_actions(int(seat))
        return str(refusal.value)

    @property
    def over(self):
        return not self.round.to_act

    def staked(self, seat=0):
        """All chips that `seat` has put in."""
        return self.given[seat]

    def back(self, seat=0):
        """The chips that came back to `seat`."""
        return self.chips[seat] + self.given[seat]

    def _adopt(self, step):
        self.round = step.round
        self.step = step
        self.events += step.events
        for moved in step.transfers:
            self.chips[moved.payer] -= moved.amount
            self.chips[moved.payee] += moved.amount
            if not isinstance(moved.payer, Pot):
                self.given[moved.payer] += moved.amount
            assert self.chips[Pot.MIDDLE] >= 0
        if self.over:
            assert self.chips[Pot.MIDDLE] == 0
            assert sum(self.chips.values()) == 0
