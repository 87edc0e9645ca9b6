"""What the child tells the parent: one line of JSON each, written at once, so that a kill can't hold one back.

`try` comes before an attempt, and `did` or `refused` after its await has returned; a try with neither was under way.
"""

from __future__ import annotations

import itertools
import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from data.ledger.ledger import InsufficientChips
from games.core import IllegalAction
from tables.draft import StaleClick, TableClosed
from tools.torture.trace import Trace

REFUSALS = (IllegalAction, StaleClick, TableClosed, InsufficientChips)
"""What a person may be told when something isn't possible. Anything else is a fault."""


class Journal:
    """The child's end of the pipe, which is standard output, and of its trace if it keeps one.

    With `tries` the process kills itself just before its `tries`-th attempt.
    """

    def __init__(self, trace: Trace | None = None, tries: int | None = None) -> None:
        self._numbers = itertools.count(1)
        self._trace = trace
        self._tries = tries

    def say(self, word: str, *rest: Any) -> None:
        """Write one line; shorter than PIPE_BUF, it arrives whole or not at all."""
        line = json.dumps([word, *rest]).encode() + b"\n"
        os.write(1, line)
        if self._trace is not None:
            self._trace.say(line)

    @contextmanager
    def trying(self, *claim: Any, refused_by: tuple[type[Exception], ...] = REFUSALS) -> Iterator[Attempt]:
        """Announce what the body tries, if that is known yet, and report afterwards whether it was done or refused."""
        attempt = Attempt(self)
        if claim:
            attempt.announce(*claim)
        try:
            yield attempt
        except refused_by:
            attempt.is_done = False
        for number in attempt.numbers:
            self.say("did" if attempt.is_done else "refused", number)

    def announce(self, claim: tuple[Any, ...]) -> int:
        """Say what will be true once it is done. Returns the number of this try."""
        number = next(self._numbers)
        if number == self._tries:
            os.kill(os.getpid(), signal.SIGKILL)
        self.say("try", number, claim)
        return number


class Attempt:
    """What somebody tries: all that was announced is done, or nothing is."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.numbers: list[int] = []
        self.is_done = True
        """Whether what is not refused is done; asking for something again may be answered all the same."""

    def announce(self, *claim: Any) -> None:
        """Something more will be true once it is done."""
        self.numbers.append(self._journal.announce(claim))
