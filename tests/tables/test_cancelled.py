"""A caller may be cancelled at any await: afterwards the table believes what was written, or nothing was written."""

import asyncio
import threading
from datetime import UTC, datetime

import pytest

from data.guild.forget_guild import KEPT, Removed
from data.guild.forget_member import Departures
from data.guild.settings import Settings
from data.tables.tables import StaleTable
from tables.draft import StaleClick, TableClosed
from tables.events import Close, Leave
from tables.settings.servers import Servers
from tests.tables.room import ANA, BEN, GUILD, HOST
from tests.tables.settings.offered import SCHEMA

MOST_AWAITS = 60
NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)


class CancelledAt:
    """Awaits `work` and is cancelled at its `number`th await, counted from 1. `was_cancelled` says if there was one."""

    def __init__(self, work, number):
        self._work = work
        self._number = number
        self.was_cancelled = False

    def __await__(self):
        steps = self._work.__await__()
        for count in range(1, MOST_AWAITS):
            try:
                awaited = steps.send(None)
            except StopIteration as end:
                return end.value
            if count == self._number:
                self.was_cancelled = True
                if awaited is not None:
                    awaited.cancel()
                steps.throw(asyncio.CancelledError())
            yield awaited
        raise AssertionError("more awaits than expected")


async def is_cancelled(work, number):
    """Whether there was a `number`th await at which `work` was cancelled."""
    attempt = CancelledAt(work, number)
    try:
        await attempt
    except asyncio.CancelledError:
        assert attempt.was_cancelled
    return attempt.was_cancelled


async def _settled(live):
    """Let everything finish that happens at the table without anybody waiting for it."""
    await asyncio.sleep(0)
    async with live.lock:
        pass


async def matches_the_disk(room, live):
    """Whether the next process would believe of this table what this one believes."""
    there, here = [
        found and (table.lobby, table.is_playing and table.play, table.question_id, table.shuffle, table.host)
        for found in ((await room.next_process()).find(live.table.id), room.open_tables.find(live.table.id))
        for table in [found and found.table]
    ]
    return there == here


STORY = {
    "a seat": lambda room, live: room.sit(live, ANA),
    "the bet that begins the round": lambda room, live: room.bet(live, ANA, 100),
    "a hit": lambda room, live: room.act(live, ANA, "hit"),
    "the stand that ends the round": lambda room, live: room.act(live, ANA, "stand"),
    "leaving": lambda _room, live: live.do(Leave(ANA)),
    "closing": lambda _room, live: live.do(Close(ANA)),
}


async def played_up_to(room, what):
    """A table at which everything in the story before `what` has happened."""
    live = await room.open()
    room.deal("2S 3D v 9H then KC 5C")
    for each, do in STORY.items():
        if each == what:
            break
        await do(room, live)
    return live


@pytest.mark.parametrize("what", STORY)
async def test_a_cancelled_caller_leaves_a_table_that_matches_the_disk_and_continues(room, what):
    do = STORY[what]
    number, was_cancelled = 0, True
    while was_cancelled:
        number += 1
        live = await played_up_to(room, what)
        was_cancelled = await is_cancelled(do(room, live), number)
        await _settled(live)
        assert await matches_the_disk(room, live)
        if not live.table.is_closed:
            await live.do(Close(BEN))
        await room.chips.open_member(GUILD, ANA, 1000, room.clock.now())
    assert number > 1
    assert room.faults == []


@pytest.mark.parametrize("what", STORY)
async def test_a_table_still_matches_the_disk_when_its_caller_is_cancelled_during_the_write(room, what):
    live, busy = await played_up_to(room, what), threading.Event()
    other = asyncio.create_task(room.store.write(lambda _db: busy.wait()))
    await asyncio.sleep(0)
    asker = asyncio.create_task(STORY[what](room, live))
    for _ in range(10):
        await asyncio.sleep(0)
    asker.cancel()
    await asyncio.sleep(0)
    busy.set()
    await other
    await _settled(live)
    assert await matches_the_disk(room, live)
    assert asker.cancelled()


