"""What can happen at a table of each game in each mode, drawn by a number: the same one gives the same story.

People press whatever they like, in and out of turn, twice and too late; they sit, bet, leave and are removed; clocks
ring, the house plays, and the server changes its mind.
"""

from functools import partial
from random import Random
from typing import ClassVar

import pytest

from data.ledger.ledger import ChipsStandStill, InsufficientChips
from data.ledger.limits import TransferRefused
from data.people import is_house_player, is_member
from games.core import IllegalAction
from tables import events
from tables.clock import Pace
from tables.draft import NeedsConfirmation, StaleClick, TableClosed
from tables.events import Act, Arrange
from tables.five_hundred import daily, match
from tables.five_hundred.match_state import Habit
from tables.game import Terms
from tables.halt import BLOCKED, RESTARTING
from tables.lobby import Leaving
from tables.modes import Chips, Practice
from tables.table import Wanted
from tables.tournament.table import NOBODY
from tables.tournament.table import terms_of as terms_of_tournament
from tests.tables.room import ANA, BEN, CY
from tools.world.games import GAMES

PEOPLE = (ANA, BEN, CY, 104)
REFUSALS = (
    IllegalAction,
    StaleClick,
    TableClosed,
    NeedsConfirmation,
    InsufficientChips,
    ChipsStandStill,
    TransferRefused,
)
DAY = 20_000


def games(*modes):
    """Each game in those of its modes, as parameters of a test."""
    for played in GAMES:
        has = {"chips": True, "practice": played.game.has_house_players}
        for mode in modes:
            if has.get(mode, played.game.match):
                yield pytest.param(played, mode, id=f"{played.game.name}, {mode}")


def terms_of(played, mode, random):
    """What is agreed at a table of `mode`."""
    options = played.options(random)
    if mode == "daily":
        return daily.terms_of(DAY)
    if mode == "tournament":
        return terms_of_tournament(options, Pace.NORMAL, tournament=7, secret="5e" * 32, deals=2, title="Spring Cup")
    house = (Practice if mode == "practice" else Chips)(substitutes=random.random() < 0.5)
    return Terms(
        10, 100, options, random.choice((Pace.QUICK, Pace.NORMAL, Pace.SLOW)[: 3 if played.game.match else 2]), house
    )


