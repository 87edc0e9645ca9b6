"""Every sentence that a person reads passes through here: a template with parameters, in its reader's language.

English is written in the code and is the key of the catalogues, which translators write. Here, and nowhere else,
numbers are written as the language writes them, people become mentions, and several things become a list; how they
look comes from CLDR, through Babel. A catalogue is read when its language is first spoken, which takes a while;
`learn` reads all of them before anybody waits. The languages are those that have a catalogue; that of English has
only the sentences that count.

Translators' tools find only templates that are written out: `words("Sit")`. A template that is chosen from a table is a
`Phrase` there, and `words.said(phrase)` where it is read. Where one English text means two things, a context tells them
apart: `words("Pass", "bidding")`. What counts things is written as for many: `words.counted("{count} chips", chips)`;
the catalogue of English has it for one.
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable, Iterable, Mapping
from decimal import Context, Decimal, localcontext
from typing import Any

from babel import Locale, UnknownLocaleError
from babel.lists import format_list
from babel.numbers import format_decimal, get_group_symbol, parse_pattern

from data.people import Person, house_player_name, is_house_player, is_member
from games.core import Button, Counted, Phrase
from i18n import catalogues

HOUSE_PLAYER_MARK = "🤖"

KEPT_NUMBERS = 4096
"""How many numbers a language remembers as written, and sentences for one; tables show the same ones many times."""


class Words:
    """The sentences of one language."""

    def __init__(self, language: str = "en") -> None:
        """`language` is a Discord locale, such as pt-BR; what its catalogue lacks comes from pt, then in English."""
        language = _spoken(language)
        self._catalogue = catalogues.translations(language)
        self._locale = _locale(language)
        self._usual = self._locale.decimal_formats[None]
        written = self._catalogue.pgettext(_DIGITS.context, _DIGITS.template)
        self._digits = str.maketrans(_DIGITS.template, written)
        typed = written + _NATIVE.get(self._locale.language, "")
        self._typed_digits = str.maketrans(typed, _DIGITS.template * (len(typed) // len(_DIGITS.template)))
        self.chips: Callable[[int], str] = functools.lru_cache(KEPT_NUMBERS)(self._written)
        """An amount, or any whole number: 1,250."""
        self._table: Words | None = None
        """What the buttons are called that a sentence names, where a table speaks another language."""
        self._names: Mapping[int, str] = {}
        self._translated = functools.cache(self._looked_up)
        self._translated_for = functools.lru_cache(KEPT_NUMBERS)(self._looked_up_for)

    def __call__(self, template: str, context: str = "", /, **params: Any) -> str:
        """The sentence of `template` filled with `params`.

        Whole numbers are written 1,250, a Decimal with all its places, and phrases are translated.
        """
        sentence = self._translated(template, context)
        if not params:
            return sentence
        for name, value in params.items():
            if type(value) is not str:  # most parameters are text, and tables are drawn many times a second
                params[name] = self.chips(value) if type(value) is int else self._shown(value)
        return sentence.format_map(params)

    @classmethod
    @functools.cache
    def speaking(cls, language: str) -> Words:
        """The words of `language`, a Discord locale such as en-GB; English where there is no catalogue.

        Languages with the same catalogue share their words.
        """
        larger, dash, _ = language.partition("-")
        larger = larger if dash else "en"
        return cls.speaking(larger) if language != "en" and _looks(language) == _looks(larger) else cls(language)

    def said(self, phrase: Phrase, **params: Any) -> str:
        """A phrase that was written elsewhere; `params` fill in what it leaves open, or says otherwise."""
        if isinstance(phrase, Counted):
            return self._filled(phrase.template, phrase.count, phrase.context, {**phrase.params, **params})
        return self(phrase.template, phrase.context, **{**phrase.params, **params})

    def counted(self, template: str, count: int, context: str = "", /, **params: Any) -> str:
        """The sentence for `count` things, which it names as {count}; `template` is the English for many."""
        return self._filled(template, count, context, params)

    def typed(self, text: str) -> str:
        """What somebody typed for a number of chips, as English has it: 5 000 in French is 5000, and moitié is half.

        Numbers may be written as the bot writes them in this language, with its digits and with a minus before them, as
        may the words. Anything else stays.
        """
        plain = _plain(text).translate(self._typed_digits)
        if len(plain) > LONGEST_TYPED:
            return text
        if plain[:1] in ("-", "−"):
            return f"-{self.typed(plain[1:])}"
        for word in _TYPED:
            if plain == _plain(self.said(word)):
                return word.template
        digits = "".join(sign for sign in plain if sign in _DIGITS.template)
        if not digits:
            return text
        number, group = int(digits), get_group_symbol(self._locale)
        ways = (self._written(number), f"{number:,}".replace(",", group))
        return digits if plain in (_plain(way).translate(self._typed_digits) for way in ways) else plain

    def signed(self, chips: int) -> str:
        """A win or a loss, in chips: +150, −1,250, 0."""
        return f"+{self.chips(chips)}" if chips > 0 else self.chips(chips)

    def decimal(self, number: float | Decimal, places: int) -> str:
        """A number with `places` digits after the point: 99.50."""
        return self._written(number, f"#,##0.{'0' * places}")

    def listed(self, parts: Iterable[str]) -> str:
        """Several things as a list: a, b, and c."""
        several = list(parts)
        if len(several) > 1 and (joints := _LISTS.get(self._locale.language)):
            comma, last = joints
            return last.join((comma.join(several[:-1]), several[-1]))
        return several[0] if len(several) == 1 else format_list(several, locale=self._locale)

    def people(self, ids: Iterable[int]) -> str:
        """Several people as a list."""
        return self.listed(map(self.person, ids))

    def person(self, number: int) -> str:
        """A member as a mention, a house player by name, or that somebody has left."""
        if is_member(number):
            return f"<@{number}>"
        if is_house_player(number):
            return f"{HOUSE_PLAYER_MARK}\N{NO-BREAK SPACE}{house_player_name(number)}"
        return self.said(_LEFT)

    def knowing(self, names: Mapping[int, str]) -> Words:
        """These words where members are called by `names`, in Markdown, as far as these know them at that moment."""
        words = copy.copy(self)
        words._names = names
        return words

    def name(self, number: int) -> str:
        """Somebody whom nobody calls: a member by name where that is known, as a mention is louder than all else."""
        return self._names.get(number) or self.person(number)

    def _shown(self, value: Any) -> str:
        if isinstance(value, str):
            return value
        if isinstance(value, int) and not isinstance(value, bool):
            return self.chips(value)
        if isinstance(value, float):
            return self.decimal(value, 1)
        if isinstance(value, Person):
            return self.person(value.id)
        if isinstance(value, Decimal):
            return self.decimal(value, -int(value.as_tuple().exponent))
        if isinstance(value, Button) and self._table is not None:
            return self._table.said(value)
        return self.said(value) if isinstance(value, Phrase) else str(value)

    def _filled(self, template: str, count: int, context: str, params: dict[str, Any]) -> str:
        shown = {name: self._shown(value) for name, value in params.items()}
        return self._translated_for(template, count, context).format_map({**shown, "count": self.chips(count)})

    def _looked_up(self, template: str, context: str) -> str:
        return self._catalogue.pgettext(context, template) if context else self._catalogue.gettext(template)

    def _looked_up_for(self, template: str, count: int, context: str) -> str:
        if context:
            return self._catalogue.npgettext(context, template, template, count)
        return self._catalogue.ngettext(template, template, count)

    def _written(self, number: float | Decimal, pattern: str | None = None) -> str:
        with localcontext(_WIDE):
            written: str = (self._usual if pattern is None else parse_pattern(pattern)).apply(number, self._locale)
        return written.translate(self._digits).replace("-", "−")


@functools.cache
def with_button_names(words: Words, table: Words) -> Words:
    """`words`, in whose sentences the buttons of a table are called as on the table, which speaks `table`."""
    if words is table:
        return words
    words = copy.copy(words)
    words._table = table
    return words


def preload(languages: Iterable[str]) -> None:
    """Read the words of these languages: half a second, and five at the first start, which compiles them."""
    for language in languages:
        Words.speaking(language)


def _spoken(language: str) -> str:
    """`language`, or English where neither it nor a larger one, such as pt for pt-BR, has a catalogue."""
    return language if catalogues.chain(language) else "en"


def _locale(language: str) -> Locale:
    """The locale for numbers and lists; that of the language where Babel doesn't know the region."""
    try:
        return Locale.parse(language, sep="-")
    except UnknownLocaleError:
        return Locale.parse(language.partition("-")[0])


