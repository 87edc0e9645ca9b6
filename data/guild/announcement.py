"""What the bot's owner announces at every table, for a time: one text at most, the same for all processes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import msgspec

from data.store.store import Verbs

_KEY = "announcement"


@dataclass(frozen=True, slots=True)
class Announcement:
    """A text, as it was typed, that is shown `until` a moment. `by` is the Discord id of whoever wrote it."""

    text: str
    by: int
    until: datetime


class Announcements(Verbs):
    """The present announcement, held in memory as it was when last read."""

    latest: Announcement | None = None
    """What was announced last, whose time may be over."""

    def shown_at(self, now: datetime) -> Announcement | None:
        """What is announced, if anything is."""
        latest = self.latest
        return latest if latest is not None and now < latest.until else None

    async def read(self) -> None:
        """Read it again: another process may have changed it."""
        saved = await self._store.get_meta(_KEY)
        self.latest = msgspec.json.decode(saved, type=Announcement) if saved else None

    async def say(self, announcement: Announcement) -> None:
        """Announce this, in place of what was announced before."""
        await self._store.set_meta(_KEY, msgspec.json.encode(announcement).decode())
        self.latest = announcement

    async def take_back(self) -> None:
        """Announce nothing any more."""
        await self._store.set_meta(_KEY, "")
        self.latest = None
