"""What a process has used so far: computing time or function calls, and what its event loop did longest."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType
from typing import Any

_CALLS = ("call", "c_call")


@dataclass(frozen=True, slots=True)
class Used:
    """Seconds that passed, seconds of computing in all threads, and function calls, 0 where they are not counted."""

    seconds: float = 0.0
    computing: float = 0.0
    calls: int = 0

    def __add__(self, other: Used) -> Used:
        return Used(self.seconds + other.seconds, self.computing + other.computing, self.calls + other.calls)

    def __sub__(self, other: Used) -> Used:
        return Used(self.seconds - other.seconds, self.computing - other.computing, self.calls - other.calls)


class Meter:
    """Reads how much this process has used."""

    unit = "ms of computing"
    """The unit of `cost`."""

    def __init__(self) -> None:
        self.longest_pause = 0.0
        """Seconds of computing of the longest garbage collection so far."""

    def read(self) -> Used:
        """What has been used so far."""
        return Used(time.perf_counter(), time.process_time())

    def cost(self, used: Used) -> float:
        """What was used of what this counts."""
        return used.computing * 1000

    def now(self) -> float:
        """What the thread that calls this has used so far, of the same."""
        return time.thread_time() * 1000

    @contextmanager
    def watching_pauses(self) -> Iterator[None]:
        """Watch how long garbage collections take."""
        began = 0.0

        def look(phase: str, _info: Mapping[str, int]) -> None:
            nonlocal began
            if phase == "start":
                began = time.thread_time()
            else:
                self.longest_pause = max(self.longest_pause, time.thread_time() - began)

        gc.callbacks.append(look)
        try:
            yield
        finally:
            gc.callbacks.remove(look)

    def close(self) -> None:
        """Stop counting."""


class CallMeter(Meter):
    """Counts function calls instead: slow, but the same however busy the machine is.

    It counts calls of Python and C functions on the thread that makes this, which is the event loop's.
    """

    unit = "function calls"

    def __init__(self) -> None:
        super().__init__()
        self._calls = 0
        sys.setprofile(self._count)

    def cost(self, used: Used) -> float:
        """The number of calls."""
        return used.calls

    def now(self) -> float:
        """The number of calls so far."""
        return self._calls

    def read(self) -> Used:
        """What has been used so far."""
        return replace(super().read(), calls=self._calls)

    def close(self) -> None:
        """Stop counting."""
        sys.setprofile(None)

    def _count(self, _frame: FrameType, event: str, _arg: object) -> None:
        if event in _CALLS:
            self._calls += 1


@dataclass(slots=True)
class Piece:
    """The longest that an event loop did without a look at others: what it cost, and what it was."""

    cost: float = 0.0
    what: str = ""


@contextmanager
def longest_piece(meter: Meter) -> Iterator[Piece]:
    """What the loop does longest meanwhile, but for whoever calls this."""
    # No public name tells when a loop does something.
    longest, run, own = Piece(), asyncio.Handle._run, asyncio.current_task()

    def measured(handle: asyncio.Handle) -> None:
        callback: Any = handle._callback  # type: ignore[attr-defined]
        doer = getattr(callback, "__self__", None)
        what = _place_in(doer.get_coro()) if isinstance(doer, asyncio.Task) else getattr(callback, "__qualname__", "")
        began = meter.now()
        run(handle)
        if (cost := meter.now() - began) > longest.cost and doer is not own:
            longest.cost, longest.what = cost, what or str(callback)

    asyncio.Handle._run = measured  # type: ignore[method-assign, assignment]
    try:
        yield longest
    finally:
        asyncio.Handle._run = run  # type: ignore[method-assign]


def _place_in(work: Any) -> str:
    """The first and the last of the coroutines that wait for each other in a task."""
    first, last = work, work
    while hasattr(inside := last.cr_await if hasattr(last, "cr_await") else None, "cr_code"):
        last = inside
    return f"{first.__qualname__}: {last.__qualname__}"


def seconds_of(process: int) -> float:
    """Seconds that a process and its children have computed; 0 where that isn't known."""
    ticks = 0
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        if process in (int(status.parent.name), int(fields[1])):
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def memory_of(process: int) -> int:
    """Bytes of memory that a process takes; 0 where that isn't known."""
    try:
        pages = Path(f"/proc/{process}/statm").read_text(encoding="utf-8").split()[1]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")
