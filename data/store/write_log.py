"""What has been written on behalf of the person who is being answered, so that nobody is told that nothing happened
when something did.

Code that answers somebody opens a log with `begin`; every transaction of the store that changes something is entered
there when it is on the disk. The log belongs to the context, so the tasks that are started in it share it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(slots=True)
class WriteLog:
    """What was written for one interaction."""

    count: int = 0
    """Transactions that did what was asked for, or a part of it."""
    starting_chips: bool = False
    """Somebody got their starting chips along the way."""
    is_unrelated: bool = False
    """What is being written just now is not what the person asked for."""


_current: ContextVar[WriteLog | None] = ContextVar("write_log", default=None)


def begin() -> WriteLog:
    """Open a log for whatever is done in this context from now on."""
    log = WriteLog()
    _current.set(log)
    return log


def detached() -> None:
    """From now on this context acts for nobody, like a clock that somebody's move has set."""
    _current.set(None)


def current() -> WriteLog:
    """The log of this context; an empty one where nobody is answered."""
    return _current.get() or WriteLog()


def is_awaited() -> bool:
    """Whether somebody waits for what is being done in this context."""
    log = _current.get()
    return log is not None and not log.is_unrelated


@contextmanager
def unrelated() -> Iterator[None]:
    """What is written meanwhile is not what the person asked for."""
    log = current()
    before, log.is_unrelated = log.is_unrelated, True
    try:
        yield
    finally:
        log.is_unrelated = before


def enter(*, starting_chips: bool = False) -> None:
    """A transaction that changed something is on the disk."""
    if (log := _current.get()) is None:
        return
    if starting_chips:
        log.starting_chips = True
    elif not log.is_unrelated:
        log.count += 1