def _looks(language: str) -> tuple[list[str], str]:
    """What makes the words of two languages the same: their catalogue, and how it writes numbers."""
    spoken = _spoken(language)
    return catalogues.chain(spoken), format_decimal(12345678.9, locale=_locale(spoken))


def _plain(text: str) -> str:
    """`text` in small letters, with ordinary blanks."""
    return "".join(" " if sign.isspace() else sign for sign in text.strip().lower())


_LEFT = Phrase("someone who left")
_WIDE = Context(prec=200)
"""For numbers of as many digits as somebody can type."""
_DIGITS = Phrase("0123456789", "how numbers are written; a language may have ten digits of its own here")

_NATIVE = {"bn": "০১২৩৪৫৬৭৮৯", "gu": "૦૧૨૩૪૫૬૭૮૯", "hi": "०१२३४५६७८९", "th": "๐๑๒๓๔๕๖๗๘๙"}
"""The digits of a language's letters, which may be typed whatever digits its catalogue writes."""
_LISTS = {"th": (", ", " และ ")}
"""What stands between several things where CLDR has too little: in Thai, numbers and names would run together."""
_TYPED = (
    Phrase("half", "typed in place of a number of chips"),
    Phrase("all", "typed in place of a number of chips"),
    Phrase("min", "typed in place of a number of chips"),
    Phrase("max", "typed in place of a number of chips"),
)
LONGEST_TYPED = 64
"""Characters; a longer text is no number of chips."""

ENGLISH = Words()


OWN_NAMES = {
    "bn": "বাংলা",
    "de": "Deutsch",
    "en": "English",
    "es": "Español",
    "fr": "Français",
    "fr-CA": "Français (Canada)",
    "gu": "ગુજરાતી",
    "hi": "हिन्दी",
    "id": "Indonesia",
    "pt-BR": "Português (Brasil)",
    "th": "ไทย",
    "vi": "Tiếng Việt",
}
"""As CLDR has them, from which they would take a third of a second to read; a language without one is called by its
locale."""


@functools.cache
def languages() -> dict[str, str]:
    """Each language's own name, by its locale such as pt-BR; in the order of their names."""
    found = {"en", *(name.replace("_", "-") for name in catalogues.named())}
    named = {locale: OWN_NAMES.get(locale, locale) for locale in found}
    return dict(sorted(named.items(), key=lambda item: item[1]))


def listed(language: str) -> str:
    """That of `languages` in which somebody is answered whose Discord has `language`."""
    return next((locale for locale in (language, language.partition("-")[0]) if locale in languages()), "en")
