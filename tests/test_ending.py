"""The process is told to stop while people play: what they pressed is answered, but nobody is waited for endlessly."""

import asyncio
import json
import re
import signal
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from aiohttp import web

from cogs.table.parts import BUTTON, Address
from data.store.store import Store
from data.tables.tables import Tables
from tables.blackjack.adapter import BlackjackGame
from tables.game import ShoeState
from tables.lobby import Lobby
from tests.fake_discord import MYSELF, TOKEN, FakeDiscord
from tests.tables.room import HOST, TERMS
from tests.test_bot import BOT, LAUNCH, MEMBER, PANEL, PATIENCE, PRESS, ended

WAITS = """
import sys
sys.path.insert(0, sys.argv[2].rpartition("/")[0])
from cogs.app.process import shutdown
shutdown.MOST_SECONDS = float(sys.argv[3])
"""
ANA, BEN = 7, 8
PUBLIC = {**PANEL, "flags": 1 << 15}
GUILD, CHANNEL = int(PRESS["guild_id"]), int(PRESS["channel_id"])


class HoldingDiscord(FakeDiscord):
    """Takes the bot's answers to presses, and confirms them only when it is `released`."""

    def __init__(self, *presses):
        super().__init__(events=[("INTERACTION_CREATE", press) for press in presses])
        self.held = asyncio.Queue()
        """The numbers of the presses that the bot has answered, as they come."""
        self.released = asyncio.Event()
        self.confirmed = []
        """Those for which the bot has waited until Discord confirmed them."""
        self.edits = 0
        """How often the bot has drawn the table without a press."""

    async def _request(self, request):
        path = request.match_info["path"]
        if path == f"channels/{CHANNEL}/messages/{PUBLIC['id']}":
            self.edits += 1
            return _json(PUBLIC)
        answered = re.fullmatch(r"interactions/(\d+)/.*/callback", path)
        if answered is None:
            return await super()._request(request)
        self.held.put_nowait(answered[1])
        await self.released.wait()
        if request.transport is not None and not request.transport.is_closing():
            self.confirmed.append(answered[1])
        return _json({"interaction": {"id": answered[1], "type": 3}, "resource": {"type": 7}})

    async def sends(self, press):
        """Somebody presses now."""
        await self.socket.send_json({"op": 0, "t": "INTERACTION_CREATE", "s": 99, "d": press})


def _json(answer):
    return web.Response(body=json.dumps(answer), headers={"Content-Type": "application/json"})


@pytest.fixture
async def table(room, store):
    """An open table of Blackjack with free seats, which the bot will find on the disk."""
    table = await room.open_tables.open(BlackjackGame(), guild=GUILD, channel=CHANNEL, host=HOST, terms=TERMS)
    await Tables(store).posted(GUILD, table.id, int(PUBLIC["id"]), datetime.now(UTC))
    await store.close()
    return table


@pytest.fixture
def sits(table):
    """A press of Sit by somebody, as Discord sends it."""

    def sits(number, person):
        member = {**MEMBER, "user": {**MEMBER["user"], "id": str(person)}}
        address = f"{BUTTON}:{Address(table.id, table.question_id, 'sit')}"
        return {
            **PRESS,
            "id": str(number),
            "member": member,
            "message": PUBLIC,
            "data": {"custom_id": address, "component_type": 2, "id": 3},
        }

    return sits


@pytest.fixture
async def start(folder, env_file):
    """Starts the bot, which waits so many seconds for its answers when it is told to stop."""
    env_file(f"DISCORD_TOKEN={TOKEN}", "DATABASE_PATH=bot.sqlite3")
    bots = []

    async def start(discord, seconds):
        command = (sys.executable, "-c", WAITS + LAUNCH, discord.address, str(BOT), str(seconds))
        pipes = {"stdout": asyncio.subprocess.PIPE, "stderr": asyncio.subprocess.PIPE}
        bots.append(await asyncio.create_subprocess_exec(*command, cwd=folder, env={"PATH": ""}, **pipes))
        return bots[-1]

    yield start
    for bot in bots:
        if bot.returncode is None:
            bot.kill()
            await bot.wait()


