"""How bugs are tried: in forks of a process that has imported everything, or by a new process in a copy of the sources.

Which tests reach what is noted once, by marks in the sources, and kept until the product changes. A bug in functions is
put into those of a fork, which runs the tests that reach it: the nearest first, then of each file the quickest. Any
other is tried in a copy. A test has caught a bug only if it passes without it, after the same other tests.
"""

from __future__ import annotations

import ast
import atexit
import builtins
import gc
import hashlib
import mmap
import os
import pickle
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib.machinery import SourceFileLoader
from inspect import CO_OPTIMIZED
from itertools import zip_longest
from os.path import commonprefix
from pathlib import Path
from types import CodeType, FunctionType
from typing import IO, Any

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
OPTIONS = ("-n0", "-s", "-oaddopts=", "-pno:terminal", "--hypothesis-profile=few", "-mnot thorough")
"""Of pytest, so that it collects the tests of `make test`."""
CAUGHT, SURVIVED, UNREACHED, UNTRIED = OUTCOMES = ("caught", "survived", "reached by no test", "could not be tried")
_BY_STATUS = {0: SURVIVED, 1: CAUGHT, -signal.SIGVTALRM: CAUGHT, -signal.SIGALRM: CAUGHT}
"""The exit status of pytest and of torture, or the signal that ends what computes or waits for ever."""
_QUIETLY = ("pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", "--no-header", "--tb=short")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, slots=True)
class Trial:
    """A bug: the `texts` of the files with it, and the runs of statements in which it is, such as `games/deck.py:7`.

    Where `tests` or arguments for `torture` are given, these must notice it instead of the tests that reach it.
    """

    description: str
    texts: Mapping[str, str]
    runs: frozenset[str]
    tests: tuple[str, ...] = ()
    torture: tuple[str, ...] = ()


_Task = Generator[Callable[[], int], tuple[int, str], None]
"""Yields what another process must do, and gets its exit status and what it has printed."""


