import asyncio
import os
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from damaged import SPOILT
from small_bank import Purses, damage
from small_evening import an_evening
from small_server import NOON

from data.ledger.allowances import Allowances
from data.ledger.bank import Bank
from data.store.sqlite.connection import BusyTimeout
from data.store.sqlite.migrate import migrations, prepare
from data.store.store import Store
from data.tables.tables import Tables


@pytest.fixture
async def store(database, new_file):
    """An open database, of either kind. Its books are right after the test, unless that has spoilt them."""
    if isinstance(database, Path):
        shutil.copy(new_file, database)
    store = await Store.open(database)
    yield store
    await asyncio.wait_for(store.close(), 10)  # a write that never ends must not hold up all other tests
    if store.where in SPOILT:
        SPOILT.remove(store.where)
    else:
        assert damage(store) == []


@pytest.fixture
def wrong_books(store):
    """The test writes rows by hand, or too few of them, and its books are wrong in the end."""
    SPOILT.add(store.where)


@pytest.fixture
def url(new_database):
    """Where there is a new, empty database on a server."""
    return new_database("postgres")


@pytest.fixture
async def server_store(open_store, url):
    """That database, open."""
    return await open_store(url)


@pytest.fixture
def run(url):
    """Runs statements beside the bot."""

    def run(*statements):
        with psycopg.connect(url.text, autocommit=True, options="-c search_path=main") as connection:
            return [connection.execute(each) for each in statements][-1]

    return run


@pytest.fixture
def chips(store):
    return Purses(store)


@pytest.fixture
def allowances(store):
    return Allowances(store)


@pytest.fixture
def bank(store):
    return Bank(store)


@pytest.fixture
def tables(store):
    return Tables(store)


@pytest.fixture(scope="session")
def evening_file(tmp_path_factory):
    """A file in which an evening was played, for each test to copy."""
    path = tmp_path_factory.mktemp("evening") / "bot.sqlite3"
    asyncio.run(an_evening(path))
    return path


@pytest.fixture
async def evening(database, evening_file):
    """Where an evening was played, and the bot has ended."""
    if isinstance(database, Path):
        shutil.copy(evening_file, database)
    else:
        await an_evening(database)
    return database


@pytest.fixture
def with_steps():
    """`with with_steps(steps):` the bot is a version with these migrations, of SQLite unless it says otherwise."""

    @contextmanager
    def with_steps(steps, kind="sqlite"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(f"data.store.{kind}.migrate.migrations", lambda: steps)
            yield

    return with_steps


@pytest.fixture
def older_file(tmp_path, with_steps):
    """`older_file(18)` is a new database file as a bot of that version of the schema made it."""

    def older_file(version):
        path = tmp_path / "old.sqlite3"
        with with_steps(migrations()[:version]):
            prepare(path, BusyTimeout(), NOON).close()
        return path

    return older_file


@pytest.fixture
def tiny_disk(tmp_path):
    """A folder on a disk of two megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount")
    if mount is None or os.geteuid() != 0:
        pytest.skip("only root can mount a disk small enough to fill")
    mounted = subprocess.run([mount, "-t", "tmpfs", "-o", "size=2m", "tmpfs", folder], capture_output=True)
    if mounted.returncode != 0:
        pytest.skip("mounting a small disk is not allowed here")
    yield folder
    subprocess.run(["umount", folder], check=True)
