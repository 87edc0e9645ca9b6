import asyncio
import shutil
from pathlib import Path

import pytest
from small_evening import an_evening_at

from data.ledger.allowances import Allowances
from data.ledger.chips import Chips
from data.store.store import Store
from data.tables.tables import Tables


@pytest.fixture
async def store(database, new_file):
    """An open database, of either kind."""
    if isinstance(database, Path):
        shutil.copy(new_file, database)
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
