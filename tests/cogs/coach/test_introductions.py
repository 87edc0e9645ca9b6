"""Who comes to a game for the first time in a server is told how it is played: privately, once, after the answer."""

import sys

import discord
import pytest

from tests.cogs.app.test_requests import deletes
from tests.cogs.house import walk
from tests.cogs.mydata.test_mydata_commands import delete, exported

HEADING = "### Your first time at {} here?"
pytestmark = pytest.mark.usefixtures("newcomers")


def introduced(answer, game):
    """Whether the answer ends with the introduction of that game, which only its reader sees."""
    assert all(message.ephemeral for message in answer.result.followups)
    return HEADING.format(game) in answer.said


@pytest.mark.parametrize(
    ("command", "title"),
    [
        ("blackjack open", "Blackjack"),
        ("pokdeng open", "Pok Deng"),
        ("pontoon open", "Pontoon"),
        ("fivehundred open", "Five Hundred"),
    ],
)
async def test_who_opens_a_game_for_the_first_time_reads_three_lines_and_has_two_buttons(house, ana, command, title):
    answer = await ana.command(command)
    (told,) = answer.result.followups
    text = house.read(told.components)
    assert text.startswith(HEADING.format(title))
    assert text.count("\n- ") == 3
    assert [part["label"] for part in walk(told.components) if "custom_id" in part] == ["Show me", "I know it"]
    assert all(len(line) <= 130 for line in text.splitlines())


async def test_it_is_told_once_however_often_they_play_and_by_whichever_process(house, ana, restart):
    assert introduced(await ana.command("blackjack open"), "Blackjack")
    assert not introduced(await ana.command("blackjack open"), "Blackjack")
    await restart()
    assert not introduced(await ana.command("blackjack open"), "Blackjack")
    await house.sets({"tables_per_person": 3})
    assert "as many open tables" in (refused := await ana.command("pokdeng open")).said
    assert not introduced(refused, "Pok Deng"), "a refused command introduces nothing"
    await house.sets({"tables_per_person": 4})
    assert introduced(await ana.command("pokdeng open"), "Pok Deng")


async def test_who_sits_down_or_bets_is_told_below_the_answer_and_who_only_looks_is_not(ana, ben, cy, table):
    assert not introduced(await ben.press("More…", table), "Blackjack")
    assert introduced(await ben.press("Sit", table), "Blackjack")
    assert not introduced(await ben.press("More…", table), "Blackjack")
    form = await cy.press("Bet", table)
    assert form.result.followups == []
    assert introduced(await form.fill(main="10", pair=""), "Blackjack")


async def dealt(house, ana, ben, table):
    """Both have bet, and Ana, who sits first, is asked."""
    house.deal("10S 6H", "10C 7H", dealer="9D", then="5H")
    for guest in (ana, ben):
        form = await guest.press("Bet", table)
        await form.fill(main="10", pair="")
    assert table.live.people_asked == {ana.id}


async def test_it_lies_below_no_table_that_waits_for_its_reader(house, ana, ben, table):
    for guest in (ana, ben):
        assert introduced(await guest.press("Sit", table), "Blackjack") == (guest is ben)
    await dealt(house, ana, ben, table)
    await house.wait(2)
    assert deletes(house) == 1, "Ana's went with her turn, and Ben's stays as long as he only waits"
    await ana.press("Stand", table)
    await house.wait(2)
    assert deletes(house) == 2


async def test_whoever_is_trying_it_is_not_interrupted(house, ben, cy, table):
    told = {guest: (await guest.press("Sit", table)).result.followups[0] for guest in (ben, cy)}
    await ben.member.click(told[ben], label="Show me")
    await dealt(house, ben, cy, table)
    await house.wait(2)
    assert deletes(house) == 0
    assert "A guided deal for you alone." in house.read(house.raw(told[ben]))


async def test_whoever_is_asked_already_is_introduced_once_they_have_acted(house, ana, ben, table):
    for guest in (ana, ben):
        await guest.press("Sit", table)
    await dealt(house, ana, ben, table)
    await house.app.store.write(lambda db: db.execute("DELETE FROM introductions"))
    house.app.on_forgotten(house.guild.id, ana.id)
    assert not introduced(await ana.press("More…", table), "Blackjack")
    assert introduced(await ana.press("Stand", table), "Blackjack")


@pytest.mark.usefixtures("notices")
async def test_an_evening_brings_whoever_is_new_one_private_message_that_they_did_not_ask_for(house, ana, ben, table):
    unasked = [len((await ben.press("Sit", table)).result.followups)]
    house.deals_now = True
    for hand in ("AS KD", "10S 6H", "10S 9D"):
        house.deal(hand, dealer="9D", then="5H 5C 8H 7H")
        unasked.append(len((await ben.bets(10, table)).result.followups))
        await house.wait(70)
    assert unasked == [1, 0, 0, 0]


async def test_a_message_that_discord_refuses_breaks_nothing(ana, monkeypatch):

    async def refused(*_about, **_more):
        raise TimeoutError

    with monkeypatch.context() as patch:
        patch.setattr(discord.Webhook, "send", refused)
        table = await ana.opens()
    assert (await ana.press("Sit", table)).said == ""
    assert table.live.lobby.seat_of(ana.id) == 0


async def test_i_know_it_takes_the_message_away(house, ana):
    answer = await ana.command("blackjack open")
    (told,) = answer.result.followups
    await ana.member.click(told, label="I know it")
    assert house.read(house.raw(told)) == "Have fun!"
    assert deletes(house) == 0
    await house.wait(11)
    assert deletes(house) == 1


async def test_few_people_are_remembered_beside_the_database_and_forgotten_in_one_server_alone(
    house, ana, ben, monkeypatch
):
    monkeypatch.setattr(sys.modules["cogs.coach.introductions"], "KEPT", 1)  # every bot loads its extensions again
    for guest in (ana, ben, ana, ben):
        await guest.command("blackjack open")
    assert not introduced(await ana.command("blackjack open"), "Blackjack")
    welcome = next(each.__self__ for each in house.app.after_press if each.__name__ == "after_press")
    assert len(welcome._met) == 1
    elsewhere = (house.guild.id + 1, ana.id, "blackjack")
    welcome._remember(elsewhere)
    await delete(ana)
    assert list(welcome._met) == [elsewhere]


async def test_it_is_in_the_file_of_ones_data_and_told_again_to_whoever_was_forgotten(ana):
    table = await ana.opens()
    _, held = await exported(ana)
    assert [row["game"] for row in held["introduced_to"]] == ["blackjack"]
    await delete(ana)
    assert introduced(await ana.press("Sit", table), "Blackjack")
