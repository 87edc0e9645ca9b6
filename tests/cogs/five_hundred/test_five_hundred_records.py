"""Looking back at matches of Five Hundred on Discord: scores, records, histories, and their limits."""

from dataclasses import replace

from cogs.five_hundred.scores import deals_text
from data.tables.matches import DealRow, Matches
from games.five_hundred import Options, for_people, write
from i18n.words import ENGLISH
from tests.cogs.five_hundred.house import HEARTS


async def test_anybody_can_open_the_record_of_a_deal_with_the_players_in_their_seats(match_of, deals):
    deals.deal(HEARTS)
    three = match_of(3)
    table = await three.start()
    ana = await three.panel(three.ana)
    await three.play_out(three.ana, "8 tricks", "Hearts")
    gus = three.house.guest("Gus")
    said = (await gus.press("Deal record", table)).said
    assert said.startswith("Five Hundred · match 1 · deal 1\n1 Ana · 2 Ben · 3 Cy\n")
    assert said.endswith(f"\n{for_people(write(table.live.play.round))}")
    assert "hand 3: " in said
    assert "trick 10: " in said
    assert "result: 1 made 8H; tricks 10 0 0" in said
    assert "No cards are out." in ana.text


async def test_a_command_opens_earlier_deals(match_of, deals):
    deals.deal(HEARTS)
    two = match_of(2)
    await two.start()
    await two.play_out(two.ana, "8 tricks", "Hearts", claims=True)
    await two.ready()
    for guest in reversed(two.people):
        await two.press(guest, "Pass")
    record = (await two.ben.command("fivehundred record", match=1, deal=1)).said
    assert "claim: 1" in record
    assert "dead hand: " in record
    assert "thrown in" in (await two.ben.command("fivehundred record", match=1, deal=2)).said
    said = (await two.ben.command("fivehundred record", match=1, deal=3)).said
    assert said == "Match 1 has no deal 3 that is over; there are 2 so far."
    said = (await two.ben.command("fivehundred record", match=7, deal=1)).said
    assert said == "There is no match 7 here. See /fivehundred scores."


async def test_scores_are_shown_at_the_table_and_for_the_whole_server(match_of, deals):
    deals.deal(HEARTS)
    four = match_of(4)
    assert (await four.ana.command("fivehundred scores")).said.startswith("No match is going on.")
    table = await four.start()
    assert "Scores" not in table.buttons
    said = (await four.ana.command("fivehundred scores")).said
    assert said.startswith("Match 1 · to 500 · 0 deals · https://discord.com/channels/")
    assert "Ana & Cy  0" in said
    await four.play_out(four.ana, "8 tricks", "Hearts", claims=True)
    said = (await four.ben.press("Scores", table)).said
    assert (
        said
        == "Five Hundred · match 1\nAna & Cy  300\nBen & Dee  0\n1. Ana made 8♥: 10 tricks taken, 8 needed  +300 : 0"
    )
    said = (await four.ben.command("fivehundred scores")).said
    assert "1 deal · " in said
    assert "Ana & Cy  300" in said


async def test_history_shows_what_members_have_won_and_lost(match_of, deals):
    deals.deal(HEARTS)
    two = match_of(2)
    assert (await two.ana.command("fivehundred history")).said == "No match is over here yet."
    await two.start()
    await two.play_out(two.ana, "10 tricks", "Hearts", claims=True)
    said = (await two.ben.command("fivehundred history", member=two.ana.member)).said
    assert said == "Ana  matches 1 won, 0 lost · contracts 1 made, 0 lost"
    said = (await two.ben.command("fivehundred history")).said
    assert "Ben  matches 0 won, 1 lost · contracts 0 made, 0 lost" in said


async def test_a_match_without_a_winner_is_in_the_history_too(match_of):
    two = match_of(2)
    table = await two.start()
    for guest in two.people:
        await two.press(guest, "Pass")
    ask = await two.ana.press("End match", table)
    await ask.press("End match")
    await two.ben.press("Yes", table)
    said = (await two.ben.command("fivehundred history")).said
    assert "Ana and Ben: ended without a winner · 0 : 0" in said.replace(", Ben:", " and Ben:")
    assert "Ana  matches 0 won, 0 lost" in said


async def test_the_deals_of_a_long_match_fit_into_a_message(match_of):
    two = match_of(2)
    table = await two.start()
    match, _ = await Matches(two.house.app.store).match(two.house.guild.id, table.number)
    deal = DealRow(99, 0, 0, None, "10N sans", False, (10, 0), (-520, 100), "")
    told = deals_text(match, Options(players=2), [replace(deal, deal=number) for number in range(1, 200)], ENGLISH)
    assert 1_900 < len(told) <= 2_000
    assert "199. <@" in told
    assert "deals before these" in told


async def test_the_list_shows_a_table_of_five_hundred_without_bets(match_of):
    two = match_of(2)
    await two.sit_down()
    said = (await two.ana.command("table list")).said
    assert "Five Hundred · table 1" in said
    assert "bets" not in said
    assert "2 of 2 seats" in said


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
    answer = await six.ana.press("Deal record", table)
    assert len(answer.result.response.content) < 2000
    assert "trick 10: " in answer.said
