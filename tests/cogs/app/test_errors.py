"""What people are told when something doesn't work, and that telling them never makes it worse."""

import logging

import aiohttp
import pytest
from discord import app_commands

from cogs.app.replies.errors import sentence
from data.ledger.ledger import Account, InsufficientChips
from data.people import Person
from data.store.errors import StoreError
from data.tables.tables import StaleTable
from games.core import IllegalAction
from i18n.words import ENGLISH
from tables.draft import StaleClick, TableClosed

PLAYED = "That has already been played. The table shows what's happening now."

SENTENCES = [
    (IllegalAction("It's {person}'s turn.", person=Person(7)), "It's <@7>'s turn."),
    (IllegalAction("Bets start at {minimum}.", minimum=1250), "Bets start at 1,250."),
    (
        InsufficientChips(Account.member(1, 7), balance=35, needed=1500),
        "You have 35 chips; you need 1,500.",
    ),
    (StaleClick(), PLAYED),
    (StaleTable(1, 2), PLAYED),
    (TableClosed(), "This table is closed."),
    (app_commands.NoPrivateMessage(), "This works only in a server."),
    (app_commands.MissingPermissions(["manage_guild"]), "You need the permission Manage Server for this."),
    (app_commands.CommandNotFound("chips", []), "This command has changed. Reload Discord and try again."),
]


def test_a_known_error_has_a_sentence():
    assert [sentence(error, ENGLISH) for error, _ in SENTENCES] == [said for _, said in SENTENCES]


def test_an_unknown_error_has_none():
    for error in (RuntimeError("a secret path"), KeyError("seat"), StoreError("full"), AssertionError()):
        assert sentence(error, ENGLISH) is None


async def test_an_unknown_error_is_logged_with_its_place_and_kept_from_the_player(house, ana, table, fails_at, caplog):
    error = RuntimeError("a secret path")
    fails_at(type(table.live), "do", error)
    assert (await ana.press("Sit", table)).said == "failed, no chips moved"
    record = next(record for record in caplog.records if record.levelno == logging.ERROR)
    assert "table 1" in record.getMessage()
    assert "a secret path" in caplog.text
    fails_at(type(house.app.economy), "balance", error)
    assert (await ana.command("balance")).said == "failed, no chips moved"
    assert "/balance: RuntimeError failed" in caplog.text
    house.expects_faults = True


@pytest.mark.sampled
@pytest.mark.parametrize(("status", "code"), [(404, 10062), (404, 10015), (400, 40060), (401, 50027), (503, 0)])
async def test_when_somebody_cannot_be_told_nothing_else_happens(house, ana, ben, table, status, code):
    house.deal("10S 9D v 9H")
    await ana.bets(100, table)
    house.env.inject_error("POST", "/interactions/*", status=status, code=code, times=None)
    house.env.inject_error("POST", "/webhooks/*", status=status, code=code, times=None)
    ben.about_to_press("Hit", table).dispatch()
    ben.about_to_press("Rules", table).dispatch()
    await house.env.settle()
    house.env.backend.faults.clear()
    assert (await ben.press("Hit", table)).said == "Ana is to act"


@pytest.fixture(params=[aiohttp.ClientConnectionError("gone"), TimeoutError()], ids=repr)
def cut_line(request, house, fails_at):
    """`with cut_line():` no answer reaches Discord."""
    return lambda: fails_at(house.env._webhook_adapter, "request", request.param)


async def test_losing_the_connection_during_an_answer_delays_the_picture_by_a_second(house, ana, ben, table, cut_line):
    house.deal("5S 6D v 9H then 2C 10D")
    await ana.bets(100, table)
    with cut_line():
        for guest in (ben, ana):
            guest.about_to_press("Hit", table).dispatch()
        await house.env.settle()
    await house.wait(2)
    assert table.line("Ana ") == "5S 6D 2C = 13 · Ana 100"
    assert (await ben.press("Hit", table)).said == "Ana is to act"


async def test_losing_the_connection_while_a_table_is_opened_leaves_none_open(house, ana, cut_line):
    with cut_line():
        await ana.member.slash(house.channel, "blackjack open")
    assert (await ana.command("play")).said.startswith("### Open a table")
