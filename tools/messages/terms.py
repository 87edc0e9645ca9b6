"""The words of the games in every language, by i18n/glossary.tsv, and where a catalogue strays from them.

A row of that table is an English word and those of each language: `/` stands between words of which one is enough, and
`…` where a word goes on in several ways. Where the English is in *italics*, the sentence decides.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from tools.messages.sources import ROOT

GLOSSARY = ROOT / "i18n" / "glossary.tsv"

_NO_PROSE = re.compile(r"`[^`]*`|</[^>]*>|/[a-z]+(?: [a-z]+)?(?: \w+:\S+)*|\{\w*\}|https?://\S+")
"""Commands, places and addresses, in which no term is translated."""


@dataclass(frozen=True, slots=True)
class Term:
    """One row of the table."""

    english: tuple[str, ...]
    translations: dict[str, tuple[str, ...]]
    """By language, such as pt_BR: the beginnings of words of which a translation has one.

    Where the column of a region is blank, such as that of fr_CA, they are those of the whole language.
    """
    is_strict: bool
    """Whether every sentence with the English has one of the translations."""

    def said_in(self, language: str) -> tuple[str, ...]:
        """Its words in `language`; none where nobody has given it any."""
        return self.translations.get(language) or self.translations.get(language.partition("_")[0], ())

    def pattern(self) -> re.Pattern[str]:
        """Finds the English in a sentence, also for many."""
        return re.compile(rf"\b(?:{'|'.join(map(re.escape, self.english))})(?:s|es)?\b", re.IGNORECASE)


@functools.cache
def table() -> tuple[Term, ...]:
    """Every row of the table."""
    (_, *languages), *terms = (line.split("\t") for line in GLOSSARY.read_text(encoding="utf-8").splitlines())
    return tuple(
        Term(
            tuple(_words(english.strip("*"))),
            {language: tuple(_words(cell)) for language, cell in zip(languages, cells, strict=True)},
            not english.startswith("*"),
        )
        for english, *cells in terms
    )


def strays(language: str, english: str, translation: str) -> list[str]:
    """The terms that `english` has and `translation` doesn't, as the glossary gives them for `language`.

    Of *house player* and *player* the longer one counts.
    """
    said = _NO_PROSE.sub(" ", english)
    heard = _NO_PROSE.sub(" ", translation).casefold()
    found = []
    for term in sorted(table(), key=lambda term: -len(term.english[0])):
        said, count = term.pattern().subn(" ", said)
        wanted = term.said_in(language)
        if count and term.is_strict and not any(word.casefold().partition("…")[0] in heard for word in wanted):
            found.append(f"{term.english[0]}: {' / '.join(wanted)}")
    return found


def _words(cell: str) -> list[str]:
    return [word.strip() for word in cell.split(" / ") if word]
