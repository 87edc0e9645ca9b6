"""Looking back at matches of Five Hundred on Discord: scores, records, histories, and their limits."""

import re
from dataclasses import replace

import pytest

from cogs.app.router import Route
from cogs.five_hundred.record_pages import DealRecord
from cogs.five_hundred.records import match_view
from cogs.table.faces import plain_text
from data.tables.matches import DealRow, Matches
from games.five_hundred import Options
from i18n.words import ENGLISH
from tests.cogs.five_hundred.house import HEARTS
from tests.cogs.limits import usual
from tests.cogs.panel import Panel
from tools.record import read_match

ROUTE = Route("deal", ".*", None, "")


@pytest.fixture
def played(match_of, deals):
    """A match of so many whose first deal Ana has won, all ten tricks in hearts."""

    async def played(people=2, tricks="8 tricks", *, claims=True):
        deals.deal(HEARTS)
        match = match_of(people)
        await match.start()
        await match.play_out(match.ana, tricks, "Hearts", claims=claims)
        return match

    return played


async def told(guest, command, **options):
    return (await guest.command(f"fivehundred {command}", **options)).now


async def turned(answer):
    """The texts of all pages of a record, from the first on."""
    texts = [answer.now]
    while True:
        await answer.press("▶")
        if answer.now == texts[0]:
            return texts
        texts.append(answer.now)


async def test_anybody_can_turn_the_pages_of_a_deal_and_read_names_and_faces(played):
    three = await played(3, claims=False)
    bidding, tricks, cards = await turned(await three.table.plays("Gus Deal record"))
    assert bidding.startswith(
        "### Match 1 · deal 1\n1 Ana  0 +300 = 300\n2 Ben  0 +0 = 0\n3 Cy  0 +0 = 0\n-# dealt by Cy\n"
    )
    assert "Ana bids 8♥ · Ben passes · Cy passes\nAna keeps 8♥\n" in bidding
    assert "Ana made 8♥ (10 tricks) · +300" in bidding
    assert "1 Ana JOKER AC AD → Ana" in tricks
    assert len([line for line in tricks.splitlines() if "→" in line]) == 10
    assert f"1 Ana\n{HEARTS}" in cards
    assert "Kitty: " in cards
    assert "Discarded: " in cards
    assert "Page 3 of 3" in cards


async def test_a_match_opens_earlier_deals_and_buttons_lead_to_those_beside_them(played):
    two = await played()
    await two.table.plays("all Ready")
    await two.all_pass()
    first = await two.ben.looks_back("deal:1:1:0")
    assert first.buttons == ["◀", "▶", "Deal 2", "Replay", "How did I play?", "Check this deal"]
    _, tricks, cards = await turned(first)
    assert "Ana claimed the rest, all agreed" in tricks
    assert "Unused hand\n" in cards
    listed = Panel(two.ben, await two.table.plays("Ben Scores"))
    await listed.choose("Show a deal record…", "Deal 2: everyone passed")
    assert "### Match 1 · deal 2" in listed.text
    await first.press("Deal 2")
    assert "### Match 1 · deal 2" in first.now
    assert "Ben passes · Ana passes" in first.now
    assert "all passed, no score" in first.now
    said = (await two.ben.looks_back("deal:1:3:0")).said
    assert said == "match 1 has no deal 3, only 2"
    said = (await two.ben.looks_back("deal:7:1:0")).said
    assert said == "no match 7"


async def test_a_deal_reads_alike_at_its_table_and_in_its_record_whoever_takes_over_a_seat(played):
    four = await played(4)
    await four.leaves(four.ana)
    assert usual(four.house.raw(four.table.message)) == ["Ready"], "and not her seat"
    await four.table.plays("Eve Seat 1, Ben Yes, Cy Yes, Dee Yes")
    assert "Eve for Ana in seat 1" in four.table.text
    deal = "### ✨ Ana made 8♥ (10 tricks) · +300\n-# Ana claimed the rest, all agreed\n"
    for text in (four.table.text, (await four.ben.looks_back("deal:1:1:0")).now):
        assert deal in text


async def test_a_match_is_sent_as_a_file_that_reads_back(played):
    two = await played()
    panel = Panel(two.ben, await two.table.plays("Ben Scores"))
    (file,) = (await panel.press("As a file")).result.response.attachments
    assert file.filename == "match-1.txt"
    (first,) = read_match((await file.read()).decode())
    assert first.points == (300, 0)
    await two.table.plays("all Ready")
    await two.all_pass()
    (file,) = (await two.ben.looks_back("matchfile:1")).result.response.attachments
    assert [deal.score for deal in read_match((await file.read()).decode())] == [(300, 0), (300, 0)]
    assert (await two.ben.looks_back("matchfile:7")).said == "no match 7"


async def test_the_record_of_an_old_match_is_read_after_a_restart(played):
    two = await played(2, "10 tricks")
    await two.house.wait(601)
    assert two.table.live is None
    await two.house.restart()
    answer = await two.ben.looks_back("deal:1:1:0")
    assert "Ana made 10♥ (10 tricks) · +500" in answer.now
    assert len(await turned(answer)) == 3


