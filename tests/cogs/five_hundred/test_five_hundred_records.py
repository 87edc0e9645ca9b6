"""Looking back at matches of Five Hundred on Discord: scores, records, histories, and their limits."""

from dataclasses import replace

import pytest

from cogs.app.router import Route
from cogs.five_hundred.record_pages import DealRecord
from cogs.five_hundred.records import match_view
from cogs.table.faces import plain_text
from data.tables.matches import DealRow, Matches
from games.five_hundred import Options
from i18n.words import ENGLISH
from tests.cogs.five_hundred.house import HEARTS, Panel

ROUTE = Route("deal", ".*", None)


def shown(answer):
    """The text of a private message as it is now."""
    return answer.guest.house.read(answer.guest.house.raw(answer.result.response))


async def turned(answer):
    """The texts of all pages of a record, from the first on."""
    texts = [shown(answer)]
    while True:
        await answer.press("▶")
        if shown(answer) == texts[0]:
            return texts
        texts.append(shown(answer))


async def test_anybody_can_turn_the_pages_of_a_deal_and_read_names_and_faces(match_of, deals):
    deals.deal(HEARTS)
    three = match_of(3)
    table = await three.start()
    await three.play_out(three.ana, "8 tricks", "Hearts")
    gus = three.house.guest("Gus")
    bidding, tricks, cards, score = await turned(await gus.press("Deal record", table))
    assert bidding.startswith("### Match 1 · deal 1\n1 Ana\n2 Ben\n3 Cy\n-# Cy dealt.\n")
    assert "Ana 8♥ · Ben passes · Cy passes\nAna keeps 8♥\n" in bidding
    assert "Ana made 8♥ (all ten tricks): +300." in bidding
    assert "1 Ana JOKER AC AD → Ana" in tricks
    assert len([line for line in tricks.splitlines() if "→" in line]) == 10
    assert f"1 Ana\n{HEARTS}" in cards
    assert "Kitty: " in cards
    assert "Discarded: " in cards
    assert "Ana  0 +300 = 300" in score
    assert "Page 4 of 4" in score


async def test_a_command_opens_earlier_deals_and_buttons_lead_to_those_beside_them(match_of, deals):
    deals.deal(HEARTS)
    two = match_of(2)
    await two.start()
    await two.play_out(two.ana, "8 tricks", "Hearts", claims=True)
    await two.ready()
    for guest in reversed(two.people):
        await two.press(guest, "Pass")
    first = await two.ben.command("fivehundred record", match=1, deal=1)
    assert first.buttons == ["◀", "▶", "Deal 2", "As a file"]
    _, tricks, cards, _ = await turned(first)
    assert "Ana claimed the remaining tricks, and everyone agreed." in tricks
    assert "Dead hand\n" in cards
    await first.press("Deal 2")
    assert "### Match 1 · deal 2" in shown(first)
    assert "Ben passes · Ana passes" in shown(first)
    assert "Everyone passed. The cards were thrown in, and nobody scored." in shown(first)
    said = (await two.ben.command("fivehundred record", match=1, deal=3)).said
    assert said == "Match 1 has no finished deal 3; 2 are finished so far."
    said = (await two.ben.command("fivehundred record", match=7, deal=1)).said
    assert said == "There is no match 7 here. See /fivehundred scores."


async def test_a_record_can_be_taken_along_as_a_file(match_of, deals):
    deals.deal(HEARTS)
    two = match_of(2)
    table = await two.start()
    await two.play_out(two.ana, "8 tricks", "Hearts", claims=True)
    sent = await (await two.ben.press("Deal record", table)).press("As a file")
    (file,) = sent.result.response.attachments
    assert file.filename == "match-1-deal-1.txt"


async def test_the_record_of_an_old_match_is_read_after_a_restart(match_of, deals):
    deals.deal(HEARTS)
    two = match_of(2)
    table = await two.start()
    await two.play_out(two.ana, "10 tricks", "Hearts", claims=True)
    await two.house.wait(601)
    assert table.live is None
    await two.house.restart()
    answer = await two.ben.command("fivehundred record", match=1, deal=1)
    assert "Ana made 10♥ (all ten tricks): +500." in shown(answer)
    assert len(await turned(answer)) == 4


async def test_a_record_that_these_rules_cannot_play_is_shown_as_its_text(match_of):
    two = match_of(2)
    table = await two.start()
    match, _ = await Matches(two.house.app.store).match(two.house.guild.id, table.number)
    deal = DealRow(1, 0, 0, None, "7H", True, (8, 2), (200, 20), "rules: 0\nbids: 0 7H, 1 pass\n")
    record = DealRecord(match, [deal], deal, Options(players=2), ENGLISH)
    first, text = (two.house.read(record.view(page, ROUTE, plain_text).to_components()) for page in (0, 1))
    assert "bids: 1 7H, 2 pass" in text
    assert "Ana made 7♥ (8 tricks): +200." in first


