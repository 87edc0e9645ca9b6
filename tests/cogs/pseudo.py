"""A language in which every sentence is English, with brackets around whatever the template itself says.

So whatever reaches Discord outside brackets didn't come from a template, or is a parameter that should have been one:
`⟦You have ⟧1,250⟦ chips.⟧` is right, `⟦You must follow ⟧clubs⟦.⟧` is wrong.

Stretched, each sentence is as long as its longest translation, filled up with ⁓. So what has room in this language has
room in all of them, and what is cut off loses its bracket.
"""

import functools
import re

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from i18n.catalogues import file_of, is_said, named
from i18n.words import Words, languages

_TEXTS = {"content", "label", "placeholder", "title", "description", "text"}
"""The fields that people read, in anything sent to Discord."""

_FILES = {name: file_of(name) for name in named()}
"""The real catalogues, for which a test puts others in place."""

DIGITS = "0123456789"
FILLING = "⁓"

_NO_WORDS = (
    r"⟦[^⟦⟧]*⟧",
    r"```[^`]*```",  # for a machine: a record that is read back, a line for a shell
    r"`/[\w ·-]+`",  # commands, whose names are the same in all languages
    r"`[A-F]`",  # a side of a score sheet
    r"<a?:\w+:\d+>",  # an emoji
    r"<[@#][&!]?\d+>",  # a person, a channel, a role
    r"</[\w -]+:\d+>",  # a command
    r"<t:\d+(:\w)?>",  # a moment
    r"https://\S+",
    r"(?<!\w)(?:JOKER|(?:10|11|12|13|[2-9AKQJ])[SHDC♠♥♦♣])(?!\w)",  # a card
    r"\b[0-9a-f]{8,64}\b",  # a seed or its hash
    r"\bUTC\b",  # the time zone of that name
)
_READ = re.compile("|".join(_NO_WORDS))


def bracketed(template, length=0):
    """The pseudo-translation of a template: brackets around each stretch between parameters.

    It is at least `length` characters long, if it has any stretch.
    """
    text = re.sub(r"(\{\w*\})|([^{}]+)", lambda found: found[1] or f"⟦{found[2]}⟧", template)
    head, bracket, tail = text.rpartition("⟧")
    return f"{head}{FILLING * (length - len(text))}{bracket}{tail}" if bracket else text


@functools.cache
def translations():
    """Each sentence's translations by language: {(context, template): {"de": [...]}}; one text for each plural form."""
    found = {}
    for name, path in _FILES.items():
        with path.open("rb") as file:
            for message in read_po(file):
                texts = message.string if message.pluralizable else [message.string]
                if message.id and is_said(message):
                    found.setdefault((message.context, message.id), {})[name] = list(texts)
    assert len(found) > 1_500
    return found


def catalogue(template, *, is_stretched=False):
    """The catalogue of the pseudo-language, for all messages of a Babel template."""
    pseudo = Catalog(locale="en", fuzzy=False)
    for message in template:
        if message.id:
            longest = _longest(message) if is_stretched else 0
            texts = message.id if message.pluralizable else (message.id,)
            shown = [bracketed(text, longest) if text != DIGITS else text for text in texts]
            pseudo.add(message.id, tuple(shown) if message.pluralizable else shown[0], context=message.context)
    return pseudo


def _longest(message):
    translated = translations().get((message.context, message.id), {})
    return max((len(text) for texts in translated.values() for text in texts), default=0)


def install(template, folder, monkeypatch, language="en", *, is_stretched=False):
    """Let the bot speak the pseudo-language in place of `language`."""
    monkeypatch.setattr("i18n.catalogues.CATALOGUES", folder)
    path = file_of(language)
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_po(file, catalogue(template, is_stretched=is_stretched))
    monkeypatch.setattr("i18n.words.format_list", lambda parts, **_: ", ".join(parts))  # "and" is no template's
    forget()


def forget():
    """Let the bot look again which languages there are."""
    Words.speaking.cache_clear()
    languages.cache_clear()


def texts(request):
    """Every text that people read in one request to Discord."""
    return list(_texts(request.json)) if not request.path.endswith(("/commands", "/emojis")) else []


def _texts(part):
    if isinstance(part, dict):
        for key, value in part.items():
            if key in _TEXTS and isinstance(value, str):
                yield value
            else:
                yield from _texts(value)
    elif isinstance(part, list):
        for value in part:
            yield from _texts(value)


def strays(text, names=()):
    """The words of `text` that are outside brackets and are neither a card, a mention nor one of `names`."""
    left = _READ.sub(" ", text)
    for name in sorted(names, key=len, reverse=True):
        left = left.replace(name, " ")
    return "".join(letter for letter in left if letter.isalpha() or letter in "⟦⟧")
