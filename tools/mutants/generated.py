"""Small mistakes drawn from all that can be made in the functions of the product, each tried by tests that reach it.

Which tests reach what is noted once, by marks in the sources, and kept until the product changes. Then a process that
has imported everything forks for each mistake, puts the wrong code into the functions of the fork, and runs there the
tests of `make test` that reach it, of each file the quickest first.
"""

from __future__ import annotations

import ast
import builtins
import gc
import hashlib
import mmap
import os
import re
import resource
import signal
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from importlib.machinery import SourceFileLoader
from itertools import pairwise
from pathlib import Path
from random import Random
from types import CodeType, FunctionType
from typing import Any

import numpy as np
import pytest

from tools.mutants.workshop import ROOT, Outcome

PLACES = ("games", "tables", "data", "cogs")
TESTS = ["tests", "-n0", "-s", "-oaddopts=", "-pno:terminal", "--hypothesis-profile=few", "-mnot thorough"]
"""Those of `make test`."""
_MOST_RUNS = 1 << 16
_OTHERS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
}  # fmt: skip
_SQL = {" <= ": " < ", " < ": " <= ", " >= ": " > ", " > ": " >= ", " AND ": " OR ", "MIN(": "MAX(", " DESC": ""}
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_NOT_CODE = ("annotation", "returns", "decorator_list", "op", "ops", "ctx")


def runs_of(tree: ast.AST) -> dict[ast.stmt, int]:
    """The line in which the run of each statement in a function begins: statements of which all are reached or none."""
    found: dict[ast.stmt, int] = {}

    def note(body: Sequence[ast.stmt]) -> None:
        first = 0
        for statement in body:
            found[statement] = first = first or statement.lineno
            for each in () if isinstance(statement, _DEFINITIONS) else _bodies(statement):
                note(each)
                first = 0  # whatever runs there may leave

    for node in ast.walk(tree):
        if isinstance(node, _DEFINITIONS[:2]):
            note(node.body[ast.get_docstring(node) is not None :])
    return found


def _bodies(node: ast.AST) -> Iterator[list[ast.stmt]]:
    for _, value in ast.iter_fields(node):
        if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
            yield value
        elif isinstance(value, list):
            yield from (part.body for part in value if isinstance(part, ast.ExceptHandler | ast.match_case))


def mistakes(tree: ast.AST) -> Iterator[tuple[int, int, Callable[[], str]]]:
    """All that can be made in a file, in one order: the run, the line, and what makes it and says what is now where."""
    runs = runs_of(tree)

    def within(node: ast.AST, run: int, line: int) -> Iterator[tuple[int, int, Callable[[], str]]]:
        run, line = runs.get(node, run) if isinstance(node, ast.stmt) else run, getattr(node, "lineno", line)
        if isinstance(node, ast.Assert | ast.Raise) or _is_log(node):
            return
        yield from ((run, line, partial(_make, node, *each)) for each in _mistakes(node) if run)
        for name, value in ast.iter_fields(node):
            for part in value if isinstance(value, list) else [value]:
                if isinstance(part, ast.AST) and name not in _NOT_CODE:
                    yield from within(part, run, line)

    return within(tree, 0, 0)


def _make(node: ast.AST, where: Any, key: Any, new: object) -> str:
    before = ast.unparse(node)
    where[key] = new
    ast.fix_missing_locations(node)
    return re.sub(r"\s+", " ", f"{before} -> {ast.unparse(node)}")


def _mistakes(node: ast.AST) -> Iterator[tuple[Any, Any, object]]:
    """What becomes what: a list or a node's fields, where in it, and what stands there then."""
    fields = vars(node)
    if isinstance(node, ast.Compare):
        yield from ((node.ops, at, _OTHERS[type(op)]()) for at, op in enumerate(node.ops))
    elif isinstance(node, ast.Constant | ast.UnaryOp):
        yield from _other_values(node)
    elif type(fields.get("op")) in _OTHERS:
        yield fields, "op", _OTHERS[type(fields["op"])]()
    for name in ("values", "ifs"):
        always = not isinstance(fields.get("op"), ast.Or)
        tests = fields.get(name, ()) if isinstance(node, ast.BoolOp | ast.comprehension) else ()
        yield from ((tests, at, _given(test, always)) for at, test in enumerate(tests))
    if isinstance(node, ast.If | ast.IfExp):
        yield from ((fields, "test", _given(node.test, always)) for always in (False, True))
    elif isinstance(node, ast.Call):
        for at, two in enumerate(pairwise(node.args)):
            if not any(isinstance(each, ast.Constant | ast.Starred) for each in two):
                yield fields, "args", [*node.args[:at], *reversed(two), *node.args[at + 2 :]]
    for body in _bodies(node):
        for at, each in enumerate(body):
            if isinstance(each, ast.Raise | ast.Expr) and not _is_log(each):
                yield body, at, ast.If(ast.Constant(value=False), [each], [])


