"""Anybody presses anything at any moment, two at once, out of turn and twice; clocks ring, and the bot is killed.

Always the chips are where the model has them (modelled.py); a refused press has changed nothing; a question is
answered once, also when the bot was killed before it believed the answer; a clock acts when it rings; and the next
process has the same question, and gives everybody their full time.
"""

import asyncio
from random import Random

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from data.people import is_member
from tables.clock import Pace
from tables.events import Act, Arrange, Close, Leave, Remove, Void
from tables.game import Terms
from tables.modes import Chips
from tables.table import LEAST_AFTER_START
from tests.tables.modelled import PEOPLE, Modelled, believed
from tests.tables.room import ANA, GUILD

HOST = ANA
LEAST, MOST = 10, 100
TRIES = 3
"""How often everybody does something, until a round begins."""
chances = st.integers(0, 10**6).map(Random)
people = st.sampled_from(PEOPLE)
is_asking = precondition(lambda machine: machine.asked)
is_open = precondition(lambda machine: not machine.live.table.is_closed)


class TableMachine(Modelled, RuleBasedStateMachine):
    """What people, the clock and the server do."""

    def __init__(self):
        super().__init__()
        self.answered = set()
        """The questions that have been answered at this table, each as a person and what was asked."""

    # A table opens and closes

    @initialize(random=chances)
    def opens(self, random):
        self.options, self.lobby, self.answered = None, None, set()
        pace = random.choice((Pace.QUICK, Pace.NORMAL))
        terms = Terms(LEAST, MOST, self.played.options(random), pace, self.house(random))
        opening = self.open_tables.open(self.played.game, guild=GUILD, channel=2, host=HOST, terms=terms)
        self.live = self.does(opening)
        if random.random() < 0.9:
            for person in random.sample(PEOPLE, random.randint(2, len(PEOPLE))):
                self.taken(self._sits(person))
            self.fills(random)
            self._begins(random)

    def house(self, random):
        """What the house does at the table."""
        return Chips()

    def fills(self, random):
        """Whoever plays besides the members takes a seat."""

    def _begins(self, random):
        for _ in range(TRIES):
            for person in random.sample(PEOPLE, len(PEOPLE)):
                if not self.live.table.is_playing:
                    self.taken(self._bets(person, random))

    @precondition(lambda machine: machine.live.table.is_closed)
    @rule(random=chances)
    def opens_another(self, random):
        self.opens(random)

    @rule(random=chances)
    def is_closed(self, random):
        """By its host, after the round, or by a manager, at once; most people think better of it."""
        if random.random() < 0.1:
            self.taken(self.live.do(random.choice((Close, Void))(HOST)))

    @is_open
    @rule(random=chances)
    def the_server_sets_other_options(self, random):
        options = self.live.table.terms.options
        wanted, own = self.played.options(random).to_json(), options.to_json()
        chosen = [setting.option for setting in self.played.settings.house_options if not setting.at_opening]
        self.options = type(options).from_json({**own, **{option: wanted[option] for option in chosen}})
        self.does(self.open_tables.renew(GUILD))

    # Between rounds

    @rule(person=people)
    def sits(self, person):
        self.taken(self._sits(person))

    @rule(person=people)
    def leaves(self, person):
        self.taken(self.live.do(Leave(person)))

    @rule(person=people, is_manager=st.booleans())
    def is_removed(self, person, is_manager):
        self.taken(self.live.do(Remove(person, HOST, is_manager=is_manager)))

    @is_open
    @rule(person=people, random=chances)
    def does_something_between_rounds(self, person, random):
        self.taken(self._bets(person, random))

    @precondition(lambda machine: not (machine.live.table.is_closed or machine.live.table.is_playing))
    @rule(random=chances)
    def a_round_begins(self, random):
        self._begins(random)

    # A round

    @is_asking
    @rule(random=chances)
    def answers_and_presses_again(self, random):
        asked, press = self._answer(random)
        self._is_answered(asked, is_taken=self.taken(press()))
        assert asked not in self.answered or not self.taken(press())

    @is_asking
    @rule(random=chances, most=st.integers(2, 40))
    def some_answer_one_after_the_other(self, random, most):
        """Most rounds are longer than one answer."""
        for _ in range(most):
            if self.asked:
                asked, press = self._answer(random)
                self._is_answered(asked, is_taken=self.taken(press()))

    @is_asking
    @rule(random=chances)
    def answers_thrice_at_once(self, random):
        asked, press = self._answer(random)
        done = self.at_once(press(), press(), press())
        assert done.count(None) <= 1
        self._is_answered(asked, is_taken=None in done)

    @is_asking
    @rule(person=people, random=chances)
    def answers_out_of_turn(self, person, random):
        (_, _, move), _ = self._answer(random)
        play = self.live.table.play
        seat = play.setup.seat_of(person)
        if seat is None or not play.round.legal_actions(seat):
            assert not self.taken(self.live.do(Act(person, self.live.table.question_id_of(person), move)))

    @precondition(lambda machine: machine.answered)
    @rule(random=chances)
    def presses_an_old_button(self, random):
        person, question_id, move = random.choice(sorted(self.answered))
        assert not self.taken(self.live.do(Act(person, question_id, move)))

    @is_open
    @rule(pair=st.tuples(people, people), random=chances)
    def two_press_at_once(self, pair, random):
        """Whichever comes first, the other finds the table as it is then."""
        presses = [self._anything(person, random) for person in pair]
        for (asked, _), error in zip(presses, self.at_once(*(press() for _, press in presses)), strict=True):
            if asked and error is None and presses[0][0] != presses[1][0]:
                self._is_answered(asked, is_taken=True)

    # The clock, and the next process

    @is_open
    @rule()
    def time_is_up(self):
        """A clock that runs acts when it rings, whoever else is there."""
        deadline, version = self.live.table.deadline, self.live.table.version
        if deadline is not None:
            self.does(asyncio.sleep(max((deadline - self.now()).total_seconds(), 0) + 1))
            assert self.live.table.version > version, f"nothing happened at {deadline}"

    @rule(seconds=st.sampled_from((1, 5, 700)))
    def time_passes(self, seconds):
        self.does(asyncio.sleep(seconds))

    @is_open
    @rule()
    def the_bot_restarts(self):
        live = self.live
        before, seconds = believed(live), self.seconds_after_a_restart()
        options = live.table.terms.options
        self.does(self.again())
        if self.live is live:
            assert live.table.lobby.closing
        else:
            assert believed(self.live)[:-1] == before[:-1]
            if self.live.table.terms.options == options:
                left = self.live.table.acts_at and (self.live.table.acts_at - self.now()).total_seconds()
                assert (left is None) == (seconds is None)
                assert left is None or abs(left - seconds) < 1

    def seconds_after_a_restart(self):
        """Everybody's full time; a table that waits for one member ends when it would have."""
        live = self.live
        if live.table.waits_for_one(live.table.lobby):
            return max((live.table.acts_at - self.now()).total_seconds(), LEAST_AFTER_START)
        return live.table.seconds(live.table.lobby, live.table.play)

    @is_open
    @rule(person=people, random=chances)
    def the_bot_is_killed_before_it_believes_what_it_wrote(self, person, random):
        (asked, press), version = self._anything(person, random), self.live.table.version
        is_written = self.does(self.killed_while(press()))
        assert self.live.table.is_closed or self.live.table.version >= version + is_written
        if asked and is_written:
            self._is_answered(asked, is_taken=True)
            assert not self.taken(self.live.do(Act(*asked))), "answered again after a restart"

    # Presses

    def _sits(self, person):
        return self.live.do(Arrange(person, lambda lobby: self.played.sit(lobby, person)))

    def _bets(self, person, random):
        """Whatever people do between two rounds."""
        live, chance, bet = self.live, random.random(), self.played.bet
        return live.do(
            Arrange(
                person,
                lambda lobby: bet(Random(chance), live.table.terms, lobby, person),
                question_id=live.table.question_id,
                salt="salt",
            )
        )

    @property
    def asked(self):
        """The members whose turn it is."""
        return [] if self.live.table.is_closed else sorted(filter(is_member, self.live.table.people_asked))

    def _answer(self, random):
        """Somebody whose turn it is, the question that they see and one of their moves; and the press of it."""
        live, person = self.live, random.choice(self.asked)
        play = live.table.play
        moves = list(play.round.legal_actions(play.setup.seat_of(person)))
        asked = (person, live.table.question_id_of(person), str(self.played.choose(random, live.table.terms, moves)))
        return asked, lambda: live.do(Act(*asked))

    def _anything(self, person, random):
        """An answer, or something that `person` does besides; and the press of it."""
        if self.asked and random.random() < 0.7:
            return self._answer(random)
        leaves, bets = (lambda: self.live.do(Leave(person))), (lambda: self._bets(person, random))
        return None, random.choice((lambda: self._sits(person), leaves, bets))

    def _is_answered(self, asked, *, is_taken):
        if is_taken:
            person, question_id, _ = asked
            assert (person, question_id) not in [each[:2] for each in self.answered]
            self.answered.add(asked)

    # What is always so

    @invariant()
    def nothing_fails_unseen(self):
        if self.faults:
            raise self.faults[0]

    @invariant()
    def the_chips_are_where_the_model_has_them(self):
        self.verify_chips()

    @invariant()
    def a_round_waits_for_its_people_and_never_for_ever(self):
        live = self.live
        if live.table.is_playing and not live.table.is_closed:
            assert live.table.people_asked <= set(live.table.play.setup.people)
            assert live.table.acts_at is not None or live.table.is_paused(live.table.lobby)
