"""What runs in a worker process: `python -m players.workers.worker`. It answers one question after the other.

It knows the players and the rules, and nothing of Discord or of the database. It ends when its pipe is closed, which
is also what happens when the bot dies, in the middle of an answer too.
"""

from __future__ import annotations

import gc
import os
import pickle
import pkgutil
import signal
import struct
import sys
import traceback
from importlib import import_module
from queue import SimpleQueue
from random import Random
from threading import Thread
from typing import BinaryIO

import players

NICENESS = 10
"""How much the bot, and whatever else runs on the machine, goes before."""

_LENGTH = struct.Struct("!Q")


def framed(message: object) -> bytes:
    """`message` as it goes through the pipe: packed, and its length before it, so that it can be read unopened."""
    packed = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return _LENGTH.pack(len(packed)) + packed


def _read(pipe: BinaryIO, questions: SimpleQueue[bytes]) -> None:
    """Pass on what comes in, and end the process when nothing more can come."""
    while len(head := pipe.read(_LENGTH.size)) == _LENGTH.size:
        (length,) = _LENGTH.unpack(head)
        questions.put(pipe.read(length))
    os._exit(0)


def _answer(packed: bytes) -> bytes:
    """The choice, or in words where it failed; what the error says is left out, because it may name hidden cards."""
    try:
        question, seed, effort, seconds = pickle.loads(packed)
        _compute_at_most(seconds)
        return pickle.dumps(question.answer(Random(seed), effort), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        return pickle.dumps(f"{type(error).__name__}\n{''.join(traceback.format_tb(error.__traceback__))}")
    finally:
        _compute_at_most(0)


def _compute_at_most(seconds: float) -> None:
    """The kernel ends this process after so many seconds of its own computing, however long others compute; 0: never.

    Without it, as on Windows, the bot alone ends what takes too long, by the clock.
    """
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


def main() -> None:
    """Get ready, say so, and answer for as long as the bot lives."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed goes to the bot's log, not among the answers
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # numpy would else take every core for itself
    questions: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_read, args=(sys.stdin.buffer, questions), daemon=True).start()
    for module in pkgutil.walk_packages(players.__path__, "players."):
        import_module(module.name)
    gc.freeze()
    answer = pickle.dumps("ready")
    while True:
        answers.write(answer)
        answers.flush()
        answer = _answer(questions.get())


if __name__ == "__main__":
    main()
