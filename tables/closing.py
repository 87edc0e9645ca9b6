"""Why a table has closed, as it stays on the disk: people ask, and whoever opens it again should know."""

from __future__ import annotations

import json
from enum import StrEnum


class ClosedBy(StrEnum):
    """Who or what has closed a table."""

    UNKNOWN = ""
    """It closed before this was kept, or is open."""
    HOST = "host"
    MANAGER = "manager"
    """Somebody who manages the server."""
    VOID = "void"
    """The same, at once, with the chips of the running round returned."""
    IDLE = "idle"
    """Nobody played for a while."""
    BLOCKED = "blocked"
    """The bot's owner has blocked the server."""
    SWITCHED_OFF = "off"
    """The server has switched its game off."""
    CHANNEL = "channel"
    """Its channel is gone, or shows the bot nothing any more."""

    @classmethod
    def of(cls, lobby: str) -> ClosedBy:
        """What the saved text of a lobby says."""
        known = {each.value: each for each in cls}
        return known.get(json.loads(lobby).get("closed_by", ""), cls.UNKNOWN)


def instead_of(lobby: str) -> int:
    """The number of the closed table in whose place one with this saved lobby was opened; 0 for none."""
    found = json.loads(lobby).get("instead_of", 0)
    return found if isinstance(found, int) else 0
