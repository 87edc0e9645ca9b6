"""Looking into a server's ledger: what a filter finds, along which index, and that other servers' rows stay unseen."""

from datetime import date, timedelta
from operator import itemgetter

import pytest
from small_bank import bets, fund, gets, member, pays
from small_server import ANN, BLACKJACK, BOB, CY, GUILD, HOUSE, NOON, OTHER_GUILD

from data.guild.settings import Settings
from data.ledger import sheets
from data.ledger.audit import Audit, Filter, params

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
    assert await amounts(audit, user_id=ANN) == [3, 3, 10]
    assert await amounts(audit, user_id=BOB) == [20]
    assert await amounts(audit, user_id=BOB, table=rows) == []
    assert await amounts(audit, table=rows) == [3, 3]
    assert await amounts(audit, table=rows, first=date(2026, 3, 16)) == [3]
    assert await amounts(audit, first=date(2026, 3, 15)) == [3, 3]
    assert await amounts(audit, last=date(2026, 3, 15)) == [3, 20, 10]
    assert await amounts(audit, user_id=ANN, first=date(2026, 3, 15), last=date(2026, 3, 15)) == [3]


async def test_pages_follow_each_other_both_ways(audit, rows):
    which = Filter(GUILD)
    first = await audit.older(which, None, 3)
    last = await audit.older(which, first.rows[-1].id, 3)
    assert [row.amount for row in (*first.rows, *last.rows)] == [3, 3, 20, 10]
    assert (first.has_newer, first.has_older, last.has_newer, last.has_older) == (False, True, True, False)
    back = await audit.newer(which, last.rows[0].id, 2)
    assert back.rows == first.rows[1:]
    assert (back.has_newer, back.has_older) == (True, True)


async def people(audit, which, most):
    return await audit.alone(lambda db: sheets.people(db, which, most))


async def written(audit, which, names, most):
    return await audit.alone(lambda db: sheets.written(db, which, names, most))


async def test_a_file_has_every_row_or_says_how_many_it_lacks(audit, rows):
    found = await written(audit, Filter(GUILD), {}, 10_000)
    whole, others = found.ledger, len(found.settings.data) + len(found.looks.data)
    assert (whole.rows, whole.total) == (4, 4)
    first = whole.data.decode().splitlines()[0]
    assert first.startswith("\ufeffid,time,payer,payer_name,payee,payee_name,amount,why,table,game,round,actor")
    cut = (await written(audit, Filter(GUILD), {}, others + len(whole.data) - 1)).ledger
    assert (cut.rows, cut.total) == (3, 4)
    assert whole.data.startswith(cut.data)


async def test_the_files_list_people_settings_and_looks_by_day_and_person_and_of_no_table(audit, rows, store):
    assert await people(audit, Filter(GUILD), 9) == [ANN, BOB]
    assert await people(audit, Filter(GUILD), 1) == [ANN]
    await Settings(store).change(GUILD, {"daily_chips": "7"}, ANN, NOON)
    await Settings(store).change(GUILD, {"daily_chips": None}, CY, NOON + DAY)
    await Settings(store).change(OTHER_GUILD, {"daily_chips": "9"}, ANN, NOON)
    await audit.look(GUILD, CY, "counting", NOON + DAY)
    assert await people(audit, Filter(GUILD), 9) == [CY, ANN, BOB], "newest first"
    assert await people(audit, Filter(OTHER_GUILD), 9) == [ANN]
    for which, listed in (
        (Filter(GUILD), (2, 1)),
        (Filter(GUILD, user_id=ANN), (1, 0)),
        (Filter(GUILD, last=date(2026, 3, 14)), (1, 0)),
        (Filter(GUILD, first=date(2026, 3, 15)), (1, 1)),
        (Filter(GUILD, table=rows), (0, 0)),
    ):
        found = await written(audit, which, {}, 10_000)
        assert (found.settings.rows, found.looks.rows) == listed


async def test_the_books_are_only_this_servers(audit, rows, store, wrong_books):
    books = await audit.books(GUILD)
    assert books.problems == []
    assert (books.rows, books.members, books.in_purses, books.at_tables, books.house) == (4, 2, 30, 0, -30)
    stolen = "UPDATE accounts SET chips = 98 WHERE guild = ? AND kind = 'member'"
    await store.write(lambda db: db.execute(stolen, (OTHER_GUILD,)))
    assert (await audit.books(GUILD)).problems == []
    assert len((await audit.books(OTHER_GUILD)).problems) == 2


YESTERDAY = date(2026, 3, 13)


@pytest.fixture
async def days(chips, tables):
    """Three rows of a table in each of six minutes; a clock that was put back to yesterday wrote the last of them."""
    table = (await tables.create(BLACKJACK, NOON)).id
    for minute in (0, 1, 2, -1440, -1439, -1438):
        rows = [pays(HOUSE, member(user), 1, table=table) for user in (ANN, BOB, ANN)]
        await chips.post(rows, NOON + timedelta(minutes=minute))
    return table


IN_DAYS = (
    "SELECT l.at, l.id, a.owner FROM ledger l JOIN accounts a ON a.id = l.payee WHERE l.at >= :since AND l.at < :until"
)


async def by_pages(audit, which, size):
    """The rows of a filter, page by page to the oldest, and back again."""
    pages = [await audit.older(which, None, size)]
    while pages[-1].has_older:
        pages.append(await audit.older(which, pages[-1].rows[-1].id, size))
    for newer, older in zip(pages[-2::-1], pages[:0:-1], strict=True):
        assert (await audit.newer(which, older.rows[0].id, size)).rows == newer.rows
    return [row.id for page in pages for row in page.rows]


@pytest.mark.sampled
@pytest.mark.parametrize("few", [0, 50_000])
@pytest.mark.parametrize("first", [None, YESTERDAY, date(2026, 3, 14)])
async def test_pages_have_every_row_once_also_when_a_clock_was_put_back(audit, days, store, monkeypatch, few, first):
    monkeypatch.setattr("data.ledger.audit.FEW", few)
    for user, table in ((None, None), (ANN, None), (None, days)):
        which = Filter(GUILD, user, table, first, YESTERDAY if first == YESTERDAY else None)
        rows = await store.read(lambda db, which=which: db.execute(IN_DAYS, params(which)).fetchall())
        in_order = sorted(rows, key=None if user is table else itemgetter(1), reverse=True)
        wanted = [row for _, row, owner in in_order if user in (None, owner)]
        assert len(wanted) >= 6
        assert await by_pages(audit, which, 4) == wanted
        assert (await written(audit, which, {}, 100_000)).ledger.total == len(wanted)
