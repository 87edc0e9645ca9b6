"""Opening, closing and finding tables; presses that come twice, late, or from somebody else."""

from datetime import timedelta

import discord
import pytest

from tests.cogs.guest import LatePress


async def in_play(house, people, table, *, then="KC"):
    """Ana and Ben have bet 100 each, and it's Ana's turn."""
    for guest in people:
        await guest.press("Sit", table)
    house.deal("10S 2D", "10D 9S", dealer="9H", then=then)
    for guest in people:
        await guest.bets(100, table)


def twice(label, guest, table):
    """The same button pressed again before the first press was answered."""
    return [guest.about_to_press(label, table), guest.about_to_press(label, table)]


# Presses by the wrong person or at the wrong time


async def test_pressing_for_somebody_else_says_whose_turn_it_is(house, ben, people, table):
    await in_play(house, people, table)
    before = table.text
    for button in ("Hit", "Stand", "Double"):
        assert (await ben.press(button, table)).said == "It's Ana's turn."
    assert table.text == before
    assert await ben.chips() == 900


async def test_somebody_who_does_not_play_is_told_the_same(house, cy, people, table):
    await in_play(house, people, table)
    assert (await cy.press("Hit", table)).said == "It's Ana's turn."


async def test_leave_by_somebody_who_is_not_at_the_table(house, people, table):
    await in_play(house, people, table)
    assert (await house.guest("Cy").press("Leave", table)).said == "You aren't at this table."


async def test_an_old_button_is_a_quiet_redraw(house, ana, people, table):
    await in_play(house, people, table, then="2C KC")
    late = ana.about_to_press("Hit", table)
    await ana.press("Hit", table)
    before = table.text
    answer = await late.press()
    assert answer.said == ""
    assert table.text == before


@pytest.mark.parametrize("label", ["Stand", "Bet", "Bet behind", "Same"])
async def test_a_button_of_an_earlier_round_does_nothing(house, ana, ben, people, table, label):
    presser = house.guest("Cy") if label == "Bet behind" else ana
    house.deal("AS KD", dealer="9H", then="10C")
    await ana.bets(100, table)
    late = presser.about_to_press(label, table) if label != "Stand" else None
    await in_play(house, people, table, then="KC 8C")
    late = late or ana.about_to_press(label, table)
    await ana.press("Stand", table)
    await ben.press("Stand", table)
    before, chips = table.text, await ana.chips()
    answer = await late.press()
    assert answer.said == ""
    assert answer.result.modal is None
    assert table.text == before
    assert await ana.chips() == chips


@pytest.mark.parametrize("address", ["1:0.b:nonsense", "1:0.b:move:nonsense", "1:9.9:move:hit", "1:0.b:behind:x"])
async def test_a_button_that_the_table_never_had_is_answered(house, ana, table, address):
    house.expects_faults = address == "1:0.b:nonsense"  # only the bot itself can have made such a button
    before = table.text
    await ana.about_to_press("Sit", table, as_if=f"b:{address}").press()
    assert table.text == before


async def test_a_button_of_a_table_that_never_existed_is_answered(ana, table):
    late = ana.about_to_press("Sit", table, as_if="b:77:0.b:sit")
    assert (await late.press()).said == "This table is closed."


async def test_pressing_twice_quickly_plays_once(house, ana, people, table):
    await in_play(house, people, table, then="2C 3C KC")
    first, second = await house.at_once(*twice("Hit", ana, table))
    assert first.said == second.said == ""
    assert table.line("1 Ana") == "1 Ana 100 10S 2D 2C = 14"


async def test_doubling_twice_quickly_takes_the_chips_once(house, ana, people, table):
    await in_play(house, people, table)
    await house.at_once(*twice("Double", ana, table))
    assert await ana.chips() == 800


async def test_betting_twice_quickly_takes_the_chips_once(house, ana, ben, table):
    house.deal("AS KD", dealer="9H", then="10C")
    await ana.bets(100, table)
    await ben.press("Sit", table)
    await house.at_once(*twice("Same", ana, table))
    assert await ana.chips() == 1150 - 100