class Story:
    """What happens at a `table`, one thing after the other. `takes` and `rings` are said by whoever keeps the table."""

    rare: ClassVar
    """What happens now and then, and how often beside each other."""

    def begins(self, played, mode, number):
        """Draw who is there and what is agreed."""
        self.played, self.mode = played, mode
        self.random = random = Random(f"{played.game.name} {mode} {number}")
        self.halt, self.blocked, self.is_switched_off = None, frozenset(), False
        self.options = None
        """The house options that the server wants, None for those of the table."""
        self.answered = {}
        """The answers that were taken, by person and question."""
        self.thought = ["0.b"]
        self.people = random.sample(PEOPLE, random.randint(1, len(PEOPLE)))
        self.host = NOBODY if mode == "tournament" else ANA
        self.terms = terms_of(played, mode, random)
        self.shuffle = daily.shuffle_of(DAY, random.randbytes(32)) if mode == "daily" else None
        self.has_house = played.game.has_house_players and (mode == "daily" or random.random() < 0.6)

    def sit_down(self):
        """Most often there are people at a table."""
        if self.mode == "tournament":
            return self.seats_entrants() if self.random.random() < 0.9 else None
        for person in [ANA] if self.mode == "daily" else self.people:
            self.sits(person)
            self.changes_a_habit()
        for _ in range(self.table.lobby.seats.count(None)):
            self.adds_house_player()
        return None

    def goes_on(self):
        """Something happens, most often what people come for."""
        random, table, chance = self.random, self.table, self.random.random()
        if chance < 0.75 and table.is_playing:
            return self.house_thinks() if table.house_seats and random.random() < 0.7 else self.answers()
        if chance < 0.75:
            return self.house_acts() if table.lobby.house_players and random.random() < 0.3 else self.bets()
        if chance < 0.8:
            is_idle = not table.is_playing and table.game.window(table.terms, table.lobby) is None
            return None if is_idle and random.random() < 0.9 else self.rings()
        return random.choices([*self.rare], [*self.rare.values()])[0](self)

    def anybody(self):
        """Somebody, most often with a seat."""
        seated = list(filter(is_member, self.table.lobby.seats))
        return self.random.choice(seated if seated and self.random.random() < 0.7 else self.people)

    # A round

    def answer(self):
        """Somebody whose turn it is, with one of their moves."""
        person, play = self.random.choice(sorted(filter(is_member, self.table.people_asked))), self.table.play
        moves = list(play.round.legal_actions(play.setup.seat_of(person)))
        move = self.played.choose(self.random, self.table.terms, moves)
        return Act(person, self.table.question_id_of(person), str(move))

    def answers(self):
        """Somebody answers, and sometimes presses again."""
        if not any(map(is_member, self.table.people_asked)):
            return self.rings()
        act = self.answer()
        if self.takes(act):
            self.is_answered(act)
            assert self.random.random() < 0.8 or not self.takes(act), "taken twice"
        return None

    def is_answered(self, act):
        assert (act.user_id, act.question_id) not in self.answered, "asked twice"
        self.answered[act.user_id, act.question_id] = act

    def presses_an_old_button(self):
        if self.answered:
            assert not self.takes(self.random.choice([*self.answered.values()][-20:]))

    def answers_out_of_turn(self):
        """With a move of somebody else; only a silent one is taken at any time."""
        person, play = self.anybody(), self.table.play
        if not self.table.is_playing:
            return
        seat, asked = play.setup.seat_of(person), min(play.to_act)
        own = [] if seat is None else [*play.round.legal_actions(seat)]
        move = self.random.choice(own or [*play.round.legal_actions(asked)])
        act = Act(person, self.table.question_id_of(person), str(move))
        if self.takes(act):
            assert own, "out of turn"
            self.is_answered(act)
            assert not self.takes(act), "taken twice"

    def house_thinks(self):
        """The house answers, now or too late, also for people who are there; for nonsense the clock's move is made."""
        table, random = self.table, self.random
        question, moves = random.choice((table.question_id,) * 9 + (random.choice(self.thought),)), {}
        for seat in table.play.to_act if table.is_playing else ():
            thinks = is_house_player(table.play.setup.people[seat]) or table.game.thinks_for_members
            legal = list(table.play.round.legal_actions(seat)) if thinks else [table.play.round.default_action(seat)]
            moves[seat] = "fly" if random.random() < 0.02 else str(self.played.choose(random, table.terms, legal))
        self.thought = [*self.thought[-20:], table.question_id]
        self.takes(events.HouseMoves(question, moves))
        assert question == table.question_id or self.table is table, "a late thought counts"

    # Between rounds

    def sits(self, person=None):
        person = person or self.random.choice(self.people)
        self.takes(Arrange(person, lambda lobby: self.played.sit(lobby, person), quietly=self.random.random() < 0.1))

    def bet(self):
        """Whatever somebody does between two rounds."""
        person, chance, terms, bet = self.anybody(), self.random.random(), self.table.terms, self.played.bet
        question = self.random.choice((self.table.question_id, None))
        return Arrange(person, lambda lobby: bet(Random(chance), terms, lobby, person), question, "salt")

    def bets(self):
        self.takes(self.bet())

    def takes_bets_back(self):
        person = self.anybody()
        self.takes(Arrange(person, lambda lobby: lobby.clear(person)))

    def changes_a_habit(self):
        """A player of a match wants something else than most: looks at the cards later, or lets the bot play some."""
        if self.table.game.match is not None:
            person, habit, is_on = self.anybody(), self.random.choice([*Habit]), self.random.random() < 0.7
            change = partial(match.change_habit, user_id=person, habit=habit, on=is_on)
            self.takes(Arrange(person, change, quietly=True))

    def house_acts(self):
        self.takes(events.HouseActs())

    def leaves(self):
        person = self.random.choice([*self.people, *self.table.lobby.house_players])
        if is_member(person) or not self.table.is_kept:
            self.takes(events.Leave(person, self.random.choice((None, *Leaving))))

    def is_removed(self):
        self.takes(events.Remove(self.anybody(), ANA, is_manager=self.random.random() < 0.5))

    def closes(self):
        """By its host, or by a manager, who may have meant the match."""
        if self.table.rounds > 2 or self.random.random() < 0.1:
            void = events.Void(ANA, "why", is_of_match=self.random.random() < 0.3)
            self.takes(self.random.choice((events.Close(ANA), events.Close(BEN), void)))

    def adds_house_player(self):
        if self.has_house and not self.table.is_kept:
            add, number = self.played.add_house_player, self.table.id
            self.takes(Arrange(ANA, lambda lobby: add(lobby, number), salt="salt"))

    def seats_entrants(self):
        if self.mode == "tournament":
            people, before = self.random.sample([*self.people[:3], None, None, None, None], 4), self.table
            self.takes(events.SeatEntrants(people, match.start))
            assert self.table is before or not any(before.lobby.seats), "it begins again"

    def is_held(self):
        if self.mode == "tournament":
            self.takes(events.Hold(partial(match.held, is_held=self.random.random() < 0.3)))

    # The server

    def server_sets_options(self):
        options = self.table.terms.options
        wanted, own = self.played.options(self.random).to_json(), options.to_json()
        chosen = [each.option for each in self.played.settings.house_options if not each.at_opening]
        self.options = type(options).from_json({**own, **{option: wanted[option] for option in chosen}})
        self.is_switched_off = self.random.random() < 0.02
        self.takes(events.ServerChanged(Wanted(self.options, is_switched_off=self.is_switched_off)))

    def server_halts(self):
        self.halt = self.random.choice((None, None, RESTARTING, BLOCKED))
        if self.halt is None:
            self.takes(events.HaltOver())

    def owner_blocks(self):
        self.blocked = frozenset(self.random.sample(PEOPLE, self.random.choice((0, 0, 1))))


RARE = {
    Story.presses_an_old_button: 8,
    Story.answers_out_of_turn: 12,
    Story.house_thinks: 4,
    Story.sits: 20,
    Story.bets: 8,
    Story.takes_bets_back: 4,
    Story.changes_a_habit: 12,
    Story.leaves: 6,
    Story.is_removed: 3,
    Story.closes: 2,
    Story.adds_house_player: 8,
    Story.seats_entrants: 2,
    Story.is_held: 4,
    Story.server_sets_options: 4,
    Story.server_halts: 5,
    Story.owner_blocks: 2,
}
