"""What a process has used so far: computing time or function calls, and its longest look for garbage."""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType

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

    def read(self) -> Used:
        """What has been used so far."""
        return replace(super().read(), calls=self._calls)

    def close(self) -> None:
        """Stop counting."""
        sys.setprofile(None)

    def _count(self, _frame: FrameType, event: str, _arg: object) -> None:
        if event in _CALLS:
            self._calls += 1


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
