"""One planted bug: what is wrong, the patch that makes it so, and who must notice."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_ENTRY = re.compile(r"^(?=Bug: )", re.MULTILINE)
_FIELD = re.compile(r"^(\w+): (.+)$", re.MULTILINE)
_FILE = re.compile(r"^\+\+\+ b/(.+)$", re.MULTILINE)


class CannotBePlanted(Exception):
    """The code that a bug changes is not there any more; `str()` says which, and what git says."""


@dataclass(frozen=True, slots=True)
class Bug:
    """With `patch` applied, what `description` says is true.

    `tests` are arguments for pytest, such as a file; one of them must fail. Where there are arguments for `torture`, it
    must notice instead.
    """

    description: str
    patch: str
    tests: tuple[str, ...] = ()
    torture: tuple[str, ...] = ()

    @property
    def files(self) -> tuple[str, ...]:
        """The files that it changes."""
        return tuple(_FILE.findall(self.patch))

    def plant(self, tree: Path) -> None:
        """Apply the patch to the sources in `tree`. Raises CannotBePlanted; then nothing has changed."""
        self._apply(tree)

    def remove(self, tree: Path) -> None:
        """Take the patch back. Raises CannotBePlanted."""
        self._apply(tree, "--reverse")

    def _apply(self, tree: Path, *options: str) -> None:
        command = ["git", "apply", *options, "-"]
        done = subprocess.run(command, cwd=tree, input=self.patch, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise CannotBePlanted(f"{self.description} ({', '.join(self.files)}): {done.stderr.strip()}")


def read(text: str) -> Iterator[Bug]:
    """The bugs of a file: each begins with a line `Bug: ...`, has fields such as `Tests: ...`, and then its patch."""
    for entry in _ENTRY.split(text)[1:]:
        head, mark, patch = entry.partition("--- a/")
        fields = dict(_FIELD.findall(head))
        tests, torture = (tuple(fields.get(name, "").split()) for name in ("Tests", "Torture"))
        yield Bug(fields["Bug"], mark + patch, tests, torture)


def planted_bugs() -> tuple[Bug, ...]:
    """All bugs of bugs/, file by file."""
    files = sorted(Path(__file__).with_name("bugs").glob("*.patch"))
    return tuple(bug for file in files for bug in read(file.read_text(encoding="utf-8")))
