"""What Discord allows of a label, and whether its translations still fit when their longest values are filled in."""

import functools
import json
import re

from tests.cogs import pseudo
from tests.cogs.shown import ROW, TEXT, walk

BUTTON, FORM_TITLE, FORM_LABEL, FORM_DESCRIPTION, OPTION, PLACEHOLDER = 80, 45, 45, 100, 100, 150
"""Characters."""
BYTES = 9_500
"""Of a message as UTF-8; Discord refuses one of about 10,170."""

_BLUE = 1
_CARD = re.compile(r"^\[|[♠♣♦♥]$|joker", re.IGNORECASE)
_BUTTON, _SELECTS, _INPUT, _LABEL = 2, (3, 5, 6, 7, 8), 4, 18
_BALANCE = len("1,00,00,00,00,00,00,000")
_BET = len("10,00,000")
_NAME = 32
_LONGEST = {
    **dict.fromkeys(("chips", "amount", "balance", "free"), _BALANCE),
    **dict.fromkeys(("minimum", "maximum", "most", "least", "price", "stake"), _BET),
    "odds": len("100"),
    **dict.fromkeys(("person", "name", "who", "seller", "buyer"), _NAME),
    **dict.fromkeys(("count", "table", "number", "seat", "deal", "round", "place"), len("1,00,000")),
}
"""The characters of the longest value of each place."""
_OTHER = 16


def verify_fits(components):
    """Discord accepts `components` as one message."""
    everything = list(walk(components))
    assert len(everything) <= 40
    texts = [part["content"] for part in everything if part["type"] == TEXT]
    assert all(texts)
    assert sum(map(len, texts)) <= 4_000
    assert len(json.dumps(components, ensure_ascii=False).encode()) <= BYTES
    ids = [part["custom_id"] for part in everything if "custom_id" in part]
    assert len(set(ids)) == len(ids)
    assert all(len(custom_id) <= 100 for custom_id in ids)
    assert all(1 <= len(part["components"]) <= 5 for part in everything if part["type"] == ROW)
    assert all(len(part.get("label") or "") <= BUTTON for part in everything)
    assert len(blue := usual(components)) <= 1, blue


def usual(components):
    """The labels of the blue buttons in `components`, without the cards: what one usually presses there."""
    blue = [part for part in walk(components) if part["type"] == _BUTTON and part["style"] == _BLUE]
    return [part["label"] for part in blue if "emoji" not in part and not _CARD.search(part["label"])]


def labels(part):
    """Each text in `part` of a request that Discord limits, with the characters that it may have."""
    if isinstance(part, list):
        for value in part:
            yield from labels(value)
    if not isinstance(part, dict):
        return
    kind = part.get("type")
    if kind == _BUTTON:
        yield part.get("label"), BUTTON
    if kind == _INPUT or kind in _SELECTS:
        yield part.get("placeholder"), PLACEHOLDER if kind != _INPUT else FORM_DESCRIPTION
        for option in part.get("options", ()):
            yield option.get("label"), OPTION
            yield option.get("description"), OPTION
    if kind == _LABEL:
        yield part.get("label"), FORM_LABEL
        yield part.get("description"), FORM_DESCRIPTION
    if "title" in part and "custom_id" in part:
        yield part["title"], FORM_TITLE
    for value in part.values():
        yield from labels(value)


def too_long(requests, sentences):
    """The translations of labels in `requests` that wouldn't fit with their longest values, each with its language."""
    shown = {(text, most) for request in requests for text, most in labels(request.json) if text}
    templates = _templates(sentences)
    found = set()
    for text, most in shown:
        for key, pattern in templates:
            if pattern.fullmatch(text.replace(pseudo.FILLING, "")):
                for language, texts in pseudo.translations().get(key, {}).items():
                    found |= {(language, most, form) for form in texts if longest(form) > most}
    return found


def longest(template):
    """The characters of `template` with its longest values."""
    places = re.findall(r"\{(\w*)\}", template)
    return len(re.sub(r"\{\w*\}", "", template)) + sum(_LONGEST.get(place, _OTHER) for place in places)


@functools.cache
def _templates(sentences):
    return [
        ((message.context, message.id), re.compile(_pattern(text)))
        for message in sentences
        if message.id
        for text in (message.id if message.pluralizable else (message.id,))
        if pseudo.bracketed(text).count("⟦")
    ]


def _pattern(template):
    return re.sub(r"\\\{\w*\\\}", ".*", re.escape(pseudo.bracketed(template)))
