"""PostgreSQL behind the store: whose writes wait for whose, lost connections, versions, and SQL for both databases."""

import asyncio
import itertools
import logging
import re
import threading

import psycopg
import pytest
from small_server import GUILD, NOON, OTHER_GUILD, add

from data.store.database import LONG_READS
from data.store.errors import Unavailable
from data.store.postgres.backend import CONNECTIONS
from data.store.postgres.connection import statement
from data.store.postgres.errors import said_of
from data.store.postgres.migrate import migrations
from data.store.sqlite.migrate import MIGRATIONS
from data.store.store import Store, StoreError
from data.store.where import PostgresUrl
from tests.postgres import end_sessions, instead_of_commit
from tools.world.postgres import VERSION, new_database

# SQL


@pytest.mark.parametrize(
    ("sql", "becomes", "parameters"),
    [
        ("SELECT ? + ?", "SELECT $1 + $2", (0, 1)),
        ("SELECT ?2 + ?1 + ?2", "SELECT $1 + $2 + $1", (1, 0)),
        ("SELECT :me, :you, :me", "SELECT $1, $2, $1", ("me", "you")),
        ("SELECT '?' || \":a\" || ':b', ? -- is it?", "SELECT '?' || \":a\" || ':b', $1 -- is it?", (0,)),
        ("SELECT 'it''s ?', ?::text", "SELECT 'it''s ?', $1::text", (0,)),
        ("SELECT 1 FROM a CROSS JOIN b c ON c.x = a.x", "SELECT 1 FROM a JOIN b c ON c.x = a.x", ()),
        ("SELECT 1 FROM a CROSS JOIN b", "SELECT 1 FROM a CROSS JOIN b", ()),
        ("CREATE TABLE temp.a (x) WITHOUT ROWID", "CREATE TABLE pg_temp.a (x)", ()),
    ],
)
def test_sqlites_parameters_become_numbers(sql, becomes, parameters):
    assert statement(sql) == (becomes, parameters)


async def test_values_come_back_as_sqlite_gives_them(server_store):
    row = await server_store.read(
        lambda db: db.execute(
            "SELECT ? + 0, ? + 0, SUM(n), MAX(n) > 1, ?, CAST(? AS BYTEA) FROM (VALUES (1), (2)) AS v (n)",
            (True, 2**62, "text\0text", b"\0\xff"),
        ).fetchone()
    )
    assert row == (1, 2**62, 3, 1, "text\N{REPLACEMENT CHARACTER}text", b"\0\xff")
    assert [type(value) for value in row] == [int, int, int, int, str, bytes]


async def test_names_of_parameters_have_digits_and_letters_of_either_case_on_both_databases(store):
    assert await store.find("SELECT :p + 0, :p0 + 0, :P_1 + 0", {"p": 1, "p0": 2, "P_1": 3}) == [(1, 2, 3)]


def test_every_later_migration_of_sqlite_is_one_of_postgresql_too():
    first = migrations()[0][0]
    files = sorted(file.name for file in MIGRATIONS.glob("*.sql") if int(file.name[:4]) > first)
    assert files == sorted(file.name for file in (MIGRATIONS / "postgresql").glob("*.sql"))[1:]


# Whose writes wait for whose


async def test_a_servers_writes_wait_for_each_other_and_for_nobody_elses(server_store):
    reached, go_on = threading.Event(), threading.Event()

    def slow(db):
        add("slow")(db)
        reached.set()
        assert go_on.wait(10)

    writing = asyncio.create_task(server_store.write(slow, GUILD))
    await asyncio.to_thread(reached.wait, 10)
    same = asyncio.create_task(server_store.write(add("same"), GUILD))
    await asyncio.wait_for(server_store.write(add("other"), OTHER_GUILD), 10)
    await asyncio.wait_for(server_store.write(add("of no server")), 10)
    await server_store.read(lambda _db: None)
    assert not same.done()
    go_on.set()
    await asyncio.wait_for(asyncio.gather(writing, same), 10)
    assert set(await server_store.meta_under("")) == {"slow", "same", "other", "of no server"}


async def test_two_processes_do_not_write_in_one_server_at_the_same_time(open_store, url):
    def count_up(db):
        (value,) = db.execute("SELECT COALESCE(MAX(CAST(value AS INTEGER)), 0) FROM meta WHERE key = 'n'").fetchone()
        db.execute(
            "INSERT INTO meta (key, value) VALUES ('n', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            (str(value + 1),),
        )

    stores = [await open_store(url) for _ in range(2)]
    await asyncio.gather(*(store.write(count_up, GUILD) for _ in range(50) for store in stores))
    assert await stores[0].get_meta("n") == "100"


