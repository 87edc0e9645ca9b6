"""Who comes to a game for the first time in a server is told how it is played: in private, once, instead of a form."""

import pytest

from tables.events import Close
from tests.cogs.app.test_requests import deletes
from tests.cogs.house import walk
from tests.cogs.mydata.test_mydata_commands import delete, exported
from tests.cogs.pontoon.house import begun

HEADING = "### Your first time at {} here?"
ENTRANCES = [
    ("blackjack", "Bet", "Blackjack"),
    ("blackjack", "Bet 10", "Blackjack"),
    ("pokdeng", "Bet", "Pok Deng"),
    ("pontoon", "Sit", "Pontoon"),
    ("fivehundred", "Sit", "Five Hundred"),
]
pytestmark = pytest.mark.usefixtures("newcomers")


def introduced(answer, game):
    """Whether the answer is the introduction of that game, which only its reader sees, and nothing else."""
    assert answer.result.followups == []
    return answer.said.startswith(HEADING.format(game))


@pytest.mark.usefixtures("english")
@pytest.mark.parametrize(("game", "label", "title"), ENTRANCES)
async def test_the_first_press_brings_three_lines_and_the_button_that_was_pressed(house, ana, game, label, title):
    table = await ana.opens(game)
    told = await ana.comes_to(label, table)
    assert introduced(told, title)
    assert told.said.count("\n- ") == 3
    shown = [part["label"] for part in walk(told.result.response.components) if "custom_id" in part]
    assert [house.key(each) for each in shown] == [label, "Show me"]
    assert all(len(line) <= 130 for line in told.said.splitlines())
    assert (table.live.table.lobby.seat_of(ana.id), table.live.table.lobby.bets) == (None, ()), "nothing is done yet"


async def test_five_who_play_alone_read_of_no_sides(ana):
    told = await ana.comes_to("Sit", await ana.opens("fivehundred", players=5))
    assert "At this table 5 play, and the first to reach 500 points wins." in told.said
    assert "lesson: you bid first" in told.said


async def test_the_button_opens_the_form_and_what_was_bet_takes_the_introductions_place(ana):
    table = await ana.opens()
    told = await ana.comes_to("Bet", table)
    form = await told.press("Bet")
    await form.fill(main="10", pair="")
    assert table.live.table.is_playing
    assert told.result.response is None


@pytest.mark.parametrize(
    ("game", "label", "panel"),
    [
        ("pokdeng", "Bet", "Press a hand or a Pair to bet 10 on it."),
        ("pontoon", "Sit", "no cards until the next deal"),
        ("fivehundred", "Sit", "no cards until the next deal"),
    ],
)
async def test_the_button_brings_ones_own_panel_in_the_same_message(house, ana, game, label, panel):
    await house.sets({"between_members": 0})
    table = await ana.opens(game)
    told = await ana.comes_to(label, table)
    assert (await told.press(label)).result.followups == []
    assert panel in told.now


async def test_it_leads_into_the_round_after_the_one_that_was_open(house, ana, table):
    told = await ana.comes_to("Bet 10", table)
    house.deals_now = True
    house.deal("10S 8C v 9D then 9H")
    await table.plays("Ben bets 10, Ben Stand")
    await told.press("Bet 10")
    assert table.live.table.lobby.staked() == {ana.id: 10}


async def test_whoever_joins_from_a_list_of_tables_is_introduced_there(house, ana, ben):
    table = await ana.opens("pontoon")
    told = await (await ben.command("play")).press("Sit")
    assert introduced(told, "Pontoon")
    joined = await told.press("Sit")
    assert table.live.table.lobby.seat_of(ben.id) == 0
    assert joined.said.startswith(f"seated: 1 at table {table.number}")
    await house.wait(2)
    assert deletes(house) == 1, "the introduction has gone"


async def test_it_is_told_once_however_often_they_play_and_by_whichever_process(ana, restart):
    table = await ana.opens()
    assert introduced(await ana.comes_to("Bet", table), "Blackjack")
    assert not introduced(await ana.comes_to("Bet", table), "Blackjack")
    await restart()
    assert not introduced(await ana.comes_to("Bet", table), "Blackjack")
    assert introduced(await ana.comes_to("Bet", await ana.opens("pokdeng")), "Pok Deng")


async def test_whoever_only_looks_is_not_told(ana, ben):
    table = await ana.opens("pontoon")
    assert not introduced(await ben.comes_to("More…", table), "Pontoon")
    assert not introduced(await ben.about_to_press("Sit", table, as_if=hand(table)).press(), "Pontoon")
    assert introduced(await ben.comes_to("Sit", table), "Pontoon")


def hand(table):
    return f"b:{table.number}:{table.live.table.question_id}:hand"


