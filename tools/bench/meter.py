"""What a process has used so far: computing time, instructions where the kernel counts them, and its pauses."""

from __future__ import annotations

import ctypes
import gc
import os
import platform
import struct
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType

_PERF_EVENT_OPEN = {"x86_64": 298, "aarch64": 241}
_HARDWARE, _INSTRUCTIONS = 0, 1
_INHERIT, _WITHOUT_KERNEL, _WITHOUT_HYPERVISOR = 1 << 1, 1 << 5, 1 << 6
_CLOSE_ON_EXEC = 1 << 3
_CALLS = ("call", "c_call")


class _Attributes(ctypes.Structure):
    """`struct perf_event_attr` of Linux in its fifth version."""

    _fields_ = [
        ("type", ctypes.c_uint32),
        ("size", ctypes.c_uint32),
        ("config", ctypes.c_uint64),
        ("sample_period", ctypes.c_uint64),
        ("sample_type", ctypes.c_uint64),
        ("read_format", ctypes.c_uint64),
        ("flags", ctypes.c_uint64),
        ("rest", ctypes.c_uint64 * 8),
    ]


@dataclass(frozen=True, slots=True)
class Used:
    """Seconds that passed, seconds of computing in all threads, and instructions, 0 where they are not counted."""

    seconds: float = 0.0
    computing: float = 0.0
    instructions: int = 0

    def __add__(self, other: Used) -> Used:
        return Used(
            self.seconds + other.seconds, self.computing + other.computing, self.instructions + other.instructions
        )

    def __sub__(self, other: Used) -> Used:
        return Used(
            self.seconds - other.seconds, self.computing - other.computing, self.instructions - other.instructions
        )


class Meter:
    """Reads how much this process has used. Make it before any thread starts: it counts only threads started later."""

    def __init__(self, *, kind: int = _HARDWARE, event: int = _INSTRUCTIONS) -> None:
        """`kind` and `event` say what counts as an instruction, in the kernel's numbers."""
        self._counter = _open_counter(kind, event)
        self.longest_pause = 0.0
        """Seconds of computing of the longest garbage collection so far."""

    @property
    def counts_instructions(self) -> bool:
        """Whether the kernel counts them here."""
        return self._counter is not None

    def read(self) -> Used:
        """What has been used so far."""
        counter = self._counter
        instructions = 0 if counter is None else struct.unpack("q", os.read(counter, 8))[0]
        return Used(time.perf_counter(), time.process_time(), instructions)

    @property
    def unit(self) -> str:
        """The unit of `cost`."""
        return "million instructions" if self.counts_instructions else "ms of computing"

    def cost(self, used: Used) -> float:
        """What was used: instructions where they are counted, computing time elsewhere."""
        return used.instructions / 1e6 if self.counts_instructions else used.computing * 1000

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
        if self._counter is not None:
            os.close(self._counter)
            self._counter = None


class CallMeter(Meter):
    """Counts function calls instead of instructions: slow, but the same however busy the machine is.

    It counts calls of Python and C functions on the thread that makes this, which is the event loop's.
    """

    def __init__(self) -> None:
        super().__init__()
        self._calls = 0
        sys.setprofile(self._count)

    @property
    def unit(self) -> str:
        """The unit of `cost`."""
        return "function calls"

    def cost(self, used: Used) -> float:
        """The number of calls."""
        return used.instructions

    def read(self) -> Used:
        """What has been used so far."""
        return replace(super().read(), instructions=self._calls)

    def close(self) -> None:
        """Stop counting."""
        sys.setprofile(None)
        super().close()

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


def _open_counter(kind: int, event: int) -> int | None:
    """A file to read the count from; None where the kernel offers none."""
    number = _PERF_EVENT_OPEN.get(platform.machine())
    if number is None or platform.system() != "Linux":
        return None
    asked = _Attributes(
        type=kind,
        size=ctypes.sizeof(_Attributes),
        config=event,
        flags=_INHERIT | _WITHOUT_KERNEL | _WITHOUT_HYPERVISOR,
    )
    counter = ctypes.CDLL(None).syscall(number, ctypes.byref(asked), 0, -1, -1, _CLOSE_ON_EXEC)
    return counter if counter >= 0 else None