async def test_a_record_says_for_whom_the_house_played(match_of):
    four = match_of(4)
    table = await four.start()
    match, _ = await Matches(four.house.app.store).match(four.house.guild.id, table.number)
    deal = DealRow(1, 0, 0, None, "7H", True, (8, 2, 0, 0), (200, 20), "")
    for seats, said in (
        ((), ""),
        ((1,), "\n-# The house played for Ben."),
        ((1, 2), "\n-# The house played for Ben and Cy."),
    ):
        record = DealRecord(match, [deal], replace(deal, substitutes=seats), Options(players=4), ENGLISH)
        page = four.house.read(record.view(0, ROUTE, plain_text).to_components())
        assert f"-# Ana dealt.{said}\nResult" in page


async def test_scores_are_shown_at_the_table_and_for_the_whole_server(match_of, deals):
    deals.deal(HEARTS)
    four = match_of(4)
    assert (await four.ana.command("fivehundred scores")).said.startswith("No match is being played here.")
    table = await four.start()
    assert "Scores" not in table.buttons
    said = shown(await four.ana.command("fivehundred scores"))
    assert said.startswith("### Matches in play\n[Match 1](https://discord.com/channels/")
    assert "· to 500 points · 0 deals\n" in said
    assert "Ana & Cy  0" in said
    await four.play_out(four.ana, "8 tricks", "Hearts", claims=True)
    said = shown(await four.ben.press("Scores", table))
    assert said == "### Match 1\nAna & Cy  300\nBen & Dee  0\nDeal 1: Ana made 8♥ (10 tricks) · Ana & Cy +300"
    said = shown(await four.ben.command("fivehundred scores"))
    assert "· 1 deal\n" in said
    assert "Ana & Cy  300" in said


async def test_a_list_of_the_deals_opens_their_records(match_of, deals):
    deals.deal(HEARTS)
    two = match_of(2)
    table = await two.start()
    await two.play_out(two.ana, "8 tricks", "Hearts", claims=True)
    panel = Panel(two.ben, await two.ben.press("Scores", table))
    assert panel.choices("Show a deal record…") == ["Deal 1: 8♥ made"]
    await panel.choose("Show a deal record…", "Deal 1: 8♥ made")
    assert panel.text.startswith("### Match 1 · deal 1\n")


async def test_history_shows_what_members_have_won_and_lost(match_of, deals):
    deals.deal(HEARTS)
    two = match_of(2)
    assert (await two.ana.command("fivehundred history")).said == "No match has been finished here yet."
    await two.start()
    await two.play_out(two.ana, "10 tricks", "Hearts", claims=True)
    said = shown(await two.ben.command("fivehundred history", member=two.ana.member))
    assert said.endswith("Ana: won 1 of 1 match, made 1 of 1 contract")
    said = shown(await two.ben.command("fivehundred history"))
    assert "🏆 Ana\nAna 500 · Ben 0\n" in said
    assert "https://discord.com/channels/" in said
    assert "Ben: won 0 of 1 match, made 0 of 0 contracts" in said


async def test_a_match_without_a_winner_is_in_the_history_too(match_of):
    two = match_of(2)
    table = await two.start()
    for guest in two.people:
        await two.press(guest, "Pass")
    ask = await two.ana.press("End match", table)
    await ask.press("End match")
    await two.ben.press("Yes", table)
    said = shown(await two.ben.command("fivehundred history"))
    assert "No winner\nAna 0 · Ben 0\n" in said
    assert "Ana: won 0 of 0 matches" in said


async def test_the_deals_of_a_long_match_fit_into_a_message(match_of):
    two = match_of(2)
    table = await two.start()
    match, _ = await Matches(two.house.app.store).match(two.house.guild.id, table.number)
    deal = DealRow(99, 0, 0, None, "10N sans", False, (9, 1), (-520, 10), "")
    many = [replace(deal, deal=number) for number in range(1, 200)]
    view = match_view(match, Options(players=2), many, ROUTE, ENGLISH)
    assert 3_800 < view.content_length() <= 4_000
    told = two.house.read(view.to_components())
    assert "Deal 199: Ana lost 10NT sans (9 tricks) · Ana -520 and Ben +10" in told
    assert "more" in told


async def test_the_list_shows_a_table_of_five_hundred_without_bets(match_of):
    two = match_of(2)
    await two.sit_down()
    said = (await two.ana.command("table list")).said
    assert "Five Hundred · table 1" in said
    assert "chips" not in said
    assert "no free seat" in said


@pytest.mark.thorough
async def test_a_record_of_six_players_fits_into_a_message(match_of, deals):
    deals.deal(HEARTS)
    six = match_of(6)
    table = await six.start()
    calls = ("6 tricks", "7 tricks", "8 tricks", "9 tricks")
    suits = ("Spades", "Clubs", "Diamonds", "Hearts", "No trumps")
    for tricks in calls:
        for suit in suits:
            await six.bids(six.turn, tricks, suit)
    while six.deal.phase.value in ("auction", "raise"):
        await six.declines(six.turn)
    await six.puts(six.turn, 3)
    while table.live.is_playing:
        await six.play_card()
    texts = await turned(await six.ana.press("Deal record", table))
    assert "10 " in texts[1]
    assert "Kitty: " in texts[2]
