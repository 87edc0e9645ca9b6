"""The timer of a table: it rings at its moment and not before, even when that is a day away; and at half time."""

import asyncio
from datetime import timedelta

import pytest

from tables.clock import Pace
from tables.events import HalfTime, HaltOver, TimeUp
from tables.step import due
from tests.tables.room import ANA, BEN, CY

DAY = timedelta(days=1)


async def passes(room, live, seconds):
    """So much time passes, and what rings does it."""
    room.clock.move(seconds)
    await asyncio.sleep(0.05)
    async with live.lock:
        return live.table.is_closed


async def gives(live, seconds):
    """So much time begins at a table where nobody plays, which closes then; None for no end."""
    live.table = live.table.ticking(asyncio.get_running_loop().time(), seconds, None)
    await live.do(HaltOver())  # does nothing, but the timer is set


async def test_a_timer_rings_at_its_moment_and_not_before(room):
    live = await room.open()
    await gives(live, DAY / timedelta(seconds=1))
    assert not await passes(room, live, 86_000)
    assert await passes(room, live, 401)


@pytest.mark.parametrize(
    ("second", "quiet", "rings_after"),
    [(None, 100, None), (15, 11, 4), (5, 4, 1)],
    ids=["off", "later", "earlier"],
)
async def test_a_timer_that_was_set_again_forgets_its_first_moment(room, second, quiet, rings_after):
    live = await room.open()
    await gives(live, 10)
    await gives(live, second)
    assert not await passes(room, live, quiet)
    if rings_after is not None:
        version = live.table.version
        assert await passes(room, live, rings_after)
        assert await passes(room, live, 30)
        assert live.table.version == version + 1


async def test_nobody_is_called_at_half_of_a_time_that_is_over_when_the_next_calls_nobody(room):
    live = await room.open()
    await room.in_play(live, "2S 3D", dealer="9H", then="4C KC 8C")
    long = live.table.ticking(0, 30, None)
    assert due(long, 10, room.clock.now) == (5, HalfTime())
    short = long.ticking(10, 8, None)
    assert due(short, 16, room.clock.now) == (2, TimeUp())
    never = short.ticking(16, None, None)
    assert due(never, 16, room.clock.now) is None
    assert due(never.ticking(16, 16, None), 20, room.clock.now) == (4, HalfTime())


async def called(live):
    """The people whom the table calls next."""
    people = asyncio.get_running_loop().create_future()
    before, live.on_call = live.on_call, people.set_result
    try:
        return await asyncio.wait_for(people, 5)
    finally:
        live.on_call = before


async def test_the_player_whose_turn_it_is_is_called_when_half_of_the_time_is_over(room):
    live = await room.open()
    await room.in_play(live, "2S 3D", dealer="9H", then="4C KC 8C")
    room.clock.move(16)
    assert await called(live) == {ANA}


async def test_at_the_slow_pace_that_player_is_called_after_half_a_day(room, hall):
    live = await hall.started(players=2, pace=Pace.SLOW)
    (seat,) = live.table.play.to_act
    assert live.table.deadline - room.clock.now() > DAY - timedelta(seconds=5)
    room.clock.move(43_201)
    assert await called(live) == {(ANA, BEN)[seat]}
    await room.pass_time(live, 43_201)
    assert live.table.play.steps == 1


@pytest.mark.parametrize("hours", [-1, 1])
async def test_a_wall_clock_that_is_set_back_or_forward_changes_nobodys_time(room, hours):
    live = await room.open()
    await room.in_play(live, "10S 9S", "10D 9D", dealer="9H", then="8C")
    room.clock.set_wall(timedelta(hours=hours))
    room.clock.move(29)
    await room.sit(live, CY)  # gets the lock after whatever the change started
    assert live.table.play.steps == 0
    await room.pass_time(live, 2)
    assert live.table.play.steps == 1
    assert live.table.deadline - room.clock.now() < timedelta(seconds=31)
