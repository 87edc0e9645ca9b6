"""The files of i18n/locales/ as they should be: the template, and each language's catalogue.

No translation is lost. A reworded sentence keeps that of the most similar sentence that is gone, marked as in need of
another look (`#, fuzzy`) and with the sentence that it was for (`#| msgid`). Translations of sentences that are gone
stay at the end of the catalogue (`#~`), where a sentence that comes back finds its own. What is marked the bot says in
English.

The catalogue of a region, such as fr_CA beside fr, has only the sentences that are said otherwise there; nothing is
missing in it. The catalogue of English has only the sentences that count, which the code has for many: there they are
for one.
"""

from __future__ import annotations

import functools
import re
from copy import deepcopy
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple, TypeAlias

from babel.messages.catalog import Catalog, Message

from i18n.catalogues import is_said, only, texts
from tools.messages import po
from tools.messages.sources import is_translated

ENGLISH = "en"
SIMILAR = 0.6
"""How much of two sentences is the same when one is taken for the other reworded; 1 is all."""

_HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
"""Babel's own header would name the time of making, and differ each time."""
_WORD = re.compile(r"\w+")

_Key: TypeAlias = tuple[str, str | None]
"""By what gettext finds a sentence: its English text, and its context."""


class Left(NamedTuple):
    """How many sentences of a language are said in English, and of English, how many for one as if for many."""

    missing: int
    marked: int
    """Those translated before they were reworded, or marked by a translator."""


def updated(template: Catalog, folder: Path, *, new: str | None = None, tidy: bool = False) -> dict[str, Catalog]:
    """Each language's catalogue in `folder` with the sentences of `template`; `new` is a language to start.

    With `tidy` what no sentence needs any more is dropped from the languages in which nothing is left to translate.
    """
    names = {path.parent.parent.name for path in folder.glob("*/LC_MESSAGES/messages.po")}
    found = {}
    for language in sorted(names | ({new.replace("-", "_")} if new else set())):
        path = _path(folder, language)
        found[language] = catalogue = (
            po.read(path, language)
            if path.exists()
            else Catalog(locale=language, project=template.project, charset="utf-8", fuzzy=False)
        )
        if language == ENGLISH:
            _bring_english_up_to_date(catalogue, template)
        else:
            _bring_up_to_date(catalogue, _translated(template))
        if language.partition("_")[0] in names - {language}:
            _keep_what_differs(catalogue)
        if tidy and not any(left(catalogue)):
            catalogue.obsolete.clear()
    return found


def files(template: Catalog, catalogues: dict[str, Catalog], folder: Path) -> dict[Path, bytes]:
    """The right content of each file."""
    found = {folder / "messages.pot": (_HEADER + po.written(_translated(template))).encode()}
    for language, catalogue in catalogues.items():
        found[_path(folder, language)] = po.written(catalogue).encode()
    return found


def stale(files: dict[Path, bytes]) -> list[Path]:
    """Which of `files` differ from those on the disk."""
    return [path for path, text in files.items() if not path.exists() or path.read_bytes() != text]


def left(catalogue: Catalog) -> Left:
    """How much of a language is still to be translated."""
    open_ones = [message for message in catalogue if message.id and not is_said(message)]
    marked = sum(message.fuzzy for message in open_ones)
    return Left(len(open_ones) - marked, marked)


def _translated(template: Catalog) -> Catalog:
    """What translators get of it."""
    return only(template, (message for message in template if message.id and is_translated(message)))


def _path(folder: Path, language: str) -> Path:
    return folder / language / "LC_MESSAGES" / "messages.po"


def _bring_english_up_to_date(catalogue: Catalog, template: Catalog) -> None:
    """Only the form for one is a translator's; the other is the code's."""
    for message in catalogue:
        if message.id and not texts(message.string or "")[0]:
            message.string = ("", "")
    _bring_up_to_date(catalogue, only(template, (message for message in template if message.pluralizable)))
    for message in catalogue:
        if message.id:
            message.string = (texts(message.string or "")[0], texts(message.id)[-1])


def _keep_what_differs(catalogue: Catalog) -> None:
    """What a region's catalogue hasn't, the bot says as the whole language does: nothing of it is missing."""
    for message in list(catalogue):
        if message.id and not _has_text(message):
            catalogue.delete(message.id, message.context)


def _bring_up_to_date(catalogue: Catalog, template: Catalog) -> None:
    forms = catalogue.num_plurals
    present = {_key(message): message for message in catalogue if message.id and _has_text(message)}
    sources = [_source(message, forms) for message in (*present.values(), *catalogue.obsolete.values())]
    wanted = {_key(message) for message in template if message.id}
    known = {_key(source): source for source in sources}
    gone = {key: source for key, source in known.items() if key not in wanted}
    catalogue.update(deepcopy(template), no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete = {(text, context) if context else text: source for (text, context), source in gone.items()}
    for message in catalogue:
        if message.id:
            key = _key(message)
            before = present.get(key) or known.get(key) or _similar(key, gone)
            _translate(message, _source(before, forms) if before else None, forms)


def _has_text(message: Message) -> bool:
    """Whether there is any translation, be it marked or not whole."""
    return any(texts(message.string or ""))


def _key(message: Message) -> _Key:
    return texts(message.id)[0], message.context


def _source(message: Message, forms: int) -> Message:
    """The translation with the sentence for which it was made."""
    if not (message.fuzzy and message.previous_id):
        return message
    one, *many = message.previous_id
    return Message((one, *many) if many else one, _fitting(message, forms if many else 0), context=message.context)


def _translate(message: Message, source: Message | None, forms: int) -> None:
    """Give `message` the translation of `source`, marked when that was made for another sentence."""
    if source is None:
        message.string = ("",) * forms if message.pluralizable else ""
        return
    is_same = texts(source.id) == texts(message.id)
    message.string = _fitting(source, forms if message.pluralizable else 0)
    message.flags = message.flags - {"fuzzy"} | (source.flags if is_same else {"fuzzy"})
    message.previous_id = [] if is_same else texts(source.id)


def _fitting(source: Message, forms: int) -> str | tuple[str, ...]:
    """A translation for a sentence of another kind: with `forms` forms where it counts, and with none where not."""
    said = texts(source.string or "")
    if not forms:
        return said[-1]
    return tuple(said) if len(said) == forms else (said[-1],) * forms


def _similar(key: _Key, gone: dict[_Key, Message]) -> Message | None:
    text, context = key
    likeness, near = max(
        ((_likeness(_words(text), _words(other[0])), other) for other in gone if other[1] == context),
        default=(0.0, key),
        key=lambda found: (found[0], found[1][0]),
    )
    return gone[near] if likeness >= SIMILAR else None


@functools.cache
def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(text.casefold()))


@functools.cache
def _likeness(one: tuple[str, ...], other: tuple[str, ...]) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio() if one else 0.0
