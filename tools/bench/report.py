"""How the programs here print: small tables, and what else the machine was doing."""

from __future__ import annotations

import os
import platform
import sqlite3
import statistics
import time
from collections.abc import Sequence
from pathlib import Path

import discord

_SYNCS = 100
_PAGE = bytes(4096)


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Lines of text: the first column aligned left, the others right, with a rule under the headings."""
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]

    def line(cells: Sequence[str]) -> str:
        others = (cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True))
        return "  ".join([cells[0].ljust(widths[0]), *others]).rstrip()

    return "\n".join([line(headings), "  ".join("-" * width for width in widths), *map(line, rows)])


class Machine:
    """The machine that a measurement runs on, from now on."""

    def __init__(self, folder: Path) -> None:
        """`folder` is on the disk that is written to."""
        self._load = os.getloadavg()[0]
        self._before = _busy(), time.process_time(), time.perf_counter()
        self._sync = _sync_seconds(folder)

    def __str__(self) -> str:
        busy, computed, seconds = (
            now - then
            for now, then in zip((_busy(), time.process_time(), time.perf_counter()), self._before, strict=True)
        )
        others = max(busy - computed, 0.0) / seconds
        return "\n".join(
            [
                f"{_processor()}, {os.cpu_count()} cores; one write of 4 KiB is on the disk after"
                f" {self._sync * 1000:.2f} ms (median of {_SYNCS})",
                f"Python {platform.python_version()}, discord.py {discord.__version__},"
                f" SQLite {sqlite3.sqlite_version}, {platform.system()} {platform.release()}",
                f"load {self._load:.2f} at the beginning, {os.getloadavg()[0]:.2f} at the end; {seconds:.0f} seconds,"
                f" in which other programs kept {others:.2f} cores busy",
            ]
        )


def _processor() -> str:
    for line in _lines("/proc/cpuinfo"):
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _busy() -> float:
    """Seconds that all cores together have worked since the machine started; 0 where that isn't known."""
    for line in _lines("/proc/stat"):
        name, user, nice, system, _idle, _waiting, irq, softirq, steal, *_ = line.split()
        if name == "cpu":
            return sum(map(int, (user, nice, system, irq, softirq, steal))) / os.sysconf("SC_CLK_TCK")
    return 0.0


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text(encoding="utf-8").splitlines()
    except OSError:
        return []


def _sync_seconds(folder: Path) -> float:
    took = []
    with (folder / "sync").open("wb", buffering=0) as file:
        for _ in range(_SYNCS):
            began = time.perf_counter()
            file.write(_PAGE)
            os.fsync(file.fileno())
            took.append(time.perf_counter() - began)
    return statistics.median(took)
