"""Fifty people bet at once on a Pok Deng table: the ledger has each accepted bet once, and no refused one."""

import sqlite3
from contextlib import closing

import discord
import pytest

OVER = "too late to bet"
NAMES = " ".join(f"{first}{second}" for first in "ABCDEFGHIJ" for second in ("na", "en", "cy", "dy", "el"))
TAKEN = """
    SELECT p.owner, l.amount FROM ledger l JOIN accounts p ON p.id = l.payer JOIN accounts q ON q.id = l.payee
    WHERE p.kind = 'member' AND q.kind = 'table' ORDER BY l.id"""


@pytest.fixture
def drawn(calls_of):
    """The messages that were drawn without a press."""
    return calls_of(discord.PartialMessage, "edit")


@pytest.fixture
async def crowd(house):
    return house.guests(NAMES)


@pytest.fixture
async def table(crowd):
    return await crowd[0].opens("pokdeng", pace="relaxed")


def taken(house):
    """Who paid how much into the table, row by row."""
    with closing(sqlite3.connect(house.app.store.where)) as db:
        return db.execute(TAKEN).fetchall()


async def forms(house, crowd, table):
    """Everybody asks for the form of bets at the same moment, once they know the game, and has it open."""
    for _ in range(2):
        found = await house.at_once(*[guest.about_to_ask_for_bets(table) for guest in crowd])
    return found


@pytest.mark.thorough
async def test_every_accepted_bet_is_in_the_ledger_once_and_refused_ones_take_nothing(house, crowd, table, drawn):
    # Out of every five people: a good bet, the same form sent twice, twice the purse, no valid amount, all.
    typed = ["10", "20", "600", "-5", "all"]
    due = {"10": 20, "20": 40, "all": 1000}
    shown = await forms(house, crowd, table)
    sent = [
        form.about_to_fill(table, spots=["m0"], chips=text)
        for number, form in enumerate(shown)
        for text in [typed[number % 5]] * (1 + (number % 5 == 1))
    ]
    answers = await house.at_once(*sent)
    expected = [(guest.id, due[typed[n % 5]]) for n, guest in enumerate(crowd) if typed[n % 5] in due]
    assert sorted(taken(house)) == sorted(expected)
    said = [answer.said for answer in answers]
    assert said.count("type 10 to 500") == said.count("600 is too much. The maximum is 500.") == 10
    assert table.line("P1") == f"P1 {10 * (10 + 20 + 500):,} · P2 – · P3 – · P4 – · P5 –"
    assert "25 others to press Ready" in table.text
    assert len(drawn) <= 2
    for number, guest in enumerate(crowd[:5]):
        assert await guest.chips() == 1000 - due.get(typed[number], 0)


async def test_bets_during_the_deal_take_nothing(house, crowd, table):
    first, *others = crowd
    await first.bets_on("P1", 10, table)
    late = [form.about_to_fill(table, spots=["m0"], chips="10") for form in await forms(house, others, table)]
    _, *answers = await house.at_once(first.about_to_press("Ready", table), *late)
    assert {answer.said for answer in answers} == {OVER}
    assert taken(house) == [(first.id, 20)]
    assert set(table.live.table.lobby.nets) == {first.id}


async def test_bets_at_the_very_end_of_the_window_count_in_its_round_or_take_nothing(house, crowd, table):
    first, *others = crowd
    await first.bets_on("P1", 10, table)
    shown = await forms(house, others, table)
    await house.wait(44.9)
    answers = await house.at_once(*[form.about_to_fill(table, spots=["m0"], chips="10") for form in shown])
    accepted = {answer.guest.id for answer in answers if answer.said != OVER}
    await house.wait(10)
    assert sorted(taken(house)) == sorted((person, 20) for person in {first.id, *accepted})
    assert set(table.live.table.lobby.nets) == {first.id, *accepted}
