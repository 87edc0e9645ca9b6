"""The betting window at a Pok Deng table: when it closes, what comes too late, and who gets bets back."""

import pytest

OVER = "Betting on that round is over. Your chips stayed where they were."

pytestmark = pytest.mark.usefixtures("turn_over")


@pytest.fixture
async def people(house):
    return house.guests("Ana Ben")


@pytest.fixture
async def table(people):
    ana, _ = people
    return await ana.opens("pokdeng")


async def test_the_cards_are_dealt_when_the_window_closes(house, people, table):
    ana, _ = people
    await ana.bets_on("P1", 100, table)
    await house.wait(12)
    await ana.bets_on("P2", 100, table)
    assert "closes in 8 s" in table.text
    await house.wait(7)
    assert "closes in 1 s" in table.text
    await house.wait(2)
    assert "No more bets." in table.text


async def test_they_are_dealt_as_soon_as_everybody_who_has_bet_is_ready(people, table):
    ana, ben = people
    await ana.bets_on("P1", 100, table)
    await ben.bets_on("P1", 100, table)
    assert (await ana.press("Ready", table)).said == ""
    assert "Waiting for Ben to press Ready." in table.text
    await ben.press("Ready", table)
    assert "No more bets." in table.text


async def test_ready_is_only_for_people_who_have_bet(people, table):
    ana, ben = people
    await ana.bets_on("P1", 100, table)
    assert (await ben.press("Ready", table)).said == "Bet first, then press Ready."
    assert "closes in" in table.text


async def test_somebody_who_bets_again_is_no_longer_ready(people, table):
    ana, ben = people
    await ana.bets_on("P1", 100, table)
    await ben.bets_on("P1", 100, table)
    await ana.press("Ready", table)
    await ana.bets_on("P2", 100, table)
    assert "Waiting for Ana, Ben to press Ready." in table.text
    await ben.press("Ready", table)
    assert "closes in" in table.text


async def test_the_cards_are_dealt_when_the_only_bettor_who_is_not_ready_takes_the_bets_back(people, table):
    ana, ben = people
    await ana.bets_on("P1", 100, table)
    await ben.bets_on("P1", 100, table)
    await ana.press("Ready", table)
    await ben.press("Clear my bets", table)
    assert "No more bets." in table.text
    assert await ben.chips() == 1000


async def test_ready_pressed_twice_at_once_deals_one_round(house, people, table):
    ana, _ = people
    await ana.bets_on("P1", 100, table)
    await house.at_once(ana.about_to_press("Ready", table), ana.about_to_press("Ready", table))
    assert "No more bets." in table.text
    assert table.live.rounds == 1


@pytest.mark.parametrize(("pace", "seconds"), [("quick", 15), ("relaxed", 30)])
async def test_limits_and_pace_come_from_the_command(people, pace, seconds):
    ana, _ = people
    table = await ana.opens("pokdeng", minimum=20, maximum=60, pace=pace)
    assert "bets 20-60" in table.text
    assert (await ana.bets_on("P1", 10, table)).said == "Bets here are from 20 to 60 chips."
    await ana.bets_on("P1", "max", table)
    assert f"closes in {seconds} s" in table.text


async def test_a_table_where_nobody_could_bet_is_not_opened(house):
    answer = await house.guest("Ana").command("pokdeng open", minimum=100, maximum=50)
    assert answer.said == "The lowest bet, 100, is above the highest, 50."


# Too late


async def test_a_form_sent_after_the_deal_takes_nothing(house, people, table):
    ana, ben = people
    form = await ben.chooses("P1", table)
    await ana.bets_on("P1", 100, table)
    await ana.press("Ready", table)
    assert (await form.fill(chips="100")).said == OVER
    assert await ben.chips() == 1000


async def test_no_form_opens_for_a_window_that_is_over(people, table):
    ana, ben = people
    await ana.bets_on("P1", 100, table)
    late = ben.about_to_choose("P1", table)
    await ana.press("Ready", table)
    answer = await late.press()
    assert answer.result.modal is None
    assert "No more bets." in table.text


async def test_same_pressed_too_late_says_so(house, people, table, turn_over):
    ana, _ = people
    house.deal_hands({}, "2D 4C")
    await ana.bets_on("P1", 100, table)
    await ana.press("Ready", table)
    await turn_over(3)
    await ana.press("Same", table)
    late = ana.about_to_press("Same", table)
    await ana.press("Ready", table)
    assert (await late.press()).said == OVER


async def test_bets_can_be_taken_back_until_the_window_closes_and_not_after(house, people, table):
    ana, _ = people
    house.deal_hands({1: "2C 2D"}, "KH 9H")
    await ana.bets_on("P1", 100, table)
    late = ana.about_to_press_on(await ana.press("More…", table), "Clear my bets")
    await ana.press("Ready", table)
    assert (await late.press()).said == "The cards of that round are out; its bets can't be taken back."
    assert await ana.chips() == 800


async def test_a_press_on_a_message_that_has_moved_leads_to_the_new_one(house, people, table):
    ana, _ = people
    await ana.bets_on("P1", 100, table)
    late = ana.about_to_press("Ready", table)
    await house.wait(11)
    await ana.press("Bump", table)
    await late.press()
    assert table.line("Ana") == "Ana P1 100"
    assert any("Table 1 continues here" in text for text in house.texts())


async def test_closing_the_table_gives_all_bets_back(house, people, table):
    ana, ben = people
    await ana.bets_on("P1, P2 Pair", 100, table)
    await ben.bets_on("P5", 100, table)
    await ana.command("table close", table=1)
    assert table.text.endswith("The host has closed this table. All chips are back with their owners.")
    assert [await ana.chips(), await ben.chips()] == [1000, 1000]


async def test_a_kicked_member_gets_the_bets_back(house, people, table):
    ana, ben = people
    await ana.bets_on("P1", 100, table)
    await ben.bets_on("P5", 100, table)
    await ana.command("table kick", table=1, member=ben.member)
    assert table.line("Ana") == "Ana P1 100"
    assert await ben.chips() == 1000


async def test_an_idle_table_closes_after_ten_minutes(house, table):
    await house.wait(601)
    assert table.text.endswith("nobody played for a while. All chips are back with their owners.")


async def test_the_list_of_tables_says_who_has_bet(people, table):
    ana, ben = people
    assert "Pok Deng · table 1\nNobody yet\n" in (await ana.command("table list")).said
    await ana.bets_on("P1, P2 Pair", 100, table)
    assert "Pok Deng · table 1\nAna\n" in (await ben.command("table list")).said
    await ben.bets_on("P1", 100, table)
    assert "Pok Deng · table 1\nAna, Ben\n" in (await ben.command("table list")).said
