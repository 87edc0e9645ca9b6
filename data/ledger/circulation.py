"""How many chips there are: those that have come from the house and not gone back to it."""

from __future__ import annotations

from data.store.database import Database
from data.store.store import Store

# The accounts of a server add up to 0, so what the house has paid out is what all others have.
_PAID_OUT = "SELECT CAST(COALESCE(-SUM(chips), 0) AS BIGINT) FROM accounts WHERE kind = 'house'"


async def circulating(store: Store) -> int:
    """The chips of all members of all servers, also those at tables. Reads all accounts, beside everybody else."""

    def work(db: Database) -> int:
        return int(db.execute(_PAID_OUT).fetchone()[0])

    return await store.read_beside(work)
