"""The program; see the package."""

from __future__ import annotations

import argparse
import asyncio
import sys

from i18n.words import CATALOGUES
from languages.catalogues import stale, wanted
from languages.sources import everything


def main() -> int:
    """Write the files that are out of date; with --check only name them, and then the exit status is 1."""
    parser = argparse.ArgumentParser(prog="python -m languages", description="Bring the catalogues up to date.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when something is out of date")
    parser.add_argument("--new", metavar="LANGUAGE", help="begin a catalogue, for a Discord locale such as pt-BR")
    options = parser.parse_args()
    files = wanted(asyncio.run(everything()), options.new)
    found = stale(files)
    for path in found:
        print(f"{'out of date' if options.check else 'written'}: {path.relative_to(CATALOGUES.parent)}")
        if not options.check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(files[path])
    if found and options.check:
        print("Run make messages.", file=sys.stderr)
    return int(bool(found and options.check))


sys.exit(main())
