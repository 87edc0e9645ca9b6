import pytest

from data.chips import Chips
from data.store import Store
from data.tables import Tables


@pytest.fixture
async def store(tmp_path):
    store = await Store.open(tmp_path / "bot.sqlite3")
    yield store
    await store.close()


@pytest.fixture
def chips(store):
    return Chips(store)


@pytest.fixture
def tables(store):
    return Tables(store)
