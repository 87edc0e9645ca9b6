"""Processes of one bot on one database: each has its shards, and a replacement takes over when one has ended."""

import asyncio
import json
import signal
import sys

import pytest

from data.store.store import Store
from data.tables.tables import Tables
from tables.game import ShoeState
from tables.lobby import Lobby
from tests import test_bot, test_ending
from tests.fake_discord import TOKEN, FakeDiscord, _json
from tests.test_bot import BOT, PATIENCE, ended, said
from tests.test_ending import ANA, BEN, GUILD, HoldingDiscord

table, sits = test_ending.table, test_ending.sits

COMMANDS = [{"id": "1", "name": "chips"}]


class Syncing(FakeDiscord):
    """Keeps the lists of commands that it is told, and waits with its answer until `takes_commands`."""

    def __init__(self, **how):
        super().__init__(**how)
        self.told = []
        self.was_told = asyncio.Event()
        self.takes_commands = asyncio.Event()
        self.takes_commands.set()

    async def _request(self, request):
        if request.method == "PUT" and request.match_info["path"] == "applications/105/commands":
            self.told.append(json.loads(await request.text()))
            self.was_told.set()
            await self.takes_commands.wait()
            return _json(COMMANDS)
        return await super()._request(request)


@pytest.fixture
def url(new_database):
    """The database that all processes share."""
    return new_database("postgres")


@pytest.fixture
async def store(open_store, url):
    return await open_store(url)


@pytest.fixture
async def start(folder, url):
    """`await start(discord, "0-1")` starts a process with these of four shards."""
    settings = {"DISCORD_TOKEN": TOKEN, "DATABASE_URL": url.text, "SHARD_COUNT": "4"}
    bots = []

    async def start(discord, shards):
        command = (sys.executable, "-c", test_bot.LAUNCH, discord.address, str(BOT))
        pipes = {"stdout": asyncio.subprocess.PIPE, "stderr": asyncio.subprocess.PIPE}
        env = {"PATH": "", "THINKERS": "0", **settings, "SHARD_IDS": shards}
        bots.append(await asyncio.create_subprocess_exec(*command, cwd=folder, env=env, **pipes))
        return bots[-1]

    yield start
    for bot in bots:
        if bot.returncode is None:
            bot.kill()
            await bot.wait()


async def stop(*bots):
    for bot in bots:
        bot.send_signal(signal.SIGTERM)
    for bot in bots:
        status, _, stderr = await ended(bot)
        assert (status, "Traceback" in stderr) == (0, False)


async def sessions(discord, *wanted):
    """Wait until these shards have been opened, those of before included."""
    if len(discord.identified) < len(wanted):
        discord.shards = len(wanted)
        discord.is_connected.clear()
        await asyncio.wait_for(discord.is_connected.wait(), PATIENCE)
    assert sorted(discord.identified) == [[shard, 4] for shard in sorted(wanted)]


@pytest.mark.thorough
async def test_processes_have_their_shards_and_one_tells_discord_the_commands(start):
    async with Syncing() as discord:
        bots = [await start(discord, shards) for shards in ("0", "1", "3")]
        await sessions(discord, 0, 1, 3)
        await stop(*bots)
    assert len(discord.told) == 1


async def test_when_the_process_that_tells_the_commands_is_killed_another_one_does(start):
    async with Syncing() as discord:
        discord.takes_commands.clear()
        first = await start(discord, "0")
        await asyncio.wait_for(discord.was_told.wait(), PATIENCE)
        second = await start(discord, "1")
        await said(second, "waiting for the list of commands, which another process has")
        first.kill()
        discord.takes_commands.set()
        await sessions(discord, 1)
        await stop(second)
    assert len(discord.told) == 2


@pytest.mark.thorough
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
async def test_a_replacement_opens_its_session_when_the_process_before_has_ended(start, how):
    async with Syncing() as discord:
        first, other = await start(discord, "2"), await start(discord, "0")
        await sessions(discord, 0, 2)
        second = await start(discord, "2")
        await said(second, "waiting for shard 2 of 4, which another process has")
        assert len(discord.identified) == 2
        first.send_signal(how)
        await first.wait()
        await sessions(discord, 0, 2, 2)
        await stop(second, other)


@pytest.mark.thorough
async def test_a_replacement_that_waits_can_be_stopped(start):
    async with Syncing() as discord:
        first = await start(discord, "2")
        await sessions(discord, 2)
        second = await start(discord, "1-2")
        await said(second, "waiting for shard 2 of 4, which another process has")
        await stop(second)
        third = await start(discord, "1")
        await sessions(discord, 1, 2)
        await stop(first, third)


async def seated(url, table):
    """Who has a seat, in the database."""
    store = await Store.open(url)
    saved = await Tables(store).get(table.id)
    await store.close()
    return {person for person in Lobby.from_json(saved.lobby, ShoeState).seats if person is not None}


@pytest.mark.thorough
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
async def test_a_table_continues_in_the_replacement_with_every_press_that_was_answered(start, url, table, sits, how):
    mine = str((GUILD >> 22) % 4)
    async with HoldingDiscord() as discord:
        discord.released.set()
        other = await start(discord, "2")
        await sessions(discord, 2)
        first = await start(discord, mine)
        await sessions(discord, 0, 2)
        second = await start(discord, mine)
        await said(second, "waiting for shard 0 of 4, which another process has")
        await discord.sends(sits(801, ANA))
        assert await asyncio.wait_for(discord.held.get(), PATIENCE) == "801"
        first.send_signal(how)
        await first.wait()
        await sessions(discord, 0, 0, 2)
        await discord.sends(sits(802, BEN))
        assert await asyncio.wait_for(discord.held.get(), PATIENCE) == "802"
        await stop(other, second)
    assert await seated(url, table) == {ANA, BEN}
