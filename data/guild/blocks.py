"""The servers and the people whom the bot's owner has blocked. They are few, and asked about at every press.

So they are held in memory as they were when last read. Another process may have changed them since; whoever wants to
know reads them again.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from data.store.store import Verbs, moment, seconds


class BlockKind(StrEnum):
    """What is blocked."""

    SERVER = "server"
    PERSON = "person"


@dataclass(frozen=True, slots=True)
class Block:
    """A server or person, by Discord id, with who blocked them, when and why."""

    kind: BlockKind
    number: int
    reason: str
    by: int
    at: datetime


class Blocks(Verbs):
    """All that is blocked, whichever process has blocked it."""

    servers: frozenset[int] = frozenset()
    """The servers that were blocked when this was last read."""
    people: frozenset[int] = frozenset()
    """The same of people."""

    async def read(self) -> frozenset[int]:
        """Read them again. Returns the servers that are blocked no more."""
        before, found = self.servers, await self.listed()
        self.servers = frozenset(block.number for block in found if block.kind is BlockKind.SERVER)
        self.people = frozenset(block.number for block in found if block.kind is BlockKind.PERSON)
        return before - self.servers

    async def listed(self) -> list[Block]:
        """All of them, the latest first."""
        rows = await self._store.find(_ALL)
        return [Block(BlockKind(kind), number, reason, by, moment(at)) for kind, number, reason, by, at in rows]

    async def add(self, block: Block) -> None:
        """Block a server or a person, or change why."""
        row = (block.kind.value, block.number, block.reason, block.by, seconds(block.at))
        await self._store.write(lambda db: db.execute(_ADD, row))
        await self.read()

    async def remove(self, kind: BlockKind, number: int) -> bool:
        """Take a block back; False when there is none."""
        gone = await self._store.write(lambda db: db.execute(_REMOVE, (kind.value, number)).rowcount)
        await self.read()
        return gone > 0


_ALL = "SELECT kind, number, reason, blocked_by, at FROM blocks ORDER BY at DESC, kind, number"
_ADD = """
    INSERT INTO blocks (kind, number, reason, blocked_by, at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (kind, number)
    DO UPDATE SET reason = excluded.reason, blocked_by = excluded.blocked_by, at = excluded.at"""
_REMOVE = "DELETE FROM blocks WHERE kind = ? AND number = ?"
