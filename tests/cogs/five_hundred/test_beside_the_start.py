"""What somebody does at the same moment as the press that starts the match: it counts as done after it."""

import discord
import pytest

from tables.table import StaleClick


async def test_a_close_beside_the_start_asks_everybody(match_of, house):
    two = match_of(2)
    table = await two.sit_down(ante=500)
    start = two.ana.about_to_press("Start", table)
    close = two.ana.about_to_command("table close", table=table.number)
    _, closed = await house.at_once(start, close)
    assert closed.said == "The players of match 1 are asked whether it should end."
    assert table.live.is_playing
    assert not table.live.lobby.closing
    assert "Ana asks to end the match without a winner." in table.text


async def test_a_close_button_beside_the_start_closes_nothing(match_of, house):
    two = match_of(2)
    table = await two.sit_down(ante=500)
    question = await two.ana.press("Close table", table)
    start = two.ana.about_to_press("Start", table)
    shut = two.ana.about_to_press_on(question, "Close table")
    _, closed = await house.at_once(start, shut)
    assert closed.said.endswith("This match has begun. Everyone who plays has to agree: press End match.")
    assert not table.live.lobby.closing


async def test_the_host_kicks_nobody_beside_the_start(match_of, house):
    two = match_of(2)
    table = await two.sit_down(ante=500)
    start = two.ana.about_to_press("Start", table)
    kick = two.ana.about_to_command("table kick", table=table.number, member=two.ben.member)
    _, kicked = await house.at_once(start, kick)
    assert kicked.said == "This match has begun. Only a manager of this server can remove someone from it."
    assert table.live.lobby.seats == (two.ana.id, two.ben.id)
    assert not table.live.lobby.leaving


@pytest.mark.parametrize("substitutes", [True, False])
async def test_whoever_leaves_beside_the_start_is_asked_first(match_of, house, substitutes):
    await house.sets({"substitutes": substitutes})
    two = match_of(2)
    table = await two.sit_down(ante=500)
    start, leave = two.ana.about_to_press("Start", table), two.ben.about_to_press("Leave", table)
    _, left = await house.at_once(start, leave)
    assert "Leave for good?" in left.said
    assert "You forfeit your ante of 500 chips" in left.said
    assert table.live.lobby.seats == (two.ana.id, two.ben.id)
    assert not table.live.lobby.leaving
    await left.press("Leave")
    assert two.ben.id in table.live.lobby.leaving


async def test_whoever_agreed_to_end_the_match_is_asked_again_once_leaving_forfeits_it(match_of, house):
    two = match_of(2)
    table = await two.start(ante=100)
    left = await (await two.ben.press("Leave", table)).press("Leave")
    question = await two.ana.press("Leave", table)
    assert "the match ends and all antes go back" in question.said
    await left.press("Come back")
    again = await question.press("Leave")
    assert "You forfeit your ante of 100 chips" in again.said
    assert not table.live.lobby.leaving


@pytest.mark.parametrize("ante", [0, 1000])
async def test_a_house_player_stays_whoever_sends_it_away_beside_the_start(house, ante):
    await house.sets({"house_players": "everywhere"})
    ana = house.guest("Ana")
    table = await ana.opens("fivehundred", players=2, ante=ante)
    await ana.press("Sit", table)
    await ana.press("Add house player", table)
    more = await ana.press("More…", table)
    start, away = ana.about_to_press("Start", table), ana.about_to_press_on(more, "Send house player away")
    _, sent = await house.at_once(start, away)
    assert sent.said.endswith("This match has begun. A member who sits down takes the seat of a house player.")
    assert len(table.live.lobby.house_players) == 1
    assert not table.live.lobby.leaving


async def test_nobody_wins_the_ante_of_somebody_whom_a_manager_removes(match_of, house):
    three = match_of(3)
    table = await three.start(ante=100)
    boss = house.guest("Boss", manages=True)
    for guest in (three.ben, three.cy):
        await boss.command("table kick", table=table.number, member=guest.member)
    for _ in range(3):
        await three.press(three.turn, "Pass")
    await (await three.ana.press("Take the match", table)).press("Take the match")
    assert [await guest.chips() for guest in three.people] == [1000, 1000, 1000]


@pytest.mark.parametrize("substitutes", [True, False])
async def test_the_match_is_taken_in_the_middle_of_a_deal_with_an_ante(match_of, house, substitutes):
    await house.sets({"substitutes": substitutes})
    two = match_of(2)
    table = await two.start(ante=100)
    await two.ana.press("Pause", table)
    await two.ben.press("Yes", table)
    await two.ana.press("Continue", table)
    for _ in range(8):
        await house.wait(10 * 3600)
    question = await two.ana.press("Take the match", table)
    assert (await question.press("Take the match")).said == "The match is yours."
    assert "Ana wins the match by default" in table.text
    assert [await guest.chips() for guest in two.people] == [1100, 900]


async def test_a_stale_press_that_was_acknowledged_is_answered_once(match_of, house):
    two = match_of(2)
    table = await two.start()

    async def slow(press):
        await press.interaction.response.defer()
        raise StaleClick

    house.app.presses.common["slow"] = slow
    question = await two.ana.press("Leave", table)
    pressed = await two.ana.forges(question.result.response.message, f"b:{table.number}:{table.live.question_id}:slow")
    assert "That has already been played." in pressed.said


@pytest.mark.thorough
async def test_nobody_reads_the_purse_of_somebody_who_cannot_pay_for_a_seat(match_of, house):
    await house.sets({"substitutes": False})
    three = match_of(3)
    table = await three.start(ante=700)
    await (await three.ben.press("Leave", table)).press("Leave")
    for _ in range(2):
        await three.press(three.turn, "Pass")
    await house.wait(2)
    dee, boss = house.guest("Dee"), house.guest("Boss", manages=True)
    await dee.press("Seat 2", table)
    await boss.command("bank take", member=dee.member, amount="900", reason="a debt")
    await three.ana.press("Yes", table)
    said = (await three.cy.press("Yes", table)).said
    assert said == "Dee doesn't have enough chips for this."
    assert "Yes" not in table.buttons


async def test_a_match_moves_only_to_a_channel_that_all_its_players_see(match_of, house):
    two = match_of(2)
    table = await two.start()
    before = house.channel
    hidden, seen = discord.PermissionOverwrite(view_channel=False), discord.PermissionOverwrite(view_channel=True)
    overwrites = {house.guild.default_role: hidden, two.ana.member: seen, house.guild.me: seen}
    house.channel = house.guild.create_text_channel("secret", overwrites=overwrites)
    said = (await two.ana.command("fivehundred resume", match=table.number)).said
    assert said == "Ben can't see this channel. A match moves only to one that all its players can see."
    assert table.live.channel == before.id
    house.channel = house.guild.create_text_channel("lounge")
    await two.ana.command("fivehundred resume", match=table.number)
    assert table.live.channel == house.channel.id
