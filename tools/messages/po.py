"""Catalogues as gettext's text files, with what Babel leaves out: the sentence that a marked translation was for.

gettext writes it as `#| msgid`, right above the sentence as it is now; Babel takes that for a translator's comment.
"""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import denormalize, escape, read_po, write_po

from i18n.catalogues import only

WIDTH = 120
_MARK = re.compile(r"^#, fuzzy.*\n", re.MULTILINE)
_BEFORE = re.compile(r"^msgid(?:_plural)? ", re.MULTILINE)
_SAYING = re.compile(r'^(?=[m"])', re.MULTILINE)


def read(path: Path, language: str) -> Catalog:
    """The catalogue at `path`; a marked message has its sentence of before as `previous_id`."""
    with path.open("rb") as file:
        catalogue = read_po(file, locale=language)
    for message in catalogue:
        before = [comment[1:].strip() for comment in message.user_comments if comment.startswith("|")]
        message.user_comments = [comment for comment in message.user_comments if not comment.startswith("|")]
        message.previous_id = [denormalize(text) for text in _BEFORE.split("\n".join(before))[1:]]
    return catalogue


def written(catalogue: Catalog) -> str:
    """The text of its file, in the order of the sentences; those that no code says any more come last."""
    marked = (message for message in sorted(catalogue) if message.fuzzy)
    text = _MARK.sub(lambda mark: mark[0] + _before(next(marked)), _plain(catalogue))
    gone = only(catalogue, catalogue.obsolete.values())
    return text + (_SAYING.sub("#~ ", _plain(gone, are_gone=True)) if len(gone) else "")


def _plain(catalogue: Catalog, *, are_gone: bool = False) -> str:
    file = BytesIO()
    write_po(
        file,
        catalogue,
        width=WIDTH,
        omit_header=are_gone or catalogue.locale is None,
        no_location=are_gone,
        sort_output=True,
        include_lineno=False,
        ignore_obsolete=True,
    )
    return file.getvalue().decode()


def _before(message: Message) -> str:
    """The lines about the sentence for which a marked translation was made.

    Each text is one line, as Babel reads only one of two comments that are the same.
    """
    names = ("msgid", "msgid_plural")
    return "".join(f"#| {name} {escape(text)}\n" for name, text in zip(names, message.previous_id, strict=False))
