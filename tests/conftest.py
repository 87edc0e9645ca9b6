"""What tests on every floor use: a real store, seeds, known shoes, and a room where tables are played."""

import asyncio
import gc
import itertools
import os
import shutil
import sys
from contextlib import AsyncExitStack, ExitStack
from functools import cache, partial, wraps
from pathlib import Path
from random import randrange
from zlib import crc32

import pytest
from dotenv import dotenv_values
from hypothesis import HealthCheck, settings
from simcord._runtime import _BOT_SCOPE

from data.checks import sqlite
from data.store.postgres import connection, pipeline
from data.store.sqlite import migrate
from data.store.store import Store
from games.fair.shoe import Shoe
from i18n import catalogues
from tests.plans import Explaining, Statements
from tests.postgres import PostgresServer, as_15_takes_it
from tests.tables.room import Clock, Room
from tests.tables.shoes import Packs, StackedShoes
from tools.world.jumping_loop import BEGINS, SEED, JumpingLoop

pytest_plugins = ["tests.processor_time"]

ANY_MACHINE = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""However busy it is."""
settings.register_profile("any machine", ANY_MACHINE)
settings.register_profile("few", ANY_MACHINE, max_examples=40)
settings.register_profile("many", ANY_MACHINE, max_examples=2000)
settings.load_profile("any machine")

IN_MEMORY = Path("/dev/shm")
"""Files there are on no disk: each test waits for dozens of writes to be safe, and none of them loses power."""
IN_MEMORY_BYTES = 1 << 30
"""What must be free there; only the files of failed tests stay."""

BOTH = {"bank", "check", "daily", "flows", "gifts", "ledger", "matches", "postgres", "saved_tables"}
"""`make test` tries these on both databases; other tests of the store only on SQLite."""
LONGEST = {"test_playground_phone.py", "test_statements.py", "test_torture.py", "test_soak.py"}
"""They begin first: all other workers would wait for the one that came to them last."""
REFUSALS = {"broken", "forbidden"}
"""One that passes and one that lasts; `make test-all` has further ones."""


def pytest_configure():
    """Give tests their files in memory, where there is room."""
    if IN_MEMORY.is_dir() and os.access(IN_MEMORY, os.W_OK) and shutil.disk_usage(IN_MEMORY).free >= IN_MEMORY_BYTES:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(IN_MEMORY))


def pytest_collection_modifyitems(items):
    """Leave to `make test-all` what is marked `thorough`, and the rest of each matrix.

    A story is tried killed on SQLite. Stopped, and on PostgreSQL, it is only the first one of each file that is about
    restarts. A test of the store on PostgreSQL is only the first case of each, and so is one that is marked `sampled`.
    """
    tried = set()
    for item in items:
        params = item.callspec.params if hasattr(item, "callspec") else {}
        end = params.get("kind"), params.get("restart")
        is_other_end = "restart" in params and end != ("sqlite", "killed")
        on_postgres = "postgres" in {params.get("database"), params.get("kind")} and not is_other_end
        is_sampled = is_other_end or on_postgres or item.get_closest_marker("sampled")
        case = (item.path, *end) if is_other_end else (item.path, item.name.partition("[")[0], on_postgres)
        if (
            (is_sampled and case in tried)
            or (is_other_end and "restart" not in item.path.name)
            or (on_postgres and item.path.stem.removeprefix("test_") not in BOTH)
            or (item.path.name == "test_failures.py" and params.get("refusal", "broken") not in REFUSALS)
        ):
            item.add_marker("thorough")
        tried.add(case)
    items.sort(key=lambda item: item.path.name not in LONGEST)


def pytest_collection_finish():
    """Look for garbage more rarely, and only among what the tests make, not time and again through all modules."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


def pytest_asyncio_loop_factories(item):
    """Bots in SimCord run on a loop that waits for nothing; tests that use sockets get a real one."""
    one_clock = partial(OneClock, item.config.getoption("uptime"), order_of(item))
    return {"loop": one_clock if is_simulated(item) else asyncio.SelectorEventLoop}


def is_simulated(item):
    """Whether it is about a bot in SimCord."""
    return not {"simcord_env", "env"}.isdisjoint(item.fixturenames)


def order_of(item):
    """The seed of the order in which a simulated bot's work is done."""
    marked = item.get_closest_marker("order")
    orders = item.config.getoption("order") if marked is None else marked.args
    return orders[crc32(item.nodeid.encode()) % len(orders)]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    """A test that fails says by which seed it comes back."""
    report = yield
    if report.failed and is_simulated(item):
        report.sections.append(("Order of a simulated bot's work", f"--order {order_of(item)}"))
    return report


class OneClock(JumpingLoop):
    """The bot's code asks for the time on the simulated clock alone: the loop's own means nothing beside it."""

    def time(self):
        if _BOT_SCOPE.get():
            return super().time()
        asks = sys._getframe(1).f_globals["__name__"].partition(".")[0]
        assert asks not in {"cogs", "tables", "data"}, "do this within house.as_the_bot()"
        return self._now


def pytest_addoption(parser):
    parser.addoption(
        "--order",
        type=lambda text: [randrange(2**32) for _ in range(5)] if text == "drawn" else [int(text)],
        default=[SEED],
        help="seed of the order of all work of simulated bots, or drawn: one of five for each test",
    )
    parser.addoption("--uptime", type=float, default=BEGINS, help="seconds that the machine of simulated bots is up")


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL server, one for all workers, that is asked nothing which version 15 doesn't understand."""
    with pytest.MonkeyPatch.context() as patch:
        for way in (connection, pipeline):
            patch.setattr(way, "statement", as_15_takes_it)
        yield PostgresServer()


