"""At a table of each game anybody presses anything, clocks ring and the bot is killed: see table_machine.py.

`--hypothesis-profile=many` plays many more.
"""

import pytest
from hypothesis import settings
from hypothesis.stateful import rule, run_state_machine_as_test

from tables.events import Arrange, Leave
from tables.five_hundred.match_state import MatchState
from tables.modes import Chips, Practice
from tables.pontoon.bank_state import BankState, Why
from tests.tables.modelled import PEOPLE
from tests.tables.table_machine import TableMachine, chances, is_open
from tools.torture.games import GAMES

EXAMPLES = 0.1
"""Of those that other tests with random play have: each here is a whole story."""


class Blackjack(TableMachine):
    played = GAMES[0]


class PokDeng(TableMachine):
    played = GAMES[1]


class WithHousePlayers(TableMachine):
    """House players make the clock's moves."""

    def house(self, random):
        return random.choices((Chips, Practice), (4, 1))[0](substitutes=random.random() < 0.5)

    def fills(self, random):
        for _ in range(random.randint(0, 2)):
            self.a_house_player_sits_down()

    @is_open
    @rule()
    def a_house_player_sits_down(self):
        live, add = self.live, self.played.add_house_player
        if not live.table.is_kept:
            self.taken(live.do(Arrange(PEOPLE[0], lambda lobby: add(lobby, live.table.id), salt="salt")))

    @is_open
    @rule(random=chances)
    def a_house_player_is_sent_away(self, random):
        there = self.live.table.lobby.house_players
        if there and not self.live.table.is_kept:
            self.taken(self.live.do(Leave(random.choice(there))))


class Pontoon(WithHousePlayers):
    played = GAMES[2]

    def moved_besides(self, before, after):
        """The price of a bank."""
        moved = BankState.of(after).moved
        if moved is not None and moved != BankState.of(before).moved and moved.why in (Why.SOLD, Why.AUCTIONED):
            self.moves(moved.before, moved.chips)
            self.moves(moved.to, -moved.chips)


class FiveHundred(WithHousePlayers):
    played = GAMES[3]

    def fills(self, random):
        for _ in range(self.live.table.lobby.seats.count(None)):
            self.a_house_player_sits_down()

    def kept(self, lobby):
        """The antes."""
        state = MatchState.of(lobby)
        return {} if state.is_over else dict.fromkeys(state.players, state.ante)

    def moved_besides(self, before, after):
        """What the antes have brought everybody."""
        if MatchState.of(after).is_over and not MatchState.of(before).is_over:
            for person, net in after.nets.items():
                self.moves(person, net)


@pytest.mark.sampled
@pytest.mark.parametrize("machine", [Blackjack, PokDeng, Pontoon, FiveHundred])
def test_whatever_people_press_no_chip_question_or_clock_is_lost(machine):
    examples = round(settings.default.max_examples * EXAMPLES)
    stories = settings(max_examples=examples, stateful_step_count=25, report_multiple_bugs=False)
    run_state_machine_as_test(machine, settings=stories)
