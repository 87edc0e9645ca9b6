"""A match of Five Hundred that ends early, on Discord: by agreement, by default, by a manager, or when abandoned."""

import pytest

from tests.cogs.five_hundred.house import HEARTS, Panel

DAY = 24 * 3600


async def one_deal(match, deals, **options):
    """Ana has won the first deal, worth up to 300 points."""
    deals.deal(HEARTS)
    table = await match.start(**options)
    await match.play_out(match.ana, "8 tricks", "Hearts", claims=True)
    return table


async def chips(match):
    return [await guest.chips() for guest in match.people]


async def test_the_host_of_a_match_asks_everybody_before_it_closes(match_of, deals):
    two = match_of(2)
    table = await one_deal(two, deals, ante=100)
    assert "Close table" not in table.buttons
    said = (await two.ana.command("table close", table=table.number)).said
    assert said == "The players of match 1 are asked whether it should end."
    assert "Ana asks to end the match without a winner. Do you agree?" in table.text
    assert await chips(two) == [900, 900]
    await two.ben.press("No", table)
    assert "Ana asks" not in table.text
    await two.ana.command("table close", table=table.number)
    await two.ben.press("Yes", table)
    assert "The match has ended without a winner." in table.text
    assert "Everyone who was there agreed. · Everyone got their ante back." in table.text
    assert await chips(two) == [1000, 1000]


async def test_in_a_deal_the_host_asks_too(match_of, deals):
    two = match_of(2)
    table = await two.start(ante=100)
    await two.ana.command("table close", table=table.number)
    assert "Ana asks to end the match without a winner." in table.text
    assert table.live.is_playing
    await two.ben.press("Yes", table)
    assert "The match has ended without a winner." in table.text
    assert await chips(two) == [1000, 1000]


async def test_a_close_button_from_before_the_match_closes_nothing(match_of, deals):
    two = match_of(2)
    table = await two.sit_down(ante=100)
    early = two.ana.about_to_press("Close table", table)
    question = await two.ana.press("Close table", table)
    await two.ana.press("Start", table)
    said = "This match has begun. Everyone who plays has to agree: press End match."
    assert (await early.press()).said == said
    assert (await question.press("Close table")).said == said
    assert table.live.is_playing


async def test_a_manager_may_void_a_match_with_a_reason_and_the_audit_says_so(match_of, deals):
    two = match_of(2)
    table = await one_deal(two, deals, ante=100)
    boss = two.house.guest("Mia", manages=True)
    said = (await boss.command("table close", table=table.number)).said
    assert said == "This match has begun. To void it, give a reason; the antes go back."
    said = (await two.ana.command("table close", table=table.number, reason="I lose")).said
    assert said == "Only a manager of this server can void a match."
    assert await chips(two) == [900, 900]
    said = (await boss.command("table close", table=table.number, reason="Ben played for both")).said
    assert said == "Match 1 is void, and the antes are back with their owners."
    assert "A member who manages the server declared it void." in table.text
    assert await chips(two) == [1000, 1000]
    said = (await boss.command("bank audit", reason="looking")).said
    assert "Ben played for both" in said
    assert "by Mia" in said


async def test_a_void_match_without_antes_is_in_the_audit_too(match_of, deals):
    two = match_of(2)
    table = await one_deal(two, deals)
    boss = two.house.guest("Mia", manages=True)
    await boss.command("table close", table=table.number, reason="a quarrel")
    said = (await boss.command("bank audit", reason="looking")).said
    assert "Mia made match 1 void" in said
    assert "a quarrel" in said


async def test_only_a_manager_removes_somebody_and_that_makes_nobody_play_their_cards(match_of, deals):
    deals.deal(HEARTS)
    two = match_of(2)
    table = await two.start(ante=100)
    said = (await two.ana.command("table kick", table=table.number, member=two.ben.member)).said
    assert said == "This match has begun. Only a manager of this server can remove someone from it."
    boss = two.house.guest("Mia", manages=True)
    said = (await boss.command("table kick", table=table.number, member=two.ben.member)).said
    assert said == "Ben finishes this deal and then leaves table 1."
    assert "Ben leaves when this deal is over" in table.text
    await two.press(two.ana, "Pass")
    assert "▶ Ben, bid or pass · time runs out in 60 s" in table.text
    await two.press(two.ben, "Pass")
    assert "Ben has left seat 2." in table.text
    assert (await two.ben.press("Seat 2", table)).said.startswith("Someone who manages the server has removed you")
    assert "Come back" not in (await two.ben.press("More…", table)).buttons