async def test_a_caller_cancelled_while_a_table_opens_leaves_it_open_for_everybody(room):
    number, was_cancelled = 0, True
    while was_cancelled:
        number += 1
        was_cancelled = await is_cancelled(room.open(), number)
        await room.store.read(lambda _db: None)
        await asyncio.sleep(0)
    live = {saved.id for saved in await room.services.tables.live()}
    assert {live.table.id for live in room.open_tables.in_guild(GUILD)} == live


async def test_a_host_whose_request_to_be_forgotten_is_cancelled_is_forgotten_at_the_table_too(room):
    number, was_cancelled = 0, True
    while was_cancelled:
        number += 1
        live = await room.open()
        await room.meet(HOST)
        departures = Departures(room.store)
        work = room.open_tables.forget(
            GUILD,
            HOST,
            lambda _: departures.forget(GUILD, HOST, room.clock.now()),  # noqa: B023 - awaited in this turn
        )
        was_cancelled = await is_cancelled(work, number)
        await _settled(live)
        assert await matches_the_disk(room, live)
        assert live.table.host < 0


async def test_written_settings_apply_even_if_their_manager_is_cancelled(store):
    number, was_cancelled = 0, True
    while was_cancelled:
        number += 1
        servers = Servers(Settings(store), SCHEMA)
        await servers.load()
        changed = asyncio.Event()
        servers.changed.subscribe(lambda *_about, changed=changed: changed.set())
        chips = {"starting_chips": 100 + number}
        was_cancelled = await is_cancelled(servers.change(GUILD, chips, HOST, NOW), number)
        await changed.wait()
        assert servers.of(GUILD).starting_chips == 100 + number


# Behind the disk


async def elsewhere(room, live):
    """The same table in another process, which only stands by."""
    return (await room.next_process()).find(live.table.id)


async def test_a_table_behind_the_disk_is_read_again_and_continues(room, live):
    room.deal("2S 3D v 9H then KC 5C")
    await room.sit(await elsewhere(room, live), BEN)
    with pytest.raises(StaleClick):
        await room.sit(live, ANA)
    assert [person in live.table.lobby.seats for person in (ANA, BEN)] == [False, True]
    await room.sit(live, ANA)
    for person in (ANA, BEN):
        await room.bet(live, person, 100)
    assert live.table.is_playing
    assert [type(fault) for fault in room.faults] == [StaleTable]


@pytest.mark.parametrize("finds_out", ["a press", "the clock"])
async def test_a_round_that_another_process_continued_is_replayed_up_to_there_with_its_full_time(room, live, finds_out):
    await room.in_play(live, "2S 3D v 9H then KC 5C")
    other = await elsewhere(room, live)
    await room.act(other, ANA, "hit")
    if finds_out == "a press":
        with pytest.raises(StaleClick):
            await room.act(live, ANA, "hit")
    else:
        await room.pass_time(live, 30)
    assert (live.table.play, live.table.question_id) == (other.table.play, other.table.question_id)
    assert live.table.deadline > room.clock.now()
    await room.pass_time(live, 30)
    assert live.table.play.is_over
    assert (await room.saved(live)).running is None


@pytest.mark.parametrize("is_gone", [False, True])
async def test_a_table_that_another_process_closed_or_deleted_is_closed(room, live, is_gone):
    await (await elsewhere(room, live)).do(Close(HOST))
    if is_gone:
        removed = Removed(room.store)
        await removed.left(GUILD, room.clock.now() - KEPT)
        await removed.due(room.clock.now())
        while await removed.delete_some(GUILD):
            pass
    with pytest.raises(StaleClick):
        await room.sit(live, ANA)
    assert live.table.is_closed
    assert room.open_tables.find(live.table.id) is None
    with pytest.raises(TableClosed):
        await room.sit(live, ANA)
