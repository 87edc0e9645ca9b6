"""Clocks that ring at their moment, and stop with the process or with their server; and a server where none begins."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from data.store.errors import StoreError
from data.tables.tables import Tables
from games.core import IllegalAction
from tables.blackjack.blackjack_adapter import BlackjackGame
from tables.clock import Pace
from tables.draft import TableClosed
from tables.driver import AGAIN_AFTER
from tables.events import Arrange, Close, HaltOver, Leave
from tables.game import Terms
from tables.halt import RESTARTING
from tables.pontoon import bank
from tables.pontoon.bank_state import after_press
from tables.pontoon.pontoon_adapter import PontoonGame
from tests.tables.room import ANA, BEN, CY, GUILD, HOST, TERMS

A_DAY = 24 * 3600


@pytest.fixture
async def live(room):
    """It is Ana's turn, and she would be called when half of her time is over."""
    live = await room.open()
    await room.in_play(live, "2S 3D v 9H then 4C 5C KC")
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


async def test_what_the_clock_fails_at_is_tried_again_a_little_later(room, live, fails_at):
    with fails_at(Tables, "commit", StoreError("the disk is away")):
        await time_passes(room, 31)
    await room.pass_time(live, AGAIN_AFTER)
    assert live.table.play.steps > 0


# When a clock rings


async def gives(live, seconds):
    """So much time begins at a table where nobody plays, which closes then; None for no end."""
    live.table = live.table.ticking(asyncio.get_running_loop().time(), seconds, None)
    await live.do(HaltOver())  # does nothing, but the timer is set


async def closes(room, live, seconds):
    """Whether the table closes within so much time."""
    await time_passes(room, seconds)
    return live.table.is_closed


@pytest.mark.parametrize(
    ("second", "quiet", "rings_after"),
    [(None, 100, None), (15, 11, 4), (5, 4, 1), (A_DAY, A_DAY - 400, 401)],
    ids=["off", "later", "earlier", "after a day"],
)
async def test_a_timer_rings_at_its_last_moment_alone(room, second, quiet, rings_after):
    live = await room.open()
    await gives(live, 10)
    await gives(live, second)
    assert not await closes(room, live, quiet)
    if rings_after is not None:
        version = live.table.version
        assert await closes(room, live, rings_after)
        assert await closes(room, live, 30)
        assert live.table.version == version + 1


@pytest.mark.parametrize("hours", [-1, 1])
async def test_a_wall_clock_that_is_set_back_or_forward_changes_nobodys_time(room, live, hours):
    room.clock.set_wall(timedelta(hours=hours))
    await time_passes(room, 29)
    assert live.table.play.steps == 0
    await room.pass_time(live, 2)
    assert live.table.play.is_over


# Where no round begins


@pytest.fixture
def halt(room):
    """`halt()`: no round begins from now on; `halt(None)`: they do again."""
    halts = []
    room.services = replace(room.services, halt=lambda guild: halts[-1] if halts and guild == GUILD else None)
    room.open_tables = room.another_floor()
    return lambda halted=RESTARTING: halts.append(halted)


async def test_no_table_is_opened_but_elsewhere(room, halt):
    halt()
    with pytest.raises(IllegalAction, match="about to restart"):
        await room.open()
    assert (await room.open_tables.open(BlackjackGame(), guild=GUILD + 1, channel=5, host=CY, terms=TERMS)).table


@pytest.fixture
async def cut_short(room, halt):
    """The host has started Pontoon, and before the deal began no round could begin any more. No clock will."""
    room.open_tables = room.another_floor(PontoonGame())
    live = await room.open(Terms(10, 100, PontoonGame.options(), Pace.NORMAL), PontoonGame())
    for person in (ANA, BEN, CY):
        await live.do(Arrange(person, lambda lobby, person=person: after_press(lobby).sit(person), salt="salt"))
    halt()
    with pytest.raises(IllegalAction, match="about to restart"):
        await live.do(Arrange(HOST, bank.start))
    halt(None)

    def started(lobby):
        asyncio.get_running_loop().call_soon(halt)  # while the start is being written
        return bank.start(lobby)

    await live.do(Arrange(HOST, started))
    assert not live.table.is_playing
    return live


async def test_a_deal_that_was_cut_short_begins_with_the_next_start(room, cut_short, halt):
    halt(None)
    again = (await room.next_process(PontoonGame())).find(cut_short.table.id)
    assert again.table.is_playing


async def test_a_deal_that_was_cut_short_begins_when_the_halt_is_over(room, cut_short, halt):
    halt(None)
    await room.open_tables.halt_is_over(GUILD + 1)
    assert not cut_short.table.is_playing
    await room.open_tables.halt_is_over(GUILD)
    assert cut_short.table.is_playing
