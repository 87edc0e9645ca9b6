"""python -m data.move: everything is there on the other side, or no bot opens it."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from full_bank import TABLES, fill
from small_bank import PowerCut, next_table
from small_server import NOON

from data.backup.sqlite import back_up
from data.check import open_for_check
from data.move import postgres, sqlite
from data.move.__main__ import main
from data.move.moving import move
from data.move.shape import tables
from data.store.errors import HalfMoved
from data.store.store import Store, StoreError

ROOT = Path(__file__).parents[2]


@pytest.fixture
async def source(tmp_path):
    """A closed database with rows in every table."""
    path = tmp_path / "bot.sqlite3"
    await fill(path)
    return path


@pytest.fixture
def server(postgres):
    """An empty database on a server."""
    return postgres.empty()


def back(path):
    return path.with_name("back.sqlite3")


def ask(where, sql, *parameters):
    """The rows that a statement finds, asked beside all that the bot has for that."""
    if isinstance(where, Path):
        with closing(sqlite3.connect(where, isolation_level=None)) as db:
            return db.execute(sql, parameters).fetchall()
    with psycopg.connect(where.text, autocommit=True, options="-c search_path=main") as db:
        found = db.execute(sql, parameters or None)
        return found.fetchall() if found.description else []


def everything(where, like):
    """All rows of all tables by the tables' names, with the columns and in the order that the file `like` has."""
    with closing(sqlite3.connect(like)) as db:
        names = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        columns = {name: [row[1] for row in db.execute(f"PRAGMA table_info({name})")] for name in names}
    found = {}
    for name in names:
        if name.startswith("sqlite"):
            continue
        numbered = [] if name in ("meta", "blocks", "languages") or "id" in columns[name] else ["rowid"]
        listed = ", ".join(f'"{column}"' for column in [*numbered, *columns[name]])
        where_so = "WHERE key <> 'transactions'" if name == "meta" else ""
        found[name] = sorted(ask(where, f'SELECT {listed} FROM "{name}" {where_so}'), key=repr)
    return found


def refusal(source, target):
    """The sentence of a move that is refused."""
    with pytest.raises(StoreError) as refused:
        move(source, target, NOON)
    sentence = str(refused.value)
    assert "\n" not in sentence
    assert sentence.endswith(".")
    return sentence


async def opened(where):
    """Start the bot there once, and stop it."""
    await (await Store.open(where, now=NOON)).close()


# There and back


@pytest.mark.sampled
@pytest.mark.parametrize("batch", [5_000, 1, 2])
async def test_every_row_of_every_table_comes_there_and_back_however_many_go_at_once(source, server, batch):
    before = everything(source, source)
    assert [name for name, found in before.items() if not found] == ["curves", "processes", "receipts"]
    there = move(source, server, NOON, batch=batch)
    assert everything(server, source) == before
    again = move(server, back(source), NOON, batch=batch)
    assert everything(back(source), source) == before
    assert there.rows == again.rows == sum(map(len, before.values()))
    assert everything(source, source) == before
    await opened(server)
    await opened(back(source))


async def test_no_number_of_a_table_is_given_out_again_and_others_go_on_behind_what_came(source, server):
    move(source, server, NOON)
    for table in tables():
        if table.number and table.name != "tables":
            (last,) = ask(source, f'SELECT MAX("{table.number}") FROM "{table.name}"')[0]
            sequence = f"pg_get_serial_sequence('main.{table.name}', '{table.number}')"
            assert ask(server, f"SELECT nextval({sequence})") == [((last or 0) + 1,)], table.name
    assert await next_table(server) == TABLES + 1
    ask(server, "SELECT nextval('tables_id_seq')")
    move(server, back(source), NOON)
    assert await next_table(back(source)) == TABLES + 3


async def test_an_empty_database_is_moved_too(tmp_path, server):
    path = tmp_path / "bot.sqlite3"
    await opened(path)
    await opened(server)  # a target that a bot has opened once will do
    assert move(path, server, NOON).rows == 0
    await opened(back(path))
    assert move(server, back(path), NOON).rows == 0
    assert await next_table(server) == await next_table(back(path)) == 1


