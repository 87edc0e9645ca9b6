"""Databases of older bots: each is brought to this version with all that is in it, or stays what it was."""

import json
import sqlite3
from contextlib import closing

import pytest
from small_bank import Purses, opened
from small_server import GUILD, NOON

from data.guild.settings import Settings
from data.store.postgres.migrate import migrations as postgres_migrations
from data.store.sqlite.migrate import APPLICATION, migrations, migrations_in
from data.store.store import Store, StoreError
from tables.settings.schema import Schema
from tests.tables.settings.offered import GAMES

GIVING = next(number for number, sql in migrations() if "'between_members'" in sql)


def test_migrations_are_numbered_from_1_without_gaps():
    assert [number for number, _ in migrations()] == list(range(1, len(migrations()) + 1))


def test_two_migrations_of_one_number_are_refused(tmp_path):
    for name in ("0001_one.sql", "0002_other.sql", "0002_two.sql"):
        (tmp_path / name).write_text("")
    with pytest.raises(StoreError, match=r"The migrations 0002_other\.sql and 0002_two\.sql have one number"):
        migrations_in(tmp_path)


async def test_a_failed_migration_leaves_the_version_it_started_from(tmp_path, with_steps):
    path = tmp_path / "bot.sqlite3"
    await (await Store.open(path)).close()
    broken = (migrations()[-1][0] + 1, "CREATE TABLE half (id INTEGER); INSERT INTO nowhere VALUES (1);")
    with with_steps([*migrations(), broken]), pytest.raises(sqlite3.OperationalError, match="nowhere"):
        await Store.open(path)
    async with opened(path) as store:
        names = await store.read(lambda db: {row[0] for row in db.execute("SELECT name FROM sqlite_master")})
        assert "half" not in names


async def test_an_older_database_is_upgraded_with_its_contents(tmp_path, with_steps, caplog):
    caplog.set_level("INFO", "data.store.sqlite.migrate")
    path = tmp_path / "bot.sqlite3"
    async with opened(path) as store:
        await Purses(store).open_member(GUILD, 5, 1000, NOON)
    newest = migrations()[-1][0]
    assert caplog.messages == [f"the database {path} is new"]
    caplog.clear()
    steps = [
        *migrations(),
        (newest + 1, "CREATE TABLE later (id INTEGER PRIMARY KEY);"),
        (newest + 2, "CREATE TABLE latest (id INTEGER PRIMARY KEY);"),
    ]
    for _ in range(2):  # the second time there is nothing left to do
        with with_steps(steps):
            store = await Store.open(path)
        assert await store.read(lambda db: db.execute("PRAGMA user_version").fetchone()) == (newest + 2,)
        assert await store.read(lambda db: db.execute("PRAGMA application_id").fetchone()) == (APPLICATION,)
        assert await store.read(lambda db: db.execute("SELECT * FROM later").fetchall()) == []
        assert await Purses(store).balance(GUILD, 5) == 1000
        await store.close()
    begun, done = caplog.messages
    assert begun.startswith(f"bringing the database {path}, ")
    assert f" MB, from version {newest} to {newest + 2}; " in begun
    assert done == f"the database {path} is of version {newest + 2} now"


# From before giving had four settings


OWN_GIVING = (
    ({}, {}),
    ({"transfers": "off", "transfer_tax": 25}, {"gifts": 100}),
    ({"transfers": "taxed"}, {"gifts": 10}),
    ({"transfers": "taxed", "transfer_tax": 90}, {"gifts": 90}),
    ({"transfer_tax": 25}, {}),
    ({"transfer_rounds": 0}, {"givers": [30, 0]}),
    ({"transfer_account_days": 0}, {"givers": [0, 20]}),
    ({"transfer_account_days": 7, "transfer_rounds": 1}, {"givers": [7, 1]}),
    ({"transfer_cap": 80}, {"between_members": 80}),
    ({"newcomer_losses": 80}, {"between_members": 80}),
    ({"transfer_cap": 90, "transfer_received": 300, "newcomer_losses": 80}, {"between_members": 300}),
    ({"transfer_received": 300, "newcomer_losses": 500_000}, {"between_members": 500_000}),
    ({"transfer_cap": 0}, {"between_members": 0}),
    ({"transfer_cap": 0, "transfer_received": 300, "newcomer_losses": 80}, {"between_members": 0}),
    ({"transfer_received": 0, "newcomer_losses": 0}, {}),
    ({"transfer_cap": 80, "transfer_received": 0, "newcomer_losses": 0}, {"between_members": 80}),
    ({"transfer_received": 500, "newcomer_losses": 80}, {}),
    ({"house_winnings": 0, "daily_chips": 5}, {"house_winnings": 0, "daily_chips": 5}),
    (
        {
            "transfers": "taxed", "transfer_tax": 15, "transfer_cap": 100, "transfer_received": 200,
            "transfer_rounds": 3, "transfer_account_days": 9, "newcomer_losses": 50, "house_winnings": 70,
        },
        {"gifts": 15, "givers": [9, 3], "between_members": 200, "house_winnings": 70},
    ),
)  # fmt: skip
"""What a server had set itself, and what it has since."""