async def test_scores_are_shown_at_the_table_and_for_the_whole_server_and_lead_to_records(match_of, deals):
    deals.deal(HEARTS)
    four = match_of(4)
    assert (await four.ana.command("fivehundred matches")).said.startswith("no match played here")
    table = await four.start()
    assert "Scores" not in table.buttons
    said = await told(four.ana, "matches")
    assert said.startswith("### Matches in play\n[Match 1](https://discord.com/channels/")
    assert "· to 500 points · 0 deals\n" in said
    assert "Finished" not in said
    assert "Ana & Cy  0" in said
    await four.play_out(four.ana, "8 tricks", "Hearts", claims=True)
    panel = Panel(four.ben, await table.plays("Ben Scores"))
    assert (
        panel.text
        == "### Match 1 · to 500 points\nAna & Cy  300\nBen & Dee  0\nDeal 1: Ana made 8♥ (10 tricks) · Ana & Cy +300"
    )
    said = await told(four.ben, "matches")
    assert "· 1 deal\n" in said
    assert "Ana & Cy  300" in said
    assert panel.choices("Show a deal record…") == ["Deal 1: 8♥ +300"]
    await panel.choose("Show a deal record…", "Deal 1: 8♥ +300")
    assert panel.text.startswith("### Match 1 · deal 1\n")


async def test_matches_that_are_over_say_who_won_and_why_and_lead_to_their_deals(house, played):
    two = await played(2, "10 tricks")
    answer = await two.ben.command("fivehundred matches")
    said = answer.now
    assert said.startswith("### Finished matches\n")
    panel = Panel(two.ben, answer)
    await panel.choose("Look at a match…", "Match 1")
    assert panel.text.startswith("### Match 1\n🏆 Ana\n-# they reached 500 points\n")
    assert answer.left == ["As a file", "Bring it here", "All matches"]
    await panel.choose("Show a deal record…", "Deal 1: 10♥ +500")
    assert answer.left[-2:] == ["How did I play?", "Check this deal"]
    gus = await house.guest("Gus").looks_back("deal:1:1:0")
    assert "How did I play?" not in gus.buttons, "Gus didn't play in it"
    assert (await gus.press("Check this deal")).said.count("of table 1 ") == 1
    assert (await two.ben.looks_back("fair:1:2")).said == "no match 1"
    assert "🏆 Ana\nAna 500 · Ben 0\n" in said
    assert re.search(r"\[Match 1\]\(https://discord\.com/channels/\S+\) · <t:\d+:d>\n", said)


async def test_the_list_shows_a_table_of_five_hundred_without_bets(match_of):
    two = match_of(2)
    await two.sit_down()
    said = (await two.ana.command("play")).said.partition("### Open a table")[0]
    assert "Five Hundred · table 1" in said
    assert "chips" not in said
    assert "no free seat" in said


# Records that no deal of these tests leaves behind


@pytest.fixture
def row(match_of):
    """The row of a match of so many that has just begun."""

    async def row(people):
        match = match_of(people)
        table = await match.start()
        return (await Matches(match.house.app.store).match(match.house.guild.id, table.number))[0]

    return row


def pages(house, match, deal, players, count):
    record = DealRecord(match, [deal], deal, Options(players=players), ENGLISH)
    return [house.read(record.view(page, ROUTE, plain_text).to_components()) for page in range(count)]


async def test_a_record_that_these_rules_cannot_play_is_shown_as_its_text(house, row):
    deal = DealRow(1, 0, 0, None, "7H", True, (8, 2), (200, 20), "rules: 0\nbids: 0 7H, 1 pass\nclaim: 1\n")
    first, text = pages(house, await row(2), deal, 2, 2)
    assert "bids: 1 7H, 2 pass" in text
    assert "Ana made 7♥ (8 tricks) · +200" in first
    assert "Ben claimed the remaining tricks, and everyone agreed." in first


async def test_a_record_says_for_whom_the_house_played(house, row):
    match, deal = await row(4), DealRow(1, 0, 0, None, "7H", True, (8, 2, 0, 0), (200, 20), "")
    for seats, said in (
        ((), ""),
        ((1,), "\n-# The house played for Ben."),
        ((1, 2), "\n-# The house played for Ben and Cy."),
    ):
        (page,) = pages(house, match, replace(deal, substitutes=seats), 4, 1)
        assert f"-# dealt by Ana{said}\n### Ana made" in page


async def test_the_deals_of_a_long_match_fit_into_a_message(house, row):
    deal = DealRow(99, 0, 0, None, "10N sans", False, (9, 1), (-520, 10), "")
    many = [replace(deal, deal=number) for number in range(1, 200)]
    view = match_view(await row(2), Options(players=2), many, ROUTE, Route("matchfile", ".*", None, ""), ENGLISH)
    assert 3_800 < view.content_length() <= 4_000
    text = house.read(view.to_components())
    assert "Deal 199: Ana lost 10NT sans (only 9 of 10 tricks) · Ana -520 and Ben +10" in text
    assert "more" in text
