"""python -m data.backup of a PostgreSQL database: a dump that was restored once, or one sentence and nothing."""

import asyncio
import signal
import stat
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote, urlencode

import psycopg
import pytest
from full_bank import TABLES, fill
from psycopg.conninfo import conninfo_to_dict
from small_bank import Purses, fund, member, next_table, opened, pays
from small_server import ANN, HOUSE, NOON

from data.backup.__main__ import main
from data.backup.postgres import back_up
from data.check import open_for_check, problems
from data.move.moving import move
from data.store.store import Store, StoreError
from data.store.where import PostgresUrl
from tools.world.postgres import PROGRAMS, VERSION

ROOT = Path(__file__).parents[2]
PG_DUMP = PROGRAMS / "pg_dump"
PG_RESTORE = PG_DUMP.with_name("pg_restore")
PAID_AT_ONCE = 3


@pytest.fixture
async def url(new_database):
    """A database on a server with some chips; no bot has it open."""
    async with opened(new_database("postgres"), now=NOON) as store:
        await fund(Purses(store), ann=100)
    return store.where


@pytest.fixture
def folder(tmp_path):
    """Where copies come."""
    folder = tmp_path / "copies"
    folder.mkdir()
    return folder


def run(url, *statements):
    with psycopg.connect(url.text, autocommit=True, options="-c search_path=main") as connection:
        return [connection.execute(each) for each in statements][-1]


def checked_in(url):
    """The databases that were made to check a copy of this one in, and are still there."""
    number = "(SELECT oid FROM pg_database WHERE datname = current_database())"
    return run(url, f"SELECT datname FROM pg_database WHERE datname = 'card_tables_check_' || {number}").fetchall()


def with_other(url, **parts):
    """The same address with other parts."""
    return PostgresUrl(f"postgresql://?{urlencode(conninfo_to_dict(url.text) | parts, quote_via=quote)}")


def restore(copy, url):
    """Does what docs/many-servers.md says."""
    command = [PG_RESTORE, "--exit-on-error", "--no-owner", f"--dbname={url.text}", copy]
    subprocess.run(command, check=True, capture_output=True)


def rows(url):
    db = open_for_check(url)
    assert problems(db) == []
    found = db.execute("SELECT id, amount, payee_after FROM ledger ORDER BY id").fetchall()
    db.close()
    return found


def refusal(url, folder, pg_dump=PG_DUMP, check_in=None):
    """The one sentence that refuses the backup; nothing is left of it."""
    with pytest.raises(StoreError) as refused:
        back_up(url, folder, NOON, pg_dump, check_in)
    sentence = str(refused.value)
    assert "\n" not in sentence
    assert sentence.endswith(".")
    assert list(folder.iterdir()) == []
    assert not checked_in(url)
    return sentence


def program(path, *lines):
    """A program that runs these lines of a shell."""
    path.write_text("\n".join(["#!/bin/sh", *lines]) + "\n")
    path.chmod(stat.S_IRWXU)
    return path


# What a copy is


