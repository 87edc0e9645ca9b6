"""How long the bot waits for its database, by what is wrong with it."""

import math

import pytest

from cogs.app.process import connecting
from data.store.errors import StoreError, Unavailable


class Opens:
    """A database that is opened after these errors, and the pauses that were made between."""

    def __init__(self, *errors):
        self.errors = list(errors)
        self.pauses = []

    async def open(self, _where):
        if self.errors:
            raise self.errors.pop(0)
        return self

    async def sleep(self, seconds):
        self.pauses.append(seconds)


@pytest.fixture
def opens(monkeypatch):
    def opens(*errors):
        database = Opens(*errors)
        monkeypatch.setattr(connecting, "Store", database)
        return database

    return opens


async def test_what_may_mend_is_waited_for_with_growing_pauses(opens, caplog):
    database = opens(*[Unavailable("The server is away.")] * 4)
    assert await connecting.opened("there", database.sleep) is database
    assert database.pauses == [1, 2, 4, 8]
    assert [record.getMessage() for record in caplog.records][-1] == "The server is away. Trying again in 8 s."
    assert Unavailable("The server is away.").worth == math.inf
    assert await connecting.opened("here", database.sleep) is database
    assert database.pauses == [1, 2, 4, 8], "it was opened at once"


@pytest.mark.parametrize(("worth", "pauses"), [(15, [1, 2, 4, 8]), (14, [1, 2, 4]), (0, [])])
async def test_it_is_waited_for_no_longer_than_that_is_worth(opens, worth, pauses):
    database = opens(*[Unavailable("Another bot has it.", worth)] * 9)
    with pytest.raises(Unavailable, match="Another bot has it"):
        await connecting.opened("there", database.sleep)
    assert database.pauses == pauses


async def test_what_waiting_does_not_mend_is_reported_at_once(opens):
    database = opens(StoreError("The disk is full."))
    with pytest.raises(StoreError, match="The disk is full"):
        await connecting.opened("there", database.sleep)
    assert database.pauses == []
