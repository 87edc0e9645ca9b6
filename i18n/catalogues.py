"""The catalogues of sentences: gettext's text files in locales/, which translators write and the bot compiles.

What is compiled from a text is kept beside it, under the text's digest, so that the next start needn't do it again; a
folder that can't be written to only costs that time. What isn't translated whole, or is marked as in need of another
look, is left out and so said in a larger language, such as fr for fr-CA, or else in English.
"""

from __future__ import annotations

import copy
import functools
import gettext
import hashlib
import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

CATALOGUES = Path(__file__).with_name("locales")


def file_of(name: str) -> Path:
    """The catalogue of a language, which is named as in gettext, such as pt_BR."""
    return CATALOGUES / name / "LC_MESSAGES" / "messages.po"


def named() -> list[str]:
    """The languages that have a catalogue, such as pt_BR."""
    return sorted(path.parent.parent.name for path in CATALOGUES.glob("*/LC_MESSAGES/messages.po"))


def chain(language: str) -> list[str]:
    """The catalogues that there are for a Discord locale such as pt-BR: its own, and that of the larger language."""
    names = dict.fromkeys((language.replace("-", "_"), language.partition("-")[0]))
    return [name for name in names if file_of(name).exists()]


def translations(language: str) -> gettext.NullTranslations:
    """The sentences of a Discord locale; what its catalogue lacks comes from a larger language, then in English."""
    found = gettext.NullTranslations()
    for name in dict.fromkeys((*chain(language), *chain("en"))):
        found.add_fallback(copy.copy(_read(file_of(name))))
    return found


def is_said(message: Message) -> bool:
    """Whether the bot says the translation: it is whole, and isn't marked as in need of another look."""
    return not message.fuzzy and all(texts(message.string or ""))


def texts(said: str | Sequence[str]) -> list[str]:
    """A message's one text, or each of its forms."""
    return [said] if isinstance(said, str) else list(said)


def only(catalogue: Catalog, messages: Iterable[Message]) -> Catalog:
    """A catalogue with the header of `catalogue` and some messages."""
    found = Catalog(locale=catalogue.locale, charset="utf-8", fuzzy=False)
    found.mime_headers = catalogue.mime_headers
    for message in messages:
        found[message.id] = message
    return found


def compiled(text: bytes, language: str) -> bytes:
    """What the bot reads, for the text of a catalogue; Babel would compile the empty forms of a plural, too."""
    file, catalogue = BytesIO(), read_po(BytesIO(text), locale=language)
    write_mo(file, only(catalogue, (message for message in catalogue if message.id and is_said(message))))
    return file.getvalue()


@functools.cache
def _read(path: Path) -> gettext.NullTranslations:
    text = path.read_bytes()
    language = path.parent.parent.name
    kept = CATALOGUES / f"{language}-{hashlib.sha256(text).hexdigest()[:16]}.compiled"
    with suppress(OSError):
        return gettext.GNUTranslations(BytesIO(kept.read_bytes()))
    new = compiled(text, language)
    with suppress(OSError):
        _keep(kept, new, [old for old in CATALOGUES.glob(f"{language}-*.compiled") if old != kept])
    return gettext.GNUTranslations(BytesIO(new))


def _keep(kept: Path, new: bytes, others: Iterable[Path]) -> None:
    """Write it whole or not at all, as several processes may start at once and any of them may die."""
    partial = kept.with_suffix(f".{os.getpid()}")
    with partial.open("wb") as file:
        file.write(new)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(kept)
    for old in others:
        old.unlink(missing_ok=True)
