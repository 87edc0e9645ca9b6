"""One planted bug: what is wrong, where, and who must notice."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


class CannotBePlanted(Exception):
    """The code that a bug changes is not there, or is there more than once; `str()` says which."""


@dataclass(frozen=True, slots=True)
class Bug:
    """In `file` the text `old` becomes `new`, and then what `told` says is true.

    `also` are further (file, old, new), where it takes several slips at once.
    `tests` are arguments for pytest, such as a file; one of them must fail. With `kills` above 0 the torture must
    notice within so many kills instead, with `cuts` within so many power cuts, and with `greedy` within so many minutes
    of a core.
    """

    told: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...] = ()
    kills: int = 0
    cuts: int = 0
    greedy: float = 0
    also: tuple[tuple[str, str, str], ...] = ()

    def planted(self, tree: Path) -> dict[str, str]:
        """The texts of its files with the bug. Raises CannotBePlanted."""
        texts: dict[str, str] = {}
        for file, old, new in ((self.file, self.old, self.new), *self.also):
            path = tree / file
            if not path.is_file():
                raise CannotBePlanted(f"{self.told}: there is no file {file}")
            text = texts.get(file) or path.read_text(encoding="utf-8")
            if (times := text.count(old)) != 1:
                raise CannotBePlanted(f"{self.told}: the text to change is in {file} {times} times:\n{old}")
            texts[file] = text.replace(old, new)
        return texts
