"""The timer of a table: it calls at its moment, not before, also when that is a day away; and at half time."""

import asyncio
from datetime import UTC, datetime, timedelta

from cogs.table.clock import Pace, Timer
from tests.cogs.match_room import MatchRoom
from tests.cogs.room import ANA, BEN

DAY = timedelta(days=1)


class Calendar:
    """The date, which lags behind the loop's clock."""

    def __init__(self):
        self.today = datetime(2026, 1, 1, tzinfo=UTC)

    def now(self):
        return self.today


async def test_a_timer_rings_at_its_moment_and_not_before(clock):
    rang = asyncio.Event()
    timer = Timer(clock.now, rang.set)
    timer.set(clock.now() + DAY)
    clock.move(86_000)
    await asyncio.sleep(0.01)
    assert not rang.is_set()
    clock.move(400)
    await asyncio.wait_for(rang.wait(), 5)


async def test_a_timer_that_the_loop_rings_too_early_waits_for_the_rest(clock):
    rang, calendar = asyncio.Event(), Calendar()
    timer = Timer(calendar.now, rang.set)
    timer.set(calendar.now() + DAY)
    clock.move(86_400)
    await asyncio.sleep(0.01)
    assert not rang.is_set()
    calendar.today += DAY - timedelta(seconds=3)
    clock.move(86_400)
    await asyncio.sleep(0.01)
    assert not rang.is_set()
    calendar.today += timedelta(seconds=3)
    clock.move(4)
    await asyncio.wait_for(rang.wait(), 5)


async def test_a_timer_that_was_set_anew_forgets_its_first_moment(clock):
    rings = []
    timer = Timer(clock.now, lambda: rings.append(clock.now()))
    timer.set(clock.now() + timedelta(seconds=10))
    timer.set(None)
    clock.move(20)
    await asyncio.sleep(0.01)
    assert rings == []


async def called(table):
    """Whom the table calls next."""
    people = asyncio.get_running_loop().create_future()
    table.on_call = people.set_result
    return await asyncio.wait_for(people, 5)


async def test_who_is_asked_is_called_when_half_of_the_time_is_over(room):
    table = await room.open()
    room.deal("2S 3D", dealer="9H", then="4C KC 8C")
    await room.sit(table, ANA)
    await room.bet(table, ANA, 100)
    room.clock.move(16)
    assert await called(table) == {ANA}


async def test_at_the_slow_pace_who_is_asked_is_called_after_half_a_day(room):
    hall = MatchRoom(room)
    table = await hall.started(players=2, pace=Pace.SLOW)
    (seat,) = table.play.to_act
    assert table.deadline - room.clock.now() > DAY - timedelta(seconds=5)
    room.clock.move(43_201)
    assert await called(table) == {(ANA, BEN)[seat]}
    await room.pass_time(table, 43_201)
    assert table.play.steps == 1
    hall.sound()
