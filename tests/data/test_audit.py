"""A server's ledger to be looked into: what a filter finds, along which index, and that others' stay unseen."""

from datetime import date, timedelta

import pytest
from small_bank import ANN, BLACKJACK, BOB, CY, GUILD, NOON, OTHER_GUILD, bets, fund, gets

from data.guild.settings import Settings
from data.ledger.audit import ROWS, Audit, Filter, ids, params
from data.ledger.sheets import Sheets

DAY = timedelta(days=1)


@pytest.fixture
def audit(store):
    return Audit(store)


@pytest.fixture
async def rows(chips, tables):
    """Six rows on three days: two funds, a bet and its return, a fund, and one of another server."""
    await fund(chips, ann=10, bob=20)
    table = await tables.create(BLACKJACK, NOON)
    await chips.post([bets(ANN, table.id, 3, 1)], NOON + DAY)
    await chips.post([gets(ANN, table.id, 3, 1)], NOON + 2 * DAY)
    await chips.open_member(OTHER_GUILD, ANN, 99, NOON)
    return table.id


async def amounts(audit, **filters):
    page = await audit.older(Filter(GUILD, **filters), None, 10)
    return [row.amount for row in page.rows]


async def test_filters_find_their_rows_and_no_others(audit, rows):
    assert await amounts(audit) == [3, 3, 20, 10]
    assert await amounts(audit, user=ANN) == [3, 3, 10]
    assert await amounts(audit, user=BOB) == [20]
    assert await amounts(audit, user=BOB, table=rows) == []
    assert await amounts(audit, table=rows) == [3, 3]
    assert await amounts(audit, first=date(2026, 3, 15)) == [3, 3]
    assert await amounts(audit, last=date(2026, 3, 15)) == [3, 20, 10]
    assert await amounts(audit, user=ANN, first=date(2026, 3, 15), last=date(2026, 3, 15)) == [3]


async def test_pages_follow_each_other_both_ways(audit, rows):
    which = Filter(GUILD)
    first = await audit.older(which, None, 3)
    last = await audit.older(which, first.rows[-1].id, 3)
    assert [row.amount for row in (*first.rows, *last.rows)] == [3, 3, 20, 10]
    assert (first.has_newer, first.has_older, last.has_newer, last.has_older) == (False, True, True, False)
    back = await audit.newer(which, last.rows[0].id, 2)
    assert back.rows == first.rows[1:]
    assert (back.has_newer, back.has_older) == (True, True)


async def test_a_file_has_every_row_or_says_how_many_it_lacks(audit, rows):
    sheets = Sheets(audit)
    found = await sheets.written(Filter(GUILD), {}, 10_000)
    whole, others = found.ledger, len(found.settings.data) + len(found.looks.data)
    assert (whole.rows, whole.total) == (4, 4)
    first = whole.data.decode().splitlines()[0]
    assert first.startswith("\ufeffid,time,payer,payer_name,payee,payee_name,amount,why,table,game,round,actor")
    cut = (await sheets.written(Filter(GUILD), {}, others + len(whole.data) - 1)).ledger
    assert (cut.rows, cut.total) == (3, 4)
    assert whole.data.startswith(cut.data)


async def test_the_files_name_whom_they_are_about_and_the_newest_first(audit, rows, store):
    sheets = Sheets(audit)
    assert await sheets.people(Filter(GUILD), 9) == [ANN, BOB]
    assert await sheets.people(Filter(GUILD), 1) == [ANN]
    await Settings(store).change(GUILD, {"daily_chips": "7"}, CY, NOON)
    assert await sheets.people(Filter(GUILD), 9) == [CY, ANN, BOB]
    assert await sheets.people(Filter(OTHER_GUILD), 9) == [ANN]


async def test_settings_and_looks_are_filtered_by_day_and_by_who_it_was_and_are_at_no_table(audit, rows, store):
    await Settings(store).change(GUILD, {"daily_chips": "7"}, ANN, NOON)
    await Settings(store).change(GUILD, {"daily_chips": None}, BOB, NOON + DAY)
    await Settings(store).change(OTHER_GUILD, {"daily_chips": "9"}, ANN, NOON)
    await audit.look(GUILD, BOB, "counting", NOON + DAY)
    found = {
        name: await Sheets(audit).written(which, {}, 10_000)
        for name, which in {
            "all": Filter(GUILD),
            "ann": Filter(GUILD, user=ANN),
            "first": Filter(GUILD, last=date(2026, 3, 14)),
            "second": Filter(GUILD, first=date(2026, 3, 15)),
            "table": Filter(GUILD, table=rows),
        }.items()
    }
    assert {name: (each.settings.rows, each.looks.rows) for name, each in found.items()} == {
        "all": (2, 1), "ann": (1, 0), "first": (1, 0), "second": (1, 1), "table": (0, 0),
    }  # fmt: skip


async def test_the_books_are_this_servers_alone(audit, rows, store):
    books = await audit.books(GUILD)
    assert books.problems == []
    assert (books.rows, books.members, books.in_purses, books.at_tables, books.house) == (4, 2, 30, 0, -30)
    stolen = "UPDATE accounts SET chips = 98 WHERE guild = ? AND kind = 'member'"
    await store.write(lambda db: db.execute(stolen, (OTHER_GUILD,)))
    assert (await audit.books(GUILD)).problems == []
    assert len((await audit.books(OTHER_GUILD)).problems) == 2


@pytest.mark.parametrize(
    ("filters", "index"),
    [({}, "ledger_of_guild"), ({"user": ANN}, "ledger_of_payer"), ({"table": 1}, "ledger_of_round")],
)
async def test_pages_are_read_along_an_index(store, filters, index):
    which = Filter(GUILD, **filters)
    sql = "EXPLAIN QUERY PLAN " + ROWS.format(ids=f"{ids(which, 'l.id < :row')} ORDER BY 1 DESC LIMIT :limit")
    plan = await store.read(lambda db: db.execute(sql, params(which, row=9, limit=9)).fetchall())
    assert any(index in step[-1] for step in plan)
