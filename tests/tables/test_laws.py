"""What always holds, whatever happens at a table of each game in each mode, event by event.

Neither a loop nor a database is here (books.py), so more happens than in test_machines.py. Besides what stories.py
tells, chips are spent elsewhere at any moment, the ledger refuses, the shoe jams, people are forgotten, and the process
dies. A story that fails says its number.
"""

from collections import Counter
from copy import copy
from importlib import import_module
from random import Random
from typing import get_args

import pytest
from msgspec.structs import replace

from data.ledger.flows import ANY, Allowed
from data.ledger.ledger import Account, ChipsStandStill, InsufficientChips
from data.ledger.reasons import LedgerReason
from data.people import is_house_player, is_member
from data.tables.saved import MadeBy
from games.core import IllegalAction, Pot
from tables import events
from tables.draft import Begun, TableClosed
from tables.driver import AGAIN_AFTER
from tables.events import Act, Event, FollowUp
from tables.five_hundred.match_state import MatchState
from tables.round_in_play import RulesChanged, Setup
from tables.table import Table
from tests.tables.books import Desk, Model
from tests.tables.room import GUILD
from tests.tables.stories import PEOPLE, RARE, REFUSALS, Story, games

LET = (RulesChanged, LookupError, ChipsStandStill)
"""What fails at a table because a story lets it."""
MOST_RINGS = 1500
"""So often a clock rings at most until a table is closed where nobody presses anything."""
FORBIDDEN = ((), (LedgerReason.BANK_SOLD, LedgerReason.ANTE))
"""What nobody may pay any more today: nothing, or what the limits of a server are about."""


