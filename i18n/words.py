"""Every sentence that a person reads passes through here: a template with parameters, in its reader's language.

English is written in the code and is the key of the catalogues in locales/. Here, and nowhere else, numbers get their
thousands separators, people become mentions, and several things become a list.

Translators' tools find only templates that are written out: `words("Sit")`. A template that is chosen from a table is a
`Phrase` there, and `words.said(phrase)` where it is read.
"""

from __future__ import annotations

import functools
import gettext
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from data.people import PersonKind, house_player_name, kind_of
from games.core import Phrase

HOUSE_PLAYER_MARK = "🤖"
CATALOGUES = Path(__file__).parent.parent / "locales"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody, in a sentence, by their number (data/people.py)."""

    id: int

    def __str__(self) -> str:
        return f"<@{self.id}>"


class HasLocale(Protocol):
    """An interaction, as far as language is concerned."""

    @property
    def locale(self) -> object:
        """The person's locale, such as en-GB."""

    @property
    def guild_locale(self) -> object:
        """The server's locale; None outside of servers."""


class Words:
    """The sentences of one language."""

    def __init__(self, language: str = "en") -> None:
        """`language` is a Discord locale, such as pt-BR; what its catalogue lacks comes from pt, then in English."""
        chain = [language.replace("-", "_"), language.partition("-")[0]]
        self._catalogue = gettext.translation("messages", CATALOGUES, chain, fallback=True)
        self._thousands = self._between(_THOUSANDS, "{thousands}", "{units}")
        self._comma = self._between(_LIST, "{first}", "{next}")

    def __call__(self, template: str, **params: Any) -> str:
        """The sentence of `template` filled with `params`; whole numbers are written 1,250, phrases are translated."""
        sentence = self._catalogue.gettext(template)
        if not params:
            return sentence
        for name, value in params.items():
            if type(value) is not str:  # most parameters are text, and tables are drawn many times a second
                params[name] = self.chips(value) if type(value) is int else self._shown(value)
        return sentence.format_map(params)

    @classmethod
    def of(cls, interaction: HasLocale) -> Words:
        """The words of the person who acted, for what only they read."""
        return cls.speaking(str(interaction.locale))

    @classmethod
    def of_server(cls, interaction: HasLocale) -> Words:
        """The words of the server where somebody acted, for what everybody reads."""
        return cls.speaking(str(interaction.guild_locale))

    @classmethod
    @functools.cache
    def speaking(cls, language: str) -> Words:
        """The words of `language`, a Discord locale such as en-GB; English where there is no catalogue.

        Languages with the same catalogue share their words.
        """
        larger, dash, _ = language.partition("-")
        larger = larger if dash else "en"
        return cls.speaking(larger) if language != "en" and _file(language) == _file(larger) else cls(language)

    def said(self, phrase: Phrase, **params: Any) -> str:
        """A phrase that was written elsewhere; `params` fill in what it leaves open."""
        return self(phrase.template, **phrase.params, **params)

    def counted(self, one: str, many: str, count: int, **params: Any) -> str:
        """The sentence for `count` things, which both templates may name as {count}."""
        template = self._catalogue.ngettext(one, many, count)
        shown = {name: self._shown(value) for name, value in params.items()}
        return template.format(**shown, count=self.chips(count))

    def chips(self, chips: int) -> str:
        """An amount, or any whole number: 1,250."""
        return f"{chips:,}".replace(",", self._thousands)

    def signed(self, chips: int) -> str:
        """A win or a loss, in chips: +150, -1,250, 0."""
        return f"{chips:+,}".replace(",", self._thousands) if chips else "0"

    def listed(self, parts: Iterable[str]) -> str:
        """Several things as a list."""
        return self._comma.join(parts)

    def people(self, ids: Iterable[int]) -> str:
        """Several people as a list."""
        return self.listed(map(self.person, ids))

    def person(self, number: int) -> str:
        """A member as a mention, a house player by name, or that somebody has left."""
        match kind_of(number):
            case PersonKind.MEMBER:
                return f"<@{number}>"
            case PersonKind.HOUSE_PLAYER:
                return f"{HOUSE_PLAYER_MARK}\N{NO-BREAK SPACE}{house_player_name(number)}"
            case PersonKind.LEFT:
                return self("someone who left")

    def _shown(self, value: Any) -> str:
        if isinstance(value, str):
            return value
        if isinstance(value, int) and not isinstance(value, bool):
            return self.chips(value)
        if isinstance(value, Person):
            return self.person(value.id)
        return self.said(value) if isinstance(value, Phrase) else str(value)

    def _between(self, phrase: Phrase, before: str, after: str) -> str:
        return self._catalogue.gettext(phrase.template).removeprefix(before).removesuffix(after)


def _file(language: str) -> str | None:
    return gettext.find("messages", CATALOGUES, [language.replace("-", "_")])


_THOUSANDS = Phrase("{thousands},{units}")
_LIST = Phrase("{first}, {next}")

ENGLISH = Words()
