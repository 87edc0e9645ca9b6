"""What a table knows of its last round: what everyone won or lost, and their balance after it."""

import pytest

from tests.tables.room import ANA, BEN


@pytest.fixture
async def table(room):
    """A round is over in which Ana has lost 100 chips and Ben has won 50."""
    table = await room.open()
    room.deal("5S 6D", "10S 9D", dealer="10H", then="8D")
    await room.sit(table, ANA, BEN)
    await room.bet(table, ANA, 100)
    await room.bet(table, BEN, 50)
    await room.act(table, ANA, "stand")
    await room.act(table, BEN, "stand")
    assert table.lobby.nets == {ANA: -100, BEN: 50}
    return table


async def test_a_table_knows_the_balances_after_its_last_round(room, table):
    assert table.balances == {ANA: 900, BEN: 1050}
    await room.bet(table, ANA, 200)
    assert table.balances == {ANA: 900, BEN: 1050}


async def test_a_table_that_comes_back_still_knows_them(room, table):
    room.open_tables.stop()
    open_tables = room.another_floor()
    await open_tables.resume()
    assert open_tables.find(table.id).balances == {ANA: 900, BEN: 1050}
    open_tables.stop()


async def test_the_next_round_brings_the_next_balances(room, table):
    room.deal("10S 9D", "10S 6D", dealer="10H", then="8D")
    await room.bet(table, ANA, 100)
    await room.bet(table, BEN, 100)
    await room.act(table, ANA, "stand")
    await room.act(table, BEN, "stand")
    assert table.balances == {ANA: 1000, BEN: 950}
