"""How long the bot waits for its database, by what is wrong with it."""

import math

import pytest

from cogs.app.process.connecting import opened
from data.store.errors import StoreError, Unavailable


class Pauses(list):
    """The pauses that are made, which take no time; in the one of 8 seconds `other` ends, if there is one."""

    def __init__(self, other=None):
        self._other = other

    async def sleep(self, seconds):
        self.append(seconds)
        assert sum(self) < 99, "it is waited for too long"
        if seconds == 8 and self._other:
            await self._other.close()


async def test_what_may_mend_is_waited_for_with_growing_pauses(store, caplog):
    pauses = Pauses(other=store)
    await (await opened(store.where, pauses.sleep)).close()
    assert pauses == [1, 2, 4, 8]
    said = f"Another bot is running on the database {store.where}; stop it first. Trying again in 8 s."
    assert said in [record.getMessage() for record in caplog.records]
    await (await opened(store.where, pauses.sleep)).close()
    assert pauses == [1, 2, 4, 8], "it was opened at once"


async def test_it_is_waited_for_no_longer_than_that_is_worth(store):
    pauses = Pauses()
    with pytest.raises(Unavailable, match="Another bot is running"):
        await opened(store.where, pauses.sleep)
    assert pauses == [1, 2, 4, 8]
    assert Unavailable("The server is away.").worth == math.inf


async def test_what_waiting_does_not_mend_is_reported_at_once(tmp_path):
    pauses = Pauses()
    (tmp_path / "letter").write_text("Dear all")
    with pytest.raises(StoreError, match="letter"):
        await opened(tmp_path / "letter", pauses.sleep)
    assert pauses == []
