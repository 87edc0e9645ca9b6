"""A table closed during a running round: everything is returned, and nothing is left behind wherever it stops."""

import pytest

from tables import driver
from tables.draft import TableClosed
from tables.events import Shut, Void
from tables.lobby import ClosedBy
from tables.step import step
from tests.tables.room import ANA, BEN, CY, HOST


@pytest.fixture
async def in_play(room, live):
    room.deal("5S 6D", "10S 9D", dealer="AH")
    await room.sit(live, ANA, BEN)
    await room.bet_behind(live, CY, 0, 50)
    await room.bet(live, ANA, 100)
    await room.bet(live, BEN, 100)
    await room.act(live, ANA, "insure")
    assert await room.balances(ANA, BEN, CY) == [850, 900, 950]


async def test_bets_on_the_next_round_are_returned(room, live):
    await room.sit(live, ANA, BEN)
    await room.bet(live, ANA, 100)
    await live.do(Void(HOST))
    assert (live.table.is_closed, live.table.was_voided) == (True, False)
    assert await room.balances(ANA) == [1000]
    with pytest.raises(TableClosed):
        await live.do(Void(HOST))


async def test_a_running_round_does_not_count(room, live, in_play):
    await live.do(Void(HOST))
    assert (live.table.is_closed, live.table.was_voided) == (True, True)
    assert await room.balances(ANA, BEN, CY) == [1000] * 3
    actors = "SELECT DISTINCT actor FROM ledger WHERE why = 'round void'"
    assert await room.store.read(lambda db: db.execute(actors).fetchall()) == [(HOST,)]


async def test_a_process_that_dies_halfway_closes_the_table_at_the_next_start(room, live, in_play, monkeypatch):
    def dies(table, event, facts):
        if event == Shut(HOST, ClosedBy.MANAGER):
            raise SystemError("killed")
        return step(table, event, facts)

    monkeypatch.setattr(driver, "step", dies)
    with pytest.raises(SystemError, match="killed"):
        await live.do(Void(HOST))
    monkeypatch.setattr(driver, "step", step)
    room.open_tables.stop()
    assert (await room.next_process()).find(live.table.id) is None
    assert (await room.saved(live)).closed_at is not None
    assert await room.balances(ANA, BEN, CY) == [1000] * 3
