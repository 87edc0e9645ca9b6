"""The words in which a player answers: the options that were weighed, the best first, and why it is the best."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Protocol

from games.core import Phrase


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to do: `action` is the text that the game's `parse` reads.

    `value` is what it is worth on average, and more is better: at Blackjack and Pontoon chips, at Five Hundred the
    chance to win the match, from 0 to 1. `error` is the standard error of `value`, 0 where it is exact. `tricks` and
    `points` are what it brings the own side in this deal on average, where there are such things; `behind` says how
    many points less that is than with the best option, with the standard error of this difference.
    """

    action: str
    value: float
    error: float = 0.0
    tricks: float | None = None
    points: float | None = None
    behind: float = 0.0
    behind_error: float = 0.0


@dataclass(frozen=True, slots=True)
class Choice:
    """What to do: `options` are what was weighed, the best first, at least one; `reason` says why it is the best."""

    options: tuple[Option, ...]
    reason: Phrase

    @property
    def action(self) -> str:
        """What to do, as the text that the game's `parse` reads."""
        return self.options[0].action


class Question(Protocol):
    """All that one seat knows when it has to decide something: a value that can be sent to another process."""

    def answer(self, source: Random, effort: float) -> Choice:
        """What to do. Always the same for the same `source`; `effort`, from 0 (excluded) to 1, scales the work."""
