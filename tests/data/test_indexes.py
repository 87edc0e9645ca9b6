"""Each index of the ledger costs every posting something, so each is there for a query that can't do without it."""

import pytest
from small_bank import GUILD

from data.ledger import allowances, gifts, history
from data.ledger.audit import Filter, params, sql_of_page
from data.tables import holds

ALL = Filter(GUILD)
NEEDED = {
    "sqlite_autoindex_ledger_1": ("SELECT 1 FROM ledger WHERE key = ?", ("key",)),
    "ledger_of_guild": (sql_of_page(None, ALL), params(ALL, row=9, at=9.0, limit=9)),
    "ledger_of_round": (holds._AT_TABLES, (1, 2)),
    "ledger_of_payer": (history._OLDER, {"me": 1, "row": 9, "limit": 9}),
    "ledger_of_payee": (history._OLDER, {"me": 1, "row": 9, "limit": 9}),
    "ledger_given": (gifts._GIVEN, (1, "member", 1, 0)),
    "ledger_relief": (allowances._LAST_RELIEF, (1, "member", 1)),
    "ledger_received": (gifts._RECEIVED, (1, "member", 1, 0)),
}
"""What runs along each index."""


@pytest.mark.parametrize("index", NEEDED)
async def test_a_query_runs_along_the_index(store, index):
    def plan(db):
        return [step for *_, step in db.execute(f"EXPLAIN QUERY PLAN {sql}", about)]

    sql, about = NEEDED[index]
    steps = await store.read(plan)
    assert any(f"INDEX {index} (" in step for step in steps), steps


async def test_no_index_of_the_ledger_is_without_a_query(store):
    named = "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'ledger'"
    assert {name for (name,) in await store.read(lambda db: db.execute(named).fetchall())} == set(NEEDED)
