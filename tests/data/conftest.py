import asyncio

import pytest
from small_evening import an_evening_at

from data.ledger.allowances import Allowances
from data.ledger.chips import Chips
from data.store.store import Store
from data.tables.tables import Tables


@pytest.fixture
async def store(database):
    """An open database, of either kind."""
    store = await Store.open(database)
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
    """Where an evening was played, and the bot has ended."""
    return await an_evening_at(database, monkeypatch)
