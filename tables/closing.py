"""Why a table has closed, as it stays on the disk, and why no new round begins in a server for now.

People ask why a table has closed, and whoever opens it again should know. While no new rounds begin, those in play
continue to their end, and nobody's chips are touched. What somebody does that would begin a round is refused with a
sentence; what a clock would begin waits.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum

from games.core import IllegalAction, Phrase


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
        return cls(json.loads(lobby).get("closed_by", ""))

    @classmethod
    def _missing_(cls, _value: object) -> ClosedBy:
        """Another version has other reasons."""
        return cls.UNKNOWN


def instead_of(lobby: str) -> int:
    """The number of the closed table in whose place one with this saved lobby was opened; 0 for none."""
    found = json.loads(lobby).get("instead_of", 0)
    return found if isinstance(found, int) else 0


@dataclass(frozen=True, slots=True)
class Halt:
    """`why` no round begins, for whoever would begin one; one that `lasts` has no end that anybody waits for."""

    why: Phrase
    lasts: bool

    @property
    def refusal(self) -> IllegalAction:
        """What is raised instead of beginning something new."""
        return IllegalAction.saying(self.why)


RESTARTING = Halt(Phrase("The bot is about to restart. Try again in a minute."), lasts=False)
"""The process ends within seconds."""
EMPTYING = Halt(Phrase("The bot is about to restart. Try again in a minute."), lasts=False)
"""The process ends when the rounds in play are over."""
BLOCKED = Halt(Phrase("Whoever runs the bot has blocked this server."), lasts=True)
