"""The stories of stories.py at a real table: its driver, its store, timers that ring, two presses at once, and kills.

Always the chips are where the model has them (books.py); a question is answered once, also when the bot was killed
before it believed the answer; a clock acts when it rings; and the next process has the same question.
`--hypothesis-profile=many` plays many more.
"""

import asyncio
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from msgspec.structs import replace

from data.check import open_for_check, problems
from data.ledger.chips import Chips
from data.ledger.ledger import Account, balance_of
from data.people import is_member
from data.store.store import Store
from data.tables.tables import Tables
from tables.events import Act, Leave, ServerChanged
from tables.lobby import Lobby
from tables.open_tables import OpenTables
from tables.services import Services
from tables.table import Wanted
from tests.tables import stories
from tests.tables.books import Model
from tests.tables.room import GUILD
from tests.tables.stories import PEOPLE, RARE, REFUSALS, Story
from tools.world.jumping_loop import JumpingLoop

STORIES, EVENTS = 0.06, 60
"""Stories for each example that other tests with random play have; and what happens in each."""
PURSE = 1000


class Witnessed(Tables):
    """The tables on the disk, with a witness of each change. While it `dies`, no change is believed any more."""

    def __init__(self, store, witness):
        super().__init__(store)
        self._witness = witness
        self.dies = False
        self.died = asyncio.Event()

    async def commit(self, change, now):
        written = await super().commit(change, now)
        self._witness(change)
        if self.dies:
            self.died.set()
            await asyncio.Event().wait()
        return written