async def test_the_last_side_left_wins_the_match_and_history_and_scores_say_by_default(match_of, deals):
    two = match_of(2)
    table = await one_deal(two, deals, ante=100)
    await (await two.ben.press("Leave", table)).press("Leave")
    assert "Take the match" in table.buttons
    assert "End match" not in (await two.ana.press("More…", table)).buttons
    asked = await two.ana.press("Take the match", table)
    assert "you win by default" in asked.said
    await asked.press("Take the match")
    assert "🏆 Ana wins the match by default" in table.text
    assert "Ben had left, or stayed away for too long.\n" in table.text
    assert "Ana +100 · now 1,100 chips\nBen -100 · now 900 chips" in table.text
    assert await chips(two) == [1100, 900]
    assert "Won by default: Ana" in (await two.ana.press("Scores", table)).said
    said = (await two.ana.command("fivehundred history")).said
    assert "🏆 Ana, by default" in said
    assert "Ben: won 0 of 1 match" in said


@pytest.mark.thorough
async def test_a_match_won_by_default_stays_won_when_the_winner_leaves_the_table(match_of, deals):
    two = match_of(2)
    table = await one_deal(two, deals, ante=100)
    await (await two.ben.press("Leave", table)).press("Leave")
    await (await two.ana.press("Take the match", table)).press("Take the match")
    await two.ana.press("Leave", table)
    await two.house.wait(2)
    assert table.live.lobby.seats == (None, None)
    assert "🏆 Ana wins the match by default" in table.text
    assert await chips(two) == [1100, 900]


async def test_nobody_wins_by_default_against_a_player_who_is_still_there(match_of, deals):
    two = match_of(2)
    table = await one_deal(two, deals, ante=100)
    await two.house.wait(41)
    await two.ana.press("Continue", table)
    assert "Take the match" not in table.buttons
    await two.house.wait(500)
    await two.ben.press("Continue", table)
    assert table.live.is_playing
    assert await chips(two) == [900, 900]


@pytest.mark.parametrize("people", [2, 4])
async def test_leave_says_what_is_forfeited_before_it_is_confirmed(match_of, deals, people):
    match = match_of(people)
    table = await match.start(ante=50)
    asked = await match.ben.press("Leave", table)
    assert "Leave for good?" in asked.said
    assert "You forfeit your ante of 50 chips to the other sides unless you come back in time." in asked.said
    assert "What is above this server's limits for gifts goes back to you." in asked.said


@pytest.mark.usefixtures("without_substitutes")
async def test_somebody_who_left_by_mistake_comes_back_from_their_own_panel(match_of, deals):
    deals.deal(HEARTS)
    four = match_of(4)
    table = await four.start()
    panel = await four.panel(four.ben)
    asked = await four.ben.press("Leave", table)
    await asked.press("Leave")
    assert "You can come back until someone takes your seat." in four.house.read(four.house.raw(asked.result.response))
    assert asked.left == ["Come back"]
    assert "Ben has left and is played automatically until this deal is over." in table.text
    assert panel.buttons == ["Come back"]
    await four.press(four.ana, "Pass")
    assert "Ben" not in table.line("Cy")  # his turn is over already
    again = Panel(four.ben, await four.ben.press("My hand", table))
    await again.press("Come back")
    assert "Ben has left" not in table.text
    assert "Your hand" in again.text
    for guest in (four.cy, four.dee):
        await four.press(guest, "Pass")
    assert "match 1" in table.text
    assert table.live.lobby.seats == tuple(guest.id for guest in four.people)


@pytest.mark.thorough
@pytest.mark.usefixtures("without_substitutes")
async def test_somebody_who_left_between_deals_comes_back_from_the_panel_while_the_seat_is_free(match_of, deals):
    two = match_of(2)
    table = await one_deal(two, deals, ante=1000)
    await (await two.ben.press("Leave", table)).press("Leave")
    assert "Ben has left seat 2." in table.text
    assert "Anyone who doesn't come back before the seat is taken or the match ends forfeits the ante." in table.text
    panel = await two.panel(two.ben)
    assert "You can come back until someone takes your seat." in panel.text
    await panel.press("Come back")
    assert "Ben has left" not in table.text
    await two.ana.press("Continue", table)
    assert table.live.is_playing


