"""When a shard may begin its session with Discord, and who listens to it while two processes have one."""

import asyncio
import itertools
import logging
import random
from datetime import UTC, datetime, timedelta
from functools import partial
from types import SimpleNamespace

import discord
import pytest

from cogs.app.process.sessions import APART, Places, Sessions


class Now:
    """The present, in seconds; a test moves it."""

    def __init__(self):
        self.seconds = 1000.0

    def __call__(self):
        return self.seconds


@pytest.fixture
def now():
    return Now()


def test_shards_at_different_places_begin_at_once_and_those_at_one_place_five_seconds_apart(now):
    places = Places(16, now)
    assert [places.reserve(shard) for shard in range(16)] == [0] * 16
    assert [places.reserve(shard) for shard in (16, 17, 32)] == pytest.approx([APART, APART, 2 * APART])
    now.seconds += 2.5 * APART
    assert [places.reserve(shard) for shard in (18, 0, 48)] == pytest.approx([0, APART / 2, 1.5 * APART])


def test_until_discord_has_said_how_many_may_begin_it_is_one(now):
    places = Places(now=now)
    assert [places.reserve(shard) for shard in (3, 8, 3)] == pytest.approx([0, APART, 2 * APART])


@pytest.mark.parametrize("at_once", [1, 3, 16])
def test_whoever_asks_when_no_place_is_taken_too_early_and_nobody_waits_without_need(at_once, now):
    chance, places, begun = random.Random(at_once), Places(at_once, now), {}
    for _ in range(500):
        now.seconds += chance.choice((0, 0, 0.1, APART))
        shard = chance.randrange(40)
        latest = begun.setdefault(shard % at_once, [])
        at = now.seconds + places.reserve(shard)
        assert at == pytest.approx(max(now.seconds, latest[-1] + APART) if latest else now.seconds)
        latest.append(at)
    for times in begun.values():
        assert all(later - sooner >= 5 for sooner, later in itertools.pairwise(times))


# Behind another process


@pytest.fixture
async def bot():
    """One of several shards; `bot.heard` is what its listeners are told."""
    bot = Sessions(command_prefix="!", intents=discord.Intents.none())
    await bot._async_setup_hook()
    bot.heard = []

    async def hear(*what):
        bot.heard.append(what)

    for event in ("ready", "guild_remove"):
        bot.add_listener(partial(hear, event), f"on_{event}")
    yield bot
    await bot.close()


async def hears(bot, *told):
    """Whether its listeners have been told exactly this since the last time."""
    await asyncio.sleep(0)
    heard, bot.heard = bot.heard, []
    return heard == list(told)


async def test_whoever_follows_hears_nothing_before_it_takes_over_and_then_that_its_sessions_are_ready(bot, caplog):
    caplog.set_level(logging.INFO)
    bot.follow()
    assert bot.may_connect.is_set()
    bot.dispatch("guild_remove", 1)
    bot._ready.set()
    bot.dispatch("ready")
    assert await hears(bot)
    assert "ready to take over" in caplog.messages
    bot.take_over()
    assert await hears(bot, ("ready",))
    bot.dispatch("guild_remove", 2)
    assert await hears(bot, ("guild_remove", 2))


async def test_sessions_that_are_not_ready_when_it_takes_over_say_so_later(bot):
    bot.follow()
    bot.take_over()
    assert await hears(bot)
    bot.dispatch("ready")
    assert await hears(bot, ("ready",))


async def test_whoever_follows_nobody_hears_everything_once(bot):
    assert not bot.may_connect.is_set()
    bot._ready.set()
    bot.dispatch("ready")
    bot.take_over()
    assert await hears(bot, ("ready",))
    assert bot.is_asked(SimpleNamespace(created_at=datetime.min.replace(tzinfo=UTC)))


async def test_presses_of_the_time_before_it_has_taken_over_are_the_other_process_s_however_late_they_come(bot):
    bot.lateness = 0
    before, later = (SimpleNamespace(created_at=discord.utils.utcnow() + timedelta(hours=n)) for n in (-1, 1))
    bot.follow()
    assert not bot.is_asked(before)
    assert not bot.is_asked(later)
    bot.take_over()
    assert not bot.is_asked(before)
    assert bot.is_asked(later)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert bot.is_asked(before), "clocks may differ, and nothing comes so late"