@pytest.fixture
def new_database(request, tmp_path):
    """`new_database(kind)` is where there is a new, empty database: `sqlite` or `postgres`."""

    def new_database(kind):
        if kind == "sqlite":
            return tmp_path / "bot.sqlite3"
        server = request.getfixturevalue("postgres")
        url = server.new()
        request.addfinalizer(partial(server.give_back, url))
        return url

    return new_database


@pytest.fixture(params=["sqlite", "postgres"])
def database(request, new_database):
    """Where there is a new, empty database, of either kind."""
    return new_database(request.param)


@pytest.fixture
async def open_store():
    """Opens stores; they are closed when no bot uses them any more."""
    async with AsyncExitStack() as opened:

        async def open_store(path):
            store = await Store.open(path)
            opened.push_async_callback(store.close)
            return store

        yield open_store


@pytest.fixture(scope="session")
def new_file(tmp_path_factory):
    """A new database file as all migrations have made it, for each test to copy."""
    path = tmp_path_factory.mktemp("new") / "bot.sqlite3"

    async def make():
        await (await Store.open(path)).close()

    asyncio.run(make())
    return path


@pytest.fixture(scope="session", autouse=True)
def one_schema():
    """The migrations, and what they make, are the same for each database that a test opens and checks."""
    made = cache(partial(sqlite.wanted, None))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(migrate, "migrations_in", cache(migrate.migrations_in))
        patch.setattr(sqlite, "wanted", lambda _db: made())
        yield


@pytest.fixture(scope="session")
def explained():
    """All statements of the bot, as SQLite would run them."""
    explained = Statements()

    def explaining(ask):
        def asked(store, work, *rest):
            looked_at = (lambda db: work(Explaining(db, explained))) if isinstance(store.where, Path) else work
            return ask(store, looked_at, *rest)

        return wraps(ask)(asked)

    find = Store.find

    async def found(store, sql, parameters=()):
        if isinstance(store.where, Path):
            return await store.read(lambda db: db.execute(sql, parameters).fetchall())
        return await find(store, sql, parameters)

    with pytest.MonkeyPatch.context() as patch:
        for way in ("write", "write_blind", "read", "long_read", "beside"):
            patch.setattr(Store, way, explaining(getattr(Store, way)))
        patch.setattr(Store, "find", found)
        yield explained


@pytest.fixture(autouse=True)
def no_rows_of_other_servers(explained):
    """No statement of the bot reads rows of other servers than the one that it is about (tests/plans.py)."""
    yield
    wide, explained.wide = explained.wide, []
    assert wide == []


@pytest.fixture
async def store(open_store, new_file, tmp_path):
    return await open_store(shutil.copy(new_file, tmp_path / "bot.sqlite3"))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder in which the bot is started, with no variable set; `.env` is here."""
    for name in dotenv_values(Path(__file__).parents[1] / ".env.example"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def env_file(folder):
    """Writes `.env` with these lines."""
    file = folder / ".env"
    file.touch(0o600)
    return lambda *lines: file.write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.fixture
def instead_of():
    """`instead_of(Tables, "commit", twice)`: from now on, or within a `with` alone, `twice(commit, ...)` is called."""
    with ExitStack() as stack:

        def instead_of(owner, name, stand_in):
            real, within = getattr(owner, name), ExitStack()
            patch = within.enter_context(pytest.MonkeyPatch.context())
            patch.setattr(owner, name, lambda *about, **how: stand_in(real, *about, **how))
            stack.callback(within.close)
            return within

        yield instead_of


@pytest.fixture
def fails_at(instead_of):
    """`fails_at(Tables, "commit")`: from now on whoever calls that gets an error, or within a `with` alone."""

    def fails_at(owner, name, error=RuntimeError):
        def fails(_real, *_about, **_how):
            raise error

        return instead_of(owner, name, fails)

    return fails_at


@pytest.fixture
def calls_of(instead_of):
    """`calls_of(Pipeline, "receive")`: what that is called with from now on, a tuple and a dict for each call."""

    def calls_of(owner, name):
        calls = []

        def noted(real, *about, **how):
            calls.append((about, how))
            return real(*about, **how)

        instead_of(owner, name, noted)
        return calls

    return calls_of


@pytest.fixture
def no_catalogues(tmp_path, monkeypatch):
    """The bot's sentences are in English alone, until a catalogue is written."""
    monkeypatch.setattr(catalogues, "CATALOGUES", tmp_path)


@pytest.fixture
def entropy():
    return seeds()


def seeds():
    """Seeds nobody has to guess: 1, 2, 3."""
    count = itertools.count(1)
    return lambda: next(count).to_bytes(32, "big")


@pytest.fixture
def shoes(monkeypatch):
    shoes = StackedShoes()
    monkeypatch.setattr(Shoe, "fresh", shoes.fresh)
    return shoes


@pytest.fixture
async def clock(monkeypatch):
    return Clock(monkeypatch)


@pytest.fixture
async def room(store, entropy, clock, shoes):
    room = Room(store, entropy, clock, shoes)
    yield room
    room.open_tables.stop()


@pytest.fixture
def packs(monkeypatch):
    packs = Packs()
    packs.stand_in(monkeypatch)
    return packs


def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: some tests wait for other processes, or for a browser."""
    return (os.cpu_count() or 1) + 1
