"""By what the health of the bot is told, and how little the asking costs."""

import asyncio
import math
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from cogs.app.process.health import LATE, UNANSWERED, Probe, Signs, age_of_latest
from cogs.app.process.lag import KEPT, Lag
from data.store.errors import StoreError


class Clock:
    def __init__(self):
        self.time = 100.0

    def __call__(self):
        return self.time


@pytest.fixture
def now():
    return Clock()


def test_healthy_is_who_is_connected_with_a_database_that_answers_and_a_loop_in_time():
    well = Signs({0: True, 1: True}, 0.001, 0.5, 0.01)
    assert well.is_healthy
    for ill in (
        {"shards": {0: True, 1: False}}, {"shards": {}}, {"database": None}, {"unanswered": UNANSWERED}, {"lag": LATE}
    ):  # fmt: skip
        assert not replace(well, **ill).is_healthy


# The event loop


def test_a_loop_in_time_is_not_late_and_one_that_is_late_right_now_counts_as_late(now):
    notes = []
    lag = Lag(notes.append, now)
    for _ in range(3):
        now.time += 1
        lag.look()
    assert (notes, lag.worst) == ([0, 0, 0], 0)
    now.time += 5
    assert lag.worst == 4


def test_a_delay_is_told_once_and_remembered_for_a_while(now):
    notes = []
    lag = Lag(notes.append, now)
    now.time += 3.5
    lag.look()
    for _ in range(KEPT - 1):
        now.time += 1
        lag.look()
    assert notes == [2.5] + [0] * (KEPT - 1)
    assert lag.worst == 2.5
    now.time += 1
    lag.look()
    assert lag.worst == 0


async def test_it_measures_by_itself_until_it_is_stopped():
    measured = asyncio.Event()
    lag = Lag(lambda _: measured.set())
    lag.start()
    await asyncio.wait_for(measured.wait(), 60)
    lag.stop()


# The database


class Slow:
    """Something that answers when it is told to."""

    def __init__(self):
        self.asked = 0
        self.answers = asyncio.Event()

    async def __call__(self):
        self.asked += 1
        await self.answers.wait()
        return 5


async def test_whoever_waits_too_long_learns_that_there_was_no_answer():
    slow = Slow()
    probe = Probe(slow)
    assert await probe.seconds(within=0) is None
    await probe.stop()


async def test_while_one_question_is_open_no_other_is_asked():
    slow = Slow()
    probe = Probe(slow)
    for _ in range(5):
        assert await probe.seconds(within=0) is None
    several = asyncio.gather(*(probe.seconds() for _ in range(5)))
    await asyncio.sleep(0)
    slow.answers.set()
    assert all(seconds >= 0 for seconds in await several)
    assert slow.asked == 1
    assert await probe.seconds() >= 0
    assert slow.asked == 2


async def test_a_database_that_has_failed_does_not_answer():
    async def fails():
        raise StoreError("The disk is full.")

    assert await Probe(fails).seconds() is None


def test_the_age_of_the_last_backup_is_told_by_its_name_and_endless_without_any(tmp_path):
    now = datetime(2026, 3, 15, 4, 15, 1, tzinfo=UTC)
    assert age_of_latest(tmp_path / "nowhere", now) == age_of_latest(tmp_path, now) == math.inf
    for name in ("bot-2026-03-14T041501Z.dump", "bot-2026-03-01T000000Z.sqlite3", "bot-tomorrow.dump", "bot.sqlite3"):
        (tmp_path / name).touch()
    (tmp_path / ".bot-2026-03-15T041500Z.dump-x.part").touch()
    assert age_of_latest(tmp_path, now) == 24 * 3600
