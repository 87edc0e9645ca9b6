"""The worker processes together, the questions that wait for one of them, and how much effort each gets.

Whoever has to be answered first is next, and gets no more effort than leaves those behind it an answer in time. The
processes are started one by one when they are needed, and stay.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import math
import os
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from heapq import heappop, heappush
from random import Random

from players.choice import Choice, Question
from players.workers.process import Died, NoAnswer, NobodyThinks, Patience, TookTooLong, Worker

log = logging.getLogger(__name__)

LEAST = 0.1
"""The effort with which a question is answered that has waited too long already."""

FULL_SECONDS = 0.3
"""What an answer of full effort takes, until some have been measured."""

AIM_SECONDS = 0.4
"""What an answer should take on average at most, also on a slow machine."""

MOST_SECONDS = 1.0
"""An answer of full effort counts as no more; what takes longer has work that effort can't shrink."""

_WEIGHT = 0.1
"""Of the newest measurement, in the average."""


class Budget:
    """Knows how long each kind of question takes."""

    def __init__(self) -> None:
        self._seconds: dict[type, float] = {}

    def learn(self, kind: type, effort: float, seconds: float) -> None:
        """A question of this kind took so many seconds with so much effort."""
        full, before = min(seconds / effort, MOST_SECONDS), self._full_seconds(kind)
        self._seconds[kind] = before + _WEIGHT * (full - before)

    def effort(self, waiting: Iterable[tuple[type, float]], workers: int) -> float:
        """The effort with which all that are `waiting` are answered in time by so many workers; from LEAST to 1.

        They are given in the order in which they will be answered, by kind and the seconds that are left until the
        answer has to be there. The first of them is begun now.
        """
        share, work = 1.0, 0.0
        for kind, left in waiting:
            full = self._full_seconds(kind)
            work += full
            share = min(share, left * workers / max(work, full * workers), AIM_SECONDS / full)
        return max(share, LEAST)

    def _full_seconds(self, kind: type) -> float:
        return self._seconds.get(kind, FULL_SECONDS)


SOON = 1.5
"""Seconds in which a question wants to be answered, unless it says another time."""

TELLS_EVERY = 60.0
"""Seconds between two lines in the log about that."""

MOST_PROCESSES = 64
_USUALLY_AT_MOST = 4
_MEMORY = 256 * 2**20
"""Bytes of the machine for each process, which takes up to half of them, so that the bot and the system have theirs."""


