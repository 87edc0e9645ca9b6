"""Power loss: what a disk may hold when the power fails, at every instant of a child's life.

A child records everything that SQLite does to its files (`disk`). Afterwards the power is cut between any two of these
steps. What was synced by then is there. Of the writes since a file's last sync, each may be there, lost, or torn: only
some of its sectors are there. Then the real store opens what is left, everything acknowledged before the cut is looked
up in it, and the books must be right, as after a kill.
"""

from __future__ import annotations

import asyncio
import copy
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from rich.progress import track

from data.store.store import Store
from tools.torture.claims import Claims, Violation
from tools.torture.runs import HANGS_AFTER, Torture
from tools.torture.trace import Entry, read

SECTOR = 512
LIVES = 4
"""Children one after the other, at most; the first creates the database, the others return to it."""
TRIES = 300
"""How many tries each of them makes, as the journal counts them."""


@dataclass(slots=True)
class Disk:
    """One file: its certain contents (`kept`, None when there is no file), and the requests since its last sync."""

    kept: bytearray | None = None
    loose: list[Entry] = field(default_factory=list)

    def does(self, entry: Entry) -> None:
        """Follow one entry of the trace."""
        if entry.kind == "sync" or (entry.kind == "delete" and entry.at):
            self.loose.append(entry)
            self.kept = self.after(self.loose)
            self.loose = []
        else:
            self.loose.append(entry)

    def after(self, entries: Sequence[Entry]) -> bytearray | None:
        """The file once all of `entries` have reached it."""
        there = None if self.kept is None else bytearray(self.kept)
        for entry in entries:
            there = _changed(there, entry)
        return there

    def left(self, random: Random) -> bytearray | None:
        """The file after a cut: of its loose entries some are there, some are lost, some are torn."""
        fate = random.choice((0.0, 0.5, 0.9, 1.0))
        return self.after([part for entry in self.loose for part in _survivors(entry, fate, random)])


def follow(files: dict[str, Disk], entry: Entry) -> None:
    """Let the disk do what `entry` asks. A new file's first sync also syncs its folder: deleted files stay deleted."""
    disk = files.setdefault(entry.name, Disk())
    if entry.kind == "sync" and disk.kept is None:
        for other in files.values():
            if other.loose and other.loose[-1].kind == "delete":
                other.kept, other.loose = None, []
    disk.does(entry)


def _changed(there: bytearray | None, entry: Entry) -> bytearray | None:
    match entry.kind:
        case "delete":
            return None
        case "truncate":
            there = bytearray() if there is None else there
            del there[entry.at :]
            there.extend(bytes(entry.at - len(there)))
        case "write":
            there = bytearray() if there is None else there
            there.extend(bytes(max(entry.at - len(there), 0)))
            there[entry.at : entry.at + len(entry.data)] = entry.data
    return there


def _survivors(entry: Entry, fate: float, random: Random) -> Iterator[Entry]:
    """What is left of `entry`: all, nothing, or some sectors; `fate` is the chance of being there."""
    if entry.kind != "write" or random.random() < 0.5:
        if random.random() < fate:
            yield entry
        return
    place = 0
    while place < len(entry.data):
        size = SECTOR - (entry.at + place) % SECTOR
        if random.random() < fate:
            yield Entry("write", entry.name, entry.at + place, entry.data[place : place + size])
        place += size


class PowerLoss:
    """Children whose power is cut again and again, in `folder`."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._folder = folder
        self._seed = seed
        self._alive = folder / "alive"
        self._alive.mkdir(parents=True, exist_ok=True)
        self._path = self._alive / "power.sqlite3"
        self.claims = Claims()
        """Those of the children that were only killed, up to the present one."""
        self.cuts = 0
        self.loose = 0
        """Cuts that came when something was written but not synced."""

    def cut(self, times: int) -> None:
        """Let children live, and cut the power `times` in all. Raises Violation."""
        lives = min(LIVES, times)
        for life in track(range(lives), "Lives", disable=not sys.stdout.isatty()):
            self._live(life, times * (life + 1) // lives - times * life // lives)

    def _live(self, life: int, cuts: int) -> None:
        files = {path.name: Disk(bytearray(path.read_bytes())) for path in self._database_files()}
        trace = self._folder / f"trace-{life}"
        _record(self._path, self._seed, life, trace)
        entries = list(read(trace))
        trace.unlink()
        random = Random(f"power {self._seed} {life}")
        instants = sorted(random.sample(range(1, len(entries)), min(cuts, len(entries) - 1)))
        look = Torture(self._folder / "cut" / self._path.name, self._seed, claims=self.claims)
        for number, entry in enumerate(entries):
            while instants and instants[0] == number:
                instants.pop(0)
                look.claims = copy.deepcopy(self.claims)
                self._cut_here(files, look, random)
            if entry.kind == "said":
                self.claims.hear(entry.data.decode())
            else:
                follow(files, entry)
        look = Torture(self._path, self._seed, claims=self.claims)  # a kill leaves everything that was written
        look.look()

    def _cut_here(self, files: dict[str, Disk], look: Torture, random: Random) -> None:
        self.cuts += 1
        self.loose += any(disk.loose for disk in files.values())
        folder = self._folder / "cut"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, disk in files.items():
            if (left := disk.left(random)) is not None:
                (folder / name).write_bytes(left)
        asyncio.run(_opened(folder / self._path.name))
        look.look()

    def _database_files(self) -> list[Path]:
        names = (self._path.name, f"{self._path.name}-wal", f"{self._path.name}-journal")
        return [self._alive / name for name in names if (self._alive / name).exists()]


async def _opened(path: Path) -> None:
    """Let the real store open whatever is there."""
    await (await Store.open(path)).close()


def _record(path: Path, seed: int, life: int, trace: Path) -> None:
    """Let a child live until it has tried enough, and kill it."""
    command = [sys.executable, "-m", "tools.torture.child", str(path), str(seed), str(life), "--trace", str(trace)]
    child = subprocess.Popen([*command, "--tries", str(TRIES)], stdout=subprocess.DEVNULL)
    try:
        child.wait(HANGS_AFTER)
    except subprocess.TimeoutExpired as error:
        raise Violation("the child hung while its disk was watched") from error
    finally:
        child.kill()
        child.wait()