@pytest.mark.thorough
async def test_a_copy_that_is_restored_elsewhere_is_the_same_and_gives_out_no_number_again(tmp_path, folder, postgres):
    await fill(tmp_path / "bot.sqlite3")
    url, other = postgres.empty(), postgres.empty()
    move(tmp_path / "bot.sqlite3", url, NOON)
    copy = back_up(url, folder, NOON, PG_DUMP)
    assert copy.checks > 30
    restore(copy.path, other)
    for table in run(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'main'").fetchall():
        ordered = f"SELECT t::text FROM {table[0]} t ORDER BY 1"
        assert run(other, ordered).fetchall() == run(url, ordered).fetchall()
    assert await next_table(other) > TABLES + 10_000
    assert await next_table(url) == TABLES + 1


async def test_nor_does_a_copy_that_is_restored_in_its_own_place(url, folder):
    copy = back_up(url, folder, NOON, PG_DUMP).path
    lost = await next_table(url)
    run(url, "DROP SCHEMA main CASCADE")
    restore(copy, url)
    assert await next_table(url) > lost + 10_000


@pytest.mark.thorough
async def test_a_copy_is_of_one_instant_while_the_bot_writes(url, folder, postgres):
    store = await Store.open(url, now=NOON)

    async def play():
        while True:
            await Purses(store).post([pays(HOUSE, member(ANN), 1) for _ in range(PAID_AT_ONCE)], NOON)

    playing = asyncio.create_task(play())
    copies = [await asyncio.to_thread(back_up, url, folder / f"{n}.dump", NOON, PG_DUMP) for n in range(2)]
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    await store.close()
    everything, sizes = rows(url), []
    for copy in copies:
        restore(copy.path, other := postgres.empty())
        copied = rows(other)
        assert everything[: len(copied)] == copied
        assert (len(copied) - 1) % PAID_AT_ONCE == 0, "half a transaction was copied"
        sizes.append(len(copied))
    assert 1 < sizes[0] < sizes[1], "nothing was written while the copies were made"


async def test_a_copy_is_one_private_file_named_by_its_time_and_nothing_else_is_left(url, folder):
    copy = back_up(url, folder, datetime(2026, 3, 14, 12, 5, 9, tzinfo=UTC), PG_DUMP)
    assert copy.path == folder / "bot-2026-03-14T120509Z.dump"
    assert list(folder.iterdir()) == [copy.path]
    assert copy.path.stat().st_mode & 0o077 == 0
    assert copy.path.stat().st_size == copy.size
    assert not checked_in(url)


async def test_the_command_copies_the_bots_own_database_also_of_an_older_bot(url, folder, monkeypatch, capsys):
    monkeypatch.setenv("DATABASE_URL", url.text)
    assert main([str(folder / "copy.dump"), "--pg-dump", str(PG_DUMP)]) == 0
    assert capsys.readouterr().out.startswith(f"{url} is copied to {folder / 'copy.dump'}: ")
    run(url, "UPDATE schema_version SET version = version - 1")
    assert main([str(folder), "--database", url.text, "--pg-dump", str(PG_DUMP)]) == 0
    assert "An older bot made it" in capsys.readouterr().out


# What is refused


async def test_a_database_with_wrong_chips_or_while_another_backup_uses_it_gives_no_copy(url, folder):
    with psycopg.connect(url.text, autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(hashtext('backup'), 0)")
        assert "Another backup uses the database" in refusal(url, folder)
    run(url, "UPDATE accounts SET chips = chips + 1 WHERE kind = 'member'")
    said = refusal(url, folder)
    assert said.startswith(f"No copy is kept, because something is wrong with the database {url}: ")


async def test_a_database_that_is_not_the_bots_is_refused(url, folder, postgres):
    assert "has none of the bot's tables" in refusal(postgres.empty(), folder)
    run(url, "UPDATE schema_version SET version = 999")
    assert "made by a newer bot" in refusal(url, folder)
    run(url, "UPDATE schema_version SET version = -1")
    assert "A move into the database" in refusal(url, folder)


async def test_programs_that_are_missing_or_of_another_version_are_told_in_a_sentence(
    url, folder, tmp_path, monkeypatch
):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert refusal(url, folder, None).startswith("pg_dump and pg_restore are not there; install")
    other = program(tmp_path / "pg_dump", "echo hello")
    assert "pg_restore are not there" in refusal(url, folder, other)
    program(tmp_path / "pg_restore", "exit 1")
    for version in (VERSION - 1, VERSION + 1):
        other = program(
            tmp_path / "pg_dump", f"echo 'pg_dump (PostgreSQL) {version}.1 (Debian {version}.1-1.pgdg13+1)'"
        )
        assert f"{other} is of PostgreSQL {version}, and the server of {VERSION}" in refusal(url, folder, other)
    other = program(tmp_path / "pg_dump", "echo hello")
    assert f"{other} is not PostgreSQL's pg_dump" in refusal(url, folder, other)


@pytest.mark.parametrize("name", ["pg_dump", "pg_restore"])
async def test_what_the_programs_complain_about_is_told(url, folder, tmp_path, name):
    for each in (PG_DUMP, PG_RESTORE):
        program(tmp_path / each.name, f'exec "{each}" "$@"')
    fails = f"echo '{name}: error: no space left' >&2; exit 1"
    program(tmp_path / name, f'[ "$1" != --version ] && {{ {fails}; }}', f'exec "{PG_DUMP}" "$@"')
    said = refusal(url, folder, tmp_path / "pg_dump")
    assert said.endswith("no space left.")
    assert ("can't be copied" if name == "pg_dump" else "can't be restored into") in said


# The password


async def test_the_password_stands_on_no_command_line_and_in_no_sentence(url, folder, tmp_path, capsys):
    told = tmp_path / "told"
    for each in (PG_DUMP, PG_RESTORE):
        program(tmp_path / each.name, f'echo "$0 $@" >> {told}; echo "PASSWORD=$PGPASSWORD" >> {told}',
                f'exec "{each}" "$@"')  # fmt: skip
    copy = back_up(with_other(url, password="secret"), folder, NOON, tmp_path / "pg_dump")
    commands = [line for line in told.read_text().splitlines() if not line.startswith("PASSWORD=")]
    assert [line for line in commands if "--format=custom" in line]
    assert [line for line in commands if "--exit-on-error" in line]
    assert "secret" not in "".join(commands)
    assert told.read_text().count("PASSWORD=secret") == 2
    assert "secret" not in repr(copy)
    unreachable = "postgresql://bot:secret@localhost:1/tables"
    assert main([str(folder / "b.dump"), "--database", unreachable, "--pg-dump", str(PG_DUMP)]) == 1
    assert "secret" not in "".join(capsys.readouterr())


# Where it is checked


@pytest.mark.thorough
async def test_an_empty_database_can_be_lent_and_is_empty_afterwards(url, folder, postgres):
    lent = postgres.empty()
    assert back_up(url, folder / "one.dump", NOON, PG_DUMP, lent).checks > 30
    found = "SELECT nspname FROM pg_namespace WHERE nspname IN ('main', 'card_tables_check')"
    assert run(lent, found).fetchall() == []
    (folder / "one.dump").unlink()
    before = rows(url)
    assert "is not empty; no copy is checked in it" in refusal(url, folder, PG_DUMP, url)
    assert rows(url) == before


async def test_without_the_right_to_make_a_database_one_has_to_be_lent(url, folder, postgres):
    run(url, "CREATE ROLE reader LOGIN", "GRANT USAGE ON SCHEMA main TO reader",
        "GRANT SELECT ON ALL TABLES IN SCHEMA main TO reader",
        "GRANT SELECT ON ALL SEQUENCES IN SCHEMA main TO reader")  # fmt: skip
    lent = postgres.empty()
    run(lent, f"GRANT CREATE ON DATABASE {lent.name} TO reader")
    reader, lent = (with_other(each, user="reader") for each in (url, lent))
    try:
        said = refusal(reader, folder)
        assert said.endswith("make an empty one, and name it with --check-in.")
        assert back_up(reader, folder, NOON, PG_DUMP, lent).checks > 30
    finally:
        run(with_other(lent, user="postgres"), "DROP OWNED BY reader")
        run(url, "DROP OWNED BY reader", "DROP ROLE reader")


@pytest.mark.sampled
@pytest.mark.parametrize("is_lent", [True, False])
async def test_what_a_killed_backup_left_is_cleared_away_by_the_next(url, folder, postgres, tmp_path, is_lent):
    lent = postgres.empty()
    program(tmp_path / "pg_dump", f'exec "{PG_DUMP}" "$@"')
    program(tmp_path / "pg_restore", f'"{PG_RESTORE}" "$@"; kill -9 $PPID')
    command = [sys.executable, "-m", "data.backup", folder / "copy.dump", "--database", url.text]
    command += ["--check-in", lent.text] if is_lent else []
    done = await asyncio.to_thread(subprocess.run, [*command, "--pg-dump", tmp_path / "pg_dump"], cwd=ROOT)
    assert done.returncode == -signal.SIGKILL
    assert not (folder / "copy.dump").exists()
    copy = back_up(url, folder / "copy.dump", NOON, PG_DUMP, lent if is_lent else None)
    restore(copy.path, other := postgres.empty())
    assert rows(other) == rows(url)
    assert not checked_in(url)