class Workshop:
    """A plugin of pytest, which tries bugs instead of running the tests."""

    def __init__(self, sources: Mapping[str, str], trials: Iterable[Trial], root: Path = ROOT) -> None:
        """The `sources` are the files whose functions can be replaced. To be made before any of them is imported."""
        self._sources, self._trials, self._root = sources, trials, root
        self.seconds, self.jobs, self.notes = 20.0, os.cpu_count() or 1, True
        self.outcomes = defaultdict[str, Counter[str]](Counter)
        self._known = dict[str, tuple[float, bytes]]()  # seconds of tests, and which runs they reach
        self._has_failed, self._computed, self._sound, self._unsound = False, 0.0, set[str](), set[str]()
        names = (f"{file}:{run}" for file, text in sources.items() for run in runs_of(ast.parse(text)).values())
        self._runs = {name: number for number, name in enumerate(dict.fromkeys(names))}
        self._codes = dict[str, CodeType]()
        unmarked = SourceFileLoader.get_code

        def marked(loader: SourceFileLoader, name: str) -> CodeType | None:
            path = Path(loader.get_filename(name))
            file = str(path.relative_to(root)) if path.is_relative_to(root) else ""
            if file not in sources:
                return unmarked(loader, name)
            runs_of(tree := ast.parse(sources[file]), lambda run: f"__reached__[{self._runs[f'{file}:{run}']}] = 1")
            self._codes[file] = compile(tree, path, "exec")
            return self._codes[file]

        SourceFileLoader.get_code = marked  # type: ignore[method-assign, assignment]
        builtins.__reached__ = bytearray(len(self._runs))  # type: ignore[attr-defined]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note that a test fails, and say why."""
        if report.failed:
            self._has_failed = True
            print(report.nodeid, report.longreprtext, sep="\n")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Note what the tests reach, as far as that isn't known, try the bugs, and print what became of them."""
        self._items = {item.nodeid: item for item in session.items}
        if self.notes:
            self._note_all()
            # One test runs here, so that what all need is there in each fork.
            first = min(session.items, key=lambda item: "house" not in getattr(item, "fixturenames", ()))
            session.config.hook.pytest_runtest_protocol(item=first, nextitem=session)
        gc.unfreeze()
        self._functions = defaultdict[int, list[FunctionType]](list)
        for each in gc.get_objects():
            if isinstance(each, FunctionType):
                self._functions[id(each.__code__)].append(each)
        gc.freeze()
        self._computed = 0.0
        try:
            self._do_all(self._try(trial) for trial in self._trials)
        finally:
            print("", *OUTCOMES, sep="\t")
            for place, counts in sorted(self.outcomes.items()):
                print(place, *(counts[outcome] for outcome in OUTCOMES), sep="\t")
            count = sum(counts.total() for counts in self.outcomes.values())
            print(f"{count:,} bugs, {self._computed / (count or 1):.1f} seconds of a processor for each", flush=True)
        return True

    def _note_all(self) -> None:
        kept = self._root / ".pytest_cache/reach.pickle"
        digest = hashlib.sha256("".join(self._sources.values()).encode()).hexdigest()
        if kept.is_file() and (known := pickle.loads(kept.read_bytes()))[0] == digest:
            self._known = known[1]
        if unknown := [item for test, item in self._items.items() if test not in self._known]:
            print(f"Noting what {len(unknown):,} tests reach", flush=True)
        each = len(unknown) // (4 * self.jobs) + 1
        kept.parent.mkdir(exist_ok=True)
        self._do_all(self._noted(unknown[at : at + each], kept, digest) for at in range(0, len(unknown), each))
        self._marks = np.array([np.frombuffer(marks, np.uint8) for _, marks in self._known.values()])

    def _noted(self, items: Sequence[pytest.Item], kept: Path, digest: str) -> _Task:
        with tempfile.TemporaryFile() as part:
            status, printed = yield partial(self._note, items, part)
            if status:
                raise RuntimeError(printed)
            part.seek(0)
            self._known.update(pickle.load(part))
        kept.write_bytes(pickle.dumps((digest, self._known)))

    def _note(self, items: Sequence[pytest.Item], part: IO[bytes]) -> int:
        noted = dict[str, tuple[float, bytes]]()
        for item, following in zip_longest(items, items[1:]):
            builtins.__reached__ = reached = mmap.mmap(-1, len(self._runs))  # type: ignore[attr-defined]
            self._has_failed, began = False, sum(os.times()[:4])
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if not self._has_failed:
                noted[item.nodeid] = sum(os.times()[:4]) - began, np.packbits(np.frombuffer(reached, bool)).tobytes()
        part.write(pickle.dumps(noted))
        part.flush()
        return 0

    def _try(self, trial: Trial) -> _Task:
        outcome, printed = UNREACHED, ""
        while tests := [*trial.tests] or [*trial.torture] or self._chosen(trial):
            replaced = None if trial.tests or trial.torture else self._replaced(trial.texts)
            command, began = ("tools.torture", *tests) if trial.torture else (*_QUIETLY, *tests), mmap.mmap(-1, 4)
            in_fork, in_copy = partial(self._run, tests, began), partial(_run_in_copy, self._root, command)
            status, printed = yield partial(in_copy, trial.texts) if replaced is None else partial(in_fork, replaced)
            outcome, last = _BY_STATUS.get(status, UNTRIED), int.from_bytes(began, "big")
            catches = " ".join(tests) if replaced is None else tests[last]
            if outcome != CAUGHT or trial.torture or catches in self._sound:
                break
            del tests[last + 1 :]
            status, without = yield partial(in_copy, {}) if replaced is None else partial(in_fork, {})
            if not status:
                self._sound.add(catches)
                break
            outcome, printed = UNTRIED, f"Without any bug {catches} fails, too:\n{without}"
            if replaced is None:
                break
            self._unsound.add(catches)
        self.outcomes[min(trial.texts).partition("/")[0]][outcome] += 1
        if outcome != CAUGHT:
            print(f"{outcome}: {trial.description}", *[printed] * (outcome == UNTRIED), flush=True)

    def _chosen(self, trial: Trial) -> list[str]:
        """The tests that reach it, nearest first, and of each file the quickest; those that pass without any bug."""
        numbers = np.array([self._runs[run] for run in trial.runs if run in self._runs], int)
        reach = (self._marks[:, numbers >> 3] & (128 >> (numbers & 7))).any(axis=1).tolist()
        words = re.compile("[a-z]+").findall
        files, ranked, chosen, spent = Counter[str](), list[tuple[int, float, float, str]](), list[str](), 0.0
        there = zip(self._known.items(), reach, strict=True)
        for seconds, test in sorted((seconds, test) for (test, (seconds, _)), does_reach in there if does_reach):
            files[file := test.partition("::")[0]] += 1
            near = len({*words(file)}.intersection(words(" ".join(trial.texts))))
            ranked.append((-near, seconds * files[file], seconds, test))
        for *_, seconds, test in sorted(ranked):
            if test in self._items and test not in self._unsound and (not chosen or spent + seconds <= self.seconds):
                chosen.append(test)
                spent += seconds
        return chosen

    def _replaced(self, texts: Mapping[str, str]) -> dict[FunctionType, CodeType] | None:
        """What functions become if these are the texts of files; None where more than functions becomes different."""
        replaced = dict[FunctionType, CodeType]()
        with suppress(LookupError, SyntaxError):
            for file, text in texts.items():
                for old, new in _functions(self._codes[file], compile(text, self._root / file, "exec")):
                    for function in self._functions.get(id(old), ()):
                        if new is None or new.co_freevars != old.co_freevars:
                            return None
                        replaced[function] = new
            return replaced or None
        return None

    def _run(self, tests: Sequence[str], began: mmap.mmap, replaced: Mapping[FunctionType, CodeType]) -> int:
        """Run tests with wrong code till one fails; `began` is the one that runs."""
        for function, code in replaced.items():
            function.__code__ = code
        items, self._has_failed = [self._items[test] for test in tests], False
        for at, (item, following) in enumerate(zip_longest(items, items[1:])):
            began[:] = at.to_bytes(4, "big")
            seconds, _ = self._known[item.nodeid]
            signal.setitimer(signal.ITIMER_VIRTUAL, 5 + 5 * seconds)  # where it computes for ever
            signal.setitimer(signal.ITIMER_REAL, 90 + 60 * seconds)  # where it waits for ever
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self._has_failed:
                item.session._setupstate.teardown_exact(None)
                return 1
        return 0

    def _do_all(self, tasks: Iterable[_Task]) -> None:
        """What the tasks yield is done by other processes, by as many as may run at once."""
        fresh: Iterator[tuple[_Task, Any]] = ((task, None) for task in tasks)
        ended, running = list[tuple[_Task, Any]](), dict[int, tuple[_Task, Any]]()
        try:
            while True:
                while len(running) < self.jobs and (following := ended.pop() if ended else next(fresh, None)):
                    task, result = following
                    with suppress(StopIteration):
                        work, printed = task.send(result), tempfile.TemporaryFile()  # noqa: SIM115 - closed below
                        running[_forked(work, printed)] = task, printed
                if not running:
                    return
                pid, status, usage = os.wait3(0)
                self._computed += usage.ru_utime + usage.ru_stime
                if pid in running:
                    _end(pid)
                    task, printed = running.pop(pid)
                    text = os.pread(printed.fileno(), 1 << 20, 0).decode(errors="replace")
                    printed.close()
                    ended.append((task, (os.waitstatus_to_exitcode(status), text)))
        finally:
            for pid in running:
                _end(pid)


