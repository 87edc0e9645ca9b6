"""Sentences: numbers, people, languages, and which error says what."""

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from discord import app_commands

from cogs.app.replies.errors import sentence
from data.ledger.ledger import Account, InsufficientChips
from data.people import Person
from games.core import Counted, IllegalAction, Phrase
from i18n import catalogues
from i18n.words import ENGLISH, Words
from tables.draft import StaleClick, TableClosed


def test_english_writes_numbers_people_and_lists():
    assert ENGLISH("{chips} chips at table {table}", chips=1250, table="1250") == "1,250 chips at table 1250"
    assert ENGLISH("It's {person}'s turn.", person=Person(7)) == "It's <@7>'s turn."
    assert ENGLISH.people([7, 8]) == "<@7> and <@8>"
    assert [ENGLISH.signed(chips) for chips in (150, -1250, 0)] == ["+150", "−1,250", "0"]
    assert [ENGLISH.counted("{count} tricks", count) for count in (1, 1200)] == ["1 trick", "1,200 tricks"]
    assert ENGLISH.counted("{count} unheard-of things", 1) == "1 unheard-of things", "what it lacks is as for many"
    assert ENGLISH.listed(["a", "b", "c"]) == "a, b, and c"
    assert ENGLISH.chips(10**99).count("0") == 99, "as long as somebody can type"
    assert Words("tlh")("Sit") == "Sit", "an unknown language is English"


@pytest.fixture
def speak(no_catalogues):
    """`speak("de", {"Sit": "Setzen"})` is German with only these sentences; each may be of several forms."""

    def speak(language, sentences, digits=""):
        catalogue = Catalog(locale=language, fuzzy=False)
        for (template, context), translation in sentences.items():
            catalogue.add(template, translation, context=context or None)
        path = catalogues.file_of(language)
        path.parent.mkdir(parents=True)
        with path.open("wb") as file:
            write_po(file, catalogue)
        return Words(language)

    return speak


def test_a_catalogue_translates_the_template_and_not_the_filled_sentence(speak):
    german = speak("de", {("You have {balance} chips.", ""): "Du hast {balance} Chips."})
    assert german("You have {balance} chips.", balance=1250) == "Du hast 1.250 Chips."


def test_a_context_tells_two_meanings_of_a_text_apart_and_what_a_catalogue_lacks_is_english(speak):
    thai = speak("th", {("Open", "a table"): "เปิด"})
    german = speak("de", {("Open", "a table"): "Eröffnen", ("Open", "a hand"): "Offen"})
    assert (german("Open", "a table"), german("Open", "a hand")) == ("Eröffnen", "Offen")
    assert german.said(Phrase("Open", "a hand")) == "Offen"
    assert german("Pass", "bidding") == "Pass"
    assert german.counted("{count} points", 2, "cards") == "2 points"
    assert german.listed(["a", "b", "c"]) == "a, b und c"
    assert [thai.listed("157"[:count]) for count in (1, 2, 3)] == ["1", "1 และ 5", "1, 5 และ 7"]


TRICKS = ("{count} tricks", "{count} tricks")


def test_a_number_of_things_has_the_forms_of_the_language_in_which_it_is_said(speak):
    polish = speak("pl", {(TRICKS, ""): ("{count} lewa", "{count} lewy", "{count} lew")})
    said = [polish.said(Counted("{count} tricks", count)) for count in (1, 3, 5)]
    assert said == ["1 lewa", "3 lewy", "5 lew"]
    speak("en", {(TRICKS, ""): ("{count} trick", "{count} tricks")})
    french = speak("fr", {(("{count} points", "{count} points"), ""): ("{count} point", "{count} points")})
    said = [(french.counted("{count} points", count), french.counted("{count} tricks", count)) for count in (0, 1, 2)]
    assert said == [("0 point", "0 tricks"), ("1 point", "1 trick"), ("2 points", "2 tricks")]


@pytest.mark.parametrize(
    ("language", "number", "written", "point"),
    [
        ("en", 1234567, "1,234,567", "99.50"),
        ("bn", 1234567, "12,34,567", "99.50"),
        ("gu", 1234567, "12,34,567", "99.50"),
        ("hi", 1234567, "12,34,567", "99.50"),
        ("th", 1234567, "1,234,567", "99.50"),
        ("de", 1234567, "1.234.567", "99,50"),
        ("fr", 1234567, "1\N{NARROW NO-BREAK SPACE}234\N{NARROW NO-BREAK SPACE}567", "99,50"),
    ],
)
def test_numbers_are_written_as_the_language_writes_them(speak, language, number, written, point):
    spoken = speak(language, {})
    assert (spoken.chips(number), spoken.signed(-number)) == (written, f"−{written}")
    assert spoken.decimal(99.5, 2) == point


@pytest.mark.parametrize(
    ("language", "text", "english"),
    [
        ("en", "1,250", "1250"),
        ("en", "1.000", "1.000"),
        ("en", "5 000", "5 000"),
        ("en", "²", "²"),
        ("en", "10²", "10²"),
        ("en", "１００", "１００"),
        ("en", "١٠٠", "١٠٠"),
        ("hi", "১০০", "১০০"),
        ("de", "1.000", "1000"),
        ("de", "1.00", "1.00"),
        ("de", " 10k ", "10k"),
        ("fr", "5 000", "5000"),
        ("fr", "5\N{NARROW NO-BREAK SPACE}000", "5000"),
        ("fr", "50 00", "50 00"),
        ("fr", "1 2", "1 2"),
        ("hi", "१०००", "1000"),
        ("hi", "1,00,000", "100000"),
        ("hi", "1,0,000", "1,0,000"),
        ("es", "1.000", "1000"),
        ("es", "todo", "all"),
        ("es", "HALF", "half"),
        ("es", "9" * 65, "9" * 65),
        ("es", "-todo", "-all"),
        ("de", "−1.250", "-1250"),
        ("en", "-5k", "-5k"),
    ],
)
def test_numbers_may_be_typed_as_the_bot_writes_them(speak, language, text, english):
    assert speak(language, {("all", "typed in place of a number of chips"): "Todo"}).typed(text) == english


DIGITS = "how numbers are written; a language may have ten digits of its own here"


def test_a_catalogue_may_choose_digits_of_its_own(speak):
    bengali = speak("bn", {("0123456789", DIGITS): "০১২৩৪৫৬৭৮৯"})
    assert bengali("{chips}", chips=1234567) == "১২,৩৪,৫৬৭"


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (IllegalAction("You may stick from {minimum}.", minimum=1500), "You may stick from 1,500."),
        (InsufficientChips(Account.member(1, 7), balance=35, needed=50), "You have 35 chips; you need 50."),
        (StaleClick(), "That has already been played. The table shows what's happening now."),
        (TableClosed(), "This table is closed."),
        (app_commands.NoPrivateMessage(), "This works only in a server."),
        (app_commands.MissingPermissions(["manage_guild"]), "You need the permission Manage Server for this."),
        (KeyError("seat"), None),  # a fault of the bot
    ],
)
def test_a_known_error_is_a_sentence_for_the_person(error, text):
    assert sentence(error, ENGLISH) == text