async def logged(bot, line):
    """Wait until the bot has logged this."""
    while line not in (said := (await asyncio.wait_for(bot.stderr.readline(), PATIENCE)).decode()):
        assert said, "the bot has ended"


async def seated(folder, table):
    """Who has a seat, on the disk."""
    store = await Store.open(Path(folder) / "bot.sqlite3")
    saved = await Tables(store).get(table.id)
    await store.close()
    return {person for person in Lobby.from_json(saved.lobby, ShoeState).seats if person is not None}


@pytest.mark.thorough
@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGINT])
async def test_presses_that_are_under_way_are_answered_before_the_process_ends(start, folder, table, sits, name):
    async with HoldingDiscord(sits(801, ANA)) as discord:
        bot = await start(discord, PATIENCE)
        assert await asyncio.wait_for(discord.held.get(), PATIENCE) == "801"
        bot.send_signal(name)
        await logged(bot, "the bot ends; 1 answers are under way")
        await discord.sends(sits(802, BEN))
        assert await asyncio.wait_for(discord.held.get(), PATIENCE) == "802"
        discord.released.set()
        await logged(bot, "all answers have arrived")
        status, _, stderr = await ended(bot)
    assert status == 0
    assert discord.confirmed == ["801", "802"]
    assert discord.edits == 1  # the second press was acknowledged while the first was being answered
    assert "Traceback" not in stderr
    assert await seated(folder, table) == {ANA, BEN}


@pytest.mark.thorough
async def test_an_answer_that_never_arrives_holds_up_the_end_for_so_long_and_no_longer(start, folder, table, sits):
    async with HoldingDiscord(sits(801, ANA)) as discord:
        bot = await start(discord, 0.2)
        await asyncio.wait_for(discord.held.get(), PATIENCE)
        bot.send_signal(signal.SIGTERM)
        await logged(bot, "the bot ends after 0.2 seconds without all answers; the next start shows them")
        status, _, stderr = await ended(bot)
    assert status == 0
    assert "Traceback" not in stderr
    assert await seated(folder, table) == {ANA}


@pytest.mark.thorough
async def test_where_people_keep_pressing_nothing_new_is_listened_to_and_what_has_arrived_is_answered(
    start, folder, table, sits
):
    async with HoldingDiscord(sits(801, ANA)) as discord:
        bot = await start(discord, 1)
        await asyncio.wait_for(discord.held.get(), PATIENCE)
        bot.send_signal(signal.SIGTERM)
        await logged(bot, "1 answers are under way")
        await logged(bot, "nothing more is listened to")
        await discord.sends(sits(802, BEN))
        discord.released.set()
        await logged(bot, "all answers have arrived")
        status, _, _ = await ended(bot)
    assert status == 0
    assert discord.confirmed == ["801"]
    assert await seated(folder, table) == {ANA}


@pytest.mark.thorough
async def test_a_second_signal_waits_for_no_answer(start, folder, table, sits):
    async with HoldingDiscord(sits(801, ANA)) as discord:
        bot = await start(discord, PATIENCE)
        await asyncio.wait_for(discord.held.get(), PATIENCE)
        bot.send_signal(signal.SIGTERM)
        await logged(bot, "the bot ends;")
        bot.send_signal(signal.SIGTERM)
        status, _, stderr = await ended(bot)
    assert status == 0
    assert "answers" not in stderr
    assert "Traceback" not in stderr
    assert await seated(folder, table) == {ANA}


async def test_the_owners_drain_ends_the_process_like_a_signal(start, env_file, table):
    env_file(f"DISCORD_TOKEN={TOKEN}", "DATABASE_PATH=bot.sqlite3", f"OWNER_GUILD_ID={GUILD}")
    data = {"custom_id": "drain:go:5", "component_type": 2, "id": 3}
    owner = {**MEMBER, "user": MYSELF}
    async with HoldingDiscord({**PRESS, "id": "801", "member": owner, "data": data}) as discord:
        discord.released.set()
        bot = await start(discord, PATIENCE)
        await logged(bot, f"{MYSELF['id']} drains the bot")
        await logged(bot, "the drain is over; 0 rounds are in play")
        await logged(bot, "all answers have arrived")
        status, _, stderr = await ended(bot)
    assert status == 0
    assert discord.confirmed == ["801"]
    assert "Traceback" not in stderr
