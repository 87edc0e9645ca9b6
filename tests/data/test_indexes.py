"""Each index of the ledger costs every posting something, so each is there for a query that can't do without it."""

import pytest
from small_bank import GUILD

from data.guild import export, forget_guild
from data.ledger import allowances, history, holds, limits, ranking
from data.ledger.audit import Filter, params, sql_of_page
from data.shards import Shards
from data.tables import ratings, saved


@pytest.fixture
def database(new_database):
    return new_database("sqlite")


ALL = Filter(GUILD)
NEEDED = {
    "sqlite_autoindex_ledger_1": ("SELECT 1 FROM ledger WHERE key = ?", ("key",)),
    "ledger_of_guild": (sql_of_page(None, ALL), params(ALL, row=9, at=9.0, limit=9)),
    "ledger_of_round": (holds._AT_TABLES, (1, 2)),
    "ledger_of_payer": (history._OLDER, {"me": 1, "row": 9, "limit": 9}),
    "ledger_of_payee": (history._OLDER, {"me": 1, "row": 9, "limit": 9}),
    "ledger_given": (limits._GIVEN, (1, "member", 1, 0)),
    "ledger_relief": (allowances._LAST_RELIEF, (1, "member", 1)),
    "ledger_received": (limits._RECEIVED, (1, "member", 1, 0)),
}
"""What runs along each index."""


async def plan(store, sql, about):
    """How SQLite would run it."""
    return await store.read(lambda db: [step for *_, step in db.execute(f"EXPLAIN QUERY PLAN {sql}", about)])


@pytest.mark.parametrize("index", NEEDED)
async def test_a_query_runs_along_the_index(store, index):
    steps = await plan(store, *NEEDED[index])
    assert any(f"INDEX {index} (" in step for step in steps), steps


@pytest.mark.parametrize("which", [saved.open_in(Shards(4, (0, 1))), saved._ONE])
@pytest.mark.parametrize("sql", [saved._TABLES, saved._MOVES, saved._BALANCES, saved._AFTER_MATCH])
async def test_to_load_tables_nothing_else_is_read_whole(store, sql, which):
    steps = await plan(store, sql.format(which=which), (1,) * (which == saved._ONE))
    assert steps[0].startswith(("SCAN t", "SEARCH t ")), steps
    assert not any(step.startswith("SCAN") for step in steps[1:]), steps


@pytest.mark.parametrize("sql", [holds._AT_TABLES, ranking._FIRST.format(scores=ranking._WEALTH)])
async def test_what_lies_at_tables_is_found_without_reading_all_their_rounds(store, sql):
    about = (1, 2) if "?" in sql else {"guild": 1, "asker": 2, "limit": 3}
    steps = await plan(store, sql, about)
    assert any("INDEX ledger_of_round (table_id=? AND round=?)" in step for step in steps), steps


async def test_a_match_that_is_rated_looks_at_no_other_of_its_server(store):
    steps = await plan(store, ratings._RATED, (1, 2))
    assert any("INDEX matches_rated (" in step for step in steps), steps


OF_ONE_SERVER = {
    **{f"export of {name}": sql for name, sql in export._PARTS.items()},
    **{
        f"deletion of {table}": f"SELECT 1 FROM {table} WHERE {forget_guild._AMONG[column].format('guild = :guild')}"
        for table, column in forget_guild.OWNED
        if table != "erasures"  # which has a row only until the person is erased
    },
}


@pytest.mark.parametrize("name", OF_ONE_SERVER)
async def test_what_one_server_or_person_asks_reads_no_rows_of_others(store, name):
    steps = await plan(store, OF_ONE_SERVER[name], {"guild": 1, "person": 2, "slice": 5, "after": 0})
    assert [step for step in steps if step.startswith("SCAN") and "VIRTUAL TABLE" not in step] == []


async def test_on_a_server_it_reads_no_rows_of_others_either(open_store, new_database):
    def plans(db):
        db.execute("SET LOCAL enable_seqscan = off")
        about = {"guild": 1, "person": 2, "slice": 5, "after": 0}
        return {name: [step for (step,) in db.execute(f"EXPLAIN {sql}", about)] for name, sql in OF_ONE_SERVER.items()}

    server = await open_store(new_database("postgres"))
    found = await server.read(plans)
    assert {name: whole for name, steps in found.items() if (whole := [s for s in steps if "Seq Scan" in s])} == {}


async def test_no_index_of_the_ledger_is_without_a_query(store):
    named = "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'ledger'"
    assert {name for (name,) in await store.read(lambda db: db.execute(named).fetchall())} == set(NEEDED)
