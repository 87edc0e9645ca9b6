"""The process is told to stop while people play: what they pressed is answered, but nobody is waited for endlessly."""

import asyncio
import signal
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cogs.table.parts import BUTTON, Address
from data.store.store import Store
from data.tables.tables import Tables
from tables.blackjack.blackjack_adapter import BlackjackGame
from tables.game import ShoeState
from tables.lobby import Lobby
from tests import bot_process
from tests.bot_process import PATIENCE, ended, said
from tests.fake_discord import MESSAGE, TOKEN, TakingDiscord, pressed
from tests.tables.room import HOST, TERMS
from tools.world.fake_discord import BOT, CHANNEL, GUILD

start_bot = bot_process.start_bot

ANA, BEN = 7, 8


class HoldingDiscord(TakingDiscord):
    """Takes the bot's answers to presses, and confirms them only when it is `released`."""

    def __init__(self, *presses):
        super().__init__(events=[("INTERACTION_CREATE", press) for press in presses])
        self.held = asyncio.Queue()
        """The numbers of the presses that the bot has answered, as they come."""
        self.released = asyncio.Event()
        self.confirmed = []
        """Those for which the bot has waited until Discord confirmed them."""

    async def _answered(self, request, press):
        self.held.put_nowait(press)
        await self.released.wait()
        if request.transport is not None and not request.transport.is_closing():
            self.confirmed.append(press)
        return self.taken(press)

    async def answered(self):
        return await asyncio.wait_for(self.held.get(), PATIENCE)


@pytest.fixture
async def table(room, store):
    """An open table of Blackjack with free seats, which the bot will find on the disk."""
    live = await room.open_tables.open(BlackjackGame(), guild=GUILD, channel=CHANNEL, host=HOST, terms=TERMS)
    table = live.table
    await Tables(store).posted(GUILD, table.id, MESSAGE, datetime.now(UTC))
    await store.close()
    return table


@pytest.fixture
def sits(table):
    """A press of Sit by somebody, as Discord sends it."""
    return lambda number, person: pressed(number, person, f"{BUTTON}:{Address(table.id, table.question_id, 'sit')}")


@pytest.fixture
def start(start_bot, env_file):
    """Starts the bot, which waits so many seconds for its answers when it is told to stop."""
    env_file(f"DISCORD_TOKEN={TOKEN}", "DATABASE_PATH=bot.sqlite3", f"OWNER_GUILD_ID={GUILD}")
    waits = "from cogs.app.process import shutdown\nshutdown.MOST_SECONDS = {}\n"
    return lambda discord, seconds: start_bot(discord, before=waits.format(seconds))


async def seated(where, table):
    """Who has a seat, on the disk."""
    store = await Store.open(where)
    saved = await Tables(store).get(table.id)
    await store.close()
    return {person for person in Lobby.from_json(saved.lobby, ShoeState).seats if person is not None}


async def ends(bot):
    status, _, stderr = await ended(bot)
    assert (status, "Traceback" in stderr) == (0, False)
    return stderr


@pytest.mark.thorough
@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGINT])
async def test_presses_that_are_under_way_are_answered_before_the_process_ends(start, folder, table, sits, name):
    async with HoldingDiscord(sits(801, ANA)) as discord:
        bot = await start(discord, PATIENCE)
        assert await discord.answered() == "801"
        bot.send_signal(name)
        await said(bot, "the bot ends; 1 answers are under way")
        discord.bring(sits(802, BEN))
        assert await discord.answered() == "802"
        discord.released.set()
        await said(bot, "all answers have arrived")
        await ends(bot)
    assert discord.confirmed == ["801", "802"]
    assert discord.edits == 1  # the second press was acknowledged while the first was being answered
    assert await seated(Path(folder, "bot.sqlite3"), table) == {ANA, BEN}


@pytest.mark.thorough
@pytest.mark.parametrize("how", ["it never arrives", "people keep pressing", "a second signal comes"])
async def test_for_an_answer_the_end_waits_so_long_and_no_longer(start, folder, table, sits, how):
    async with HoldingDiscord(sits(801, ANA)) as discord:
        bot = await start(discord, {"it never arrives": 0.2, "people keep pressing": 1}.get(how, PATIENCE))
        await discord.answered()
        bot.send_signal(signal.SIGTERM)
        if how == "it never arrives":
            await said(bot, "the bot ends after 0.2 seconds without all answers; the next start shows them")
        elif how == "people keep pressing":
            await said(bot, "nothing more is listened to")
            discord.bring(sits(802, BEN))
            discord.released.set()
            await said(bot, "all answers have arrived")
        else:
            await said(bot, "the bot ends;")
            bot.send_signal(signal.SIGTERM)
        assert "answers" not in await ends(bot)
    assert discord.confirmed == (["801"] if how == "people keep pressing" else [])
    assert await seated(Path(folder, "bot.sqlite3"), table) == {ANA}


HANGS = """
import asyncio
import bot
from cogs.app.bot import App

async def never(_app):
    await asyncio.Event().wait()

App.close = never
bot.ENDS_WITHIN = 0.5
"""


async def test_whatever_hangs_the_process_ends(start_bot, folder, env_file):
    env_file(f"DISCORD_TOKEN={TOKEN}", "DATABASE_PATH=bot.sqlite3")
    async with TakingDiscord() as discord:
        bot = await start_bot(discord, before=HANGS)
        await said(bot, "ready as")
        bot.send_signal(signal.SIGTERM)
        status, _, stderr = await ended(bot)
    assert status == 1
    assert "something hangs, and the bot ends without it; what is on the disk is whole" in stderr


async def test_the_owners_drain_ends_the_process_like_a_signal(start, table):
    async with HoldingDiscord(pressed(801, BOT, "drain:go:5")) as discord:
        discord.released.set()
        bot = await start(discord, PATIENCE)
        await said(bot, f"{BOT} drains the bot")
        await said(bot, "the drain is over; 0 rounds are in play")
        await said(bot, "all answers have arrived")
        await ends(bot)
    assert discord.confirmed == ["801"]
