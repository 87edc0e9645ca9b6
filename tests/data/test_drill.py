"""python -m data.backup --drill: a copy is restored where it is in nobody's way, checked, and gone again."""

import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from small_bank import Purses, fund, opened
from small_server import NOON

from data.backup.__main__ import main
from data.store.where import PostgresUrl
from tools.world.postgres import PROGRAMS

CHECKS = "SELECT COUNT(*) FROM pg_database WHERE datname LIKE 'card_tables_check_%'"


@pytest.fixture(params=["sqlite", "postgres"])
async def database(request, new_database):
    """A database with some chips; no bot has it open."""
    async with opened(new_database(request.param), now=NOON) as store:
        await fund(Purses(store), ann=100)
    return store.where


@pytest.fixture
def ask(database, tmp_path, capsys):
    """`ask("--drill")`: what comes of the command with a folder of copies, as its exit status and what it says."""
    folder = tmp_path / "copies"
    folder.mkdir()
    address = database.text if isinstance(database, PostgresUrl) else str(database)

    def ask(*more, path=folder):
        status = main([str(path), "--database", address, "--pg-dump", str(PROGRAMS / "pg_dump"), *more])
        said = capsys.readouterr()
        return status, said.out + said.err

    ask.folder = folder
    return ask


def test_the_latest_copy_of_a_folder_is_restored_and_nothing_is_left_of_that(database, ask):
    assert ask("--drill") == (1, f"There is no copy in {ask.folder}.\n")
    assert ask("--drill", path=ask.folder / "no") == (1, f"There is no file {ask.folder / 'no'}.\n")
    assert ask()[0] == 0
    (copy,) = ask.folder.iterdir()
    assert ask(path=copy) == (1, f"{copy} is there already; a backup never replaces anything.\n")
    (ask.folder / f"bot-2020-01-01T000000Z{copy.suffix}").write_text("an old one, which is nothing")
    status, said = ask("--drill")
    assert (status, said.startswith(f"{copy} can be restored: ")) == (0, True)
    assert " checks, all hold, " in said
    assert len(list(ask.folder.iterdir())) == 2
    if isinstance(database, PostgresUrl):
        with psycopg.connect(database.text) as connection:
            assert connection.execute(CHECKS).fetchone() == (0,)


def test_a_copy_that_is_damaged_or_wrong_is_none(database, ask):
    assert ask()[0] == 0
    (copy,) = ask.folder.iterdir()
    if isinstance(database, Path):
        with closing(sqlite3.connect(copy)) as db:
            db.execute("UPDATE accounts SET chips = chips + 1 WHERE kind = 'member'")
            db.commit()
        status, said = ask("--drill")
        assert (status, said.startswith(f"Something is wrong with the copy {copy}: ")) == (1, True)
    copy.write_bytes(copy.read_bytes()[:5000])
    status, said = ask("--drill")
    assert (status, said.count("\n")) == (1, 1)
    assert str(copy) in said