async def test_insuring_twice_quickly_takes_the_chips_once(house, ana, ben, people, table):
    for guest in people:
        await guest.press("Sit", table)
    house.deal("10S 9D", "10D 9S", dealer="AH")
    for guest in people:
        await guest.bets(100, table)
    answers = await house.at_once(*twice("Insure", ana, table), ben.about_to_press("No insurance", table))
    assert [answer.said for answer in answers] == ["", "", ""]
    assert [await ana.chips(), await ben.chips()] == [850, 900]


async def test_two_people_at_once_are_both_served(house, ana, ben, table):
    answers = await house.at_once(ana.about_to_press("Sit", table), ben.about_to_press("Sit", table))
    assert [answer.said for answer in answers] == ["", ""]
    await house.wait(2)
    assert table.text.splitlines()[2:4] == ["1 Ana –", "2 Ben –"]


async def test_the_last_seat_goes_to_one_of_two(house, ana, ben):
    table = await ana.opens(seats=1)
    answers = await house.at_once(ana.about_to_press("Sit", table), ben.about_to_press("Sit", table))
    assert [answer.said for answer in answers] == ["", "Every seat is taken. You can watch until one is free."]


# The message


async def test_bump_posts_the_table_again_and_the_old_copy_loses_its_buttons(house, ana, ben, people, table):
    await in_play(house, people, table)
    old, late = table.message, ana.about_to_press("Hit", table)
    await house.wait(12)
    await ben.press("Bump", table)
    await house.wait(1)
    assert table.message.id != old.id
    link = f"https://discord.com/channels/{house.guild.id}/{house.channel.id}/{table.message.id}"
    assert house.texts() == [f"-# Table 1 continues here: {link}", table.text]
    await late.press()
    assert "▶ 1 Ana" in table.text
    await ana.press("Stand", table)
    assert "▶ 2 Ben" in table.text


async def test_bump_leaves_a_message_that_was_just_posted_where_it_is(house, ana, table):
    old = table.message.id
    await ana.press("Bump", table)
    await house.wait(2)
    assert table.message.id == old


async def test_a_form_opened_before_a_bump_leaves_one_table_with_buttons(house, ana, ben, table):
    await ben.press("Sit", table)
    form = await ana.press("Bet", table)
    await house.wait(12)
    await ben.press("Bump", table)
    await house.wait(2)
    await form.fill(main="100", pair="")
    await house.wait(2)
    assert "continues here" in house.texts()[0]
    assert "2 Ana 100" in table.text


async def test_a_table_is_posted_again_before_its_message_is_fifty_minutes_old(house, ana, table):
    first = table.message.id
    for _ in range(5):
        await house.wait(590)
        await ana.press("Rules", table)
        await ana.press("Leave" if "1 Ana" in table.text else "Sit", table)
    await house.wait(2)
    assert table.message.id != first
    assert house.env.now() - table.message.created_at < timedelta(minutes=50)


# Closing


async def test_the_host_closes_an_idle_table_at_once_and_bets_are_returned(ana, ben, table):
    await ben.press("Sit", table)
    await ana.bets(100, table)
    panel = await ana.press("Close table", table)
    assert panel.said == "Close table 1? A round in play is finished first; all other bets go back."
    assert (await panel.press("Close table")).said == "The table is closed."
    await ana.house.wait(1)
    assert table.buttons == ["Open again"]
    assert "The host has closed this table. All chips are back with their owners." in table.text
    assert await ana.chips() == 1000


async def test_a_host_who_decides_against_it_leaves_the_table_open(ana, table):
    panel = await ana.press("Close table", table)
    assert (await panel.press("Keep it open")).said == "Nothing has changed."
    assert "Bet" in table.buttons


async def test_a_table_in_play_closes_when_its_round_is_over(house, ana, ben, people, table):
    await in_play(house, people, table)
    assert (await ana.command("table close", table=1)).said == "Table 1 closes when its round is over."
    await house.wait(2)
    assert "-# The table closes after this round." in table.text
    await ana.press("Stand", table)
    await ben.press("Stand", table)
    await house.wait(2)
    assert table.buttons == ["Open again"]
    assert table.line("Ana ") == "Ana 10S 2D = 12, below 19: -100"
    assert [await ana.chips(), await ben.chips()] == [900, 1000]


