"""Why no new round begins for now.

While no new rounds begin, those in play continue to their end, and nobody's chips are touched. What somebody does that
would begin a round is refused with a sentence; what a clock would begin waits.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.core import IllegalAction, Phrase


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
BLOCKED = Halt(Phrase("The bot's operator has blocked this server."), lasts=True)