@pytest.mark.usefixtures("without_substitutes")
async def test_an_away_player_is_shown_and_comes_back_with_any_press(match_of, deals):
    deals.deal(HEARTS)
    two = match_of(2)
    table = await two.start()
    panel = await two.panel(two.ben)
    await two.bids(two.ana, "8 tricks", "Hearts")
    await two.house.wait(61)
    assert "Ben has been away since <t:" in table.text
    assert "They may be replaced in 539 s." in table.text  # of ten minutes, 61 seconds were waited
    assert "The others may replace you in 539 s." in panel.text
    assert "You're away and are played automatically until you press anything." in panel.text
    await panel.press("I'm back")
    assert "Ben has been away" not in table.text
    assert "Your buttons" in panel.text


@pytest.mark.parametrize("days", [14, 3])
async def test_an_abandoned_match_ends_and_frees_its_channel(match_of, deals, days):
    two = match_of(2)
    if days != 14:
        await two.house.sets({"untouched_days": days})
    table = await one_deal(two, deals, ante=100)
    await two.house.wait(days * DAY - 60)
    assert "If nobody presses anything, the match ends in" in table.text
    await two.house.wait(120)
    assert table.live is None
    assert "Nobody did anything for too long, so it ended by itself." in two.house.texts()[-1]
    assert await chips(two) == [1000, 1000]


async def test_abandoned_matches_do_not_block_a_channel_for_ever(match_of):
    two = match_of(2)
    await two.house.sets({"tables_per_channel": 2})
    for host in two.people:
        table = await host.opens("fivehundred", players=2)
        for guest in two.people:
            await guest.press("Sit", table)
        await host.press("Start", table)
    cy = two.house.guest("Cy")
    assert "allows (2)" in (await cy.command("blackjack open")).said
    for _ in range(15):
        await two.house.wait(DAY)
    assert not list(two.house.app.open_tables.in_guild(two.house.guild.id))
    await cy.opens("blackjack")


@pytest.mark.thorough
async def test_a_match_that_never_began_says_so_when_its_table_closes(match_of):
    two = match_of(2)
    table = await two.ana.opens("fivehundred", players=2, pace="slow")
    for _ in range(5):
        await two.ana.press("Sit", table)
        await two.house.wait(DAY / 5 + 1)
        if table.live is not None:
            await two.ana.press("Leave", table)
    assert table.live is None
    assert "This match didn't start in time" in two.house.texts()[-1]


@pytest.mark.thorough
async def test_somebody_can_be_forgotten_in_a_paused_deal_and_the_clock_plays_their_seat(match_of, deals):
    three = match_of(3)
    table = await three.start(ante=100)
    await three.ana.press("Pause", table)
    for guest in (three.ben, three.cy):
        await guest.press("Yes", table)
    asked = await three.ben.command("mydata delete")
    gone = await asked.press("Delete my data")
    answer = three.house.read(three.house.raw(asked.result.response))
    assert "The bot has forgotten you in this server." in answer, gone.said
    assert "Seat 2 is played automatically until someone takes it." in table.text
    assert "Paused, no time limit." in table.text
    for guest in (three.ana, three.cy):
        await guest.press("Continue", table)
    for guest in (three.ana, three.cy):
        await three.press(guest, "Pass")
    assert "has left seat 2" in table.text
    assert "Seat 2" in table.buttons


@pytest.mark.thorough
async def test_a_substitute_plays_on_for_whoever_left_until_they_press_a_button(match_of, deals):
    two = match_of(2)
    table = await one_deal(two, deals, ante=1000)
    await (await two.ben.press("Leave", table)).press("Leave")
    assert "Ben has left seat 2. The house plays there until someone takes it." in table.text
    assert "Anyone who doesn't come back before the seat is taken or the match ends forfeits the ante." in table.text
    await two.ana.press("Ready", table)
    assert table.live.is_playing
    panel = await two.panel(two.ben)
    await panel.press("Come back")
    assert "Ben has left" not in table.text
    assert table.live.lobby.seat_of(two.ben.id) == 1
