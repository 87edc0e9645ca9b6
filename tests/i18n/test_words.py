"""Sentences: numbers, people, languages, and which error says what."""

import gettext

import pytest
from discord import app_commands

from cogs.answers.errors import sentence
from data.ledger.ledger import Account, InsufficientChips
from games.core import IllegalAction
from i18n import words
from i18n.words import ENGLISH, Person, Words
from tables.table import StaleClick, TableClosed


def test_whole_numbers_get_thousands_separators_and_texts_stay_as_they_are():
    assert ENGLISH("{chips} chips at table {table}", chips=1250, table="1250") == "1,250 chips at table 1250"


def test_people_are_mentions():
    assert ENGLISH("It's {person}'s turn.", person=Person(7)) == "It's <@7>'s turn."
    assert ENGLISH.people([7, 8]) == "<@7>, <@8>"


@pytest.mark.parametrize(("chips", "text"), [(150, "+150"), (-1250, "-1,250"), (0, "0")])
def test_wins_and_losses_carry_their_sign(chips, text):
    assert ENGLISH.signed(chips) == text


def test_counted_things_are_singular_or_plural():
    assert ENGLISH.counted("{count} seat", "{count} seats", 1) == "1 seat"
    assert ENGLISH.counted("{count} seat", "{count} seats", 1200) == "1,200 seats"


def test_an_unknown_language_is_english():
    assert Words("tlh")("Sit") == "Sit"


def test_a_catalogue_translates_the_template_and_not_the_filled_sentence(monkeypatch):
    class German(gettext.NullTranslations):
        def gettext(self, message):
            return {"You have {balance} chips.": "Du hast {balance} Chips."}.get(message, message)

    monkeypatch.setattr(words.gettext, "translation", lambda *_, **__: German())
    assert Words("de")("You have {balance} chips.", balance=1250) == "Du hast 1,250 Chips."


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (IllegalAction("You may stick from {minimum}.", minimum=1500), "You may stick from 1,500."),
        (InsufficientChips(Account.member(1, 7), balance=35, needed=50), "You have 35 chips; this takes 50."),
        (StaleClick(), "That has already been played. The table shows what's happening now."),
        (TableClosed(), "This table is closed."),
        (app_commands.NoPrivateMessage(), "This works only in a server."),
        (app_commands.MissingPermissions(["manage_guild"]), "You need the permission Manage Server for this."),
    ],
)
def test_a_known_error_is_a_sentence_for_the_person(error, text):
    assert sentence(error, ENGLISH) == text


def test_any_other_error_is_a_fault_of_the_bot():
    assert sentence(KeyError("seat"), ENGLISH) is None
