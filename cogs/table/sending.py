"""When a message that follows something is sent, and what follows from Discord's answer: one machine for all of them.

It knows neither the message nor Discord. A message's keeper tells its `Sending` what happens, and sends the message
when the `Sending` calls. At most one request is under way, and what changes meanwhile is sent after it. A request
without an answer may still arrive after the next one, so the next one is sent twice.
"""

from __future__ import annotations

import asyncio
import logging
import weakref
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from enum import StrEnum, auto
from typing import TypeVar

import discord

from cogs.app.replies.requests import Outcome, tried
from data.store.errors import StoreError
from tables.clock import uptime

log = logging.getLogger(__name__)
T = TypeVar("T")

TRIED_AGAIN_AFTER = timedelta(seconds=5)
"""So long after a failure that may pass it is sent again."""
UNSURE_FOR = timedelta(seconds=8)
"""How long what had no answer may still arrive."""
AFTER_REFUSALS = (TRIED_AGAIN_AFTER, TRIED_AGAIN_AFTER, timedelta(minutes=1), timedelta(minutes=10))
"""How long after each refusal in a row it is sent again; after the last, at the next change."""
MOST_REFUSALS = 2
"""After so many of no known reason the message itself may be the reason."""


class At(StrEnum):
    """How far a message is."""

    SHOWN = auto()
    DUE = auto()
    """It is sent soon."""
    FLYING = auto()
    BEHIND = auto()
    """It is under way, and there is something newer to send after it."""
    UNSURE = auto()
    """It is shown, but something older may still arrive. So it is sent once more when that is over."""
    LEFT = auto()
    """Discord refuses it. It is sent again after a while, longer each time, or at the next change."""
    STOPPED = auto()


class Happening(StrEnum):
    """What may happen besides the `Outcome` of what is under way."""

    CHANGED = auto()
    SENT = auto()
    SAME = auto()
    """There is nothing to send: it shows that already."""
    OVERTAKEN = auto()
    """It has arrived, but something older may arrive after it."""
    STOPPED = auto()


_WAITING = (At.DUE, At.UNSURE, At.LEFT)
_FLYING = (At.FLYING, At.BEHIND)
NEXT: Mapping[tuple[At, Happening | Outcome], At] = {
    **{(at, Happening.CHANGED): At.DUE for at in (At.SHOWN, *_WAITING)},
    **{(at, Happening.SENT): At.FLYING for at in (At.SHOWN, *_WAITING)},
    **{(at, Happening.CHANGED): At.BEHIND for at in _FLYING},
    **{(at, Happening.SAME): At.SHOWN for at in (At.SHOWN, *_WAITING)},
    **{(at, Happening.SAME): at for at in _FLYING},
    (At.FLYING, Outcome.ARRIVED): At.SHOWN,
    (At.FLYING, Happening.OVERTAKEN): At.UNSURE,
    (At.BEHIND, Outcome.ARRIVED): At.DUE,
    (At.BEHIND, Happening.OVERTAKEN): At.DUE,
    **{
        (at, outcome): after
        for at in _FLYING
        for outcome, after in {
            **dict.fromkeys((Outcome.LOST, Outcome.BUSY, Outcome.TOO_MANY, Outcome.TOO_LATE, Outcome.GONE), At.DUE),
            **dict.fromkeys((Outcome.PLACE_GONE, Outcome.FORBIDDEN, Outcome.REFUSED, Outcome.BROKEN), At.LEFT),
        }.items()
    },
    **{(at, Happening.STOPPED): At.STOPPED for at in At},
    **{(At.STOPPED, what): At.STOPPED for what in (*Happening, *Outcome)},
}
"""The next state. What isn't here can't happen."""


def or_gone(outcome: Outcome) -> Outcome:
    """What a refusal means where there is nothing to be done about a message that is gone."""
    return Outcome.ARRIVED if outcome in (Outcome.GONE, Outcome.PLACE_GONE) else outcome