class Stored(Story):
    """A process of the bot with one table, from its opening on. It can end at any moment, and another begins."""

    def __init__(self, played, mode, number, new_file):
        self.begins(played, mode, number)
        self.loop, self.folder, self.faults = JumpingLoop(), TemporaryDirectory(), []
        self.file = Path(self.folder.name) / "bot.sqlite3"
        shutil.copy(new_file, self.file)
        self.model = Model(played.game, dict.fromkeys(PEOPLE, PURSE))
        self.does(self._start())
        for person in PEOPLE:
            self.does(Chips(self.store).open_member(GUILD, person, PURSE, self.now()))
        opens = self.open_tables.open
        where = {"guild": GUILD, "channel": 2, "host": self.host}
        self.live = self.does(opens(played.game, terms=self.terms, shuffle=self.shuffle, **where))
        self.sit_down()

    @property
    def table(self):
        return self.live.table

    def does(self, work):
        return self.loop.run_until_complete(work)

    def now(self):
        return datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=self.loop.time() % 10**6)

    # A process begins and ends

    async def _start(self):
        self.store = await Store.open(self.file, now=self.now())
        self.tables = Witnessed(self.store, self._sees)
        services = Services(
            self.tables,
            self.now,
            lambda: self.random.randbytes(32),
            lambda _table, error: self.faults.append(error),
            lambda table: Wanted(self.options or table.terms.options, is_switched_off=self.is_switched_off),
            halt=lambda _guild: self.halt,
            blocked=lambda: self.blocked,
            think=lambda *_: asyncio.Event().wait(),  # the house plays when the story says so
        )
        self.open_tables = OpenTables(services)
        self.open_tables.offer(self.played.game)
        await self.open_tables.resume()

    async def _end(self):
        """Nothing that was under way goes on, as after a kill."""
        self.open_tables.stop()
        under_way = asyncio.all_tasks() - {asyncio.current_task()}
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
        await self.store.close()

    async def _again(self):
        """The next process, with the table as it comes back; one that has closed doesn't."""
        await self._end()
        await self._start()
        self.live.drop()
        self.live = self.open_tables.find(self.table.id) or self.live

    async def _killed_while(self, press):
        """The process dies when what `press` does is on the disk. Returns whether it has done anything."""
        self.tables.dies, died = True, asyncio.ensure_future(self.tables.died.wait())
        pressed = asyncio.ensure_future(press)
        await asyncio.wait([pressed, died], return_when=asyncio.FIRST_COMPLETED)
        if pressed.done():
            pressed.exception()
        is_written = died.done()
        await self._again()
        return is_written

    def ends(self):
        try:
            self.does(self._end())
            with open_for_check(self.file) as db:
                assert problems(db) == []
        finally:
            self.loop.close()
            self.folder.cleanup()

    # What happens

    def takes(self, event):
        """Whether `event` is taken."""
        return self.at_once(event) == [None]

    def at_once(self, *happening):
        """What becomes of each: None, or a refusal."""

        async def happen():
            works = [
                self.live.server_changed() if isinstance(each, ServerChanged) else self.live.do(each)
                for each in happening
            ]
            return await asyncio.gather(*works, return_exceptions=True)

        done = self.does(happen())
        for error in done:
            if error is not None and not isinstance(error, REFUSALS):
                raise error
        return done

    def rings(self):
        """A clock that runs acts when it rings, whoever else is there."""
        table = self.table
        if table.deadline is not None and not table.is_closed:
            self.does(asyncio.sleep(max((table.deadline - self.now()).total_seconds(), 0) + 1))
            assert self.table is not table, f"nothing happened at {table.deadline}"

    def press(self):
        """An answer, or something that somebody does besides."""
        if any(map(is_member, self.table.people_asked)) and self.random.random() < 0.7:
            return self.answer()
        return self.random.choice((self.bet(), Leave(self.anybody())))

    def two_press_at_once(self):
        """Whichever comes first, the other finds the table as it is then; one question has one answer."""
        first = self.press()
        presses = (first, first, first) if self.random.random() < 0.5 else (first, self.press())
        done = self.at_once(*presses)
        taken = {press for press, error in zip(presses, done, strict=True) if error is None and isinstance(press, Act)}
        assert len(taken) == len({(act.user_id, act.question_id) for act in taken})
        assert presses[0] is not presses[-1] or not isinstance(first, Act) or done.count(None) <= 1
        for act in taken:
            self.is_answered(act)

    async def _restarts(self):
        self.open_tables.stop()
        async with self.live.lock:  # what was being written is
            before = self.believed()
        await self._again()
        return before

    def bot_restarts(self):
        live, options = self.live, self.table.terms.options
        before = self.does(self._restarts())
        is_quick = self.table.waits_for_one(self.table.lobby)  # and the house has played already
        if not (self.live is live or is_quick or self.is_switched_off or self.table.terms.options != options):
            assert self.believed() == before

    def bot_is_killed_before_it_believes_what_it_wrote(self):
        press, version = self.press(), self.table.version
        is_written = self.does(self._killed_while(self.live.do(press)))
        assert self.table.is_closed or self.table.version >= version + is_written
        if isinstance(press, Act) and is_written:
            self.is_answered(press)
            assert not self.takes(press), "answered again after a restart"

    rare = {what: often for what, often in RARE.items() if what is not Story.answers_out_of_turn} | {
        two_press_at_once: 25,
        bot_restarts: 8,
        bot_is_killed_before_it_believes_what_it_wrote: 25,
    }

    # What is always so

    def believed(self):
        """Everything that a table believes, but its clock."""
        table = self.table
        play = replace(table.play, events=()) if table.is_playing else None  # a replay hasn't got them
        return table.lobby, play, table.rounds, table.question_id, table.shuffle, table.terms, table.is_closed

    def _sees(self, change):
        lobby = None if change.lobby is None else Lobby.from_json(change.lobby, self.played.game.state)
        self.model.sees(self.terms, change, lobby)

    def verify(self):
        """Nothing fails unseen, and everybody has what the model says, and the table the rest."""
        if self.faults:
            raise self.faults[0]
        self.does(self._verify_chips())

    async def _verify_chips(self):
        accounts = [*(Account.member(GUILD, person) for person in PEOPLE), Account.table(GUILD, self.table.id)]
        async with self.live.lock:  # between two changes
            *purses, there = await self.store.read(lambda db: [balance_of(db, each) or 0 for each in accounts])
            assert dict(zip(PEOPLE, purses, strict=True)) == self.model.purses(self.table)
            assert self.table.is_playing or there == self.model.lying(self.table).total()


@pytest.mark.sampled
@pytest.mark.parametrize(("played", "mode"), [*stories.games("chips", "practice", "tournament")])
def test_whatever_people_press_no_chip_question_or_clock_is_lost(played, mode, new_file):
    for number in range(round(settings.default.max_examples * STORIES)):
        story = Stored(played, mode, number, new_file)
        try:
            for _ in range(EVENTS):
                if not story.table.is_closed:
                    story.goes_on()
                    story.verify()
        except BaseException as error:
            error.add_note(f"in story {number} of {played.game.name}, {mode}")
            raise
        finally:
            story.ends()