async def test_what_a_server_has_set_about_giving_is_carried_over_once(store):
    """The migration's own statements, on SQLite and on PostgreSQL; each case is a server."""

    def upgrade(db):
        for guild, (had, _) in enumerate(OWN_GIVING, 1):
            db.executemany(
                "INSERT INTO settings (guild, name, value) VALUES (?, ?, ?)",
                [(guild, name, json.dumps(value)) for name, value in had.items()],
            )
        for statement in dict(migrations())[GIVING].split(";\n"):
            db.execute(statement)

    await store.write(upgrade)
    found = await Settings(store).all()
    schema = Schema(GAMES.values())
    for guild, (had, has) in enumerate(OWN_GIVING, 1):
        now = {name: json.loads(text) for name, text in found.get(guild, {}).items()}
        assert now == has, had
        for name, value in now.items():
            schema.settings[name].check(value)


async def test_a_file_of_before_has_its_giving_carried_over_and_a_kill_in_between_changes_nothing(
    older_file, with_steps
):
    path = older_file(GIVING - 1)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("INSERT INTO settings VALUES (?, 'transfers', '\"off\"')", (GUILD,))
        db.execute("INSERT INTO settings VALUES (?, 'transfer_received', '700')", (GUILD,))
    killed = [(number, sql + ("SELECT killed;" if number == GIVING else "")) for number, sql in migrations()]
    with with_steps(killed), pytest.raises(sqlite3.OperationalError, match="killed"):
        await Store.open(path)
    for _ in range(2):
        async with opened(path) as store:
            assert await Settings(store).all() == {GUILD: {"gifts": "100", "between_members": "700"}}


async def test_gifts_of_before_count_as_had_without_play_on_their_day(older_file):
    path = older_file(GIVING - 1)
    rows = [(1, 2, 30, "gift", 100), (1, 3, 3, "gift tax", 100), (1, 2, 20, "bank sold", 86_399), (1, 2, 9, "win", 5),
            (2, 1, 8, "gift", 9), (1, 2, 7, "gift", 86_400)]  # fmt: skip
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DELETE FROM ledger")
        for number, (payer, payee, amount, why, at) in enumerate(rows):
            db.execute(
                "INSERT INTO ledger (key, guild, payer, payee, amount, payer_after, payee_after, why, at)"
                " VALUES (?, ?, ?, ?, ?, 0, 0, ?, ?)",
                (f"k{number}", GUILD, payer, payee, amount, why, float(at)),
            )
        flows = [(GUILD, 0, 1, 2, 69, 10), (GUILD, 0, 2, 1, 5, 0), (GUILD, 1, 1, 2, 40, 0), (GUILD, 2, 1, 2, 6, 0)]
        db.executemany("INSERT INTO flows (guild, day, payer, payee, chips, unearned) VALUES (?, ?, ?, ?, ?, ?)", flows)
    async with opened(path) as store:
        sql = "SELECT day, payer, payee, unearned FROM flows ORDER BY day, payer"
        # Never more than all that somebody had: a day that flows don't cover from its beginning has too few of them.
        assert await store.read(lambda db: [tuple(row) for row in db.execute(sql)]) == [
            (0, 1, 2, 60), (0, 2, 1, 5), (1, 1, 2, 7), (2, 1, 2, 0),
        ]  # fmt: skip


def test_both_kinds_of_databases_carry_the_same_over():
    sqlite, server = (
        [line for line in dict(every)[GIVING].splitlines() if not line.startswith("--")]
        for every in (migrations(), postgres_migrations())
    )
    assert sqlite == server