class Sending:
    """How far one message is, and the timer until the next request about it."""

    def __init__(self, every: timedelta = timedelta(0), *, is_prompt: bool = False) -> None:
        """`every` is the least time from an arrival to the next request. A prompt one lets no answer come first."""
        self.at = At.SHOWN
        self.refusals = 0
        """In a row."""
        self._every, self._is_prompt = every, is_prompt
        self.rests_until = timedelta(0)
        """When the last one is old enough for the next, by the loop's clock."""
        self._unsure_until = timedelta(0)
        self._timer: asyncio.TimerHandle | None = None
        self._go: Callable[[], None] = lambda: None

    @property
    def is_flying(self) -> bool:
        """Whether a request is under way, which no other one may overtake."""
        return self.at in _FLYING

    @property
    def is_busy(self) -> bool:
        """Whether it is soon to show something, or on its way."""
        return self.at is At.DUE or self.at in _FLYING

    @property
    def is_at_rest(self) -> bool:
        """Whether nothing is sent before the next change."""
        return self._timer is None and self.at in (At.SHOWN, At.LEFT)

    @property
    def is_unsure(self) -> bool:
        """Whether something older may still arrive."""
        return uptime() < self._unsure_until

    def begin(self) -> bool:
        """Whether it is to be sent now; it is under way then."""
        if self.at not in _WAITING or self._timer is not None:
            return False
        self.at = NEXT[self.at, Happening.SENT]
        return True

    def resume(self) -> None:
        """Whoever let it wait has time for it again."""
        if self.at is At.DUE and self._timer is None:
            self._ring()

    async def send(
        self,
        request: Awaitable[T],
        about: str,
        means: Callable[[Outcome], Outcome],
        answers: discord.Interaction | None = None,
    ) -> tuple[Outcome, T | None]:
        """What comes of a `request` that is under way, and Discord's answer; `means` says what a failure comes to."""
        outcome, sent = Outcome.LOST, None  # which a cancelled one is
        try:
            outcome, sent = await tried(request, about, answers)
        except StoreError as error:  # while the database is away
            log.info("%s: %s", about, error)
            outcome = Outcome.BUSY
        except Exception:
            log.exception(about)
            outcome = Outcome.BROKEN
        finally:
            if outcome is not Outcome.ARRIVED:
                outcome = means(outcome)
            self.tell(outcome)
        return outcome, sent

    def tell(self, what: Happening | Outcome, go: Callable[[], None] | None = None) -> None:
        """Something has happened; `go` is called whenever it is to be sent, until it is shown."""
        if what is Outcome.ARRIVED:
            now, self.refusals = uptime(), 0
            self.rests_until = now + self._every
            what = Happening.OVERTAKEN if now < self._unsure_until else what
        elif what in (Outcome.LOST, Outcome.BUSY):
            self._unsure_until = uptime() + UNSURE_FOR
        before, self.at = self.at, NEXT[self.at, what]
        self._go = (lambda: None) if self.at in (At.SHOWN, At.STOPPED) else go or self._go
        if self.at is before:
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.at not in _WAITING:
            return
        wait: timedelta | None = self.rests_until - uptime()
        if self.at is not At.DUE or what in (Outcome.BUSY, Outcome.TOO_MANY):
            wait = self._until_tried_again(what)
        if wait is not None and self._is_prompt and wait <= timedelta(0):
            self._go()
        elif wait is not None:
            self._timer = asyncio.get_running_loop().call_later(wait / timedelta(seconds=1), self._ring)

    def _until_tried_again(self, what: Happening | Outcome) -> timedelta | None:
        """How long what has not arrived waits after this; None if until the next change."""
        if self.at is At.UNSURE:
            return self._unsure_until - uptime()
        if self.at is At.DUE:
            return TRIED_AGAIN_AFTER
        before = self.refusals if what is Outcome.REFUSED else max(self.refusals, MOST_REFUSALS)
        self.refusals = before + 1
        _refused.add(self)
        return AFTER_REFUSALS[before] if before < len(AFTER_REFUSALS) else None

    def _ring(self) -> None:
        self._timer = None
        self._go()


_refused: weakref.WeakSet[Sending] = weakref.WeakSet()


def left() -> int:
    """How many messages of this process Discord refuses just now."""
    return sum(sending.at is At.LEFT for sending in _refused)
