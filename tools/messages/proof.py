"""What a machine can see in a translation: that it keeps what is no language."""

from __future__ import annotations

import re
from collections import Counter
from unicodedata import category

from babel.messages.catalog import Catalog, Message

from i18n.catalogues import is_said, texts
from tools.messages.sources import COMMANDS

COUNT = "{count}"
DIGITS = "0123456789"
"""The message that holds a language's digits."""
LONGEST_DESCRIPTION = 100
"""Characters, on Discord."""

_PLACE = re.compile(r"\{\w*\}")
_CODE = re.compile(r"`[^`]*`|</[^>]*>|https?://\S+")
_MARK = re.compile(r"\*+|__|\|\||\n|^(?:-#|#{1,3}|>) ", re.MULTILINE)
_BOLD = re.compile(r"(\*+)(?=\S)(.+?)(?<=\S)\1")
_LATIN_WORD = re.compile(r"(?<![0-9A-Za-z])[A-Za-z][A-Za-z.'_/-]*[A-Za-z](?![0-9A-Za-z])")
_NAMES = {
    *(
        "API",
        "CSV",
        "Discord",
        "DISCORD_TOKEN",
        "GitHub",
        "HMAC",
        "JSON",
        "JOKER",
        "OWNER_GUILD_ID",
        "PNG",
        "PostgreSQL",
    ),
    *("ID", "MB", "NT", "Python", "README", "SALT", "SHA", "SQLite", "UTC", "mod", "ms", "verify.py"),
    *("all", "half", "max", "min"),  # which people type
}
"""Latin words that every language keeps, as it does those with a slash, such as Europe/Berlin."""
_GAPS = (re.compile(r" %"), re.compile(r" [%:;!?»]|« "))
"""Where a line mustn't break, in most languages and in French."""
_COMMAND = re.compile(r"/[a-z]+(?: [a-z]+(?::\S+)?)*")
_OTHER_SCRIPTS = frozenset({"bn", "gu", "hi", "th"})
_LOANS = 2
"""So many words may be the same as in English, in a language with Latin letters: *Chips*, *Coach*, *Pok Deng*."""


def faults(catalogue: Catalog) -> list[str]:
    """Each fault in a language's catalogue, with the sentence in which it is."""
    return [f"{message.id!r}: {fault}" for message in catalogue if message.id for fault in proof(catalogue, message)]


def proof(catalogue: Catalog, message: Message) -> list[str]:
    """What is wrong with one translation; nothing where the English is said."""
    if not is_said(message):
        return []
    english, forms = texts(message.id)[-1], texts(message.string or "")
    if english == DIGITS:
        return [] if len(set(forms[0])) == len(DIGITS) else ["not ten digits"]
    if message.pluralizable and len(forms) != catalogue.num_plurals:
        return [f"{len(forms)} forms instead of {catalogue.num_plurals}"]
    most = LONGEST_DESCRIPTION if any(file == COMMANDS for file, _ in message.locations) else None
    return [
        fault
        for rest, form in enumerate(reversed(forms))
        for fault in _wrong(str(catalogue.locale), english, form, most, names_count=not rest)
    ]


def bare(text: str) -> str:
    """A sentence without marks and the stop at its end: those that are the same then are said alike."""
    return _MARK.sub("", text).strip(" .।")


def _wrong(language: str, english: str, form: str, most: int | None, *, names_count: bool) -> list[str]:
    """`names_count`: whether the form names a number that it counts as often as the English, which is for many."""
    found = []
    kept, wanted = _kept(form), _kept(english)
    if not names_count:
        del kept[COUNT], wanted[COUNT]
    if kept != wanted:
        found.append(f"other places, commands or marks in {form!r}")
    if _edges(form) != _edges(english):
        found.append(f"another space at an end of {form!r}")
    found += [f"{bold!r} needs a space beside it in {form!r}" for bold in _glued(form)]
    found += [f"an ordinary space in {gap!r} of {form!r}" for gap in _GAPS[language[:2] == "fr"].findall(form)]
    if most is not None and len(form) > most:
        found.append(f"{len(form)} characters in {form!r}")
    if left := _left(language, english, form):
        found.append(f"English in {form!r}: {left}")
    return found


def _kept(text: str) -> Counter[str]:
    """What a translation has as often as the English."""
    code = _CODE.findall(text)
    rest = _CODE.sub("", text)
    places = _PLACE.findall(rest)
    bare = _PLACE.sub("", rest)
    pictures = [letter for letter in bare if category(letter) == "So"]
    return Counter([*code, *places, *_MARK.findall(bare), *pictures])


def _glued(text: str) -> list[str]:
    """The bold words with a punctuation mark at an end that a letter touches from outside.

    By the rule of CommonMark on flanking runs, which the playground's page keeps to, their asterisks are no marks.
    """
    text = _PLACE.sub("x", text)
    return [
        bold[0]
        for bold in _BOLD.finditer(text)
        if (_is_mark(bold[2][0]) and _is_letter(text[: bold.start()][-1:]))
        or (_is_mark(bold[2][-1]) and _is_letter(text[bold.end() :][:1]))
    ]


def _is_mark(letter: str) -> bool:
    return category(letter)[0] in "PS"


def _is_letter(letter: str) -> bool:
    return bool(letter) and not letter.isspace() and not _is_mark(letter)


def _edges(text: str) -> tuple[bool, bool]:
    return text[:1].isspace(), text[-1:].isspace()


def _left(language: str, english: str, form: str) -> str:
    if language == "en":
        return ""
    prose = _PLACE.sub(" ", _COMMAND.sub(" ", _CODE.sub(" ", form)))
    unknown = [word for word in _LATIN_WORD.findall(prose) if word not in _NAMES and "/" not in word]
    is_left = language in _OTHER_SCRIPTS or (form == english and len(unknown) > _LOANS)
    return " ".join(unknown) if is_left else ""
