"""The planted bugs, as bugs/*.bugs have them: what is wrong, the lines that make it so, and who must notice."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tools.mutants.workshop import ROOT, Trial, changed_runs

PLACES = ("games", "tables", "data", "cogs", "players", "i18n")
_ENTRY = re.compile(r"^(?=Bug: )", re.MULTILINE)
_FIELD = re.compile(r"^([A-Z]\w+): (.+)$", re.MULTILINE)
_CHANGE = re.compile(r"^(\S+\.\w+)(?:: (\S+))?\n((?:-.*\n)+)((?:\+.*\n)*)", re.MULTILINE)
"""A file, the name in it, the lines that stand there, and those that take their place."""


class CannotBePlanted(Exception):
    """The code that a bug changes is not there any more, or there twice; `str()` says which and where."""


@cache
def product(root: Path = ROOT) -> dict[str, str]:
    """The texts of the files whose functions can be replaced."""
    paths = (path for place in PLACES for path in sorted((root / place).rglob("*.py")))
    return {str(path.relative_to(root)): path.read_text(encoding="utf-8") for path in paths}


def planted_bugs(only: str = "") -> list[Trial]:
    """Those with these words in a sentence, its file, or a file that they change; the longest first."""
    files = sorted(Path(__file__).with_name("bugs").glob("*.bugs"))
    entries = ((file.name, entry) for file in files for entry in _ENTRY.split(file.read_text(encoding="utf-8"))[1:])
    return sorted((read(entry) for name, entry in entries if only in name + entry), key=lambda bug: not bug.torture)


def read(entry: str, root: Path = ROOT) -> Trial:
    """A bug: it begins with a line `Bug: ...`, has fields such as `Tests: ...`, and then its changes.

    Lines that stand once in the function or class that is named, or without a name in the file, become others. How far
    they are indented there doesn't matter. `Tests:` are needed where no function is changed. Raises CannotBePlanted.
    """
    fields, texts, runs = dict(_FIELD.findall(entry)), dict[str, str](), set[str]()
    for file, name, old, new in _CHANGE.findall(entry):
        try:
            before = texts[file] if file in texts else (root / file).read_text(encoding="utf-8")
            texts[file] = _changed(before, name, *([line[2:] for line in lines.splitlines()] for lines in (old, new)))
        except (LookupError, FileNotFoundError) as error:
            raise CannotBePlanted(f"{fields['Bug']}: {file}: {error}") from error
    for file in texts.keys() & product(root).keys():
        runs.update(f"{file}:{run}" for run in changed_runs(product(root)[file], texts[file]))
    tests, torture = (tuple(fields.get(name, "").split()) for name in ("Tests", "Torture"))
    return Trial(f"{fields['Bug']} ({', '.join(texts)})", texts, frozenset(runs), tests, torture)


def _changed(text: str, name: str, before: list[str], after: list[str]) -> str:
    lines, wanted = text.splitlines(), [line.strip() for line in before]
    found = [
        at
        for first, end in _places(text, name)
        for at in range(first, end - len(wanted) + 1)
        if [line.strip() for line in lines[at : at + len(wanted)]] == wanted
    ]
    if len(found) != 1:
        raise LookupError(f"{name or 'the file'} has {len(found)} times {wanted[0]}")
    deeper = " " * (len(lines[found[0]]) - len(before[0]))
    lines[found[0] : found[0] + len(wanted)] = [(deeper + line).rstrip() for line in after]
    return "\n".join([*lines, ""])


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