class Told(Story, Desk):
    """A table in memory from its opening on. `reached` counts what has happened, and why something was refused."""

    def __init__(self, played, mode, number, reached):
        self.begins(played, mode, number)
        self.reached = reached
        self.is_jammed = self.is_robbed = False
        self.swapped = import_module(f"tests.games.{played.game.name}_table").with_unseen_swapped
        game = type(played.game)()
        self.start, vars(game)["start"] = game.start, self._start
        self.model = Model(game, dict.fromkeys(PEOPLE, 0))
        super().__init__(game, self.terms, self.random, self.host, self.shuffle)
        for person in PEOPLE:
            self.pays(person, self.random.choice((0, 100, 1000, 5000)))
        self.books.forbidden = self.random.choice(FORBIDDEN)
        self.sit_down()

    def dies(self):
        return self.random.random() < 0.02

    def goes_on(self):
        self.uptime += self.random.random()
        is_late = (found := self.due()) is not None and found[0] <= 0
        return self.rings() if is_late else super().goes_on()

    def takes(self, event):
        """Whether `event` is taken. If not, nothing has changed, but that somebody waits no longer."""
        table, saved, chips = self.table, self.books.saved, self.books.chips
        try:
            self.does(event)
        except (*REFUSALS, LookupError) as error:
            refusal = error
        else:
            return True
        self.reached[type(refusal)] += 1
        assert self.terms.mode.uses_chips or not isinstance(refusal, InsufficientChips), "practice costs chips"
        is_same = self.table is table and self.books.saved is saved and self.books.chips is chips
        assert is_same or self.last is events.StopWaiting, f"refused, and yet something has changed: {refusal!r}"
        return False

    def rings(self):
        """What is due happens; what fails is tried again a little later."""
        if (found := self.due()) is not None:
            self.uptime += max(found[0], 0)
            self.uptime += 0 if self.takes(found[1]) else AGAIN_AFTER

    def is_over(self):
        """The table is closed: nothing that anybody does there is taken any more."""
        table = self.table
        self.answered |= {(0, ""): Act(PEOPLE[0], table.question_id, "fly")}
        for happens in (Story.presses_an_old_button, Story.sits, Story.leaves, Story.house_thinks, Told.rings):
            happens(self)
        assert self.table is table

    # The world around

    def pays(self, person, chips):
        """Somebody gets chips elsewhere, or spends them there."""
        self.books.gives(person, chips)
        self.model.worth[person] += chips

    def spends_elsewhere(self):
        """Somebody spends chips, now or while a change is being written; or gets some."""
        self.is_robbed, person = self.random.random() < 0.3, self.random.choice(PEOPLE)
        has = self.books.chips[Account.member(GUILD, person)]
        self.pays(person, self.random.choice((500, -self.random.randint(0, has))))

    def ledger_refuses(self):
        """For a while the chips of the server stand still, or limits of the day are reached."""
        books, random = self.books, self.random
        books.stands_still, books.forbidden = random.random() < 0.1, random.choice(FORBIDDEN)
        few = {person: random.choice((0, 5, 30)) for person in random.sample(PEOPLE, 2)}
        books.allowed = random.choice((ANY, Allowed(from_house=few), Allowed(among_members=few)))

    def shoe_jams(self):
        """The next round can't be dealt, once."""
        self.is_jammed = True
        self.bets()
        self.is_jammed = False

    def is_forgotten(self):
        """Somebody is forgotten who isn't there, or for whom a match goes on."""
        person, table = self.anybody(), self.table
        if table.is_at(person) and not table.goes_on_without(person):
            return
        self.forgets(person)
        self.model.worth[person], self.model.lobby = 0, self.table.lobby
        self.answered = {where: act for where, act in self.answered.items() if where[0] != person}
        self.takes(events.Forgotten())

    def process_ends(self):
        """The next one has the same table, and everybody their full time; under other rules a round is void."""
        before, again = self.table, Table.of(self.books.saved, self.game)
        if (running := self.books.saved.running) is not None:
            again = again.replayed(running)
            self.verify_middle(running)
            assert before.question_id_of(PEOPLE[0]) == again.question_id_of(PEOPLE[0])
        assert before.question_id == again.question_id
        for name in ("accounts", "clock", "acts_at", "wanted", "untouched", "was_voided"):
            again = replace(again, **{name: getattr(before, name)})
        # What was said last is not kept.
        play = replace(again.play, events=before.play.events) if before.is_playing else before.play
        assert replace(again, play=play) == before
        self.game.rules += self.random.random() < 0.05
        self.books.stands_still = False
        self.comes_back()
        table = self.table
        if not (table.is_closed or table.waits_for_one(table.lobby)):
            seconds = table.seconds(table.lobby, table.play)
            assert table.clock.ends == (None if seconds is None else self.uptime + seconds), "not their full time"

    def _write(self, draft, facts):
        if self.is_robbed:
            self.is_robbed, person = False, self.random.choice(PEOPLE)
            self.pays(person, -self.books.chips[Account.member(GUILD, person)])
        super()._write(draft, facts)

    def _start(self, *deal):
        if self.is_jammed:
            raise LookupError("the shoe is jammed")
        return self.start(*deal)

    # The laws

    def once(self, event):
        before, self.last = self.table, type(event)
        self.reached[type(event)] += 1
        outcome = super().once(event)
        if (draft := outcome.draft) is not None:
            self.model.sees(before.terms, self.books.last, draft.lobby)
            assert not (draft.began and self.halt), "a round begins in a halted server"
            if before.terms.mode.keeps_seats and not isinstance(event, events.SeatEntrants):
                seats, asked = self.table.lobby.seats, MatchState.of(self.table.lobby).proposal
                assert (seats, asked) == (before.lobby.seats, None), "somebody decides who plays in a tournament"
            setup = draft.play.setup if draft.ended else None
            assert all((result.from_house is None) != setup.has_house_players for result in draft.results)
            for kept in draft.lobby.must_keep if before.terms.mode.uses_chips else ():
                assert self.books.chips[Account.member(GUILD, kept.user_id)] >= kept.chips
            for move in draft.moves:
                self.verify_move(before, event, draft, move)
            if isinstance(event, events.Arrange | events.Count) and not draft.began and self.table.is_playing:
                self.verify_time(before)
            if isinstance(event, Act) and self.table.is_playing and self.table.play.steps == before.play.steps:
                self.reached["silent"] += 1
                assert not outcome.redraws
                assert self.seen_without(event.user_id, before) == self.seen_without(event.user_id, self.table)
        return outcome

    def verify_move(self, before, event, draft, move):
        """Nobody moves for people who are there but the clock when their time is up, or the bot for their only move."""
        person = (draft.play if draft.began else before.play).setup.people[move.seat]
        if move.made_by is MadeBy.PERSON:
            assert not before.is_paused(before.lobby)
            assert (type(event), event.user_id) == (Act, person)
        elif move.made_by is MadeBy.CLOCK and not isinstance(event, events.TimeUp) and is_member(person):
            has_left = isinstance(event, events.Leave | events.Remove) and event.user_id == person
            is_away = before.lobby.is_away(person) or draft.lobby.is_away(person)
            assert has_left or is_away or before.house_plays(before.lobby, person), f"{person} is there"

    def verify_time(self, before):
        """Nobody's time to move begins again, or ends, by what people do besides: only by a pause."""
        table, stops = self.table, [each.seconds(each.lobby, each.play) is None for each in (before, self.table)]
        stops += [each.waits_for_one(each.lobby) for each in (before, table)]
        assert any(stops) or before.clock.ends == table.clock.ends or before.question_id != table.question_id

    def seen_without(self, user_id, table):
        """What all others see of a table, by which they could tell that somebody has moved silently."""
        others = [table.question_id_of(person) for person in PEOPLE if person != user_id]
        is_alone = table.waits_for_one(table.lobby)
        clock = None if is_alone else (table.clock.ends, table.clock.half, table.acts_at)
        return table.question_id, table.play.round.view(None), table.play.events, table.people_asked, clock, others

    def verify(self):
        """The chips are where the model has them, nothing fails unseen, and something will happen by itself."""
        table, chips, own = self.table, self.books.chips, self.books.own
        faults, self.faults = [fault for fault in self.faults if not isinstance(fault, LET)], []
        if faults:
            raise faults[0]
        assert {person: chips[Account.member(GUILD, person)] for person in PEOPLE} == self.model.purses(table)
        assert not sum(chips.values())
        if not table.is_playing:
            assert chips[own] == self.model.lying(table).total()
            staying = () if table.is_closed else table.lobby.seats
            assert not any(
                left for who, left in chips.items() if is_house_player(who.owner) and who.owner not in staying
            )
        assert table.is_closed or table.terms.mode.runs_by_itself or self.due() is not None, "nothing will ever happen"

    def verify_middle(self, running):
        """The table's account holds the middle of the round that runs, and what lies there besides."""
        setup, table = Setup.from_json(running.setup), self.table
        step = self.start(table.terms, setup, table.shuffle)
        moved = list(step.transfers)
        for move in running.moves:
            step = step.round.apply(move.seat, table.game.parse(move.action))
            moved += step.transfers
        middle = sum(each.amount * ((each.payee is Pot.MIDDLE) - (each.payer is Pot.MIDDLE)) for each in moved)
        lies = middle * table.terms.mode.uses_chips + self.model.lying(table).total()
        assert self.books.chips[self.books.own] == lies

    def verify_hidden(self):
        """What somebody may not see could be anything else, and all is the same for them."""
        table = self.table
        if table.is_playing:
            eyes = self.random.choice([*sorted(table.play.to_act), None])
            person = 0 if eyes is None else table.play.setup.people[eyes]
            other = replace(table.play, round=self.swapped(table.play.round, eyes, self.random))
            one, two = (
                (
                    each.play.round.view(eyes), each.question_id, each.question_id_of(person), each.people_asked,
                    each.awaited, each.house_seats, each.seconds(each.lobby, each.play), each.ends_at,
                )
                for each in (table, replace(table, play=other))
            )  # fmt: skip
            assert one == two

    def verify_end(self):
        """However it stands, a manager ends it at once; and the clock does, where nobody presses anything."""
        for by_itself in (False, True):
            fork = copy(self)
            fork.books, fork.model, fork.random = copy(self.books), copy(self.model), Random(1)
            fork.model.worth, fork.books.forbidden, fork.halt = dict(self.model.worth), (), None
            fork.books.stands_still = fork.is_robbed = False
            fork.dies = lambda: False
            if not by_itself:
                fork.does(events.Void(PEOPLE[0]))
            for _ in range(MOST_RINGS * by_itself):
                if fork.table.is_closed or not Desk.rings(fork):
                    break
            is_held = fork.table.is_paused(fork.table.lobby) or not any(fork.table.lobby.seats)
            assert fork.table.is_closed or (by_itself and self.mode == "tournament" and is_held), "nobody can end it"
            fork.verify()

    rare = RARE | {
        ledger_refuses: 8,
        spends_elsewhere: 20,
        shoe_jams: 2,
        is_forgotten: 3,
        process_ends: 20,
        verify_hidden: 20,
        verify_end: 2,
    }


