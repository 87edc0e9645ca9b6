"""Sentences: every template can be found, and has the forms that translators need."""

import ast
import asyncio
import re

import pytest
from babel.messages.catalog import Catalog

from tests.tables.settings.offered import SCHEMA
from tools.messages.sources import PASSING_ON, ROOT, SAYING, SPEAKING, everything, sentences

FILES = [path for package in SPEAKING for path in sorted((ROOT / package).rglob("*.py"))]
THINGS = (
    "achievements|antes|balances|bets|cards|channels|characters|checks|chips|commands|contracts|days|deals|decks"
    "|discards|games|hands|hours|matches|members|minutes|packs|people|players|points|questions|rounds|rows|seats"
    "|seconds|servers|sides|stakes|tables|times|tricks|turns|weeks"
)
"""What the sentences count."""
UNCOUNTED = re.compile(rf"\{{(?!person|game|table|mark)\w+}}[*_`]* (?:(?:more|other|free|best|open) )?(?:{THINGS})\b")
"""A number before things. Forms of a plural may have {count} there; a person, game, table or mark is no number."""


@pytest.fixture(scope="module")
def template():
    return asyncio.run(everything())


def place(path):
    return path.relative_to(ROOT).as_posix()


def test_every_template_is_written_out_where_it_is_used():
    unwritten = [
        f"{place(path)}:{line}"
        for path in FILES
        if place(path) not in PASSING_ON
        for line, text in sentences(path.read_text(encoding="utf-8"))
        if text is None
    ]
    assert unwritten == []


@pytest.mark.thorough
def test_words_objects_have_only_names_that_the_search_knows():
    """`say = press.words` and then `say("Sit")` would not be found."""
    assert [f"{place(path)}:{line}" for path in FILES for line in renamed(path)] == []


def renamed(path):
    """The lines that give an object that says things a name which the search doesn't know."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Attribute | ast.Name):
            source = node.value.attr if isinstance(node.value, ast.Attribute) else node.value.id
            targets = {getattr(target, "attr", getattr(target, "id", "words")) for target in node.targets}
            if source in SAYING and not targets <= {*SAYING, "_drawn_in"}:
                yield node.lineno


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('words("Sit")', ("Sit", "")),
        ("words('Dealer')", ("Dealer", "")),
        ('self._words("Place " "your bets")', ("Place your bets", "")),
        ("f\"**{press.words('Dealer')}**\"", ("Dealer", "")),
        ('words.counted("{count} seats", 2)', (("{count} seats", "{count} seats"), "")),
        ('Counted("{count} seats", 2)', (("{count} seats", "{count} seats"), "")),
        ('IllegalAction("It isn\'t your turn.")', ("It isn't your turn.", "")),
        ('Phrase("clubs")', ("clubs", "")),
        ('words("Pass", "bidding")', ("Pass", "bidding")),
        ('Phrase("Pass", "bidding", player=1)', ("Pass", "bidding")),
        ('words.counted("{count} points", 2, "cards")', (("{count} points", "{count} points"), "cards")),
        ('own_words(interaction)("Sit")', ("Sit", "")),
        ("own_words(interaction)", []),
        ('Choice[str]("Pace", name, default="normal")', ("Pace", "")),
        ("words(label)", None),
        ('words(f"Table {number}")', None),
        ('words("Table " + number)', None),
        ('words("Pass", meaning)', None),
        ("words.counted(many, 2)", None),
        ("words.counted()", None),
    ],
)
def test_sentences_are_found_however_they_are_written(source, found):
    assert [text for _, text in sentences(source)] == ([] if found == [] else [found])


@pytest.mark.thorough
def test_the_commands_own_texts_are_among_the_sentences(template):
    assert {"Open a table in this channel", "Give a member some of your chips", "quick"} <= {
        message.id for message in template
    }


def test_the_names_and_meanings_of_all_settings_are_among_the_sentences(template):
    for setting in SCHEMA.settings.values():
        assert {setting.name, setting.sense} - {""} <= {message.id for message in template}


def test_no_sentence_is_said_both_with_a_number_and_without(template):
    """To gettext they would be one."""
    said = [sentence for path in FILES for _, sentence in sentences(path.read_text(encoding="utf-8")) if sentence]
    counting = {(text[0], context) for text, context in said if not isinstance(text, str)}
    assert counting & set(said) == set()


def test_every_number_of_things_has_plural_forms(template):
    assert list(without_forms(template)) == []


@pytest.mark.parametrize(
    ("text", "is_missed"),
    [
        ("You have **{chips}** chips.", True),
        ("{number} more days", True),
        ("from {minimum} to {maximum} chips", True),
        ("At tables: {chips}", False),
        ("20 chips", False),
        (("{count} chips", "{count} chips"), False),
        (("{count} chips of {tricks} tricks", "{count} chips of {tricks} tricks"), True),
    ],
)
def test_a_number_of_things_without_plural_forms_is_noticed(text, is_missed):
    catalogue = Catalog()
    catalogue.add(text)
    assert bool(list(without_forms(catalogue))) == is_missed


def without_forms(catalogue):
    """The sentences with a number before things that doesn't choose between forms of the sentence."""
    for message in catalogue:
        if UNCOUNTED.search(message.id[1].replace("{count}", "7") if message.pluralizable else message.id):
            yield message.id
