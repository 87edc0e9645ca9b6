"""The program; see the package."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from babel.messages.catalog import Catalog

from i18n.catalogues import CATALOGUES
from tools.messages.catalogues import files, left, stale, updated
from tools.messages.sources import everything


def main() -> int:
    """Read the options and do what they say; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.messages", description="Bring the catalogues up to date.")
    parser.add_argument(
        "--check",
        action="store_true",
        help="write nothing; fail when something is out of date, or an English plural isn't in its catalogue",
    )
    parser.add_argument(
        "--release", action="store_true", help="as --check; fail also when a sentence is missing or needs another look"
    )
    parser.add_argument("--new", metavar="LANGUAGE", help="begin a catalogue, for a Discord locale such as pt-BR")
    parser.add_argument(
        "--tidy",
        action="store_true",
        help="drop translations that no sentence needs any more, in languages where none is missing or needs a look",
    )
    return bring(asyncio.run(everything()), CATALOGUES, parser.parse_args())


def bring(template: Catalog, folder: Path, options: argparse.Namespace) -> int:
    """Write the files that are out of date, and say how much is left to translate; the exit status is 1 on refusal."""
    catalogues = updated(template, folder, new=options.new, tidy=options.tidy)
    wanted = files(template, catalogues, folder)
    found = stale(wanted)
    is_check = options.check or options.release
    for path in found:
        print(f"{'out of date' if is_check else 'written'}: {path.relative_to(folder.parent)}")
        if not is_check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(wanted[path])
    open_ones = {language: left(catalogue) for language, catalogue in catalogues.items() if any(left(catalogue))}
    for language, (missing, marked) in open_ones.items():
        print(f"{language}: {missing} missing, {marked} to look at again")
    if found and is_check:
        print("Run make messages.", file=sys.stderr)
    lacks_plurals = is_check and "en" in open_ones
    if lacks_plurals:
        print("Write the English plurals that are missing: i18n/locales/en.", file=sys.stderr)
    if open_ones and options.release:
        print("Translate what is left first: docs/translate.md.", file=sys.stderr)
    return int(bool((found and is_check) or lacks_plurals or (open_ones and options.release)))


if __name__ == "__main__":
    sys.exit(main())