async def test_long_reads_wait_for_each_other_and_nobody_waits_for_them(server_store):
    begun, go_on = threading.Semaphore(0), threading.Event()

    def long(_db):
        begun.release()
        assert go_on.wait(10)

    ways = itertools.cycle((server_store.long_read, server_store.beside))
    reading = [asyncio.create_task(way(long)) for way in itertools.islice(ways, 2 * CONNECTIONS)]
    for _ in range(LONG_READS):
        await asyncio.to_thread(begun.acquire, timeout=10)
    all_others = threading.Barrier(CONNECTIONS)
    others = [server_store.write(lambda _db: all_others.wait(10), guild) for guild in range(1, CONNECTIONS + 1)]
    await asyncio.wait_for(asyncio.gather(*others), 10)
    assert not begun.acquire(blocking=False)
    go_on.set()
    await asyncio.wait_for(asyncio.gather(*reading), 10)


async def test_options_in_the_address_hold_beside_the_bots_own_and_only_long_reads_have_no_limit(open_store, url):
    options = "options=-c%20statement_timeout%3D54321%20-c%20search_path%3Dpublic"
    store = await open_store(PostgresUrl(f"{url.text}{'&' if '?' in url.text else '?'}{options}"))
    limit = "SELECT setting FROM pg_settings WHERE name = 'transaction_timeout'"
    for read, most in ((store.read, "60000"), (store.long_read, "0"), (store.beside, "0")):
        assert await read(lambda db: db.execute(limit).fetchall()) == [(most,)] * (VERSION >= 17)
        assert await read(lambda db: db.execute("SHOW statement_timeout").fetchone()) == ("54321ms",)
        assert await read(lambda db: db.execute("SHOW search_path").fetchone()) == ("main",)


# Connections that are lost


async def test_a_write_is_done_again_when_its_connection_is_lost_before_it_is_written(server_store, url, caplog):
    tries = []

    def work(db):
        tries.append(db)
        add("once")(db)
        if len(tries) == 1:
            end_sessions(url)
        return db.execute("SELECT COUNT(*) FROM meta").fetchone()[0]

    assert await server_store.write(work, GUILD) == 1
    assert len(tries) == 2
    assert await server_store.meta_under("") == {"once": ""}
    assert any("is tried again" in record.message for record in caplog.records)


async def use_all_connections(store):
    all_of_them = threading.Barrier(CONNECTIONS)

    def together(db):
        all_of_them.wait(10)
        return db.execute("SELECT 1").fetchone()

    await asyncio.gather(*(store.read(together) for _ in range(CONNECTIONS)))


async def test_when_all_connections_are_lost_but_that_of_the_locks_one_write_finds_out(server_store, url, caplog):
    await use_all_connections(server_store)
    end_sessions(url, server_store.locks.session_name)
    await server_store.write(add("once"), GUILD)
    await use_all_connections(server_store)
    assert await server_store.meta_under("") == {"once": ""}
    assert len([record for record in caplog.records if "is tried again" in record.message]) == 1


async def test_after_a_lost_commit_the_server_says_that_it_is_written(server_store, url, monkeypatch):
    def commit_and_be_lost(pipeline, commit):
        commit(pipeline)
        end_sessions(url)
        pipeline._session.close()
        raise psycopg.errors.AdminShutdown("terminating connection")

    await use_all_connections(server_store)
    await server_store.write(lambda _db: None, GUILD)
    instead_of_commit(monkeypatch, commit_and_be_lost)
    assert await server_store.write(lambda db: db.execute(
        "INSERT INTO meta (key, value) VALUES ('n', 'once')"
        " ON CONFLICT (key) DO UPDATE SET value = 'twice' RETURNING value").fetchone()[0], GUILD) == "once"  # fmt: skip
    assert await server_store.meta_under("") == {"n": "once"}


async def test_a_connection_that_is_lost_with_commit_on_its_way_is_asked_about(server_store, url, caplog):
    def work(db):
        add("once")(db)
        assert db.total_changes == 1
        if not caplog.records:
            end_sessions(url)

    await server_store.write(work, GUILD)
    assert any("was lost while it wrote" in record.message for record in caplog.records)
    assert await server_store.meta_under("") == {"once": ""}


