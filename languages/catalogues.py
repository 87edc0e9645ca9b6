"""The files of locales/ as they should be: the template, and each language's catalogue and what the bot reads."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from i18n.words import CATALOGUES

TEMPLATE = CATALOGUES / "messages.pot"
_HEADER = b'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
"""Babel's own header would name the time of making, and differ each time."""


def wanted(template: Catalog, new: str | None = None) -> dict[Path, bytes]:
    """The right content of each file; `template` holds all sentences, and `new` is a language to start."""
    files = {TEMPLATE: _HEADER + _po(template)}
    languages = {path.parent.parent.name for path in CATALOGUES.glob("*/LC_MESSAGES/messages.po")}
    for language in sorted(languages | ({new.replace("-", "_")} if new else set())):
        path = CATALOGUES / language / "LC_MESSAGES" / "messages.po"
        catalogue = Catalog(locale=language, project=template.project, charset="utf-8", fuzzy=False)
        if path.exists():
            with path.open("rb") as file:
                catalogue = read_po(file, locale=language)
        catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)
        catalogue.obsolete.clear()
        compiled = BytesIO()
        write_mo(compiled, catalogue)
        files |= {path: _po(catalogue), path.with_suffix(".mo"): compiled.getvalue()}
    return files


def stale(files: dict[Path, bytes]) -> list[Path]:
    """Which of `files` differ from those on the disk."""
    return [path for path, text in files.items() if not path.exists() or path.read_bytes() != text]


def _po(catalogue: Catalog) -> bytes:
    file = BytesIO()
    is_template = catalogue.locale is None
    write_po(file, catalogue, width=120, omit_header=is_template, sort_output=True, include_lineno=False)
    return file.getvalue()
