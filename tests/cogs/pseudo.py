"""A language in which every sentence is English, with brackets around whatever the template itself says.

So whatever reaches Discord outside brackets didn't come from a template, or is a parameter that should have been one:
`⟦You have ⟧1,250⟦ chips.⟧` is right, `⟦You must follow ⟧clubs⟦.⟧` is wrong.
"""

import re
from io import BytesIO

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from i18n.words import Words

_TEXTS = {"content", "label", "placeholder", "title", "description", "text"}
"""The fields that people read, in anything sent to Discord."""

_NO_WORDS = (
    r"⟦[^⟦⟧]*⟧",
    r"```[^`]*```",  # for a machine: a record that is read back, a line for a shell
    r"`/[\w ·-]+`",  # commands, whose names are the same in all languages
    r"<a?:\w+:\d+>",  # an emoji
    r"<[@#][&!]?\d+>",  # a person, a channel, a role
    r"</[\w -]+:\d+>",  # a command
    r"<t:\d+(:\w)?>",  # a moment
    r"https://\S+",
    r"(?<!\w)(?:JOKER|(?:10|11|12|13|[2-9AKQJ])[SHDC♠♥♦♣])(?!\w)",  # a card
    r"\b[0-9a-f]{8,64}\b",  # a seed or its hash
)
_READ = re.compile("|".join(_NO_WORDS))


def bracketed(template):
    """The pseudo-translation of a template: brackets around each stretch between parameters."""
    return re.sub(r"(\{\w*\})|([^{}]+)", lambda found: found[1] or f"⟦{found[2]}⟧", template)


def catalogue(template):
    """A compiled catalogue of the pseudo-language, for all messages of a Babel template."""
    pseudo = Catalog(locale="en", fuzzy=False)
    for message in template:
        if message.id:
            texts = tuple(map(bracketed, message.id)) if message.pluralizable else bracketed(message.id)
            pseudo.add(message.id, texts)
    file = BytesIO()
    write_mo(file, pseudo)
    return file.getvalue()


def install(template, folder, monkeypatch, language="en"):
    """Let the bot speak the pseudo-language in place of `language`."""
    path = folder / language / "LC_MESSAGES" / "messages.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(catalogue(template))
    monkeypatch.setattr("i18n.words.CATALOGUES", folder)
    Words.speaking.cache_clear()


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
    for name in names:
        left = left.replace(name, " ")
    return "".join(letter for letter in left if letter.isalpha() or letter in "⟦⟧")
