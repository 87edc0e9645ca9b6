"""Each index of the ledger costs every posting something, so each is there for a query that can't do without it."""

from datetime import date

import pytest
from small_bank import fund
from small_server import ANN, GUILD, on_sqlite

from data.ledger import allowances, gifts, history, holds, ranking
from data.ledger.audit import Filter, params, sql_of_page
from data.shards import ALL, Shards
from data.tables import achievements, daily, old_moves, ratings, results, saved

pytestmark = on_sqlite

DAY = date(2026, 3, 13)
NEEDED = {
    "sqlite_autoindex_ledger_1": ("SELECT 1 FROM ledger WHERE key = ?", ("key",)),
    "ledger_of_guild": (sql_of_page(None, Filter(GUILD)), params(Filter(GUILD), row=9, at=9.0, limit=9)),
    "ledger_of_round": (holds._AT_TABLES, (1, 2)),
    "ledger_of_payer": (history._OLDER, {"me": 1, "row": 9, "limit": 9}),
    "ledger_of_payee": (history._OLDER, {"me": 1, "row": 9, "limit": 9}),
    "ledger_given": (gifts._GAVE, (1, 1, 9)),
    "ledger_relief": (allowances._LAST_RELIEF, (1, "member", 1)),
    "ledger_received": (gifts._GOT, (1, 1, 9)),
}
"""What runs along each index."""


async def plan(store, sql, about=()):
    """How SQLite would run it."""
    return await store.read(lambda db: [step for *_, step in db.execute(f"EXPLAIN QUERY PLAN {sql}", about)])


async def test_a_query_runs_along_each_index_of_the_ledger_and_none_is_without_a_query(store):
    named = "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'ledger'"
    assert {name for (name,) in await store.read(lambda db: db.execute(named).fetchall())} == set(NEEDED)
    for index, query in NEEDED.items():
        steps = await plan(store, *query)
        assert any(f"INDEX {index} (" in step for step in steps), steps


OF_RECORDS = "SEARCH r USING INDEX sqlite_autoindex_records_1 (account=?"
HISTORY = {"me": 1, "row": 5, "last": 9, "limit": 11}
BOARD = {"guild": 1, "asker": 2, "limit": 10, "game": "blackjack", "week": 1, "since": 0.0}
ALONG = {
    "an older page": (history._OLDER, HISTORY, "INDEX ledger_of_payer (payer=?"),
    "a newer page": (history._NEWER, HISTORY, "INDEX ledger_of_payee (payee=?"),
    "what came after": (history._AFTER, HISTORY, "INDEX ledger_of_payee (payee=?"),
    "what lies at tables": (holds._AT_TABLES, (1, 2), "INDEX ledger_of_round (table_id=? AND round=?)"),
    "the richest": (ranking._BOARD.format(scores=ranking._WEALTH), BOARD, "ledger_of_round (table_id=? AND round=?)"),
    "a game's board": (ranking._BOARD.format(scores=ranking._NET[False, False]), BOARD, f"{OF_RECORDS} AND game=?"),
    "its week": (ranking._BOARD.format(scores=ranking._NET[False, True]), BOARD, f"{OF_RECORDS} AND game=?"),
    "all games'": (ranking._BOARD.format(scores=ranking._NET[True, False]), BOARD, OF_RECORDS),
    "their week": (ranking._BOARD.format(scores=ranking._NET[True, True]), BOARD, OF_RECORDS),
    "matches": (ranking._BOARD.format(scores=ranking._MATCHES), BOARD, "matches_of_guild (guild=? AND ended_at>?)"),
    "a place in a daily deal": (daily._STANDING, (1, 2, 3), "COVERING INDEX daily_entries_by_points (day=? AND"),
    "the ladder": (ratings._LADDER, (1, 10), "INDEX ratings_by_rank (guild=?)"),
    "a place on it": (ratings._ABOVE, (1, 2.0, 3), "INDEX ratings_by_rank (guild=? AND <expr>>?)"),
    "a server without ratings": (ratings._BEHIND.format("1 = 1"), (), "COVERING INDEX matches_rated (guild>?)"),
    "a match that is rated": (ratings._RATED, (1, 2), "INDEX matches_rated ("),
    "records": (results._RECORDS, (1, 2), OF_RECORDS),
    "the last chips": (achievements._BY_ROWS, {"guild": 1, "table": 1, "round": 1, "at": 1.0, "rounds": 100},
                       "SEARCH l USING INDEX ledger_of_round (table_id=? AND round=?)"),
    "old moves": (old_moves._DUE.format(ALL.in_sql("t.guild")), (0.0, 1.0, 0.0, 0, 0, 10),
                  "SEARCH r USING INDEX rounds_with_moves (ended_at>? AND ended_at<?)"),
}  # fmt: skip


@pytest.mark.parametrize("what", ALONG)
async def test_what_people_ask_for_is_found_along_an_index_and_not_counted(store, what):
    sql, about, along = ALONG[what]
    steps = await plan(store, sql, about)
    assert sum(along in step for step in steps) == 1 + (sql is daily._STANDING), steps
    few = ("scores", "k ", "k", "CONSTANT")  # rows of a query within it
    read_whole = [step for step in steps if step.startswith("SCAN") and not any(word in step for word in few)]
    assert [
        step for step in read_whole if "ledger" in step or "results" in step or " l" in step or "match" in step
    ] == [], steps


@pytest.mark.parametrize(
    ("filters", "along"),
    [
        ({}, "ledger_of_guild (guild=? AND at>? AND at<?"),
        ({"first": DAY}, "ledger_of_guild (guild=? AND at>? AND at<?"),
        ({"last": DAY}, "ledger_of_guild (guild=? AND at>? AND at<?"),
        ({"user_id": ANN}, "ledger_of_payer (payer=? AND rowid<?"),
        ({"user_id": ANN, "first": DAY, "last": DAY}, "ledger_of_guild (guild=? AND at>? AND at<?"),
        ({"user_id": ANN, "first": DAY}, "ledger_of_payer (payer=? AND rowid<?"),  # over many days
        ({"table": 1}, "ledger_of_round (table_id=?"),
        ({"table": 1, "user_id": ANN, "first": DAY}, "ledger_of_round (table_id=?"),
    ],
)
async def test_pages_of_an_audit_are_read_along_an_index(store, chips, monkeypatch, filters, along):
    if filters == {"user_id": ANN, "first": DAY}:
        monkeypatch.setattr("data.ledger.audit.FEW", 1)
        await fund(chips, ann=10, bob=20)
    which = Filter(GUILD, **filters)
    sql = await store.read(lambda db: sql_of_page(db, which))
    told = "\n".join(await plan(store, sql, params(which, row=9, at=9.0, limit=9)))
    assert along in told, told
    assert "SCAN l" not in told
    if not filters.get("table") and not (filters.get("user_id") and filters.get("first")):
        assert "TEMP B-TREE FOR ORDER BY" not in told.partition("SEARCH f")[0].partition("SCAN f")[0], told


@pytest.mark.parametrize("which", [saved.open_in(Shards(4, (0, 1))), saved._ONE])
@pytest.mark.parametrize("sql", [saved._TABLES, saved._MOVES, saved._BALANCES, saved._AFTER_MATCH])
async def test_to_load_tables_nothing_else_is_read_whole(store, sql, which):
    steps = await plan(store, sql.format(which=which), (1,) * (which == saved._ONE))
    assert steps[0].startswith(("SCAN t", "SEARCH t ")), steps
    assert not any(step.startswith("SCAN") for step in steps[1:]), steps
