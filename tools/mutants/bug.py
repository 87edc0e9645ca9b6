"""One planted bug: what is wrong, the lines that make it so, and who must notice."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

_ENTRY = re.compile(r"^(?=Bug: )", re.MULTILINE)
_FIELD = re.compile(r"^([A-Z]\w+): (.+)$", re.MULTILINE)
_CHANGE = re.compile(r"^(\S+\.\w+)(?:: (\S+))?\n((?:-.*\n)+)((?:\+.*\n)*)", re.MULTILINE)
"""A file, the name in it, the lines that stand there, and those that take their place."""


class CannotBePlanted(Exception):
    """The code that a bug changes is not there any more, or there twice; `str()` says which and where."""


@dataclass(frozen=True, slots=True)
class Change:
    """The lines `before`, which stand once in the function or class `name` of `file`, become the lines `after`.

    Without a name they stand once in the whole file. How far they are indented there doesn't matter.
    """

    file: str
    name: str
    before: tuple[str, ...]
    after: tuple[str, ...]

    def made_in(self, text: str) -> str:
        """The file's `text` with it. Raises LookupError if the lines aren't there, or there more than once."""
        lines, wanted = text.splitlines(), [line.strip() for line in self.before]
        found = [
            at
            for first, end in _places(text, self.name)
            for at in range(first, end - len(wanted) + 1)
            if [line.strip() for line in lines[at : at + len(wanted)]] == wanted
        ]
        if len(found) != 1:
            raise LookupError(f"{self.file}: {self.name or 'the file'} has {len(found)} times {self.before[0].strip()}")
        end = found[0] + len(wanted)
        deeper = " " * (_indent(lines[found[0]]) - _indent(self.before[0]))
        return "\n".join([*lines[: found[0]], *((deeper + line).rstrip() for line in self.after), *lines[end:], ""])


@dataclass(frozen=True, slots=True)
class Bug:
    """With its `changes`, what `description` says is true.

    `tests` are arguments for pytest, such as a file; one of them must fail. Where there are arguments for `torture`, it
    must notice instead.
    """

    description: str
    changes: tuple[Change, ...]
    tests: tuple[str, ...] = ()
    torture: tuple[str, ...] = ()

    @property
    def files(self) -> tuple[str, ...]:
        """The files that it changes."""
        return tuple(dict.fromkeys(change.file for change in self.changes))

    @contextmanager
    def planted(self, tree: Path) -> Iterator[None]:
        """The sources in `tree` have it meanwhile. Raises CannotBePlanted; then nothing has changed."""
        try:
            before = {file: (tree / file).read_text(encoding="utf-8") for file in self.files}
            after = dict(before)
            for change in self.changes:
                after[change.file] = change.made_in(after[change.file])
        except (LookupError, FileNotFoundError) as error:
            raise CannotBePlanted(f"{self.description}: {error}") from error
        _write(tree, after)
        try:
            yield
        finally:
            _write(tree, before)


def read(text: str) -> Iterator[Bug]:
    """The bugs of a file: each begins with a line `Bug: ...`, has fields such as `Tests: ...`, and then its changes."""
    for entry in _ENTRY.split(text)[1:]:
        fields = dict(_FIELD.findall(entry))
        tests, torture = (tuple(fields.get(name, "").split()) for name in ("Tests", "Torture"))
        changes = [Change(file, name, _lines(old), _lines(new)) for file, name, old, new in _CHANGE.findall(entry)]
        yield Bug(fields["Bug"], tuple(changes), tests, torture)


def planted_bugs() -> tuple[Bug, ...]:
    """All bugs of bugs/, file by file."""
    files = sorted(Path(__file__).with_name("bugs").glob("*.bugs"))
    return tuple(bug for file in files for bug in read(file.read_text(encoding="utf-8")))


def _places(text: str, name: str) -> Iterator[tuple[int, int]]:
    """The first line of each definition with that qualified name, with its decorators, and the line behind it."""
    if not name:
        yield 0, text.count("\n")
        return
    around: list[tuple[ast.AST, str]] = [(ast.parse(text), "")]
    while around:
        node, within = around.pop()
        for part in ast.iter_child_nodes(node):
            named = within
            if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                named = f"{within}{part.name}."
                if named == f"{name}.":
                    first = min(each.lineno for each in [part, *part.decorator_list])
                    yield first - 1, part.end_lineno or 0
            around.append((part, named))


def _lines(marked: str) -> tuple[str, ...]:
    return tuple(line[2:] for line in marked.splitlines())


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _write(tree: Path, texts: dict[str, str]) -> None:
    for file, text in texts.items():
        (tree / file).write_text(text, encoding="utf-8")