def test_both_databases_have_the_columns_that_are_moved(url):
    found = ask(url, "SELECT table_name, column_name FROM information_schema.columns"
                " WHERE table_schema = 'main' AND table_name <> 'schema_version'")  # fmt: skip
    assert set(found) == {(table.name, column) for table in tables() for column in table.columns}


# A target that isn't whole


@pytest.mark.thorough
@pytest.mark.parametrize("to_server", [True, False])
async def test_a_move_that_is_killed_anywhere_leaves_nothing_that_opens_and_can_be_done_again(
    source, server, to_server
):
    start, end = source, server
    if not to_server:
        move(source, server, NOON)
        start, end = server, back(source)
    places = [getattr(place, "text", str(place)) for place in (start, end)]
    program = [sys.executable, "tests/data/killed_moves.py", *places]
    environment = os.environ | {"PYTHONPATH": "."}
    done = await asyncio.to_thread(
        subprocess.run, program, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, "")
    outcomes = done.stdout.split()
    assert outcomes[:2] == ["open", "open"], "killed before a row was there"
    assert set(outcomes[2:]) == {"half"}
    assert len(outcomes) > len(tables())
    assert everything(end, source) == everything(source, source)
    await opened(end)


@pytest.fixture
def power_cut(fails_at):
    """Moves end where the new database would be marked as whole."""
    for end in (postgres.PostgresEnd, sqlite.SqliteEnd):
        fails_at(end, "finish", PowerCut)


async def test_half_a_move_is_refused_by_the_bot_and_its_tools(source, server, url, power_cut):
    half, server_half = back(source), server
    with pytest.raises(PowerCut):
        move(source, server_half, NOON)
    with pytest.raises(PowerCut):
        move(url, half, NOON)
    for where, other in ((half, server), (server_half, half)):
        said = f"A move into the database {where} is not finished; run data.move again."
        with pytest.raises(HalfMoved) as refused:
            await Store.open(where)
        assert str(refused.value) == said
        with pytest.raises(HalfMoved):
            open_for_check(where)
        assert refusal(where, other) == said
    with pytest.raises(HalfMoved):
        back_up(half, half.with_name("copy.sqlite3"), NOON)


async def test_a_table_that_came_out_different_is_noticed(source, server, instead_of):
    def loses_one(add, end, table, found):
        add(end, table, found[:-1] if table.name == "settings" else found)

    instead_of(postgres.PostgresEnd, "add", loses_one)
    assert "The table settings in" in refusal(source, server)
    with pytest.raises(HalfMoved):
        await Store.open(server)


# What is refused


@pytest.mark.thorough
async def test_a_target_with_rows_is_refused_and_stays_as_it_is(source, server):
    move(source, server, NOON)
    ask(server, "DELETE FROM settings_log")
    before = everything(server, source)
    assert "is not empty" in refusal(source, server)
    assert everything(server, source) == before
    await opened(server)

    other = back(source)
    await fill(other)
    before = everything(other, source)
    assert "is not empty" in refusal(server, other)
    assert everything(other, source) == before
    await opened(other)


async def test_another_programs_database_is_left_alone(source, server, tmp_path):
    theirs = tmp_path / "theirs.sqlite3"
    ask(theirs, "CREATE TABLE theirs (x)")
    move(source, server, NOON)
    assert "belongs to another program" in refusal(server, theirs)
    assert "belongs to another program" in refusal(theirs, server)
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ann, " * 1000)
    assert "is not a database" in refusal(letter, server)
    assert "There is no database" in refusal(tmp_path / "nothing.sqlite3", server)
    assert not (tmp_path / "nothing.sqlite3").exists()
    assert "one kind" in refusal(source, back(source))
    assert "one kind" in refusal(server, server)
    assert not back(source).exists()


@pytest.mark.thorough
async def test_nothing_is_moved_while_a_bot_runs_on_either(source, server, url, open_store):
    running, running_server = await open_store(back(source)), await open_store(url)
    for start, end in (
        (source, running_server.where), (running_server.where, source), (running.where, server), (server, running.where)
    ):  # fmt: skip
        assert "bot is running on the database" in refusal(start, end)


