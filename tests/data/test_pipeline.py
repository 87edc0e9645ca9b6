"""Transactions on PostgreSQL, whose statements are answered when somebody looks."""

import asyncio
import threading

import psycopg
import pytest
from small_bank import bets, change, fund, gets, member, pays, step
from small_server import ANN, BLACKJACK, BOB, CY, DEAL, GUILD, NOON, OTHER_GUILD, on_postgres

from data.ledger.ledger import InsufficientChips, post
from data.ledger.limits import GiftsOff
from data.store.postgres.pipeline import PREPARED, Pipeline
from data.tables.tables import MoveRow, RoundResult, StaleTable
from tests.postgres import end_sessions, instead_of_commit

pytestmark = on_postgres


WAITS = """
    SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"""


def put(key, value=""):
    return lambda db: db.execute("INSERT INTO meta (key, value) VALUES (?, ?)", (key, value))


def put_twice(db):
    """Nobody looks at what fails."""
    for _ in range(2):
        put("twice")(db)
    put("behind")(db)


def served_by(db):
    return db.execute("SELECT pg_backend_pid()").fetchone()[0]


async def test_what_fails_unseen_is_its_own_fault_alone_and_keeps_the_connection(store):
    before = await store.read(served_by)
    with pytest.raises(psycopg.errors.UniqueViolation):
        await store.write(put_twice, GUILD)
    assert await store.meta_under("") == {}
    assert await store.read(served_by) == before
    works = [put("first"), put("a"), put_twice, put("b")]
    said = await asyncio.gather(*(store.write(work, GUILD) for work in works), return_exceptions=True)
    assert [isinstance(each, psycopg.errors.UniqueViolation) for each in said] == [False, False, True, False]
    assert set(await store.meta_under("")) == {"first", "a", "b"}


async def test_after_a_failure_the_same_statements_are_understood_and_nothing_is_written(store):
    def work(db):
        put("a")(db)
        db.execute("SELECT nothing FROM nowhere")
        db.execute("SELECT COUNT(*) FROM meta WHERE key = ?", ("a",)).fetchone()

    for _ in range(2):
        with pytest.raises(psycopg.errors.UndefinedTable):
            await store.write(work, GUILD)
    await store.write(put("a"), GUILD)
    counted = await store.read(lambda db: db.execute("SELECT COUNT(*) FROM meta WHERE key = ?", ("a",)).fetchone())
    assert counted == (1,)


async def test_rows_are_there_in_whatever_order_somebody_looks(store):
    def work(db):
        one, none, two = (
            db.execute(sql) for sql in ("SELECT 1 AS n", "SELECT 1 WHERE 1 = 0", "SELECT 2 UNION SELECT 3")
        )
        return two.fetchall(), one.description, one.fetchone(), one.fetchone(), none.fetchall(), list(two)

    assert await store.read(work) == ([(2,), (3,)], [("n",)], (1,), None, [], [])


async def test_each_write_knows_whether_it_changed_a_row(store):
    told = []
    store.on_commit = told.append
    nothing = "UPDATE meta SET value = 'new' WHERE key = 'nobody'"
    await asyncio.gather(*(store.write(work, GUILD) for work in (put("a"), lambda db: db.execute(nothing), put("b"))))
    assert len(told) == 2


async def test_more_statements_than_the_server_keeps_prepared(store):
    more = range(PREPARED + 20)

    def work(db):
        numbers = [db.execute(f"SELECT {n} + CAST(? AS BIGINT)", (1,)) for n in [*more, *more]]
        prepared = db.execute("SELECT COUNT(*) FROM pg_prepared_statements").fetchone()[0]
        return prepared, [each.fetchone()[0] for each in numbers]

    assert await store.read(work) == (PREPARED, [n + 1 for n in [*more, *more]])


async def test_much_at_once_goes_both_ways(store):
    text = "x" * 10_000

    def work(db):
        db.executemany("INSERT INTO meta (key, value) VALUES (?, ?)", [(str(n), text) for n in range(500)])
        found = [db.execute("SELECT value FROM meta WHERE key = ?", (str(n),)) for n in range(500)]
        return [row for each in found for row in each.fetchall()]

    assert await store.write(work, GUILD) == [(text,)] * 500


async def test_the_connection_that_was_used_last_is_used_next(store):
    both = threading.Barrier(2)

    def together(db):
        both.wait(10)
        return served_by(db)

    assert len(set(await asyncio.gather(*(store.read(together) for _ in range(2))))) == 2
    assert len({await store.read(served_by) for _ in range(5)}) == 1


@pytest.fixture
def looks(calls_of):
    """How often somebody looked at an answer before the end of a transaction."""
    return calls_of(Pipeline, "receive")


async def test_a_bet_a_move_and_the_end_of_a_round_wait_for_the_server_once_each(chips, tables, looks):
    await fund(chips, ann=100, bob=100)
    table = await tables.create(BLACKJACK, NOON)
    looks.clear()
    await tables.commit(change(table, postings=(bets(ANN, table.id, 40, 1), bets(BOB, table.id, 40, 1))), NOON)
    assert looks == []
    table = await step(tables, await tables.get(table.id), started=DEAL)
    looks.clear()
    await tables.commit(change(table, moves=(MoveRow(1, 0, "stand"),)), NOON)
    assert looks == []
    table = await tables.get(table.id)
    looks.clear()
    back = (gets(ANN, table.id, 60, 1), gets(BOB, table.id, 20, 1))
    ends = change(table, ended=True, postings=back, results=(RoundResult(ANN, 20), RoundResult(BOB, -20)))
    written = await tables.commit(ends, NOON)
    assert looks == []
    assert written.balances == {ANN: 120, BOB: 80}
    looks.clear()
    assert await tables.balances(GUILD, [ANN, BOB, 5]) == {ANN: 120, BOB: 80, 5: 0}
    assert looks == []


