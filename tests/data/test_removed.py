"""A server that the bot was removed from: after 30 days everything of it is deleted, and nothing of anybody else's."""

from datetime import timedelta
from pathlib import Path

import pytest
from small_bank import after_reads, after_writes, damage, everything
from small_server import ANN, GUILD, NOON, OTHER_GUILD, REFUSED
from test_departures import a_year, columns, traces

from data.guild.forget_guild import KEPT, Removed
from data.guild.owned import OWNED
from data.guild.settings import Settings
from data.store.store import Slices, Store

AFTER = NOON + KEPT


@pytest.fixture
def gone(store):
    return Removed(store)


async def without_traces(store):
    """The database tables with nothing left of the server, and those with something left."""
    rows = await everything(store)
    return {name for name, found in rows.items() if any(GUILD in row for row in found)}


async def delete_all(gone, guild):
    while await gone.delete_some(guild):
        pass


async def test_every_database_table_belongs_to_a_server_or_to_nobody(store):
    tables = {column.partition(".")[0] for column in await columns(store)}
    nobodys = {"meta", "guilds_left", "blocks", "languages", "switches", "processes", "receipts", "daily_deals"}
    assert {owned.table for owned in OWNED} == tables - nobodys


async def test_after_thirty_days_nothing_of_it_is_left_and_the_others_have_everything(store, chips, tables, gone):
    await a_year(store, chips, tables)
    others = {name: [row for row in rows if OTHER_GUILD in row] for name, rows in (await everything(store)).items()}
    await gone.left(GUILD, NOON)
    assert await gone.due(AFTER - timedelta(seconds=1)) == []
    with pytest.raises(ValueError, match="stays"):
        await gone.delete_some(GUILD)
    with pytest.raises(REFUSED):
        await store.write(lambda db: db.execute("DELETE FROM ledger WHERE guild = ?", (GUILD,)))
    assert await gone.due(AFTER) == [GUILD]
    with pytest.raises(REFUSED):
        await store.write(lambda db: db.execute("DELETE FROM ledger WHERE guild = ?", (OTHER_GUILD,)))
    for _ in range(14):
        assert await gone.delete_some(GUILD)
    assert damage(store) == [], "in the middle"
    await delete_all(gone, GUILD)
    rows = await everything(store)
    assert await without_traces(store) == set()
    owned = rows.keys() - {"meta", "sqlite_sequence", "schema_version", "switches"}
    assert [name for name in owned if rows[name] != others[name]] == []
    assert await gone.due(AFTER) == []
    if isinstance(store.where, Path):
        assert traces(store, GUILD) == [], "no file has a byte of it"


@pytest.mark.thorough
async def test_a_kill_in_the_middle_leaves_nothing_wrong_and_the_rest_is_deleted_later(store, chips, tables, gone):
    store.slices = few = Slices(found=2)
    await a_year(store, chips, tables)
    await gone.left(GUILD, NOON)
    await gone.due(AFTER)
    steps = 0
    while await gone.delete_some(GUILD):
        steps += 1
        assert damage(store) == []
        if steps == 8:
            await store.close()
            store = await Store.open(store.where)
            store.slices = few
            gone = Removed(store)
            assert await gone.due(NOON) == [GUILD]
    assert steps > 12
    assert await without_traces(store) == set()
    await store.close()


@pytest.mark.thorough
async def test_each_row_may_have_a_transaction_of_its_own(store, chips, tables, gone, monkeypatch):
    store.slices = Slices(seconds=0)
    await a_year(store, chips, tables)
    await gone.left(GUILD, NOON)
    await gone.due(AFTER)
    slices = []

    async def look(_n):
        slices.append(damage(store))

    after_writes(store, monkeypatch, look)
    await delete_all(gone, GUILD)
    assert slices == [[]] * len(slices)
    assert len(slices) >= 30
    assert await without_traces(store) == set()


async def test_a_row_number_that_now_belongs_to_another_server_is_left_alone(store, gone, monkeypatch):
    settings = Settings(store)
    await settings.change(GUILD, {"daily_chips": "70"}, ANN, NOON)
    await gone.left(GUILD, NOON)
    await gone.due(AFTER)

    async def then_the_row_changes_hands(_found):
        monkeypatch.undo()
        await settings.change(GUILD, {"daily_chips": None}, ANN, NOON)
        await settings.change(OTHER_GUILD, {"daily_chips": "5"}, ANN, NOON)

    after_reads(store, monkeypatch, then_the_row_changes_hands)
    await delete_all(gone, GUILD)
    assert await settings.all() == {OTHER_GUILD: {"daily_chips": "5"}}


async def test_what_is_written_when_all_seemed_to_be_gone_goes_too(store, gone, monkeypatch):
    await Settings(store).change(GUILD, {"daily_chips": "70"}, ANN, NOON)
    await gone.left(GUILD, NOON)
    await gone.due(AFTER)
    empty = []

    async def then_somebody_writes(found):
        if found is None and not empty:
            empty.append(found)
            await Settings(store).change(GUILD, {"daily_chips": "9"}, ANN, NOON)

    after_reads(store, monkeypatch, then_somebody_writes)
    await delete_all(gone, GUILD)
    assert await without_traces(store) == set()
    assert await gone.due(AFTER) == []


async def test_a_server_that_comes_back_in_time_keeps_everything(store, chips, tables, gone):
    await a_year(store, chips, tables)
    before = await everything(store)
    await gone.left(GUILD, NOON)
    await gone.back(GUILD)
    assert await gone.due(AFTER) == []
    await gone.compare([OTHER_GUILD], NOON)
    await gone.compare([GUILD, OTHER_GUILD, 5], NOON + timedelta(days=29))
    assert await gone.due(AFTER) == [], "a start in the server saves it"
    assert await everything(store) == before


async def test_the_days_count_from_when_the_removal_was_first_noticed(store, chips, tables, gone):
    await a_year(store, chips, tables)
    await gone.compare([OTHER_GUILD], NOON)
    await gone.compare([OTHER_GUILD], NOON + timedelta(days=20))
    assert await gone.due(AFTER) == [GUILD]
