"""Fifty people bet at once on a Pok Deng table: the ledger has each accepted bet once, and no refused one."""

import re
import sqlite3
from contextlib import closing
from datetime import timedelta
from itertools import pairwise

import discord
import pytest

CROWD = 50
OVER = "Betting on that round is over. Your chips stayed where they were."
NAMES = " ".join(f"{first}{second}" for first in "ABCDEFGHIJ" for second in ("na", "en", "cy", "dy", "el"))
EVERYTHING = ", ".join([f"P{n}" for n in range(1, 6)] + [f"P{n} Pair" for n in range(1, 6)])
TAKEN = """
    SELECT p.owner, l.amount FROM ledger l JOIN accounts p ON p.id = l.payer JOIN accounts q ON q.id = l.payee
    WHERE p.kind = 'member' AND q.kind = 'table' ORDER BY l.id"""


@pytest.fixture
def drawn_at(house, monkeypatch):
    """The moments at which the table was drawn without a press."""
    moments = []
    edit = discord.PartialMessage.edit

    async def noted(message, **how):
        moments.append(house.env.now())
        return await edit(message, **how)

    monkeypatch.setattr(discord.PartialMessage, "edit", noted)
    return moments


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


async def forms(house, crowd, table, spots):
    """Everybody chooses from the list at the same moment, and has the form open."""
    return await house.at_once(*[guest.about_to_choose(spots, table) for guest in crowd])


def verify_once_a_second(moments):
    assert all(after - before >= timedelta(seconds=1) for before, after in pairwise(moments))


@pytest.mark.thorough
async def test_every_accepted_bet_is_in_the_ledger_once_and_refused_ones_take_nothing(house, crowd, table, drawn_at):
    # Out of every five people: a good bet, the same form sent twice, twice the purse, no valid amount, all.
    typed = ["10", "20", "600", "-5", "all"]
    due = {"10": 20, "20": 40, "all": 1000}
    shown = await forms(house, crowd, table, "P1")
    sent = [
        form.about_to_fill(table, chips=text)
        for number, form in enumerate(shown)
        for text in [typed[number % 5]] * (1 + (number % 5 == 1))
    ]
    answers = await house.at_once(*sent)
    expected = [(guest.id, due[typed[n % 5]]) for n, guest in enumerate(crowd) if typed[n % 5] in due]
    assert sorted(taken(house)) == sorted(expected)
    assert sum(answer.said == "That is 1,200 chips; you have 1,000." for answer in answers) == 10
    assert sum(answer.said.startswith("Type a whole number") for answer in answers) == 10
    assert table.line("P1") == f"P1 {10 * (10 + 20 + 500):,} · P2 – · P3 – · P4 – · P5 –"
    assert "27 others to press Ready" in table.text
    assert len(drawn_at) <= 2
    for number, guest in enumerate(crowd[:5]):
        assert await guest.chips() == 1000 - due.get(typed[number], 0)


@pytest.mark.thorough
async def test_the_table_is_redrawn_at_most_once_a_second_while_a_crowd_plays(house, crowd, table, drawn_at):
    shown = await forms(house, crowd, table, EVERYTHING)
    for wave in range(0, CROWD, 5):
        await house.at_once(*[form.about_to_fill(table, chips="66") for form in shown[wave : wave + 5]])
        await house.wait(0.3)
    assert table.line("P1").startswith("P1 3,300 · P2 3,300")
    await house.at_once(*[guest.about_to_press("Ready", table) for guest in crowd])
    await house.wait(10)
    assert re.search(r"and 4[4-6] others", table.text)
    assert [amount for _, amount in taken(house)] == [15 * 66] * CROWD
    verify_once_a_second(drawn_at)


async def test_bets_during_the_deal_take_nothing(house, crowd, table):
    first, *others = crowd
    await first.bets_on("P1", 10, table)
    shown = await forms(house, others, table, "P1")
    late = [form.about_to_fill(table, chips="10") for form in shown]
    _, *answers = await house.at_once(first.about_to_press("Ready", table), *late)
    assert {answer.said for answer in answers} == {OVER}
    assert taken(house) == [(first.id, 20)]
    assert set(table.live.lobby.nets) == {first.id}


async def test_bets_at_the_very_end_of_the_window_count_in_its_round_or_take_nothing(house, crowd, table):
    first, *others = crowd
    await first.bets_on("P1", 10, table)
    shown = await forms(house, others, table, "P1")
    await house.wait(44.9)
    answers = await house.at_once(*[form.about_to_fill(table, chips="10") for form in shown])
    accepted = {answer.guest.id for answer in answers if answer.said != OVER}
    await house.wait(10)
    assert sorted(taken(house)) == sorted((person, 20) for person in {first.id, *accepted})
    assert set(table.live.lobby.nets) == {first.id, *accepted}


@pytest.mark.thorough
async def test_the_fullest_table_and_its_list_fit_discords_limits(house, crowd, table):
    shown = await forms(house, crowd, table, EVERYTHING)
    await house.at_once(*[form.about_to_fill(table, chips="66") for form in shown])
    await house.at_once(*[guest.about_to_press("Ready", table) for guest in crowd])
    await house.wait(10)
    page = await crowd[7].press("All results", table)
    named, pages = set(), int(re.search(r"page 1 of (\d+)", page.said)[1])
    for number in range(1, pages + 1):
        text = "\n".join(c["content"] for c in page.result.response.components if c["type"] == 10)
        assert len(text) <= 2_000
        assert page.said.endswith(f"page {number} of {pages}")
        named |= set(page.said.split())
        page = await page.press("Next") if number < pages else page
    assert named >= set(NAMES.split())