async def test_what_the_server_refuses_behind_a_commit_is_said_at_once(server_store):
    refused = server_store.write(lambda db: db.execute("DO $$ BEGIN RAISE disk_full; END $$"), GUILD)
    with pytest.raises(StoreError, match=r"The disk of the database .* is full"):
        await asyncio.wait_for(refused, 10)


# Whose database it is


async def test_the_tables_of_a_newer_bot_or_another_program_are_left_alone(postgres, url, run):
    run("UPDATE schema_version SET version = 999, oldest = NULL")
    known = migrations()[-1][0]
    said = f"The database {url} has version 999, made by a newer bot; this one knows versions up to {known}."
    with pytest.raises(StoreError, match=f"^{re.escape(said)}$"):
        await Store.open(url)
    other = postgres.empty()
    with psycopg.connect(other.text, autocommit=True) as connection:
        connection.execute("CREATE SCHEMA main; CREATE TABLE main.theirs (x int)")
    with pytest.raises(StoreError, match="belongs to another program"):
        await Store.open(other)


async def test_an_older_database_is_brought_to_this_version_once_nobody_uses_it(
    postgres, with_steps, monkeypatch, caplog
):
    url, steps = postgres.empty(), migrations()
    caplog.set_level(logging.INFO)
    with with_steps(steps[:1], "postgres"), monkeypatch.context() as patch:
        patch.setattr("data.store.postgres.backend.FORGET", "SELECT 1")  # which an older version doesn't know
        old = await Store.open(url)
    opening = asyncio.create_task(Store.open(url))
    while f"waiting for the database {url}, which is changed once no older process uses it" not in caplog.messages:
        await asyncio.sleep(0)
        assert not opening.done()
    await old.close()
    new = await asyncio.wait_for(opening, 20)
    assert f"the database {url} is of version {steps[-1][0]} now" in caplog.messages
    await new.close()


@pytest.mark.thorough
async def test_a_restored_copy_gives_out_no_number_of_a_table_again(open_store, url, run):
    store = await Store.open(url, now=NOON)
    await store.close()
    run("UPDATE schema_version SET home = 'elsewhere'", "SELECT nextval(pg_get_serial_sequence('tables', 'id'))")
    await (await Store.open(url, now=NOON)).close()
    assert run("SELECT nextval(pg_get_serial_sequence('tables', 'id'))").fetchone()[0] > 10_000
    await (await Store.open(url, now=NOON)).close()
    assert run("SELECT nextval(pg_get_serial_sequence('tables', 'id'))").fetchone()[0] < 10_010


async def test_a_server_that_is_away_may_come_and_one_that_refuses_does_not_and_no_password_is_shown(url):
    address = PostgresUrl("postgresql://bot:secret@db.example.org:5433/tables")
    assert str(address) == "db.example.org/tables"
    assert "secret" not in f"{address} {address!r}"
    with pytest.raises(StoreError, match="DATABASE_URL is no address"):
        PostgresUrl("postgresql://[half")
    with pytest.raises(Unavailable, match="can't be reached"):
        await Store.open("postgresql://bot@127.0.0.1:1/tables")
    with pytest.raises(StoreError, match=r'doesn\'t let the bot in: database "nobody" does not exist') as refused:
        await Store.open(url.text.replace(url.name, "nobody"))
    assert not isinstance(refused.value, Unavailable)
    pooler = psycopg.errors.ProtocolViolation("FATAL:  transaction blocks not allowed in statement pooling mode")
    assert not isinstance(said_of(pooler, "there"), Unavailable)


@pytest.mark.thorough
async def test_a_server_that_forgets_what_it_has_written_is_refused():
    with new_database() as url:
        with psycopg.connect(url.text, autocommit=True) as connection:
            for statement in ("ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()"):
                connection.execute(statement)
            while connection.execute("SHOW fsync").fetchone() == ("on",):
                pass
        with pytest.raises(StoreError, match="loses what it has written when its power fails; set fsync = on"):
            await Store.open(url)


async def test_a_pooler_that_lends_connections_by_transaction_is_refused(url, monkeypatch):
    monkeypatch.setattr("data.store.postgres.migrate._SERVED_BY", "SELECT random()")
    with pytest.raises(StoreError, match="is behind a pooler that lends connections by transaction"):
        await Store.open(url)
