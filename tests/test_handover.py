"""A rolling restart under load: one of two processes on a server is replaced while people press everywhere."""

import asyncio
import itertools
import json
import re
import signal
import time
from datetime import UTC, datetime

import pytest
from aiohttp import web

from cogs.table.parts import BUTTON, Address
from data.store.store import Store
from data.tables.tables import Tables
from tables.blackjack.adapter import BlackjackGame
from tables.game import ShoeState
from tables.lobby import Lobby
from tests import test_bot
from tests.fake_discord import TOKEN, FakeDiscord
from tests.tables.room import HOST, TERMS, Room
from tests.test_bot import MEMBER, PANEL, PATIENCE, PRESS, ended

start_bot = test_bot.start_bot

GUILDS = 1 << 22, 2 << 22
"""Of shard 1 and of shard 0."""
CHANNEL = 20
PEOPLE = (11, 12, 13, 14)
PAUSE = 0.01
"""Seconds between two presses in one server."""
BEFORE, AFTER = 50, 50
"""Presses in each server before the signal, and after the replacement is there."""


class Sessions(FakeDiscord):
    """Knows the latest session of each shard, and takes all answers."""

    def __init__(self):
        super().__init__(shards=2)
        self.sessions = {}
        self.came = asyncio.Condition()
        """Notified of a new session."""
        self.answered = {}
        """When each press was answered, by its number."""

    async def _request(self, request):
        path = request.match_info["path"]
        if path == f"channels/{CHANNEL}/messages/{PANEL['id']}":
            return _json({**PANEL, "flags": 1 << 15})
        answered = re.fullmatch(r"interactions/(\d+)/.*/callback", path)
        if answered is None:
            return await super()._request(request)
        self.answered[int(answered[1])] = time.monotonic()
        return _json({"interaction": {"id": answered[1], "type": 3}, "resource": {"type": 7}})

    async def _opened(self, shard, socket):
        async with self.came:
            self.sessions[shard] = socket
            self.came.notify_all()

    async def session(self, shard, besides=None):
        """The session of a shard, once there is another one than `besides`."""
        async with self.came:
            await self.came.wait_for(lambda: self.sessions.get(shard, besides) is not besides)
        return self.sessions[shard]


def _json(answer):
    return web.Response(body=json.dumps(answer), headers={"Content-Type": "application/json"})


class Presses:
    """People of one server who sit down and leave again, one press after the other, wherever its shard is served."""

    def __init__(self, there, table, numbers):
        self.there, self.table, self._numbers = there, table, numbers
        self.shard = (table.guild >> 22) % 2
        self.sent = {}
        """The number of each press that Discord could deliver, and who pressed what."""
        self._turns = itertools.cycle([(person, deed) for deed in ("sit", "leave") for person in PEOPLE])

    async def press(self, times):
        for _ in range(times):
            await self.press_once()
            await asyncio.sleep(PAUSE)

    async def press_once(self):
        person, deed = next(self._turns)
        number = next(self._numbers)
        socket = self.there.sessions[self.shard]
        if socket.closed:
            return
        self.sent[number] = (person, deed)
        await socket.send_json({"op": 0, "t": "INTERACTION_CREATE", "s": 99, "d": self._event(number, person, deed)})

    def _event(self, number, person, deed):
        address = f"{BUTTON}:{Address(self.table.id, self.table.question_id, deed)}"
        return {
            **PRESS,
            "id": str(number),
            "guild_id": str(self.table.guild),
            "member": {**MEMBER, "user": {**MEMBER["user"], "id": str(person)}},
            "message": {**PANEL, "flags": 1 << 15},
            "data": {"custom_id": address, "component_type": 2, "id": 3},
        }

    def unanswered(self):
        return set(self.sent) - set(self.there.answered)


@pytest.fixture
async def tables(new_database, entropy, clock, shoes):
    """A table in each of the two servers, and where they are."""
    where = new_database("postgres")
    store = await Store.open(where)
    room = Room(store, entropy, clock, shoes)
    opened = [
        await room.open_tables.open(BlackjackGame(), guild=guild, channel=CHANNEL, host=HOST, terms=TERMS)
        for guild in GUILDS
    ]
    for table in opened:
        await Tables(store).posted(table.guild, table.id, int(PANEL["id"]), datetime.now(UTC))
    room.open_tables.stop()
    await store.close()
    return where, opened


@pytest.mark.thorough
async def test_a_process_is_replaced_while_people_press_and_nothing_acknowledged_is_lost(
    start_bot, folder, env_file, tables, record_property
):
    where, opened = tables

    async def start(there, shard):
        env_file(
            f"DISCORD_TOKEN={TOKEN}", f"DATABASE_URL={where.text}", "THINKERS=0", "SHARD_COUNT=2", f"SHARD_IDS={shard}"
        )
        return await start_bot(there)

    async with Sessions() as there:
        other = await start(there, 0)
        await asyncio.wait_for(there.session(0), PATIENCE)
        leaving = await start(there, 1)
        last = await asyncio.wait_for(there.session(1), PATIENCE)
        numbers = itertools.count(1000)
        theirs, others = (Presses(there, table, numbers) for table in opened)
        await asyncio.gather(theirs.press(BEFORE), others.press(BEFORE))
        replacement = await start(there, 1)
        await test_bot.said(replacement, "waiting for shard 1 of 2, which another process has")

        pressing = asyncio.create_task(others.press(10**9))
        before = set(theirs.sent)
        leaving.send_signal(signal.SIGTERM)
        told = time.monotonic()
        status, _, stderr = await ended(leaving)
        gone = time.monotonic()
        assert (status, "Traceback" in stderr) == (0, False)
        await asyncio.wait_for(there.session(1, besides=last), PATIENCE)
        back = time.monotonic()
        await theirs.press(AFTER)
        pressing.cancel()
        for bot in (other, replacement):
            bot.send_signal(signal.SIGTERM)
            status, _, stderr = await ended(bot)
            assert (status, "Traceback" in stderr) == (0, False)
    assert before & theirs.unanswered() == set()
    assert others.unanswered() == set(), "nobody notices in the servers of the other process"
    assert theirs.unanswered() == set()
    store = await Store.open(where)
    for presses in (theirs, others):
        saved = await Tables(store).get(presses.table.id)
        latest = dict(presses.sent.values())
        seated = set(Lobby.from_json(saved.lobby, ShoeState).seats) & set(PEOPLE)
        assert seated == {person for person, deed in latest.items() if deed == "sit"}
    await store.close()
    record_property("presses", len(theirs.sent) + len(others.sent))
    record_property("seconds to end", round(gone - told, 2))
    record_property("seconds without a session", round(back - gone, 2))