def runs_of(tree: ast.AST, mark: Callable[[int], str] | None = None) -> dict[ast.stmt, int]:
    """The line in which the run of each statement in a function begins: statements of which all are reached or none.

    The statement that `mark` says is put before each run.
    """
    found: dict[ast.stmt, int] = {}

    def note(body: list[ast.stmt], docstrings: int = 0) -> None:
        first, statements = 0, body[docstrings:]
        del body[docstrings:]
        for statement in statements:
            if mark and not first:
                body += ast.parse(mark(statement.lineno)).body
            body.append(statement)
            found[statement] = first = first or statement.lineno
            for each in () if isinstance(statement, (*_FUNCTIONS, ast.ClassDef)) else bodies(statement):
                note(each)
                first = 0  # whatever runs there may leave

    for node in ast.walk(tree):
        if isinstance(node, _FUNCTIONS):
            note(node.body, ast.get_docstring(node) is not None)
    return found


def bodies(node: ast.AST) -> Iterator[list[ast.stmt]]:
    """The lists of statements in a statement."""
    for _, value in ast.iter_fields(node):
        if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
            yield value
        elif isinstance(value, list):
            yield from (part.body for part in value if isinstance(part, ast.ExceptHandler | ast.match_case))


def changed_runs(before: str, after: str) -> set[int]:
    """The runs of the lines that differ, and of those around lines that are new. What is no function has none."""
    old, new, tree = before.splitlines(), after.splitlines(), ast.parse(before)
    first, rest = (len(commonprefix(two)) for two in ([old, new], [old[::-1], new[::-1]]))  # noqa: RUF071 - of lines
    end, runs = len(old) - rest, runs_of(tree)
    functions = (node for node in ast.walk(tree) if isinstance(node, _FUNCTIONS))
    headers = ((node, runs[each]) for node in functions for each in node.body[1::-1] if each in runs)
    spans = ((range(node.lineno, (node.end_lineno or 0) + 1), run) for node, run in [*headers, *runs.items()])
    lines = {line: run for span, run in spans for line in span}  # the innermost comes last
    return {lines[line] for line in range(first + (first < end), max(first + 1, end) + 1) if line in lines}


