"""The betting window at a Pok Deng table: when it closes, what comes too late, and who gets bets back."""

import pytest

OVER = "too late to bet"

pytestmark = pytest.mark.usefixtures("turn_over")


@pytest.fixture
async def table(ana):
    return await ana.opens("pokdeng")


async def test_the_cards_are_dealt_when_the_window_closes(house, table):
    await table.plays("Ana bets 100 on P1, 12 s, Ana bets 100 on P2")
    assert "⏳ in 8 s" in table.text
    await house.wait(7)
    assert "⏳ in 1 s" in table.text
    await house.wait(2)
    assert "No more bets." in table.text


async def test_they_are_dealt_as_soon_as_everybody_who_has_bet_is_ready(table):
    await table.plays("Ana bets 100 on P1")
    assert (await table.plays("Ben Ready")).said == "bet first, then Ready"
    assert (await table.plays("Ben bets 100 on P1, Ana Ready")).said == ""
    assert "Waiting for Ben to press Ready" in table.text
    await table.plays("Ana bets 100 on P2")
    assert "Waiting for Ana, Ben to press Ready" in table.text
    await table.plays("Ben Ready")
    assert "⏳ in" in table.text
    await table.plays("Ana Ready")
    assert "No more bets." in table.text


async def test_the_cards_are_dealt_when_the_only_bettor_who_is_not_ready_takes_the_bets_back(house, table):
    await table.plays("Ana bets 100 on P1, Ben bets 100 on P1, Ana Ready, Ben Clear my bets")
    assert "No more bets." in table.text
    assert await house.chips("Ben") == [1000]


async def test_ready_pressed_twice_at_once_deals_one_round(house, ana, table):
    await table.plays("Ana bets 100 on P1")
    await house.at_once(ana.about_to_press("Ready", table), ana.about_to_press("Ready", table))
    assert "No more bets." in table.text
    assert table.live.table.rounds == 1


@pytest.mark.parametrize(("pace", "seconds"), [("quick", 15), ("relaxed", 30)])
async def test_limits_and_pace_come_from_the_command(ana, pace, seconds):
    table = await ana.opens("pokdeng", minimum=20, maximum=60, pace=pace)
    assert "bets 20–60" in table.text
    assert (await table.plays("Ana bets 10 on P1")).said == "bets from 20 to 60"
    await table.plays("Ana bets max on P1")
    assert f"⏳ in {seconds} s" in table.text
    refused = await ana.command("pokdeng open", minimum=100, maximum=50)
    assert refused.said == "Bets: minimum 100 above maximum 50"


# Too late


async def test_nothing_is_bet_or_taken_back_after_the_deal(house, ana, table, turn_over):
    house.deal("v 2D 4C")
    await table.plays("Ana bets 100 on P1, Ana Ready")
    await turn_over(3)
    ben = house.guest("Ben")
    form = await ben.asks_for_bets(table)
    await table.plays("Ana Same")
    late, same = ben.about_to_ask_for_bets(table), ana.about_to_press("Same", table)
    clear = ana.about_to_press_on(await table.plays("Ana More…"), "Clear my bets")
    house.deal("2C 2D v KH 9H")
    await table.plays("Ana Ready")
    assert (await form.fill(spots=["m0"], chips="100")).said == OVER
    assert (await same.press()).said == OVER
    assert (await clear.press()).said == "cards are out, no bets back"
    assert (await late.press()).result.modal is None
    assert "No more bets." in table.text
    assert await house.chips("Ana Ben") == [800, 1000]


async def test_a_press_on_a_message_that_has_moved_leads_to_the_new_one(house, ana, table):
    await table.plays("Ana bets 100 on P1")
    late = ana.about_to_press("Ready", table)
    await table.plays("11 s, Ana Bump")
    await late.press()
    assert table.line("Ana") == "Ana P1 100"
    assert any("Table 1 continues here" in text for text in house.texts())


async def test_a_kicked_member_gets_the_bets_back_and_everybody_when_the_table_closes(house, ana, table):
    assert "Pok Deng · table 1\nNobody yet\n" in (await ana.command("play")).said
    await table.plays("Ana bets 100 on P1 & P2 Pair, Ben bets 100 on P5, Cy bets 100 on P1")
    assert "Pok Deng · table 1\nAna, Ben, Cy\n" in (await ana.command("play")).said
    await ana.command("table kick", table=1, member=house.named("Ben").member)
    assert table.line("Ana") == "Ana P1 100 · P2 Pair 100"
    assert "Ben" not in table.text
    assert await house.chips("Ben") == [1000]
    await ana.command("table close", table=1)
    assert table.text.endswith("this table closed. closed by its host. all chips back.")
    assert await house.chips("Ana Ben Cy") == [1000, 1000, 1000]
