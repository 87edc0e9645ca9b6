"""Small mistakes drawn from all that can be made in the functions of the product, which nobody has thought of."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any

from tools.mutants.workshop import Trial, bodies, runs_of

_OTHERS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
}  # fmt: skip
_SQL = {" <= ": " < ", " < ": " <= ", " >= ": " > ", " > ": " >= ", " AND ": " OR ", "MIN(": "MAX(", " DESC": ""}
_NOT_CODE = ("annotation", "returns", "decorator_list", "op", "ops", "ctx")


def drawn(sources: Mapping[str, str], count: int, seed: int) -> Iterator[Trial]:
    """So many mistakes in these files, or all if there are fewer."""
    every = [(file, number) for file, text in sources.items() for number, _ in enumerate(mistakes(ast.parse(text)))]
    for file, number in Random(seed).sample(every, min(count, len(every))):
        tree = ast.parse(sources[file])
        run, line, make = list(mistakes(tree))[number]
        told = make()
        yield Trial(f"{file}:{line}: {told}", {file: ast.unparse(tree)}, frozenset([f"{file}:{run}"]))


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
    for body in bodies(node):
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