def usual_processes() -> int:
    """How many processes this machine has room for: all cores but the bot's own, from 1 to 4, with memory for each."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") if hasattr(os, "sysconf") else math.inf
    return int(max(min(cores - 1, memory // _MEMORY, _USUALLY_AT_MOST), 1))


@dataclass(frozen=True, slots=True, eq=False)
class _Asked:
    """A question, and the time (of `time.monotonic`) at which the answer should be there."""

    until: float
    question: Question
    seed: bytes | int
    answer: asyncio.Future[Choice]

    @property
    def has_gone(self) -> bool:
        """Has the asker stopped waiting?"""
        return self.answer.done()


class Thinkers:
    """So many worker processes; with 0 every question is refused."""

    def __init__(self, processes: int, patience: Patience | None = None) -> None:
        """Nothing is started yet."""
        self.patience = patience or Patience()
        self._workers = [Worker() for _ in range(processes)]
        self._idle = list(reversed(self._workers))
        self._threads = ThreadPoolExecutor(max(processes, 1), thread_name_prefix="thinker")
        self._waiting: list[tuple[float, int, _Asked]] = []
        """A heap: by the time of the answer, then in the order in which they were asked."""
        self._numbers = itertools.count()
        self._budget = Budget()
        self._serving: set[asyncio.Task[None]] = set()
        self._is_over = False
        self._late = 0
        """Questions refused because they were too late, since that was last told."""
        self._told_at = -TELLS_EVERY

    async def __aenter__(self) -> Thinkers:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes that have been started."""
        return [worker.pid for worker in self._workers if worker.pid is not None]

    @property
    def waiting(self) -> int:
        """How many questions wait until a process has time for them."""
        return len(self._waiting)

    async def answer(self, question: Question, seed: bytes | int, *, within: float = SOON) -> Choice:
        """The answer, in about `within` seconds: with less effort than usual where others wait too.

        The same seed gives the same answer for the same effort. Raises NoAnswer.
        """
        if self._is_over or not self._workers:
            raise NobodyThinks("there is no process that thinks")
        if len(self._waiting) >= self.patience.waiting:
            raise NobodyThinks(f"{len(self._waiting)} questions wait already")
        answer: asyncio.Future[Choice] = asyncio.get_running_loop().create_future()
        request = _Asked(time.monotonic() + within, question, seed, answer)
        heappush(self._waiting, (request.until, next(self._numbers), request))
        if self._idle:
            task = asyncio.create_task(self._serve(self._idle.pop()))
            self._serving.add(task)
            task.add_done_callback(self._serving.discard)
        return await answer

    async def close(self) -> None:
        """Refuse what is still asked, and end all processes, in the middle of an answer too."""
        if self._is_over:
            return
        self._is_over = True
        for worker in self._workers:
            worker.end()
        await asyncio.gather(*self._serving)
        loop = asyncio.get_running_loop()
        await asyncio.gather(*(loop.run_in_executor(self._threads, worker.clear_away) for worker in self._workers))
        self._threads.shutdown(wait=False)

    async def _serve(self, worker: Worker) -> None:
        """Let `worker` answer for as long as anybody asks."""
        while (request := self._next()) is not None:
            try:
                choice = await self._answered(worker, request)
            except NoAnswer as error:
                if not request.has_gone:
                    request.answer.set_exception(error)
            else:
                if not request.has_gone:
                    request.answer.set_result(choice)
        self._idle.append(worker)

    def _next(self) -> _Asked | None:
        """The next question to answer. Those whose asker has gone are forgotten, those that are too late refused."""
        while self._waiting:
            *_, request = heappop(self._waiting)
            if request.has_gone:
                continue
            if time.monotonic() <= request.until + self.patience.late:
                return request
            request.answer.set_exception(NobodyThinks("nobody had time for it"))
            self._late += 1
            if time.monotonic() - self._told_at >= TELLS_EVERY:
                log.warning("there is too much to think about, see THINKERS; questions refused: %s", self._late)
                self._late, self._told_at = 0, time.monotonic()
        return None

    async def _answered(self, worker: Worker, request: _Asked) -> Choice:
        loop, kind = asyncio.get_running_loop(), type(request.question)
        most = 1.0
        for _ in range(2):  # whoever kills a worker twice is not asked a third time
            effort = min(self._effort(request), most)
            try:
                choice, seconds = await loop.run_in_executor(
                    self._threads, worker.ask, request.question, request.seed, effort, self.patience
                )
            except (Died, TookTooLong) as error:
                if self._is_over or request.has_gone:
                    break
                if isinstance(error, TookTooLong):
                    most = LEAST
                    log.warning("a process that thought about %s took too long", kind)
                else:
                    log.warning("a process that thought about %s died", kind)
                continue
            self._budget.learn(kind, effort, seconds)
            return choice
        raise NoAnswer(f"the processes that thought about {kind} died or took too long")

    def _effort(self, first: _Asked) -> float:
        now = time.monotonic()
        all_waiting = (first, *(request for *_, request in sorted(self._waiting)))
        times = ((type(request.question), request.until - now) for request in all_waiting if not request.has_gone)
        return self._budget.effort(times, len(self._workers))


async def answer_here(question: Question, seed: bytes) -> Choice:
    """The answer of this very process, which does nothing else meanwhile: for tests and measurements.

    It takes the least effort, some milliseconds of work. The same seed gives the same answer.
    """
    return question.answer(Random(seed), LEAST)
