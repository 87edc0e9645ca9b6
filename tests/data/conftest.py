import asyncio

import pytest
from small_evening import an_evening_at

from data.ledger.allowances import Allowances
from data.ledger.chips import Chips
from data.store.store import Store
from data.tables.tables import Tables


@pytest.fixture
async def store(tmp_path):
    store = await Store.open(tmp_path / "bot.sqlite3")
    yield store
    await asyncio.wait_for(store.close(), 10)  # a write that never ends must not hold up all other tests


@pytest.fixture
def chips(store):
    return Chips(store)


@pytest.fixture
def allowances(store):
    return Allowances(store)


@pytest.fixture
def tables(store):
    return Tables(store)


@pytest.fixture
async def evening(database, monkeypatch):
    return await an_evening_at(database, monkeypatch)


@pytest.fixture
async def sqlite_evening(new_database, monkeypatch):
    return await an_evening_at(new_database("sqlite"), monkeypatch)


@pytest.fixture
async def postgres_evening(new_database, monkeypatch):
    return await an_evening_at(new_database("postgres"), monkeypatch)
