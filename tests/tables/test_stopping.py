"""Tables that stop, with the process or with their server: no clock rings any more, and nobody is called."""

import asyncio

import pytest

from data.store.errors import StoreError
from data.tables.tables import Tables
from tables.draft import TableClosed
from tables.driver import AGAIN_AFTER
from tables.events import Close, Leave
from tests.tables.room import ANA, BEN, CY, GUILD

A_DAY = 24 * 3600


@pytest.fixture
async def live(room):
    """It is Ana's turn, and she would be called when half of her time is over."""
    live = await room.open()
    await room.in_play(live, "2S 3D", dealer="9H", then="4C 5C KC")
    return live


@pytest.fixture
def rung(live):
    """Whatever the table's clocks start."""
    rung = []
    live.on_change = lambda: rung.append("change")
    live.on_call = lambda people: rung.append(people)
    return rung


async def time_passes(room, seconds=A_DAY):
    """Long enough for every timer, and for what it started to reach the disk."""
    room.clock.move(seconds)
    for _ in range(5):
        await asyncio.sleep(0)
        await room.store.write(lambda _db: None)


async def test_the_clocks_of_a_table_that_does_not_stop_ring(room, live, rung):
    await time_passes(room, 16)
    assert rung == [frozenset({ANA})]
    await time_passes(room)
    assert "change" in rung
    assert live.table.play.steps > 0


async def test_after_a_stop_no_clock_rings_and_the_table_stays_as_it_is(room, live, rung):
    before = await room.saved(live)
    room.open_tables.stop()
    await time_passes(room)
    assert rung == []
    assert await room.saved(live) == before
    assert room.faults == []


async def test_a_move_that_is_being_written_at_the_stop_starts_no_clock(room, live, rung):
    move = asyncio.create_task(room.act(live, ANA, "hit"))
    await asyncio.sleep(0)  # it has the lock and waits for the disk
    room.open_tables.stop()
    await move
    assert rung == ["change"]
    await time_passes(room)
    assert rung == ["change"]
    assert len((await room.saved(live)).running.moves) == 1


async def test_a_clock_that_rang_just_before_the_stop_does_nothing_after_it(room, live, rung):
    async with live.lock:
        room.clock.move(31)
        await asyncio.sleep(0)
        await asyncio.sleep(0)  # it has rung and waits for the lock
        room.open_tables.stop()
    await time_passes(room)
    assert (await room.saved(live)).running.moves == ()


async def test_the_tables_of_a_server_that_is_gone_stop_and_those_of_others_continue(room, live, rung):
    other = await room.open_tables.open(live.table.game, guild=GUILD + 1, channel=5, host=CY, terms=live.table.terms)
    dropped = []
    live.on_drop = lambda: dropped.append(live.table.id)
    other.on_drop = lambda: dropped.append(other.table.id)
    await room.open_tables.drop(GUILD)
    assert dropped == [live.table.id]
    before = await room.saved(live)
    await time_passes(room)
    assert rung == []
    assert await room.saved(live) == before
    assert room.faults == []
    assert other.table.is_closed  # it was idle for ten minutes


async def test_a_press_at_a_table_of_a_server_that_is_gone_is_told_that_it_is_closed(room, live):
    await room.open_tables.drop(GUILD)
    for press in (room.act(live, ANA, "hit"), room.sit(live, BEN), live.do(Leave(ANA)), live.do(Close(ANA))):
        with pytest.raises(TableClosed):
            await press
    assert room.open_tables.find(live.table.id) is None


async def test_what_the_clock_fails_at_is_tried_again_a_little_later(room, live, monkeypatch):
    failed = asyncio.Event()

    async def fails(*_):
        failed.set()
        raise StoreError("the disk is away")

    with monkeypatch.context() as away:
        away.setattr(Tables, "commit", fails)
        room.clock.move(31)
        await failed.wait()
    await room.pass_time(live, AGAIN_AFTER)
    assert live.table.play.steps > 0
