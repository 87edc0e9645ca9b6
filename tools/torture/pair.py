"""Two processes on one PostgreSQL server, each with a shard of two servers: both are killed again and again.

Before its death a process stands still for a while and goes on, or dies standing, or loses connections while it writes.
A successor is started when its predecessor is dead, or waits for its shard while that one still lives. The other
process plays on meanwhile. After some deaths both are dead at once, and what was said is compared with what is there.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random

import psycopg

from data.shards import Shards
from data.store.postgres.locks import END_ALL_WITHOUT_LOCKS
from data.store.where import PostgresUrl
from tools.torture.audit import Auditor, Found
from tools.torture.child import GUILDS
from tools.torture.claims import Claims, Violation
from tools.torture.runs import HANGS_AFTER, Instant, after, asked_in, verify_claims, verify_resumed

SHARDS = tuple(Shards(2, (number,)) for number in range(2))
DEATHS = 5
"""Of each of the two processes between two looks."""
OVERLAPS = 0.5
"""How often a successor waits while its predecessor lives."""
STANDS_STILL = 1.0
"""The most seconds for which a process stands still."""
LOOKS, BETWEEN_LOOKS = 400, 0.005
"""So often it is looked for a write of a process, and how many seconds there are between two looks."""
_CUT = """
    SELECT COUNT(pg_terminate_backend(pid)) FROM pg_locks
    WHERE locktype = 'advisory' AND objsubid = 1 AND (classid::bigint << 32) + objid::bigint = ANY (%s)"""
"""Whoever has the lock of a server, or waits for it, is writing there."""


class _Process:
    """One child; its lines are read from `listen` on."""

    def __init__(self, url: PostgresUrl, seed: int, run: int, shards: Shards, *, finish: bool = False) -> None:
        self.run = run
        self.was_frozen = False
        self.is_up = False
        """Whether it has its tables. While it brings them back its time stands still, so nothing can be tried again."""
        arguments = [url.text, str(seed), str(run), "--shard", str(shards.ids[0]), *(["--finish"] if finish else [])]
        self.popen = subprocess.Popen(
            [sys.executable, "-m", "tools.torture.child", *arguments], stdout=subprocess.PIPE, text=True
        )

    def kill(self) -> None:
        self.popen.kill()

    def pause(self, seconds: float) -> None:
        """Do nothing for some seconds."""
        self.popen.send_signal(signal.SIGSTOP)
        try:
            time.sleep(seconds)
        finally:
            self.popen.send_signal(signal.SIGCONT)

    def freeze(self, seconds: float) -> None:
        """Do nothing for some seconds, and die of it."""
        self.popen.send_signal(signal.SIGSTOP)
        try:
            time.sleep(seconds)
        finally:
            self.was_frozen = True
            self.kill()

    def lines(self) -> Iterator[str]:
        """What it says, until it is dead."""
        assert self.popen.stdout is not None
        with self.popen, self.popen.stdout as lines:
            yield from lines


class Pair:
    """One database on a server, and everything that was said about it by both processes."""

    def __init__(self, url: PostgresUrl, seed: int) -> None:
        self.claims = Claims()
        self.kills = 0
        self.troubles = Counter[str]()
        """What processes met before they died."""
        self.found: Found | None = None
        """What the last look found."""
        self._url = url
        self._seed = seed
        self._runs = 0
        self._auditor = Auditor(url, self.claims.options)
        self._speaking = threading.Lock()
        """Held while a line is taken in, or the number of a run given out."""
        self._is_over = threading.Event()

    def kill_some(self) -> None:
        """Kill each of the two processes `DEATHS` times, and look. Raises Violation."""
        with ThreadPoolExecutor(len(SHARDS)) as threads:
            for done in [threads.submit(self._live_and_die, shards) for shards in SHARDS]:
                done.result()
        self.look()

    def finish(self) -> None:
        """Let last children play every table to its end and close it; then look again, at everything."""
        for shards in SHARDS:
            self._hear(self._started(shards, finish=True), None, None)
            if not self.claims.finished:
                raise Violation("a last child did not come to its end")
            self.claims.finished = False
        self._auditor.forget()
        if lobbies := self.look().lobbies:
            raise Violation(f"tables are still open: {sorted(lobbies)}")

    def look(self) -> Found:
        """Compare what was said with what is there. Raises Violation."""
        with psycopg.connect(self._url.text) as connection:  # the server may be about to commit what the dead have sent
            connection.execute(END_ALL_WITHOUT_LOCKS)
        found = self.found = self._auditor.look()
        verify_claims(self.claims, found)
        return found

    def _live_and_die(self, shards: Shards) -> None:
        """The lives of the processes with one shard, one after the other."""
        found, process = self.found, self._started(shards)
        for life in range(DEATHS):
            random = Random(f"{self._seed} {process.run}")
            instant, is_last = Instant.chosen(random), life == DEATHS - 1
            asked = None if life or found is None else asked_in(found, process.run, shards.serve)
            overlaps = not is_last and random.random() < OVERLAPS
            trouble = self._trouble(process, shards, random)
            try:
                successor = self._hear(process, instant, asked, shards if overlaps else None)
            finally:
                trouble.cancel()
            with self._speaking:
                self.kills += 1
            if not is_last:
                process = successor or self._started(shards)

    def _trouble(self, process: _Process, shards: Shards, random: Random) -> threading.Timer:
        """What a process meets after some time, should it live so long."""
        still = random.uniform(0, STANDS_STILL)
        kind, work = random.choice(
            (
                ("paused", partial(process.pause, still)),
                ("frozen", partial(process.freeze, still)),
                ("cut off", partial(self._cut, process, shards)),
            )
        )

        def happens() -> None:
            if process.popen.poll() is None:
                work()
                with self._speaking:
                    self.troubles[kind] += 1

        return after(random.uniform(0.5, 4), happens)

    def _cut(self, process: _Process, shards: Shards) -> None:
        """End the connections of a process on which it is writing."""
        guilds = list(filter(shards.serve, GUILDS))
        with psycopg.connect(self._url.text, autocommit=True) as connection:
            for _ in range(LOOKS):
                if process.popen.poll() is not None:
                    return
                (cut,) = (process.is_up and connection.execute(_CUT, (guilds,)).fetchone()) or (0,)
                if cut:
                    return
                time.sleep(BETWEEN_LOOKS)

    def _started(self, shards: Shards, *, finish: bool = False) -> _Process:
        with self._speaking:
            self._runs += 1
            return _Process(self._url, self._seed, self._runs, shards, finish=finish)

    def _hear(
        self, process: _Process, instant: Instant | None, asked: dict[str, str] | None, shards: Shards | None = None
    ) -> _Process | None:
        """Take in what a process says until it is dead: of itself, or killed at an `instant`.

        Once it has its tables a successor is started that waits for the `shards`, and returned.
        """
        watch = after(HANGS_AFTER, process.kill)
        killer: threading.Timer | None = None
        successor: _Process | None = None
        said = 0
        try:
            for line in process.lines():
                with self._speaking:
                    word = self.claims.hear(line, process.run)
                    if word == "up" and asked is not None and self.found is not None:
                        verify_resumed(self.claims.resumed, asked, self.found)
                process.is_up |= word == "up"
                if word == "up" and shards is not None:
                    successor = self._started(shards)
                said += instant is not None and word == instant.word
                if instant is not None and killer is None and (said == instant.count or self._is_over.is_set()):
                    killer = after(instant.delay, process.kill)
        except BaseException:
            self._is_over.set()
            if successor is not None:
                successor.kill()
            raise
        finally:
            process.kill()
            watch.cancel()
        if instant is not None and killer is None and not process.was_frozen:
            if successor is not None:
                successor.kill()
            status = process.popen.returncode
            raise Violation(f"a child ended by itself, or hung, before it was killed (status {status})")
        return successor
