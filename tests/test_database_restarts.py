"""The server of the database is restarted under two bots that people press on: both stay, and nothing is lost."""

import asyncio
import itertools
import time

import psycopg
import pytest

from cogs.table.parts import BUTTON, Address
from data.store.where import PostgresUrl
from tests import test_many_processes as many
from tests.bot_process import PATIENCE, stopped
from tests.fake_discord import pressed
from tests.test_ending import seated
from tests.test_many_processes import PAUSE, PEOPLE, Sessions
from tools.torture.postgres import server_in

start_bot, start, tables = many.start_bot, many.start, many.tables

TAKEN = (6, 7)
"""The types of the answer to a press that counts: the table's message changes with it, or soon."""


@pytest.fixture
def server(tmp_path_factory):
    """A server of this test's own, which it stops and starts."""
    folder = tmp_path_factory.mktemp("server")
    for each in (folder, folder.parent, folder.parent.parent):
        each.chmod(0o777)
    server = server_in(folder)
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
        """Whether each press that was answered has changed its table."""
        self.took = asyncio.Condition()

    async def _answered(self, request, press):
        answer = await request.json()
        async with self.took:
            self.was_taken[int(press)] = answer["type"] in TAKEN
            self.took.notify_all()
        return await super()._answered(request, press)

    async def answer_to(self, number):
        """Whether that press has changed its table, once it is answered."""
        async with self.took, asyncio.timeout(PATIENCE):
            await self.took.wait_for(lambda: number in self.was_taken)
        return self.was_taken[number]


class Player:
    """Somebody who sits down and leaves again, and presses only after an answer."""

    def __init__(self, there, table, person, numbers):
        self._there, self._table, self._person, self._numbers = there, table, person, numbers
        self.sits = False
        self.refused = 0
        self.moves = asyncio.Condition()

    async def press_on(self):
        socket = self._there.sessions[(self._table.guild >> 22) % 4]
        while True:
            number = next(self._numbers)
            address = Address(self._table.id, self._table.question_id, "leave" if self.sits else "sit")
            event = pressed(number, self._person, f"{BUTTON}:{address}", self._table.guild)
            await socket.send_json({"op": 0, "t": "INTERACTION_CREATE", "s": 99, "d": event})
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
        at = {table: [Player(there, table, person, numbers) for person in PEOPLE[:3]] for table in tables}
        players = [player for each in at.values() for player in each]
        pressing = [asyncio.create_task(player.press_on()) for player in players]
        await all_move(players)
        await asyncio.to_thread(server.stop)
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
    for table, those in at.items():
        assert await seated(url, table) & set(PEOPLE) == {player._person for player in those if player.sits}
    assert refused or not seconds, "people are asked for a moment meanwhile"
