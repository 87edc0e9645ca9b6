"""A program that moves a database again and again, each time killed a little later, until a move comes to its end.

After each kill it tries to open the target as a bot does, and prints what came of it.
"""

import itertools
import os
import signal
import sys
from datetime import UTC, datetime
from pathlib import Path
from threading import Event

from data.move import moving, postgres, sqlite
from data.store.errors import HalfMoved
from data.store.postgres.migrate import prepare as prepare_server
from data.store.sqlite.connection import BusyTimeout
from data.store.sqlite.migrate import prepare as prepare_file
from data.store.where import place

NOW = datetime(2026, 3, 14, tzinfo=UTC)
STEPS = [
    (postgres, "prepare_on"),
    (sqlite, "migrate"),
    *itertools.product((postgres.PostgresEnd, sqlite.SqliteEnd), ("begin", "add", "finish")),
]


def main(source, target):
    for steps in itertools.count():
        if (child := os.fork()) == 0:
            move(source, target, steps)
            return
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status):
            sys.exit(os.waitstatus_to_exitcode(status))
        print(opened(target), flush=True)


def move(source, target, steps):
    """Move, but be killed when so many steps are done."""
    left = iter(range(steps))
    for owner, name in STEPS:
        setattr(owner, name, killed_after(left, getattr(owner, name)))
    moving.move(source, target, NOW, batch=5)


def killed_after(left, step):
    def killed(*arguments):
        if next(left, None) is None:
            os.kill(os.getpid(), signal.SIGKILL)
        return step(*arguments)

    return killed


def opened(target):
    try:
        if isinstance(target, Path):
            prepare_file(target, BusyTimeout(), NOW).close()
        else:
            prepare_server(target.text, str(target), NOW, Event())
    except HalfMoved:
        return "half"
    return "open"


if __name__ == "__main__":
    main(place(sys.argv[1]), place(sys.argv[2]))
