"""What has been written on behalf of the person who is being answered, so that nobody is told that nothing happened
when something did.

Code that answers somebody opens an account with `begin`; every transaction of the store that changes something is
entered there when it is on the disk. The account belongs to the context, so the tasks that are started in it share it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(slots=True)
class Deeds:
    """The account of one interaction."""

    count: int = 0
    """Transactions that did what was asked for, or a part of it."""
    starting_chips: bool = False
    """Somebody got their starting chips along the way."""
    is_aside: bool = False
    """What is being written just now is not what the person asked for."""


_account: ContextVar[Deeds | None] = ContextVar("deeds", default=None)


def begin() -> Deeds:
    """Open an account for whatever is done in this context from now on."""
    deeds = Deeds()
    _account.set(deeds)
    return deeds


def of_nobody() -> None:
    """From now on this context acts for nobody, like a clock that somebody's move has set."""
    _account.set(None)


def account() -> Deeds:
    """The account of this context; an empty one where nobody is answered."""
    return _account.get() or Deeds()


@contextmanager
def aside() -> Iterator[None]:
    """What is written meanwhile is not what the person asked for."""
    deeds = account()
    before, deeds.is_aside = deeds.is_aside, True
    try:
        yield
    finally:
        deeds.is_aside = before


def enter(*, starting_chips: bool = False) -> None:
    """A transaction that changed something is on the disk."""
    deeds = account()
    if starting_chips:
        deeds.starting_chips = True
    elif not deeds.is_aside:
        deeds.count += 1