async def test_what_a_server_refuses_says_what_was_missing_and_leaves_the_connection_as_it_was(store, chips, tables):
    await fund(chips, ann=100, bob=10)
    table, before = await tables.create(BLACKJACK, NOON), await store.read(served_by)
    with pytest.raises(InsufficientChips) as refused:
        await tables.commit(change(table, postings=(bets(ANN, table.id, 40, 1), bets(BOB, table.id, 40, 1))), NOON)
    assert (refused.value.account.owner, refused.value.balance, refused.value.needed) == (BOB, 10, 40)
    assert await store.read(served_by) == before
    assert await tables.balances(GUILD, [ANN, BOB]) == {ANN: 100, BOB: 10}


@pytest.mark.parametrize("is_written", [True, False])
async def test_a_bet_whose_answer_is_lost_is_made_once(chips, tables, database, monkeypatch, is_written):
    """If it was made the table has moved on, and whoever asked for it finds that out."""
    await fund(chips, ann=100)
    table = await tables.create(BLACKJACK, NOON)

    def commit_and_be_lost(pipeline, commit):
        if is_written:
            commit(pipeline)
        end_sessions(database)
        raise psycopg.OperationalError("the connection was lost")

    instead_of_commit(monkeypatch, commit_and_be_lost)
    bet = tables.commit(change(table, postings=(bets(ANN, table.id, 40, 1),)), NOON)
    if is_written:
        with pytest.raises(StaleTable):
            await bet
    else:
        await bet
    assert (await tables.get(table.id)).version == 1
    assert await chips.balance(GUILD, ANN) == 60


async def together(store, *asked):
    """What comes of what is asked for while another write is under way, so that it shares one transaction."""
    has_begun, goes_on = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def waits(_db):
        loop.call_soon_threadsafe(has_begun.set)
        goes_on.wait(10)

    first = asyncio.create_task(store.write(waits, GUILD))
    await has_begun.wait()
    tasks = [asyncio.create_task(each) for each in asked]
    await asyncio.sleep(0)  # each has asked by then
    goes_on.set()
    await first
    return await asyncio.gather(*tasks, return_exceptions=True)


@pytest.mark.parametrize("is_first", [True, False])
async def test_who_is_refused_in_two_ways_at_once_is_refused_alone(store, chips, is_first):
    await fund(chips, ann=10, bob=100)

    def too_much(db):
        post(db, [pays(member(ANN), member(CY), 500)], NOON)  # which the server hasn't refused yet
        raise GiftsOff

    def enough(db):
        post(db, [pays(member(BOB), member(CY), 30)], NOON)

    asked = [store.write(too_much, GUILD), store.write(enough, GUILD)]
    said = await together(store, *(asked if is_first else reversed(asked)))
    assert [type(each) for each in said] == ([GiftsOff, type(None)] if is_first else [type(None), GiftsOff])
    assert await chips.balance(GUILD, BOB) == 70


async def test_the_end_of_a_round_beside_another_write_is_known_when_their_answer_is_lost(
    store, chips, tables, database, monkeypatch
):
    await fund(chips, ann=100)
    table = await tables.create(BLACKJACK, NOON)
    table = await step(tables, table, started=DEAL, postings=(bets(ANN, table.id, 40, 1),))

    def commit_and_be_lost(pipeline, _commit):
        pipeline.execute("COMMIT")
        pipeline.hurry()
        with psycopg.connect(database.text, autocommit=True) as other:
            while not other.execute("SELECT 1 FROM main.meta WHERE key = 'beside'").fetchone():
                pass
        end_sessions(database)
        raise psycopg.OperationalError("the connection was lost")

    instead_of_commit(monkeypatch, commit_and_be_lost, number=2)  # that of both
    ends = change(table, ended=True, postings=(gets(ANN, table.id, 40, 1),), results=(RoundResult(ANN, 0),))
    said = await together(store, store.write(put("beside"), GUILD), tables.commit(ends, NOON))
    assert said[1].balances == {ANN: 100}
    assert (await tables.get(table.id)).running is None


async def test_a_write_whose_caller_has_gone_keeps_the_place_of_its_receipt(store, database, monkeypatch):
    once = """
        INSERT INTO meta (key, value) VALUES ('n', 'once')
        ON CONFLICT (key) DO UPDATE SET value = 'twice' RETURNING value"""
    with psycopg.connect(database.text, autocommit=True) as other:
        other.execute("SELECT pg_advisory_lock(%s)", (GUILD,))
        gone = asyncio.create_task(store.write(put("of somebody who has gone"), GUILD))
        while not await store.read(lambda db: db.execute(WAITS).fetchone()):
            pass
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)

        def commit_and_be_lost(pipeline, commit):
            commit(pipeline)
            other.execute("SELECT pg_advisory_unlock(%s)", (GUILD,))
            while not other.execute("SELECT 1 FROM main.meta WHERE key LIKE 'of%'").fetchone():
                pass
            raise psycopg.OperationalError("the connection was lost")

        instead_of_commit(monkeypatch, commit_and_be_lost)
        assert await store.write(lambda db: db.execute(once).fetchone()[0], OTHER_GUILD) == "once"
    assert (await store.meta_under("n"))["n"] == "once"
