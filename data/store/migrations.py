"""The numbered files that make a database, as both kinds of database have them in a folder of their own."""

from __future__ import annotations

from pathlib import Path


def migrations_in(folder: Path) -> list[tuple[int, str]]:
    """The migrations in `folder` in order: their number and their SQL."""
    files = sorted(folder.glob("[0-9][0-9][0-9][0-9]_*.sql"))
    return [(int(file.name[:4]), file.read_text(encoding="utf-8")) for file in files]
