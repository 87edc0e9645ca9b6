"""A table closed during a running round: everything is returned, and nothing is left behind wherever it stops."""

import pytest

from tables.table import TableClosed
from tests.tables.room import ANA, BEN, CY, HOST


@pytest.fixture
async def in_play(room, table):
    room.deal("5S 6D", "10S 9D", dealer="AH")
    await room.sit(table, ANA, BEN)
    await room.bet_behind(table, CY, 0, 50)
    await room.bet(table, ANA, 100)
    await room.bet(table, BEN, 100)
    await room.act(table, ANA, "insure")
    assert await room.balances(ANA, BEN, CY) == [850, 900, 950]


async def test_bets_on_the_next_round_are_returned(room, table):
    await room.sit(table, ANA, BEN)
    await room.bet(table, ANA, 100)
    await table.void(HOST)
    assert (table.is_closed, table.was_voided) == (True, False)
    assert await room.balances(ANA) == [1000]
    with pytest.raises(TableClosed):
        await table.void(HOST)


async def test_a_running_round_does_not_count(room, table, in_play):
    await table.void(HOST)
    assert (table.is_closed, table.was_voided) == (True, True)
    assert await room.balances(ANA, BEN, CY) == [1000] * 3
    actors = "SELECT DISTINCT actor FROM ledger WHERE why = 'round void'"
    assert await room.store.read(lambda db: db.execute(actors).fetchall()) == [(HOST,)]


async def test_a_process_that_dies_halfway_closes_the_table_at_the_next_start(room, table, in_play, monkeypatch):
    async def die(_actor, _why):
        raise SystemError("killed")

    monkeypatch.setattr(table._writer, "shut", die)
    with pytest.raises(SystemError, match="killed"):
        await table.void(HOST)
    room.open_tables.stop()
    assert (await room.next_process()).find(table.id) is None
    assert (await room.saved(table)).closed_at is not None
    assert await room.balances(ANA, BEN, CY) == [1000] * 3
