"""The timer of a table: it rings at its moment and not before, even when that is a day away; and at half time."""

import asyncio
from datetime import timedelta
from functools import partial

import pytest

from tables.clock import Pace, Timer, Timers
from tests.tables.room import ANA, BEN, CY

DAY = timedelta(days=1)


async def passes(clock, seconds):
    """So much time passes, and what rings does it."""
    clock.move(seconds)
    await asyncio.sleep(0.01)


async def test_a_timer_rings_at_its_moment_and_not_before(clock):
    rings = []
    timer = Timer(lambda: rings.append(1))
    timer.set(DAY / timedelta(seconds=1))
    await passes(clock, 86_000)
    assert (rings, timer.has_rung) == ([], False)
    await passes(clock, 401)
    assert (rings, timer.has_rung) == ([1], True)


@pytest.mark.parametrize(
    ("second", "quiet", "rings_after"),
    [(None, 100, None), (15, 11, 4), (5, 4, 1)],
    ids=["off", "later", "earlier"],
)
async def test_a_timer_that_was_set_again_forgets_its_first_moment(clock, second, quiet, rings_after):
    rings = []
    timer = Timer(lambda: rings.append(1))
    timer.set(10)
    timer.set(second)
    await passes(clock, quiet)
    assert (rings, timer.has_rung) == ([], False)
    if rings_after is not None:
        await passes(clock, rings_after)
        await passes(clock, 30)
        assert (rings, timer.has_rung) == ([1], True)


async def test_nobody_is_called_at_half_of_a_time_that_is_over_when_the_next_calls_nobody(clock):
    rings = []
    names = ("time_up", "half_time", "wake_up", "forced")
    timers = Timers(**{name: partial(rings.append, name) for name in names})
    timers.give(30, calls=True)
    clock.move(10)
    timers.give(8, calls=False)
    await passes(clock, 6)
    assert rings == []
    timers.give(None, calls=False)
    timers.give(8, calls=True)
    await passes(clock, 4)
    assert rings == ["half_time"]


async def called(table):
    """The people whom the table calls next."""
    people = asyncio.get_running_loop().create_future()
    before, table.on_call = table.on_call, people.set_result
    try:
        return await asyncio.wait_for(people, 5)
    finally:
        table.on_call = before


async def test_the_player_whose_turn_it_is_is_called_when_half_of_the_time_is_over(room):
    table = await room.open()
    await room.in_play(table, "2S 3D", dealer="9H", then="4C KC 8C")
    room.clock.move(16)
    assert await called(table) == {ANA}


async def test_at_the_slow_pace_that_player_is_called_after_half_a_day(room, hall):
    table = await hall.started(players=2, pace=Pace.SLOW)
    (seat,) = table.play.to_act
    assert table.deadline - room.clock.now() > DAY - timedelta(seconds=5)
    room.clock.move(43_201)
    assert await called(table) == {(ANA, BEN)[seat]}
    await room.pass_time(table, 43_201)
    assert table.play.steps == 1


@pytest.mark.parametrize("hours", [-1, 1])
async def test_a_wall_clock_that_is_set_back_or_forward_changes_nobodys_time(room, hours):
    table = await room.open()
    await room.in_play(table, "10S 9S", "10D 9D", dealer="9H", then="8C")
    room.clock.set_wall(timedelta(hours=hours))
    room.clock.move(29)
    await room.sit(table, CY)  # gets the lock after whatever the change started
    assert table.play.steps == 0
    await room.pass_time(table, 2)
    assert table.play.steps == 1
    assert table.deadline - room.clock.now() < timedelta(seconds=31)