async def test_a_source_whose_books_are_wrong_or_that_is_damaged_is_refused_before_anything_is_written(source, server):
    ask(source, "UPDATE accounts SET chips = chips + 1 WHERE kind = 'house'")
    assert "Something is wrong with the database" in refusal(source, server)
    assert ask(server, "SELECT 1 FROM pg_namespace WHERE nspname = 'main'") == []
    with source.open("r+b") as raw:
        raw.seek(4096 * 2)
        raw.write(b"nonsense" * 512 * 3)
    assert str(source) in refusal(source, server)


async def test_a_source_of_another_version_is_refused(source, server):
    move(source, server, NOON)
    once = "start one on it once"
    ask(source, "PRAGMA user_version = 25")
    assert once in refusal(source, server)
    ask(source, "PRAGMA user_version = 999")
    assert "made by a newer bot" in refusal(source, server)
    ask(server, "UPDATE schema_version SET version = 24")
    assert once in refusal(server, back(source))
    ask(server, "UPDATE schema_version SET version = 999")
    assert "made by a newer bot" in refusal(server, back(source))
    ask(server, "DROP SCHEMA main CASCADE")
    assert "nothing of the bot" in refusal(server, back(source))


async def test_a_copy_is_refused_until_a_bot_has_moved_its_numbers_on(source, server, tmp_path):
    copy = back_up(source, tmp_path / "copy.sqlite3", NOON).path
    assert "start one on it once" in refusal(copy, server)
    await opened(copy)
    move(copy, server, NOON)
    assert await next_table(server) > TABLES + 10_000
    ask(server, "UPDATE schema_version SET home = 'elsewhere'")
    assert "start one on it once" in refusal(server, back(source))


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("sql", "said"),
    [
        (
            "INSERT INTO audits SELECT 401, guild, actor, 'a' || CHAR(0), at FROM audits",
            "401 of its table audits has a text",
        ),
        ("UPDATE audits SET actor = 'Ann'", "400 of its table audits has something else than a whole number"),
        ("UPDATE audits SET actor = 1.5", "400 of its table audits has something else than a whole number"),
        ("UPDATE audits SET at = 'noon'", "400 of its table audits has something else than a number in the column at"),
        ("UPDATE audits SET reason = x'61'", "400 of its table audits has something else than a text"),
        ("UPDATE audits SET reason = CAST(x'ff' AS TEXT)", "400 of its table audits has something else than a text"),
        ("UPDATE blocks SET reason = CHAR(0) WHERE number = 7", "person 7 of its table blocks has a text"),
        ("UPDATE meta SET value = x'00' WHERE key = 'odd'", "odd of its table meta has something else than a text"),
    ],
)
async def test_what_postgresql_cannot_keep_is_named_and_once_it_is_gone_all_is_moved(source, server, sql, said):
    kept = source.with_name("kept.sqlite3")
    shutil.copy(source, kept)
    ask(source, sql)
    assert f"can't be moved: row {said}" in refusal(source, server)
    with pytest.raises(HalfMoved):
        await Store.open(server)
    move(kept, server, NOON)
    assert everything(server, kept) == everything(kept, kept)


# The command


def test_it_tells_how_far_a_table_is(source, server):
    told = []
    move(source, server, NOON, told.append, batch=1, every=2)
    assert [line for line in told if line.startswith("accounts")] == [
        "accounts: 2 of 7 rows", "accounts: 4 of 7 rows", "accounts: 6 of 7 rows",
        "accounts: 7 of 7 rows, the same in both",
    ]  # fmt: skip


@pytest.mark.thorough
async def test_the_command_tells_what_it_does_and_moves_the_bots_own_database_unless_told(
    source, server, capsys, monkeypatch
):
    monkeypatch.setenv("DATABASE_URL", server.text)
    assert main(["--from", str(source)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == f"checking {source}"
    assert told[-1].startswith(f"{source} is moved to {server}: ")
    assert told[-1].endswith("checks, all hold.")
    assert main(["--to", str(back(source))]) == 0
    assert everything(back(source), source) == everything(source, source)
    assert main([]) == 1
    assert "one kind" in capsys.readouterr().err


async def test_the_command_says_in_one_sentence_why_nothing_is_moved(source, capsys):
    secret = "postgresql://bot:secret@localhost:1/tables"
    assert main(["--from", str(source), "--to", secret]) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "can't be reached" in err
    assert "secret" not in err
