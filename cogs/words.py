"""Every sentence a person reads passes here: a template with parameters, in the language of its reader.

English is written in the code and is the key of the catalogues. Numbers get their thousands separators here, people
become mentions here; nobody else formats either.
"""

from __future__ import annotations

import functools
import gettext
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

CATALOGUES = Path(__file__).parent.parent / "locales"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody, in a sentence; Discord shows the mention as a name."""

    id: int

    def __str__(self) -> str:
        return f"<@{self.id}>"


class HasLocale(Protocol):
    """An interaction, as far as its language goes."""

    @property
    def locale(self) -> object:
        """The person's locale, such as en-GB."""


class Words:
    """The sentences of one language."""

    def __init__(self, language: str = "en") -> None:
        self._catalogue = gettext.translation("messages", CATALOGUES, [language], fallback=True)

    def __call__(self, template: str, **params: Any) -> str:
        """The sentence of `template` filled with `params`; whole numbers are written 1,250."""
        sentence = self._catalogue.gettext(template)
        return sentence.format(**{name: _shown(value) for name, value in params.items()}) if params else sentence

    @classmethod
    def of(cls, interaction: HasLocale) -> Words:
        """The words of the person who acted."""
        return cls.speaking(str(interaction.locale))

    @classmethod
    @functools.cache
    def speaking(cls, language: str) -> Words:
        """The words of `language`, a Discord locale such as en-GB; English where there is no catalogue."""
        return cls(language.replace("-", "_"))

    def counted(self, one: str, many: str, count: int, **params: Any) -> str:
        """The sentence for `count` things, which both templates may name as {count}."""
        template = self._catalogue.ngettext(one, many, count)
        return template.format(**{name: _shown(value) for name, value in params.items()}, count=_shown(count))

    def chips(self, chips: int) -> str:
        """An amount: 1,250."""
        return _shown(chips)

    def people(self, ids: Iterable[int]) -> str:
        """Several people in a row."""
        return ", ".join(f"<@{person}>" for person in ids)


def _shown(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def signed(chips: int) -> str:
    """A win or a loss, in chips: +150, -150."""
    return f"{chips:+,}" if chips else "0"


ENGLISH = Words()