def _functions(old: CodeType, new: CodeType | None) -> Iterator[tuple[CodeType, CodeType | None]]:
    """The functions in two versions of code, None where one is gone. Raises LookupError if what is outside differs."""
    if old.co_flags & CO_OPTIMIZED:
        yield old, new
    elif new and _bare(old) != _bare(new):
        raise LookupError(old.co_qualname)
    ours, others = ([each for each in code.co_consts if isinstance(each, CodeType)] for code in (old, new or old))
    are_alike = new and [each.co_name for each in ours] == [each.co_name for each in others]
    for at, each in enumerate(ours):
        yield from _functions(each, others[at] if are_alike else None)


def _bare(code: CodeType) -> CodeType:
    consts = tuple(each.co_name if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_consts=consts, co_firstlineno=1, co_linetable=b"")


def _run_in_copy(root: Path, module: Sequence[str], texts: Mapping[str, str]) -> int:
    """The exit status of a module, such as pytest, in a copy of the sources where these files have these texts."""
    signal.alarm(3000 if "tools.torture" in module else 300)  # without a bug nothing hangs
    with tempfile.TemporaryDirectory() as tree:
        left_out = shutil.ignore_patterns(".*", "__pycache__", "*.sqlite3*")
        shutil.copytree(root, tree, ignore=left_out, dirs_exist_ok=True)
        for file, text in texts.items():
            Path(tree, file).write_text(text, encoding="utf-8")
        return subprocess.call([sys.executable, "-Bm", *module], cwd=tree)


def _forked(work: Callable[[], int], printed: IO[bytes]) -> int:
    """A process that does that and ends with the status it returns, 2 where it can't."""
    sys.stdout.flush()
    if pid := os.fork():
        return pid
    status = 2
    try:
        os.setsid()
        for stream in (1, 2):
            os.dup2(printed.fileno(), stream)
        atexit._clear()
        status = work()
        atexit._run_exitfuncs()  # such as those that end servers
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(status)


def _end(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