PLAYED = [*games("chips", "practice", "daily", "tournament")]
PARTS = {"blackjack": 5, "pok_deng": 5, "pontoon": 2, "five_hundred": 1}
"""So many tests tell stories of a game in each of its modes, and each game has some four seconds of a processor."""
STORY = 300
"""The most that happens in a story."""
USUAL = {
    events.Arrange, events.Leave, events.Remove, events.Void, events.ServerChanged, events.HaltOver, events.Resumed,
    events.TimeUp, events.HouseMoves, events.Shut, IllegalAction, TableClosed,
}  # fmt: skip
"""What is reached in each game and mode, however few stories there are."""


def told(played, mode, most, first=0):
    """Stories of so many events in all. Returns how often what was reached."""
    reached, number = Counter(), first
    while reached.total() < most:
        story = Told(played, mode, number, reached)
        try:
            for _ in range(STORY):
                story.goes_on()
                story.verify()
                if story.table.is_closed:
                    story.is_over()
                    break
        except BaseException as error:
            error.add_note(f"in story {number} of {played.game.name}, {mode}")
            raise
        number += 1
    return reached


@pytest.mark.parametrize(
    ("played", "mode", "part"),
    [
        pytest.param(*each.values, part, id=f"{each.id}, {part}")
        for each in PLAYED
        for part in range(PARTS[each.values[0].game.name])
    ],
)
def test_whatever_happens_the_laws_hold(played, mode, part):
    assert told(played, mode, 6_000, first=1000 * part).keys() >= USUAL


@pytest.mark.thorough
def test_in_many_stories_the_laws_hold_and_all_happens_that_can():
    reached = sum((told(*each.values, 15_000, first=20_000) for each in PLAYED), Counter())
    everything = {*get_args(Event), *get_args(FollowUp), *REFUSALS[:-1], Begun}
    assert everything - reached.keys() == {events.SaleRefused}
