"""The bot's languages: what is translated is translated well, and in the words of the glossary.

What isn't, or is marked, is said in English; how much of it there is, `make check` tells.
"""

import re

import pytest
from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from i18n.catalogues import file_of, is_said, named, texts
from i18n.words import languages
from tools.messages.proof import bare, faults, proof
from tools.messages.terms import strays, table

LANGUAGES = ["bn", "de", "es", "fr", "fr_CA", "gu", "hi", "id", "pt_BR", "th", "vi"]
"""Those into which the English of the code is translated."""
TERMS = 120
CHIPS = ("{count} chips", "{count} chips")


def catalogue_of(language):
    with file_of(language).open("rb") as file:
        return read_po(file, locale=language)


@pytest.mark.sampled
@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_translations_keep_places_and_marks_the_words_of_the_glossary_and_the_names_of_buttons(language):
    catalogue = catalogue_of(language)
    assert faults(catalogue) == []
    if language == "en":
        return
    said, wrong = {}, []
    for message in catalogue:
        if isinstance(message.id, str):
            said.setdefault(message.id, set()).add(message.string if is_said(message) else None)
    for message in catalogue:
        for english, form in forms(message) if message.id and is_said(message) else ():
            if strayed := strays(language, english, form):
                wrong.append((english, form, strayed))
            for button in re.findall(r"[Pp]ress \*\*([^*{]+)\*\*", english):
                if not any(name is None or f"**{name}**" in form for name in said[button]):
                    wrong.append((button, form))
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_english_sentence_has_one_translation(language):
    said = {}
    for message in catalogue_of(language):
        if message.id and is_said(message):
            english, form = forms(message)[-1]
            said.setdefault((bare(english), message.context, message.pluralizable), set()).add(bare(form))
    assert [several for several in said.values() if len(several) > 1] == []


def forms(message):
    """Each form of a translation beside the English, which is for many."""
    return [(texts(message.id)[-1], form) for form in texts(message.string)]


def test_the_glossary_gives_every_term_in_every_language_there_is():
    assert named() == sorted(["en", *LANGUAGES])
    assert [term.english for term in table() if sorted(term.translations) != LANGUAGES] == []
    assert [term.english for term in table() if not all(map(term.said_in, LANGUAGES))] == []
    assert len(table()) >= TERMS


@pytest.mark.parametrize(
    ("language", "english", "translation", "fault"),
    [
        ("de", "{person} sits.", "{person} sitzt.", None),
        ("de", "{person} sits.", "Jemand sitzt.", "other places"),
        ("de", "**Sit**", "Setzen", "other places, commands or marks"),
        ("de", "Type `half`.", "Tippe `halb`.", "other places, commands or marks"),
        ("de", "🃏 Cards", "Karten", "other places, commands or marks"),
        ("de", "One\nTwo", "Eins Zwei", "other places, commands or marks"),
        ("th", "Behind **More…** there is more.", "ใต้**เพิ่มเติม…**มีอีก", "needs a space"),
        ("th", "Behind **More…** there is more.", "ใต้**เพิ่มเติม…** มีอีก", None),
        ("th", "Press **Sit** now.", "กด**นั่ง**เลย", None),
        ("de", "The **'best'** of all.", "Das**'Beste'** von allen.", "needs a space"),
        ("de", "won ", "gewonnen", "another space"),
        ("de", "Sit down at this table", "Sit down at this table", "English"),
        ("de", "Chips", "Chips", None),
        ("de", "{percent}% of it", "{percent} % davon", "an ordinary space"),
        ("de", "{percent}% of it", "{percent}\N{NO-BREAK SPACE}% davon", None),
        ("fr", "Ready?", "Prêt ?", "an ordinary space"),
        ("fr_CA", "Kitty: {count}", "Kitty : {count}", "an ordinary space"),
        ("fr", "Ready?", "Prêt\N{NARROW NO-BREAK SPACE}?", None),
        ("hi", "Open a table", "एक table खोलें", "English in"),
        ("hi", "With SHA-256 on Discord", "Discord पर SHA-256 से", None),
        ("hi", "Sit", "", None),
        ("hi", "0123456789", "०१२३४५६७८९", None),
        ("hi", "0123456789", "०१२३", "not ten digits"),
        ("de", CHIPS, ("{count} Chip", "{count} Chips"), None),
        ("de", CHIPS, ("{count} Chip",), "1 forms instead of 2"),
        ("th", CHIPS, ("{count} ชิป",), None),
        ("en", CHIPS, ("a chip", "{count} chips"), None),
        ("de", CHIPS, ("ein Chip", "{count} Chips"), None),
        ("de", CHIPS, ("{count} Chip", "Chips"), "other places"),
        ("th", CHIPS, ("ชิป",), "other places"),
        ("de", "Sit", "Setzen" * 17, "102 characters"),  # a description of a command
    ],
)
def test_what_a_machine_can_see_is_seen(language, english, translation, fault):
    catalogue = Catalog(locale=language)
    places = [("commands", 1)] if english == "Sit" else ()
    found = proof(catalogue, catalogue.add(english, translation, locations=places))
    assert [fault in said for said in found] == ([True] if fault else [])


@pytest.mark.parametrize(
    ("english", "translation", "strayed"),
    [
        ("The table is open.", "Der Tisch ist offen.", False),
        ("The tables are open.", "Die Tafeln sind offen.", True),
        ("Tableau", "Gemälde", False),
        ("`/table close` and {table}", "`/table close` und {table}", False),
        ("A bet is made.", "Es wird gewettet.", False),  # in italics, so the sentence decides
    ],
)
def test_a_translation_without_the_word_of_the_glossary_is_found(english, translation, strayed):
    assert bool(strays("de", english, translation)) == strayed


def test_each_language_has_its_own_name_as_cldr_has_it():
    def own_name(locale):
        name = Locale.parse(locale, sep="-").get_display_name()
        return name[:1].upper() + name[1:]

    assert languages() == {locale: own_name(locale) for locale in languages()}
