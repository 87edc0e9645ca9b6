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

    def begin(self, *claim: Any) -> int:
        """Announce what will be true once it is done; the number is for `end`."""
        number = next(self._numbers)
        if number == self._tries:
            os.kill(os.getpid(), signal.SIGKILL)
        self.say("try", number, claim)
        return number

    def end(self, number: int, *, done: bool) -> None:
        """Report the result of a try."""
        self.say("did" if done else "refused", number)

    @contextmanager
    def trying(self, *claim: Any) -> Iterator[None]:
        """Announce what the body tries, and report afterwards whether it was done or refused."""
        number = self.begin(*claim)
        try:
            yield
        except REFUSALS:
            self.end(number, done=False)
        else:
            self.end(number, done=True)
