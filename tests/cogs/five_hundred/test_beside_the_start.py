"""What somebody does at the same moment as the press that starts the match: it counts as done after it."""

import discord
import pytest

from tables.draft import StaleClick


async def beside_the_start(two, late):
    """Ana's start and `late` reach the bot together; returns what the second was told."""
    _, answer = await two.house.at_once(two.ana.about_to_press("Start", two.table), late)
    return answer


async def test_a_close_beside_the_start_asks_everybody(two):
    table = await two.sit_down(ante=500)
    closed = await beside_the_start(two, two.ana.about_to_command("table close", table=table.number))
    assert closed.said == "match 1: players asked to end it"
    assert table.live.table.is_playing
    assert not table.live.table.lobby.closing
    assert "Ana asks to end the match without a winner." in table.text


async def test_a_close_button_beside_the_start_closes_nothing(two):
    table = await two.sit_down(ante=500)
    question = await table.plays("Ana Close table")
    closed = await beside_the_start(two, two.ana.about_to_press_on(question, "Close table"))
    assert closed.said.endswith("match began, all agree by End match")
    assert not table.live.table.lobby.closing


async def test_the_host_kicks_nobody_beside_the_start(two):
    table = await two.sit_down(ante=500)
    kick = two.ana.about_to_command("table kick", table=table.number, member=two.ben.member)
    said = (await beside_the_start(two, kick)).said
    assert said == "match began, a manager may remove"
    assert table.live.table.lobby.seats == (two.ana.id, two.ben.id)
    assert not table.live.table.lobby.leaving


@pytest.mark.parametrize("substitutes", [True, False])
async def test_whoever_leaves_beside_the_start_is_asked_first(two, substitutes):
    await two.house.sets({"substitutes": substitutes})
    table = await two.sit_down(ante=500)
    left = await beside_the_start(two, two.ben.about_to_press("Leave", table))
    assert "Leave the match?" in left.said
    assert "forfeits 500 unless you return" in left.said
    assert table.live.table.lobby.seats == (two.ana.id, two.ben.id)
    assert not table.live.table.lobby.leaving
    await left.press("Leave")
    assert two.ben.id in table.live.table.lobby.leaving


@pytest.mark.parametrize("ante", [0, 1000])
async def test_a_house_player_stays_whoever_sends_it_away_beside_the_start(two, ante):
    await two.house.sets({"house_players": "everywhere"})
    two.table = table = await two.ana.opens("fivehundred", players=2, ante=ante)
    more = await table.plays("Ana Sit, Ana Add house player, Ana More…")
    sent = await beside_the_start(two, two.ana.about_to_press_on(await more.into("Table…"), "Send house player away"))
    assert sent.said.endswith("match began, members replace house players")
    assert len(table.live.table.lobby.house_players) == 1
    assert not table.live.table.lobby.leaving


async def test_whoever_agreed_to_end_the_match_is_asked_again_once_leaving_forfeits_it(two):
    table = await two.start(ante=100)
    left = await two.leaves(two.ben)
    question = await table.plays("Ana Leave")
    assert "alone: leaving ends the match" in question.said
    await left.press("Come back")
    assert "forfeits 100 unless you return" in (await question.press("Leave")).said
    assert not table.live.table.lobby.leaving


@pytest.mark.parametrize("substitutes", [True, False])
async def test_the_match_is_taken_in_the_middle_of_a_deal_with_an_ante(two, substitutes):
    await two.house.sets({"substitutes": substitutes})
    table = await two.start(ante=100)
    await two.table.plays("Ana Pause, others Yes")
    await table.plays("Ana Continue")
    for _ in range(8):
        await two.house.wait(10 * 3600)
    question = await table.plays("Ana Take the match")
    assert (await question.press("Take the match")).said == ""
    assert "Ana wins the match" in table.text
    assert await two.purses() == [1100, 900]


async def test_a_stale_press_that_was_acknowledged_is_answered_once(two):
    table = await two.start()

    async def slow(press):
        await press.interaction.response.defer()
        raise StaleClick

    two.house.app.presses.common["slow"] = slow
    question = await table.plays("Ana Leave")
    pressed = await two.ana.forges(
        question.result.response.message, f"b:{table.number}:{table.live.table.question_id}:slow"
    )
    assert "played already" in pressed.said


@pytest.mark.thorough
async def test_nobody_reads_the_purse_of_somebody_who_cannot_pay_for_a_seat(match_of, house):
    await house.sets({"substitutes": False})
    three = match_of(3)
    table = await three.start(ante=700)
    await three.leaves(three.ben)
    await three.all_pass()
    await table.plays("2 s, Dee Seat 2")
    boss = house.guest("Boss", manages=True)
    await boss.command("bank change", member=house.named("Dee").member, amount="-900", reason="a debt")
    said = (await table.plays("Ana Yes, Cy Yes")).said
    assert said == "Dee has too few chips"
    assert "Yes" not in table.buttons


async def test_a_match_moves_only_to_a_channel_that_all_its_players_see(two, house):
    table = await two.start()
    before = house.channel
    hidden, seen = discord.PermissionOverwrite(view_channel=False), discord.PermissionOverwrite(view_channel=True)
    overwrites = {house.guild.default_role: hidden, two.ana.member: seen, house.guild.me: seen}
    house.channel = house.guild.create_text_channel("secret", overwrites=overwrites)
    said = (await two.ana.looks_back(f"bring:{table.number}")).said
    assert said == "Ben can't see this channel"
    assert table.live.table.channel == before.id
    house.channel = house.guild.create_text_channel("lounge")
    await two.ana.looks_back(f"bring:{table.number}")
    assert table.live.table.channel == house.channel.id
