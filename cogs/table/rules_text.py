"""What writes the rules pages of a game: its `rules.md`, filled in for one table or one server.

`# ` begins a page with its name, and an empty line a paragraph. Each line at the left edge is a sentence of its own, as
translators get it; an indented one goes on with it, on a line of its own behind a backslash. `{bet=stake}` is shown as
the value `stake`, which may also be a number or cards such as `AS KD`; `{count=decks}` chooses the sentence's plural. A
game's options are values, too. `{bet=button Bet}` names a button of the table's message, `{leave=own Leave}` one of a
private message. A line that begins with `[shoot]`, `[not shoot]` or `[six_teams=pairs]` is there only if
that is so. `@void` stands for a value without a sentence, or for a part, which begins with `## `, of that file or of
cogs/table/rules.md: all games share its parts and its pages, which come last. `shuffles` is what one says of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

from cogs.table.faces import CardText
from games.cards import parse_cards
from games.core import Button, Phrase
from i18n.words import Words


@dataclass(frozen=True, slots=True)
class HouseRules:
    """How a game is played at one table or, when `table` is None, at all tables of a server.

    `limits` are the lowest and the highest bet in chips, None where each table has its own.
    """

    options: Any
    limits: tuple[int, int] | None = None
    table: int | None = None


@dataclass(frozen=True, slots=True)
class RulesPage:
    """One page: `name` is in its heading and on the button that leads to it."""

    name: str
    text: str


RulesWriter = Callable[[HouseRules, Words, CardText], tuple[RulesPage, ...]]
"""Writes the rules pages of one game for one house, with cards as people see them."""


COUNT = "count"
"""The value that chooses the plural of its sentence."""
_BUTTONS = {"button": Button, "own": Phrase}
_SHARED = Path(__file__).with_name("rules.md")
_CONDITION = re.compile(r"\[(not )?(\w+)(?:=(\w+))?\] ")
_VALUE = re.compile(r"\{(\w+)(?:=([^}]+))?\}")


def paragraphs(*parts: str) -> str:
    """The paragraphs with a line between them; empty ones are left out."""
    return "\n\n".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A template, and where each of its values comes from; `inserted` is what `@` names instead.

    `conditions` are the name of a value, what it must be, None for anything but nothing, and whether that must be so.
    """

    template: str
    sources: Mapping[str, str]
    inserted: str
    conditions: tuple[tuple[str, str | None, bool], ...]

    @classmethod
    def read(cls, text: str) -> Sentence:
        """The sentence that a page has as `text`."""
        text, conditions = re.sub(r"(\\?)\n +", lambda found: "\n" if found[1] else " ", text), []
        while found := _CONDITION.match(text):
            conditions.append((found[2], found[3], not found[1]))
            text = text[found.end() :]
        sources = {name: source or name for name, source in _VALUE.findall(text)}
        is_inserted = text.startswith("@")
        template = "" if is_inserted else _VALUE.sub(r"{\1}", text)
        return cls(template, sources, text[1:] if is_inserted else "", tuple(conditions))


@dataclass(frozen=True, slots=True)
class Section:
    """A page or, with `is_part`, a part of pages: its name, and its paragraphs."""

    name: Sentence
    is_part: bool
    paragraphs: tuple[tuple[Sentence, ...], ...]


def sections(text: str) -> Iterator[Section]:
    """What a `rules.md` with this text has, in its order; `## ` begins a part of pages."""
    for section in re.split(r"^(?=#)", text.strip(), flags=re.MULTILINE)[1:]:
        heading, *blocks = re.split(r"\n{2,}", section.strip())
        mark, _, name = heading.partition(" ")
        read = (tuple(map(Sentence.read, re.split(r"\n(?! )", block))) for block in blocks)
        yield Section(Sentence.read(name), mark == "##", tuple(read))


@cache
def _sections(file: Path) -> tuple[Section, ...]:
    return tuple(sections(file.read_text(encoding="utf-8")))


def written(
    file: Path, rules: HouseRules, words: Words, cards: CardText, values: Mapping[str, Any] | None = None
) -> tuple[RulesPage, ...]:
    """The pages of `file` for one house; `values` are what they need besides its options, its limits and its table."""
    minimum, maximum = rules.limits or (0, 0)
    house = {"limits": rules.limits is not None, "table": rules.table is not None}
    values = {**house, "minimum": minimum, "maximum": maximum, **(values or {})}
    own, shared = _sections(file), _sections(_SHARED)
    parts = {section.name.template: section for section in (*shared, *own) if section.is_part}
    writer = _House(rules.options, values, parts, words, cards)
    named = ((writer.said(section.name), section) for section in (*own, *shared) if not section.is_part)
    return tuple(RulesPage(name, writer.text(section)) for name, section in named if name)


@dataclass(frozen=True, slots=True)
class _House:
    """What is true of one house, and how its rules are read."""

    options: Any
    values: Mapping[str, Any]
    parts: Mapping[str, Section]
    words: Words
    cards: CardText

    def text(self, section: Section) -> str:
        """Its paragraphs, as far as they are about this house."""
        texts = (filter(None, map(self.said, paragraph)) for paragraph in section.paragraphs)
        return paragraphs(*("\n".join(sentences) for sentences in texts))

    def said(self, sentence: Sentence) -> str:
        """A sentence; nothing where it is not about this house."""
        if not all(self._holds(*condition) for condition in sentence.conditions):
            return ""
        if name := sentence.inserted:
            return self.text(self.parts[name]) if name in self.parts else str(self._value(name))
        values = {name: self._value(source) for name, source in sentence.sources.items()}
        if COUNT in values:
            return self.words.counted(sentence.template, values.pop(COUNT), **values)
        return self.words(sentence.template, **values)

    def _holds(self, name: str, wanted: str | None, is_so: bool) -> bool:
        value = self._value(name)
        return is_so == (bool(value) if wanted is None else str(value) == wanted)

    def _value(self, source: str) -> Any:
        if source.isdecimal():
            return int(source)
        kind, _, name = source.partition(" ")
        if kind in _BUTTONS:
            return _BUTTONS[kind](name)
        if source in self.values:
            return self.values[source]
        if hasattr(self.options, source):
            value = getattr(self.options, source)
            return value.value if isinstance(value, Enum) else value
        return " ".join(map(self.cards, parse_cards(source)))
