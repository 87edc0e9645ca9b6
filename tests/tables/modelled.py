"""A process of the bot with one table, and a model that knows no card and no rule, only whose the chips are.

A member's chips move only by what a round, a match or the sale of a bank is said to have brought, as each change says
that is on the disk. The process can end at any moment, also between writing a change and believing it.
"""

import asyncio
import shutil
from collections import Counter
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory, mkdtemp

from data.check import open_for_check, problems
from data.ledger.chips import Chips
from data.ledger.ledger import Account, InsufficientChips, balance_of
from data.people import is_member
from data.store.store import Store
from data.tables.tables import Tables
from games.core import IllegalAction
from tables.draft import StaleClick, TableClosed, Unasked
from tables.lobby import Lobby
from tables.open_tables import OpenTables
from tables.services import Services
from tables.table import Wanted
from tests.tables.room import ANA, BEN, CY, GUILD
from tools.torture.jumping_loop import JumpingLoop

DEE = 104
PEOPLE = (ANA, BEN, CY, DEE)
PURSE = 1000
REFUSALS = (IllegalAction, StaleClick, TableClosed, Unasked, InsufficientChips)


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


class Modelled:
    """One table after the other in one server, of the game that is `played`."""

    played = None

    def __init__(self):
        super().__init__()
        self.loop = JumpingLoop()
        self.folder = TemporaryDirectory()
        self.file = Path(self.folder.name) / "bot.sqlite3"
        shutil.copy(_empty_database(), self.file)
        self.seeds = Random(0)
        self.faults = []
        self.options = None
        """The house options that the server wants, None for those of the table."""
        self.lobby = None
        """The lobby on the disk."""
        self.worth = dict.fromkeys(PEOPLE, PURSE)
        """What members would have if the running round were void, and no bet lay at the table."""
        self.live = None
        self.does(self._start())
        for person in PEOPLE:
            self.does(Chips(self.store).open_member(GUILD, person, PURSE, self.now()))

    def does(self, work):
        return self.loop.run_until_complete(work)

    def now(self):
        return datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=self.loop.time() % 10**6)

    # A process begins and ends

    async def _start(self):
        self.store = await Store.open(self.file, now=self.now())
        self.tables = Witnessed(self.store, self._seen)
        services = Services(
            self.tables,
            self.now,
            lambda: self.seeds.randbytes(32),
            lambda _table, error: self.faults.append(error),
            lambda table: Wanted(self.options or table.terms.options),
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

    async def again(self):
        """The next process, with the table as it comes back; one that has closed doesn't."""
        await self._end()
        await self._start()
        self.live.drop()
        self.live = self.open_tables.find(self.live.table.id) or self.live

    async def killed_while(self, press):
        """The process dies when what `press` does is on the disk. Returns whether it has done anything."""
        self.tables.dies, died = True, asyncio.ensure_future(self.tables.died.wait())
        pressed = asyncio.ensure_future(press)
        await asyncio.wait([pressed, died], return_when=asyncio.FIRST_COMPLETED)
        if pressed.done():
            pressed.exception()
        is_written = died.done()
        await self.again()
        return is_written

    def teardown(self):
        try:
            self.does(self._end())
            with open_for_check(self.file) as db:
                assert problems(db) == []
        finally:
            self.loop.close()
            self.folder.cleanup()

    # Presses

    def taken(self, press):
        """Whether `press` was taken. If not, nothing has changed."""
        before = believed(self.live)
        (error,) = self.at_once(press)
        if isinstance(error, (IllegalAction, StaleClick, TableClosed)):
            assert believed(self.live) == before
        return error is None

    def at_once(self, *presses):
        """What becomes of each of `presses`: None, or a refusal."""

        async def pressed():
            return await asyncio.gather(*presses, return_exceptions=True)

        done = self.does(pressed())
        for error in done:
            if error is not None and not isinstance(error, REFUSALS):
                raise error
        return done

    # Whose the chips are

    def _seen(self, change):
        """A change is on the disk, with what it has brought people."""
        for result in change.results:
            self.moves(result.user_id, result.net)
        if change.lobby is not None:
            lobby = Lobby.from_json(change.lobby, self.played.game.state)
            self.moved_besides(self.lobby or lobby, lobby)
            self.lobby = lobby

    def moves(self, person, chips):
        if is_member(person) and not self.live.table.terms.mode.is_practice:
            self.worth[person] += chips

    def moved_besides(self, before, after):
        """What moves with a change of the lobby, and in no round."""

    def kept(self, lobby):
        """The chips that each person has at the table for longer than a round."""
        return {}

    def verify_chips(self):
        """Everybody has what the model says, and the table the rest."""
        table = self.live.table
        lobby, play, own = table.lobby, table.play, Account.table(GUILD, table.id)
        lying = Counter(lobby.staked()) + Counter(self.kept(lobby))
        if table.terms.mode.is_practice or table.is_closed:
            lying = Counter()
        expected = Counter(self.worth)
        expected.subtract({person: chips for person, chips in lying.items() if is_member(person)})
        is_over = table.is_closed  # and a process that was killed then believes in its last round for ever
        if table.is_playing and not is_over and not table.terms.mode.is_practice:
            nets = {play.setup.user_id_in(seat): net for seat, net in play.nets.items()}
            expected.update({person: net for person, net in nets.items() if is_member(person)})
        accounts = [*(Account.member(GUILD, person) for person in PEOPLE), own]
        *purses, there = self.does(self.store.read(lambda db: [balance_of(db, each) or 0 for each in accounts]))
        assert dict(zip(PEOPLE, purses, strict=True)) == dict(expected)
        assert table.is_playing or there == lying.total()


@cache
def _empty_database():
    """A new database, made once for all."""
    file = Path(mkdtemp()) / "empty.sqlite3"

    async def make():
        await (await Store.open(file)).close()

    asyncio.run(make())
    return file


def believed(live):
    """Everything that a table believes, its clock last."""
    table = live.table
    play = table.play if table.is_playing else None
    shuffle = table.seed, table.salt
    return table.lobby, play, table.rounds, table.question_id, *shuffle, table.is_closed, table.deadline
