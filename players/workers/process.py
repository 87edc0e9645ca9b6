"""One worker process, as the bot sees it: started when it is asked something, and again after it has died.

What blocks here blocks a thread of the bot, never its event loop.
"""

from __future__ import annotations

import pickle
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Timer

from players.choice import Choice, Question
from players.workers.worker import framed

_ROOT = Path(__file__).parents[2]

START_SECONDS = 30.0
"""A worker that is not ready by then is given up."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long answers are waited for, in seconds, and by how many questions."""

    computing: float = 4.0
    """A worker that has computed for so long is given up; ten times what an answer takes on average."""
    hung: float = 30.0
    """A worker that has not answered by then, whether it computed or the machine did something else, is given up."""
    late: float = 4.0
    """So long after its time a question is refused, as turns ran late if even the least effort were too much."""
    waiting: int = 1000
    """Questions beyond these are not taken."""


class NoAnswer(Exception):
    """Nobody has answered the question, and nobody will; `str()` says why."""


class NobodyThinks(NoAnswer):
    """No process could: the owner wants none, all have too much to do, or the bot is stopping."""


class TookTooLong(NoAnswer):
    """A process has computed for too long, and was ended; with less effort it might have answered."""


class Died(Exception):
    """The process has ended before it answered."""


class Worker:
    """A process and the pipes to and from it. It is asked one thing at a time, from any thread."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._is_over = False

    @property
    def pid(self) -> int | None:
        """The number of the process, None before the first question."""
        return self._process.pid if self._process is not None else None

    def ask(self, question: Question, seed: bytes | int, effort: float, patience: Patience) -> tuple[Choice, float]:
        """The answer, and how many seconds it took.

        Raises:
            Died: The process died before it answered; the next question starts another.
            TookTooLong: It was ended, because it had computed for too long.
            NoAnswer: It hung and was ended, or `question` can't be sent or answered.
        """
        try:
            packed = framed((question, seed, effort, patience.computing))
        except Exception as error:
            raise NoAnswer(f"{type(question)} can't be sent: {error}") from error
        process = self._running()
        began = time.monotonic()
        answered = self._told(process, packed, patience.hung)
        seconds = time.monotonic() - began
        if isinstance(answered, Choice):
            return answered, seconds
        raise NoAnswer(f"{type(question)} can't be answered: {answered}")

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is None:
            return self._process
        self.clear_away()
        if self._is_over:
            raise Died
        try:
            process = self._process = subprocess.Popen(
                (sys.executable, "-m", "players.workers.worker"),
                cwd=_ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                process_group=0,  # Ctrl+C is for the bot alone
            )
        except OSError as error:
            raise NoAnswer(f"no process could be started: {error}") from error
        if self._is_over:
            process.kill()
        self._told(process, b"", START_SECONDS)
        return process

    def _told(self, process: subprocess.Popen[bytes], packed: bytes, timeout: float) -> object:
        """What the process answers to `packed`."""
        assert process.stdin is not None
        assert process.stdout is not None
        watchdog, began = Timer(timeout, process.kill), time.monotonic()
        watchdog.daemon = True
        watchdog.start()
        try:
            process.stdin.write(packed)
            process.stdin.flush()
            return pickle.load(process.stdout)
        except Exception as error:  # whatever it is, this process is of no use any more
            self.clear_away()
            if hasattr(signal, "SIGPROF") and process.returncode == -signal.SIGPROF:
                raise TookTooLong("there was no answer in the computing time that it may take") from error
            if time.monotonic() - began >= timeout:
                raise NoAnswer(f"there was no answer in {timeout:g} seconds") from error
            raise Died from error
        finally:
            watchdog.cancel()

    def end(self) -> None:
        """End the process, in the middle of an answer too. It is not started again."""
        self._is_over = True
        if self._process is not None:
            self._process.kill()

    def clear_away(self) -> None:
        """End the process, if there is one, and wait until it is gone. Nobody may be asking it any more."""
        if self._process is None:
            return
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with suppress(OSError):  # what was still to be written has no reader
                pipe.close()
        self._process.wait()
        self._process = None
