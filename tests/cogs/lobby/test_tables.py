"""Opening, closing and finding tables; presses that come twice, late, or from somebody else."""

from itertools import product

import discord

from tests.cogs.guest import LatePress

NOT_YOURS = "only for its host or a manager"


async def in_play(house, people, table, *, then="KC"):
    """Ana and Ben have bet 100 each, and it's Ana's turn."""
    for guest in people:
        await guest.press("Sit", table)
    house.deal(f"10S 2D, 10D 9S v 9H then {then}")
    for guest in people:
        await guest.bets(100, table)


def twice(label, guest, table):
    """The same button pressed again before the first press was answered."""
    return [guest.about_to_press(label, table), guest.about_to_press(label, table)]


# Presses by the wrong person or at the wrong time


async def test_whoever_presses_for_somebody_else_is_told_whose_turn_it_is(house, ben, cy, people, table):
    await in_play(house, people, table)
    before = table.text
    for guest, button in product((ben, cy), ("Hit", "Stand", "Double")):
        assert (await guest.press(button, table)).said == "Ana is to act"
    assert (await cy.press("Leave", table)).said == "not at this table"
    assert table.text == before
    assert await ben.chips() == 900


async def test_a_button_of_an_earlier_question_or_round_does_nothing(house, ana, cy, people, table):
    house.deal("AS KD v 9H then 10C")
    await ana.bets(100, table)
    late = [ana.about_to_press("Bet", table), ana.about_to_press("Same", table), cy.about_to_press("Bet behind", table)]
    await in_play(house, people, table, then="2C KC")
    late += [ana.about_to_press(label, table) for label in ("Hit", "Stand")]
    await ana.press("Hit", table)
    before = table.text
    assert (await late[-2].press()).said == ""
    assert table.text == before
    for guest in people:
        await guest.press("Stand", table)
    before, chips = table.text, await ana.chips()
    for press in late:
        answer = await press.press()
        assert (answer.said, answer.result.modal) == ("", None)
        assert table.text == before
    assert await ana.chips() == chips


async def test_a_button_that_no_table_ever_had_is_answered(house, ana, table):
    before = table.text
    for address in ("1:0.b:nonsense", "1:0.b:move:nonsense", "1:9.9:move:hit", "1:0.b:behind:x"):
        await ana.about_to_press("Sit", table, as_if=f"b:{address}").press()
        assert table.text == before
    house.expects_faults = True  # only the bot itself can have made a button of another name
    assert (await ana.about_to_press("Sit", table, as_if="b:77:0.b:sit").press()).said == "this table closed."


async def test_pressing_twice_quickly_plays_once_and_takes_the_chips_once(house, ana, ben, table):
    house.deal("AS KD v 9H then 10C")
    await table.plays("Ana bets 100, Ben Sit")
    await house.at_once(*twice("Same", ana, table))
    assert await ana.chips() == 1150 - 100
    house.deal("5S 6D, 10D 3S v AH then 2C 2H KC")
    await ben.bets(100, table)
    answers = await house.at_once(*twice("Insure", ana, table), ben.about_to_press("No insurance", table))
    assert [answer.said for answer in answers] == ["", "", ""]
    assert [await ana.chips(), await ben.chips()] == [1000, 900]
    await house.at_once(*twice("Double", ana, table))
    assert await ana.chips() == 900
    answers = await house.at_once(*twice("Hit", ben, table))
    assert [answer.said for answer in answers] == ["", ""]
    assert table.line("10D 3S") == "10D 3S 2H = 15 · Ben 100"


async def test_of_two_at_once_both_are_served_and_the_last_seat_goes_to_one(house, ana, people, table):
    answers = await house.at_once(*(guest.about_to_press("Sit", table) for guest in people))
    assert [answer.said for answer in answers] == ["", ""]
    await house.wait(2)
    assert table.text.splitlines()[2:4] == ["1 Ana –", "2 Ben –"]
    small = await ana.opens(seats=1)
    answers = await house.at_once(*(guest.about_to_press("Sit", small) for guest in people))
    assert [answer.said for answer in answers] == ["", "no seat left"]


# The message


async def test_bump_posts_the_table_again_and_a_form_opened_before_leaves_one_with_buttons(house, ana, ben, table):
    old = table.message
    await table.plays("Ben Bump, 2 s")
    assert table.message.id == old.id, "it had just been posted"
    await ben.press("Sit", table)
    form = await ana.press("Bet", table)
    await table.plays("12 s, Ben Bump, 2 s")
    await form.fill(main="100", pair="")
    await house.wait(2)
    link = f"https://discord.com/channels/{house.guild.id}/{house.channel.id}/{table.message.id}"
    assert house.texts() == [f"-# Table 1 continues here: {link}", table.text]
    assert "2 Ana 100" in table.text


# Closing


