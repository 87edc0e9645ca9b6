"""Tables that stop, with the process or with their server: no clock rings any more, and nobody is called."""

import asyncio

import pytest

from tables.table import TableClosed
from tests.tables.room import ANA, BEN, CY, GUILD

A_DAY = 24 * 3600


@pytest.fixture
async def table(room):
    """It is Ana's turn, and she would be called when half of her time is over."""
    table = await room.open()
    await room.in_play(table, "2S 3D", dealer="9H", then="4C 5C KC")
    return table


@pytest.fixture
def rung(table):
    """Whatever the table's clocks start."""
    rung = []
    table.on_change = lambda: rung.append("change")
    table.on_call = lambda people: rung.append(people)
    return rung


async def time_passes(room, seconds=A_DAY):
    """Long enough for every timer, and for what it started to reach the disk."""
    room.clock.move(seconds)
    for _ in range(5):
        await asyncio.sleep(0)
        await room.store.write(lambda _db: None)


async def test_the_clocks_of_a_table_that_does_not_stop_ring(room, table, rung):
    await time_passes(room, 16)
    assert rung == [frozenset({ANA})]
    await time_passes(room)
    assert "change" in rung
    assert table.play.steps > 0


async def test_after_a_stop_no_clock_rings_and_the_table_stays_as_it_is(room, table, rung):
    before = await room.saved(table)
    room.open_tables.stop()
    await time_passes(room)
    assert rung == []
    assert await room.saved(table) == before
    assert room.faults == []


async def test_a_move_that_is_being_written_at_the_stop_starts_no_clock(room, table, rung):
    move = asyncio.create_task(room.act(table, ANA, "hit"))
    await asyncio.sleep(0)  # it has the lock and waits for the disk
    room.open_tables.stop()
    await move
    assert rung == ["change"]
    await time_passes(room)
    assert rung == ["change"]
    assert len((await room.saved(table)).running.moves) == 1


async def test_a_clock_that_rang_just_before_the_stop_does_nothing_after_it(room, table, rung):
    async with table.standing_still():
        room.clock.move(31)
        await asyncio.sleep(0)
        await asyncio.sleep(0)  # it has rung and waits for the lock
        room.open_tables.stop()
    await time_passes(room)
    assert (await room.saved(table)).running.moves == ()


async def test_the_tables_of_a_server_that_is_gone_stop_and_those_of_others_continue(room, table, rung):
    other = await room.open_tables.open(table.game, guild=GUILD + 1, channel=5, host=CY, terms=table.terms)
    dropped = []
    table.on_drop = lambda: dropped.append(table.id)
    other.on_drop = lambda: dropped.append(other.id)
    await room.open_tables.drop(GUILD)
    assert dropped == [table.id]
    before = await room.saved(table)
    await time_passes(room)
    assert rung == []
    assert await room.saved(table) == before
    assert room.faults == []
    assert other.is_closed  # it was idle for ten minutes


async def test_a_press_at_a_table_of_a_server_that_is_gone_is_told_that_it_is_closed(room, table):
    await room.open_tables.drop(GUILD)
    for press in (room.act(table, ANA, "hit"), room.sit(table, BEN), table.leave(ANA), table.close(ANA)):
        with pytest.raises(TableClosed):
            await press
    assert room.open_tables.find(table.id) is None