def _other_values(node: ast.Constant | ast.UnaryOp) -> Iterator[tuple[Any, str, object]]:
    if isinstance(node, ast.UnaryOp):
        if isinstance(node.op, ast.Not):
            yield vars(node), "operand", ast.UnaryOp(ast.Not(), node.operand)
        return
    value, others = node.value, list[object]()
    if isinstance(value, bool):
        others = [not value]
    elif isinstance(value, int):
        others = [other for other in (value + 1, value - 1) if other >= 0]
    elif isinstance(value, str) and ("SELECT" in value or "UPDATE" in value):
        others = [value.replace(old, new, 1) for old, new in _SQL.items() if old in value]
    yield from ((vars(node), "value", other) for other in others)


def _given(test: ast.expr, always: bool) -> ast.expr:
    return ast.BoolOp(ast.Or() if always else ast.And(), [test, ast.Constant(value=always)])


def _is_log(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and ast.unparse(node).startswith(("log.", "_log.", "'", '"'))


class Generated:
    """A plugin of pytest, which tries mistakes instead of running the tests."""

    def __init__(self, count: int, seed: int, seconds: float, root: Path = ROOT) -> None:
        """For one mistake, tests run that took so many `seconds` together, and one at least."""
        self._root, self._seconds = root, seconds
        paths = (path for place in PLACES for path in sorted((root / place).rglob("*.py")))
        self._files = {str(path.relative_to(root)): path.read_bytes() for path in paths}
        every = [(file, n) for file, text in self._files.items() for n, _ in enumerate(mistakes(ast.parse(text)))]
        self._drawn = Random(seed).sample(every, min(count, len(every)))
        self._runs: dict[str, int] = {}
        self._reached = mmap.mmap(-1, _MOST_RUNS)
        self._failed: Callable[[str], object]
        builtins.__reached__ = self._reached  # type: ignore[attr-defined]
        unmarked = SourceFileLoader.get_code

        def marked(loader: SourceFileLoader, name: str) -> CodeType | None:
            path = Path(loader.get_filename(name))
            file = str(path.relative_to(root)) if path.is_relative_to(root) else ""
            if file not in self._files:
                return unmarked(loader, name)
            tree = ast.parse(self._files[file])
            return compile(_Marks(file, runs_of(tree), self._runs).visit(tree), path, "exec")

        SourceFileLoader.get_code = marked  # type: ignore[method-assign, assignment]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Tell whoever wants to know it."""
        if report.failed:
            self._failed(report.nodeid)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Note what the tests reach, unless that is known, and try one mistake after the other."""
        kept = self._root / ".pytest_cache/reach.npz"
        digest = hashlib.sha256(b"".join(self._files.values())).hexdigest()
        if not kept.is_file() or str(np.load(kept)["digest"]) != digest:
            print("Noting what each test reaches", flush=True)
            self._fork(lambda: self._note(session.items, kept, digest), 10_000)
        self._known = dict(np.load(kept))
        self._items = {item.nodeid: item for item in session.items}
        # One test runs here, so that what all need is there in each fork.
        first = min(session.items, key=lambda item: "house" not in getattr(item, "fixturenames", ()))
        session.config.hook.pytest_runtest_protocol(item=first, nextitem=session)
        gc.unfreeze()
        self._functions = defaultdict[tuple[str, str, int], list[FunctionType]](list)
        for each in gc.get_objects():
            if isinstance(each, FunctionType):
                self._functions[_place(each.__code__)].append(each)
        gc.freeze()
        tally = defaultdict[str, Counter[str]](Counter)
        for file, number in self._drawn:
            tree = ast.parse(self._files[file])
            run, line, make = list(mistakes(tree))[number]
            told = make()
            outcome = self._tried(f"{file}:{run}", compile(tree, self._root / file, "exec"))
            tally[file.partition("/")[0]][outcome] += 1
            if outcome != Outcome.CAUGHT.value:
                print(f"{outcome}: {file}:{line}: {told}", flush=True)
        for place, outcomes in sorted(tally.items()):
            print(f"{place}: {', '.join(f'{count} {outcome}' for outcome, count in outcomes.items())}", flush=True)
        return True

    def _note(self, items: Sequence[pytest.Item], kept: Path, digest: str) -> None:
        seconds, reached = dict[str, float](), dict[str, bytes]()
        self._failed = lambda name: reached.pop(name, None)
        for item, following in zip(items, [*items[1:], None], strict=True):
            self._reached[:] = reached[item.nodeid] = bytes(_MOST_RUNS)
            began = time.perf_counter()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            seconds[item.nodeid] = time.perf_counter() - began
            if item.nodeid in reached:
                reached[item.nodeid] = np.packbits(np.frombuffer(self._reached, bool)).tobytes()
        kept.parent.mkdir(exist_ok=True)
        marks = np.frombuffer(b"".join(reached.values()), np.uint8).reshape(len(reached), -1)
        times = [seconds[name] for name in reached]
        np.savez_compressed(kept, digest=digest, tests=[*reached], seconds=times, runs=[*self._runs], marks=marks)

    def _tried(self, run: str, code: CodeType) -> str:
        """What becomes of a mistake in a run of statements; `code` is the file with it."""
        place, bit = divmod(self._known["runs"].tolist().index(run), 8) if run in self._known["runs"] else (-1, 7)
        there = (self._known["marks"][:, place] & 128 >> bit).astype(bool)
        files, tests = Counter[str](), list[tuple[float, float, str]]()
        for seconds, test in sorted(zip(self._known["seconds"][there], self._known["tests"][there], strict=True)):
            files[test.partition("::")[0]] += 1
            tests.append((seconds * files[test.partition("::")[0]], seconds, str(test)))
        chosen, spent = list[pytest.Item](), 0.0
        for _, seconds, test in sorted(tests):
            if test in self._items and (spent + seconds <= self._seconds or not chosen):
                chosen.append(self._items[test])
                spent += seconds
        if not chosen:
            return "reached by no test"
        return str((Outcome.SURVIVED if self._fork(lambda: self._run(chosen, code), spent) else Outcome.CAUGHT).value)

    def _run(self, items: Sequence[pytest.Item], code: CodeType) -> None:
        """Run tests with wrong code; the process ends with the first that fails."""
        waiting = [code]
        while waiting:
            code = waiting.pop()
            waiting += [inner for inner in code.co_consts if isinstance(inner, CodeType)]
            for function in self._functions[_place(code)]:
                function.__code__ = code
        self._failed = lambda _: os._exit(1)
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)

    def _fork(self, work: Callable[[], None], seconds: float) -> bool:
        """Do that in another process, which is given up when it computes far longer. Whether it came to its end."""
        pid = os.fork()
        if not pid:
            with suppress(BaseException):
                os.setsid()
                os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
                resource.setrlimit(resource.RLIMIT_CPU, (most := 30 + round(6 * seconds), most))
                work()
                os._exit(0)
            os._exit(1)
        ends_at = time.monotonic() + 300 + 60 * seconds  # where it waits for ever
        while (ended := os.waitpid(pid, os.WNOHANG)) == (0, 0) and time.monotonic() < ends_at:
            time.sleep(0.02)
        with suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)  # and whatever it has started
        return ended[1] == 0 and ended[0] == pid


class _Marks(ast.NodeTransformer):
    """Puts a mark before the first statement of each run."""

    def __init__(self, file: str, starts: dict[ast.stmt, int], runs: dict[str, int]) -> None:
        self._file, self._starts, self._runs = file, starts, runs

    def visit(self, node: ast.AST) -> Any:
        """The node itself, or the mark and the node."""
        self.generic_visit(node)
        if not isinstance(node, ast.stmt) or self._starts.get(node) != node.lineno:
            return node
        number = self._runs.setdefault(f"{self._file}:{node.lineno}", len(self._runs))
        mark = ast.parse(f"__reached__[{number}] = 1").body[0]
        for part in ast.walk(mark):
            ast.copy_location(part, node)
        return [mark, node]


def _place(code: CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno
