"""A copy of the sources in which a bug is planted, tried and removed."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from enum import Enum
from pathlib import Path

from tools.mutants.bug import Bug

ROOT = Path(__file__).parents[2]
LONGEST, LONGEST_TORTURE = 300.0, 3000.0
"""Seconds after which tests that don't end are given up; without a bug nothing hangs."""
_FAILED = 1  # pytest's status, and the torture's


class Outcome(Enum):
    """What became of a bug."""

    CAUGHT = "caught"
    SURVIVED = "survived"
    UNTRIED = "could not be tried"


class Workshop:
    """A copy of `sources` in `folder`; one bug at a time."""

    def __init__(self, folder: Path, sources: Path = ROOT) -> None:
        self._tree = folder / "tree"
        left_out = shutil.ignore_patterns(".*", "__pycache__", "*.sqlite3*")
        shutil.copytree(sources, self._tree, ignore=left_out)

    def try_out(self, bug: Bug) -> tuple[Outcome, str]:
        """Plant `bug`, run whatever must notice it, and remove it again. Raises CannotBePlanted.

        Returns the outcome, and what was printed.
        """
        with bug.planted(self._tree):
            status, printed = self._run(*_noticing(bug), longest=LONGEST_TORTURE if bug.torture else LONGEST)
        if status is None or status == _FAILED:
            return Outcome.CAUGHT, printed
        return (Outcome.SURVIVED if status == 0 else Outcome.UNTRIED), printed

    def passes(self, test: str) -> tuple[bool, str]:
        """Whether `test` passes without any bug, and what it printed."""
        status, printed = self._run("pytest", *_QUIETLY, test)
        return status == 0, printed

    def _run(self, *module: str, longest: float = LONGEST) -> tuple[int | None, str]:
        """The exit status, None when it took longer than so many seconds, and what was printed."""
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        process = subprocess.Popen(
            [sys.executable, "-m", *module],
            cwd=self._tree,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,  # so that whatever it started ends with it
        )
        try:
            printed, _ = process.communicate(timeout=longest)
        except subprocess.TimeoutExpired:
            return None, f"not done after {longest:.0f} seconds"
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        return process.returncode, printed


_QUIETLY = ("-q", "-x", "-n", "0", "-p", "no:cacheprovider", "--no-header", "--tb=short")


def _noticing(bug: Bug) -> tuple[str, ...]:
    return ("tools.torture", *bug.torture) if bug.torture else ("pytest", *_QUIETLY, *bug.tests)
