"""Which servers a process serves: those of its shards, among which Discord divides all servers of the bot.

Everything of a server belongs to the one process that runs its shard: its tables and clocks, its settings, and what is
deleted of it. Whatever goes over all servers goes over those of the process. Nobody's are served by two processes, by
the locks of the database that they share.

Each shard has a lock. The locks of one division, such as that into 16 shards, say nothing about another: shard 0 of 16
has servers of shard 0 of 8. So all processes at one time go by the same division. It is kept in `meta`, and whoever
goes by it shares a lock; to change it, somebody must hold that one alone, when nobody serves anything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from data.store.locks import held
from data.store.store import Store


@dataclass(frozen=True, slots=True)
class Shards:
    """Some of `count` shards, by their numbers from 0 in ascending order; by default all servers there are."""

    count: int = 1
    ids: tuple[int, ...] = (0,)

    def __post_init__(self) -> None:
        if not self.ids or sorted(set(self.ids) & set(range(self.count))) != list(self.ids):
            raise ValueError(f"{self.ids} are no shards out of {self.count}")

    def __str__(self) -> str:
        """As in SHARD_IDS, with the number of all shards: `0-3,6 of 8`."""
        runs: list[list[int]] = []
        for shard in self.ids:
            if runs and shard == runs[-1][-1] + 1:
                runs[-1].append(shard)
            else:
                runs.append([shard])
        written = (str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
        return f"{','.join(written)} of {self.count}"

    @property
    def share(self) -> float:
        """How much of all shards these are, above 0 and up to 1."""
        return len(self.ids) / self.count

    def serve(self, guild: int) -> bool:
        """Whether the server `guild` is in one of them."""
        return (guild >> 22) % self.count in self.ids

    def in_sql(self, column: str) -> str:
        """The condition that the server in `column` is in one of them."""
        return f"({column} >> 22) % {self.count} IN ({', '.join(map(str, self.ids))})"


ALL = Shards()
"""Every server, for a process that is the only one."""


DIVISION = "the number of shards"
CHANGE = "another number of shards"
_COUNT = "shards"
"""The key in `meta` of the number of shards that all go by."""


async def serve(store: Store, shards: Shards, waits: Callable[[], None] = lambda: None) -> None:
    """Wait until the servers of `shards` are nobody else's; from then on they are this process's until it ends.

    `waits` is called whenever somebody else has them. Raises StoreError when the database fails.
    """
    while not await _goes_by(store, shards.count):
        async with held(store.locks, CHANGE, waits):  # whoever waits here may find it changed as they want it
            if await _division(store) != shards.count:
                await store.locks.take(DIVISION, waits=waits)
                await store.set_meta(_COUNT, str(shards.count))
                await store.locks.let_go(DIVISION)  # not before it is written, even when this is cancelled
    for shard in shards.ids:
        await store.locks.take(f"shard {shard} of {shards.count}", waits=waits)


async def servers_in(store: Store) -> int:
    """How many servers the database knows, be they whose they may. Raises StoreError when the database fails."""
    return await store.read(
        lambda db: int(db.execute("SELECT COUNT(*) FROM accounts WHERE kind = 'house'").fetchone()[0])
    )


async def _goes_by(store: Store, count: int) -> bool:
    """Whether all servers are divided into `count` shards. Then they are until this process ends."""
    await store.locks.take(DIVISION, shared=True)
    if await _division(store) == count:
        return True
    await store.locks.let_go(DIVISION)
    return False


async def _division(store: Store) -> int | None:
    """Into how many shards all servers are divided; None when nobody has ever served one."""
    found = await store.get_meta(_COUNT)
    return None if found is None else int(found)