async def test_a_press_at_a_closed_table_is_told_so(ana, ben, table):
    presses = [ben.about_to_press(label, table) for label in ("Sit", "Bet", "Rules", "Bump")]
    form = await ben.press("Bet", table)
    await ana.command("table close", table=1)
    for late in presses:
        assert (await late.press()).said == "The host has closed this table."
    assert (await form.fill(main="100", pair="")).said == "The host has closed this table."
    assert await ben.chips() == 1000


async def test_others_cannot_close_it(ben, table):
    said = "Only the table's host or a manager of this server can close it."
    assert (await ben.press("Close table", table)).said == said
    answer = await ben.command("table close", table=1)
    assert answer.said == "Only the table's host or a manager of this server can do that."
    assert "Bet" in table.buttons


async def test_a_manager_can_close_it(boss, table):
    assert (await boss.command("table close", table=1)).said == "Table 1 is closed."


async def test_a_former_manager_cannot_close_it_with_a_dialog_still_open(house, boss, table):
    dialog = await boss.press("Close table", table)
    house.dismiss(boss)
    answer = await dialog.press("Close table")
    assert answer.said == "Only the table's host or a manager of this server can close it."
    assert "Bet" in table.buttons


async def test_a_press_from_another_server_reaches_no_table(house, table):
    elsewhere = house.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("tables")
    eve = house.guest("Eve", guild=elsewhere)
    await eve.member.slash(channel, "blackjack open")
    forged = LatePress(eve, channel.history()[-1], "Sit", as_if=f"b:{table.number}:0.b:sit")
    assert (await forged.press()).said == "This table is closed."
    assert table.live.lobby.seat_of(eve.id) is None


async def test_closing_a_table_that_does_not_exist(ana, table):
    said = "There is no open table 7 here. See /table list."
    assert (await ana.command("table close", table=7)).said == said
    await ana.command("table close", table=1)
    assert (await ana.command("table close", table=1)).said == said.replace("7", "1")


# Kicking


async def test_the_host_kicks_somebody_between_rounds_and_the_bet_is_returned(ana, ben, table):
    await ana.press("Sit", table)
    await ben.bets(100, table)
    answer = await ana.command("table kick", table=1, member=ben.member)
    assert answer.said == "Ben has left table 1."
    await ana.house.wait(2)
    assert "Ben" not in table.text
    assert await ben.chips() == 1000


async def test_the_clock_plays_the_round_of_somebody_who_is_kicked(house, ana, ben, people, table):
    await in_play(house, people, table)
    await ana.command("table kick", table=1, member=ben.member)
    await ana.press("Stand", table)
    assert table.line("Ben ") == "Ben 10D 9S = 19, push: 100 back"
    assert table.live.lobby.seat_of(ben.id) is None


async def test_others_cannot_kick(ana, ben, table):
    await ana.press("Sit", table)
    answer = await ben.command("table kick", table=1, member=ana.member)
    assert answer.said == "Only the table's host or a manager of this server can do that."
    assert "1 Ana" in table.text


async def test_kicking_somebody_who_is_not_at_the_table(ana, ben, table):
    assert (await ana.command("table kick", table=1, member=ben.member)).said == "Ben isn't at table 1."


async def test_a_table_of_another_server_is_neither_listed_nor_reached(house, people, table):
    elsewhere = house.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("tables")
    stranger = house.guest("Eve", manages=True, guild=elsewhere).member
    listed = await stranger.slash(channel, "table list")
    assert house.read(listed.response.components).startswith("No table is open.")
    closed = await stranger.slash(channel, "table close", table=1)
    assert closed.response.content == "There is no open table 1 here. See /table list."


async def test_a_table_is_not_opened_where_the_bot_cannot_keep_its_message(house, ana):
    bot = house.guild.me
    house.channel = house.guild.create_text_channel(
        "quiet", overwrites={bot: discord.PermissionOverwrite(send_messages=False)}
    )
    answer = await ana.command("blackjack open")
    assert answer.said.startswith("The bot needs the permissions View Channel and Send Messages here.")
