"""Processes of one bot on one database: each has its shards, and a replacement takes over when one has ended."""

import asyncio
import itertools
import json
import signal
from collections import Counter
from datetime import UTC, datetime

import discord
import pytest

from cogs.table.parts import BUTTON, Address
from data.store.store import Store
from data.tables.tables import Tables
from tables.blackjack.blackjack_adapter import BlackjackGame
from tests import bot_process
from tests.bot_process import PATIENCE, assert_one_sentence, ended, happens, said, stopped
from tests.fake_discord import COMMANDS, MESSAGE, TOKEN, FakeDiscord, TakingDiscord, as_json, pressed
from tests.tables.room import HOST, TERMS, Room
from tests.test_ending import seated
from tools.world.fake_discord import CHANNEL

start_bot = bot_process.start_bot


class Syncing(FakeDiscord):
    """Keeps the lists of commands that it is told, and waits with its answer until `takes_commands`."""

    def __init__(self, **how):
        super().__init__(**how)
        self.told = []
        self.was_told = asyncio.Event()
        self.takes_commands = asyncio.Event()
        self.takes_commands.set()

    async def _requested(self, request):
        if request.method == "PUT" and request.match_info["path"] == COMMANDS:
            self.told.append(json.loads(await request.text()))
            self.was_told.set()
            await self.takes_commands.wait()
            return as_json([{"id": "1", "name": "chips"}])
        return await super()._requested(request)


@pytest.fixture
def url(new_database):
    """The database that all processes share."""
    return new_database("postgres")


@pytest.fixture
def start(start_bot, url):
    """`await start(discord, "0-1")` starts a process with these of four shards."""
    settings = {"DISCORD_TOKEN": TOKEN, "DATABASE_URL": url.text, "THINKERS": "0", "SHARD_COUNT": "4"}
    return lambda discord, shards, **how: start_bot(discord, **settings, SHARD_IDS=shards, **how)


async def sessions(discord, *wanted):
    """Wait until these shards have been opened, those of before included."""
    if len(discord.identified) < len(wanted):
        discord.shards = len(wanted)
        discord.is_connected.clear()
        await happens(discord.is_connected)
    assert sorted(discord.identified) == [[shard, 4] for shard in sorted(wanted)]


@pytest.mark.thorough
async def test_processes_have_their_shards_and_one_tells_discord_the_commands(start):
    async with Syncing() as discord:
        bots = [await start(discord, shards) for shards in ("0", "1", "3")]
        for bot in bots:
            await said(bot, "ready as")
        await happens(discord.was_told)
        await sessions(discord, 0, 1, 3)
        await asyncio.gather(*map(stopped, bots))
    assert len(discord.told) == 1


async def test_nobody_waits_for_the_process_that_tells_the_commands_and_when_it_is_killed_another_one_does(start):
    async with Syncing() as discord:
        discord.takes_commands.clear()
        first = await start(discord, "0")
        await happens(discord.was_told)
        second = await start(discord, "1")
        await said(second, "waiting for the list of commands, which another process has")
        await sessions(discord, 0, 1)
        first.kill()
        discord.takes_commands.set()
        await said(second, "commands synced to all servers")
        await stopped(second)
    assert len(discord.told) == 2


async def test_a_replacement_has_its_sessions_at_once_and_before_it_takes_over(start):
    async with Syncing(at_once=4) as discord:
        first = await start(discord, "0-3")
        await sessions(discord, 0, 1, 2, 3)
        second = await start(discord, "0-3")
        await said(second, "waiting for shard 0 of 4, which another process has")
        await said(second, "ready to take over")
        await sessions(discord, 0, 0, 1, 1, 2, 2, 3, 3)
        await stopped(first)
        await said(second, "ready as")
        await stopped(second)
    assert len(discord.identified) == 8


@pytest.mark.thorough
async def test_a_replacement_that_waits_can_be_stopped(start):
    async with Syncing() as discord:
        first = await start(discord, "2")
        await sessions(discord, 2)
        second = await start(discord, "1-2")
        await said(second, "ready to take over")
        await stopped(second)
        third = await start(discord, "1")
        await sessions(discord, 1, 1, 2, 2)
        await asyncio.gather(stopped(first), stopped(third))


async def test_a_replacement_that_discord_refuses_says_so_and_leaves_the_shards_where_they_are(start):
    async with Syncing() as discord:
        first = await start(discord, "2")
        await sessions(discord, 2)
        discord.closes_with = 4011
        status, _, stderr = await ended(await start(discord, "2"))
        sentence = "The bot is in too many servers for its shards; raise SHARD_COUNT in all processes, or empty it."
        assert_one_sentence(status, stderr, sentence)
        await stopped(first)


FAILS = """
from cogs.app.process.sessions import Sessions
from data.store.errors import StoreError

follow = Sessions.follow

def follow_and_fail(app):
    follow(app)
    app.stop_for(StoreError("The disk is full."))

Sessions.follow = follow_and_fail
"""