async def dealt(house, ana, ben, table):
    """Both have bet, and Ana, who sits first, is asked."""
    house.deal("10S 6H, 10C 7H v 9D then 5H")
    for guest in (ana, ben):
        form = await guest.press("Bet", table)
        await form.fill(main="10", pair="")
    assert table.live.table.people_asked == {ana.id}


async def test_it_lies_below_no_table_that_waits_for_its_reader(house, ana, ben, table):
    for guest in (ana, ben):
        await guest.press("Sit", table)
        await guest.comes_to("Bet", table)
    await dealt(house, ana, ben, table)
    await house.wait(2)
    assert deletes(house) == 1, "Ana's went with her turn, and Ben's stays as long as he only waits"
    await table.plays("Ana Stand, 2 s")
    assert deletes(house) == 2


@pytest.mark.parametrize("typed", [None, "lots"], ids=["closed", "refused"])
async def test_it_goes_with_its_readers_turn_though_its_form_was(house, ana, ben, table, typed):
    await table.plays("Ana Sit, Ben Sit")
    told = await ana.comes_to("Bet", table)
    form = await told.press("Bet")
    if typed:
        await form.fill(main=typed, pair="")
    assert introduced(await ben.comes_to("Bet", table), "Blackjack")
    await dealt(house, ana, ben, table)
    await house.wait(2)
    assert deletes(house) == (2 if typed else 1), "and why the form was refused"


async def test_it_goes_when_its_reader_bets_by_the_table_instead(house, ana, ben, table):
    assert introduced(await ana.comes_to("Bet 10", table), "Blackjack")
    await ben.press("Sit", table)
    assert introduced(await ben.comes_to("Bet", table), "Blackjack")
    await table.plays("Ana Bet 10, 2 s")
    assert not table.live.table.is_playing
    assert deletes(house) == 1, "Ben's stays: he has no bet"


async def test_whoever_is_trying_it_is_not_interrupted(house, ben, cy, table):
    told = {}
    for guest in (ben, cy):
        await guest.press("Sit", table)
        told[guest] = await guest.comes_to("Bet", table)
    await told[ben].press("Show me")
    await dealt(house, ben, cy, table)
    await house.wait(2)
    assert deletes(house) == 0
    assert "guided deal, nothing counts" in told[ben].now


async def test_whoever_is_asked_already_reads_their_hand_and_no_introduction(house, five):
    table = await begun(five)
    await house.app.store.write(lambda db: db.execute("DELETE FROM introductions"))
    for guest in five.people:
        await house.app.events.forgotten.tell(house.guild.id, guest.id)
    assert {five.ben.id} <= table.live.table.people_asked
    assert not introduced(await five.ben.comes_to("My hand", table), "Pontoon")
    assert introduced(await five.ana.comes_to("My hand", table), "Pontoon"), "nobody asks the banker yet"


async def test_a_message_that_discord_refuses_breaks_nothing(house, ana):
    table = await ana.opens("pontoon")
    house.env.inject_error("POST", "/interactions/*/callback", status=400)
    assert not (await ana.comes_to("Sit", table)).said.startswith("###")
    assert table.live.table.lobby.seat_of(ana.id) == 0


async def test_a_table_that_is_closed_meanwhile_says_so(house, ana, table):
    told = await ana.comes_to("Bet", table)
    with house.as_the_bot():
        await table.live.do(Close(ana.id))
    assert (await told.press("Bet")).said == "this table closed. closed by its host."


async def test_few_people_are_remembered_beside_the_database_and_forgotten_in_one_server_alone(house, ana, ben, table):
    house.app.welcome.remembers = 1
    for guest in (ana, ben, ana, ben):
        await guest.comes_to("Bet", table)
    assert not introduced(await ana.comes_to("Bet", table), "Blackjack")
    met = house.app.welcome._met
    assert len(met) == 1
    elsewhere = (house.guild.id + 1, ana.id, "blackjack")
    met[elsewhere] = None
    await delete(ana)
    assert list(house.app.welcome._met) == [elsewhere]


async def test_it_is_in_the_file_of_ones_data_and_told_again_to_whoever_was_forgotten(ana):
    table = await ana.opens()
    await ana.comes_to("Bet", table)
    _, held = await exported(ana)
    assert [row["game"] for row in held["introduced_to"]] == ["blackjack"]
    await delete(ana)
    assert introduced(await ana.comes_to("Bet", table), "Blackjack")


async def test_an_older_introduction_goes_when_its_reader_knows_the_game(house, ana, table):
    told = await ana.comes_to("Bet", table)
    await ana.forges(told.result.response.message, "coach:known:blackjack")
    assert told.now == "practice over"
    assert deletes(house) == 0
    await house.wait(11)
    assert deletes(house) == 1