async def test_the_host_closes_an_idle_table_at_once_and_bets_are_returned(house, ana, ben, table):
    await table.plays("Ben Sit, Ana bets 100")
    assert (await (await ana.press("Close table", table)).press("Back")).said == ""
    panel = await ana.press("Close table", table)
    assert panel.said == "close table 1?"
    presses = [ben.about_to_press(label, table) for label in ("Sit", "Bet", "Rules", "Bump")]
    form = await ben.press("Bet", table)
    assert (await panel.press("Close table")).said == "table 1 closed"
    await house.wait(1)
    assert table.buttons == ["Open again"]
    assert "this table closed. closed by its host. all chips back." in table.text
    for answer in [*[await press.press() for press in presses], await form.fill(main="100", pair="")]:
        assert answer.said == "this table closed. closed by its host."
    assert [await ana.chips(), await ben.chips()] == [1000, 1000]


async def test_a_table_in_play_closes_when_its_round_is_over(house, ana, ben, people, table):
    await in_play(house, people, table)
    assert (await ana.command("table close", table=1)).said == "table 1 closes after its round"
    await house.wait(2)
    assert "-# table 1 closes after its round" in table.text
    await table.plays("Ana Stand, Ben Stand, 2 s")
    assert table.buttons == ["Open again", "How did I play?"]
    assert table.line("Ana ") == "10S 2D = 12 · Ana -100 · now 900 chips"
    assert [await ana.chips(), await ben.chips()] == [900, 1000]


async def test_only_the_host_and_managers_close_a_table_and_nobody_closes_one_that_is_not_there(
    house, ben, boss, table
):
    assert (await ben.press("Close table", table)).said == NOT_YOURS
    assert (await ben.command("table close", table=1)).said == NOT_YOURS
    dialog = await boss.press("Close table", table)
    house.dismiss(boss)
    assert (await dialog.press("Close table")).said == NOT_YOURS
    assert "Bet" in table.buttons
    manager, missing = house.guest("Max", manages=True), "no open table {}"
    assert (await manager.command("table close", table=7)).said == missing.format(7)
    assert (await manager.command("table close", table=1)).said == "table 1 closed"
    assert (await manager.command("table close", table=1)).said == missing.format(1)


async def test_a_table_of_another_server_is_neither_listed_nor_reached(house, table):
    elsewhere = house.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("tables")
    eve = house.guest("Eve", guild=elsewhere, manages=True)
    listed = await eve.member.slash(channel, "play")
    assert house.read(listed.response.components).startswith("### Open a table")
    closed = await eve.member.slash(channel, "table close", table=1)
    assert closed.response.content == "no open table 1"
    await eve.member.slash(channel, "blackjack open")
    for address in (f"b:{table.number}:0.b:sit", f"join:{table.number}"):
        forged = LatePress(eve, channel.history()[-1], "Sit", as_if=address)
        assert (await forged.press()).said == "this table closed."
    assert table.live.table.lobby.seat_of(eve.id) is None


# Kicking


async def test_the_host_kicks_somebody_between_rounds_and_the_bet_is_returned(house, ana, ben, table):
    assert (await ana.command("table kick", table=1, member=ben.member)).said == "Ben isn't at this table."
    await table.plays("Ana Sit, Ben bets 100")
    assert (await ben.command("table kick", table=1, member=ana.member)).said == NOT_YOURS
    assert "1 Ana" in table.text
    assert (await ana.command("table kick", table=1, member=ben.member)).said == "Ben removed from table 1"
    await house.wait(2)
    assert "Ben" not in table.text
    assert await ben.chips() == 1000


async def test_the_clock_plays_the_round_of_somebody_who_is_kicked(house, ana, ben, people, table):
    await in_play(house, people, table)
    await ana.command("table kick", table=1, member=ben.member)
    await ana.press("Stand", table)
    assert table.line("Ben ") == "10D 9S = 19 · Ben 0 · now 1,000 chips"
    assert table.live.table.lobby.seat_of(ben.id) is None


async def test_a_table_is_not_opened_where_the_bot_cannot_keep_its_message(house, ana):
    bot = house.guild.me
    house.channel = house.guild.create_text_channel(
        "quiet", overwrites={bot: discord.PermissionOverwrite(send_messages=False)}
    )
    answer = await ana.command("blackjack open")
    assert answer.said.startswith("no permission to post")


async def test_the_number_is_completed_for_those_who_may_close_the_table(house, ana, ben, boss):
    for game in ("blackjack", "pontoon"):
        await ana.opens(game)

    async def offered(guest, typed=""):
        found = await guest.member.autocomplete(house.channel, "table close", "table", typed)
        return [(choice["name"], choice["value"]) for choice in found]

    assert await offered(ana) == await offered(boss) == [("1 · Blackjack", 1), ("2 · Pontoon", 2)]
    assert await offered(ana, "2") == [("2 · Pontoon", 2)]
    assert await offered(ben) == []
