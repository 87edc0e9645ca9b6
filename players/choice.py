"""The words in which a player answers: the options that were weighed, what to do first, and why."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, fields
from random import Random
from typing import Any, ClassVar, Protocol, TypeAlias

import msgspec

from games.core import Phrase

UNNOTICED = 0.005
"""Of a stake, or of a match: two options that differ by no more are about equal."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to do: `action` is the text that the game's `parse` reads.

    `value` is what it is worth on average, and more is better: at Blackjack chips for each chip staked, at Pontoon
    chips, at Five Hundred the chance to win the match, from 0 to 1. `error` is the standard error of `value`, 0 where
    it is exact. `points` are what it brings in this deal on average, at Blackjack and Pontoon in chips, at Five Hundred
    how many more the own side gets than the others; `behind` says how much less that is than with the first option,
    with the standard error of this difference. `tricks` are the own side's and `made` is how often the contract is
    made, from 0 to 1, where there are such things. `is_equal`: nobody would notice, or could tell by the figures, that
    the first option is better.
    """

    action: str
    value: float
    error: float = 0.0
    tricks: float | None = None
    points: float | None = None
    behind: float = 0.0
    behind_error: float = 0.0
    made: float | None = None
    is_equal: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """What to do: `options` are what was weighed, at least one, and `reason` says why the first of them is chosen.

    The others follow by their `value`. One of them may be worth more than the first, but only where `is_equal` says
    that this may be chance; then the first is what a good player would do without a figure. Where always doing the
    best would show one's cards, `drawn` is what is done this time.
    """

    options: tuple[Option, ...]
    reason: Phrase
    drawn: str = ""

    @property
    def action(self) -> str:
        """What to do, as the text that the game's `parse` reads."""
        return self.drawn or self.options[0].action


class Question(Protocol):
    """All that one seat knows when it has to decide something: a value that can be sent to another process."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    def answer(self, source: Random, effort: float) -> Choice:
        """What to do. Always the same for the same `source`; `effort`, from 0 (excluded) to 1, scales the work."""


def coach_seed(question: Question) -> bytes:
    """The chance by which the coach answers: the same for a hint and a review, as what was `done` doesn't count."""
    known = [getattr(question, field.name) for field in fields(question) if field.name != "done"]
    return hashlib.sha256(msgspec.json.encode(known, order="deterministic")).digest()


Think: TypeAlias = Callable[[Question, bytes], Awaitable[Choice]]
"""Answers a question, from 32 bytes of chance; the same bytes give the same answer."""