@pytest.mark.thorough
async def test_a_replacement_whose_disk_fails_while_it_waits_ends(start):
    async with Syncing() as discord:
        first = await start(discord, "2")
        await sessions(discord, 2)
        status, _, stderr = await ended(await start(discord, "2", before=FAILS))
        assert (status, stderr.splitlines()[-1]) == (1, "The disk is full.")
        await stopped(first)


# Replaced under load

GUILDS = 1 << 22, 2 << 22
"""Of shard 1 and of shard 2."""
PEOPLE = (11, 12, 13, 14)
PAUSE = 0.01
"""Seconds between two presses in one server."""
PRESSES = 50
"""In each server before one process is replaced, and then again."""


class Sessions(TakingDiscord):
    """Tells all sessions of a shard of a press, and knows which were answered."""

    def __init__(self):
        super().__init__(shards=2)
        self.came = asyncio.Condition()
        """Notified of a new session."""
        self.answers = Counter()
        """How often each press was answered."""

    async def _answered(self, _request, press):
        self.answers[int(press)] += 1
        return self.taken(press)

    async def opened(self, _shard):
        async with self.came:
            self.came.notify_all()

    async def session(self, shard):
        """Wait until a shard has one."""
        async with self.came, asyncio.timeout(PATIENCE):
            await self.came.wait_for(lambda: self.sessions[shard])

    def tell(self, press):
        self.bring(press, (int(press["guild_id"]) >> 22) % 4)


def press_numbers():
    """Of presses, in which the time is when they were made."""
    last = 0
    while True:
        last = max(last + 1, discord.utils.time_snowflake(discord.utils.utcnow()))
        yield last


class Presses:
    """People of one server who sit down and leave again, one press after the other, wherever its shard is served."""

    def __init__(self, there, table, numbers):
        self._there, self.table, self._numbers = there, table, numbers
        self.sent = {}
        """The number of each press, and who pressed what."""
        self._turns = itertools.cycle([(person, deed) for deed in ("sit", "leave") for person in PEOPLE])

    async def press(self, times):
        for _ in range(times):
            (person, deed), number = next(self._turns), next(self._numbers)
            self.sent[number] = (person, deed)
            address = f"{BUTTON}:{Address(self.table.id, self.table.question_id, deed)}"
            self._there.tell(pressed(number, person, address, self.table.guild))
            await asyncio.sleep(PAUSE)

    def unanswered(self):
        return set(self.sent) - set(self._there.answers)

    def sitting(self):
        """Whoever has sat down by the latest of their presses that was answered."""
        latest = dict(self.sent[number] for number in self.sent if number in self._there.answers)
        return {person for person, deed in latest.items() if deed == "sit"}


@pytest.fixture
async def tables(url, entropy, clock, shoes):
    """A table in each of the two servers."""
    store = await Store.open(url)
    room = Room(store, entropy, clock, shoes)
    opened = [
        (await room.open_tables.open(BlackjackGame(), guild=guild, channel=CHANNEL, host=HOST, terms=TERMS)).table
        for guild in GUILDS
    ]
    for table in opened:
        await Tables(store).posted(table.guild, table.id, MESSAGE, datetime.now(UTC))
    room.open_tables.stop()
    await store.close()
    return opened


@pytest.mark.thorough
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
async def test_a_process_is_replaced_while_people_press_and_nothing_acknowledged_is_lost(
    start, url, tables, how, record_property
):
    async with Sessions() as there:
        other, leaving = await start(there, "2"), await start(there, "1")
        for bot in (other, leaving):
            await said(bot, "ready as")
        numbers = press_numbers()
        theirs, others = (Presses(there, table, numbers) for table in tables)
        await asyncio.gather(theirs.press(PRESSES), others.press(PRESSES))
        replacement = await start(there, "1")
        await said(replacement, "ready to take over")
        pressing = [asyncio.create_task(each.press(10**9)) for each in (theirs, others)]
        if how is signal.SIGTERM:
            await stopped(leaving)
        else:
            while theirs.unanswered():  # noqa: ASYNC110 - nobody is told of an answer
                await asyncio.sleep(PAUSE)
            leaving.kill()
            await leaving.wait()
        await said(replacement, "ready as")
        for each in pressing:
            each.cancel()
        await theirs.press(PRESSES)
        await asyncio.gather(stopped(other), stopped(replacement))
    assert others.unanswered() == set(), "nobody notices in the servers of the other process"
    assert set(there.answers.values()) == {1}
    sent = list(theirs.sent)
    lost = [sent.index(number) for number in sorted(theirs.unanswered())]
    assert lost[0] >= PRESSES
    assert lost == list(range(lost[0], lost[-1] + 1)), "there is one gap"
    assert lost[-1] < len(sent) - PRESSES
    record_property("presses that nobody answered", len(lost))
    for presses in (theirs, others):
        if how is signal.SIGTERM:
            assert await seated(url, presses.table) & set(PEOPLE) == presses.sitting()
