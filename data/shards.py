"""Which servers a process serves: those of its shards, among which Discord divides all servers of the bot.

Everything of a server belongs to the one process that runs its shard: its tables and clocks, its settings, and what is
deleted of it. Whatever goes over all servers goes over those of the process.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shards:
    """Some of `count` shards, by their numbers from 0 in ascending order; by default all servers there are."""

    count: int = 1
    ids: tuple[int, ...] = (0,)

    def __post_init__(self) -> None:
        if not self.ids or sorted(set(self.ids) & set(range(self.count))) != list(self.ids):
            raise ValueError(f"{self.ids} are no shards out of {self.count}")

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
