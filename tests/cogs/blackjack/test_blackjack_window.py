"""While a seat is free, friends may still join: the first bet opens a window, and seated players may end it."""

import pytest

pytestmark = pytest.mark.usefixtures("friends_may_come")

DEALT = "▶ 1 Ana 100 5S 6D = 11"


async def test_a_friend_who_sits_down_after_the_first_bet_plays_in_the_first_round(house, table):
    house.deal("5S 6D", "10S 9D", dealer="9H", then="10C")
    await table.plays("Ana bets 100")
    assert "Dealing soon. You can still join. ⏳ in 20 s" in table.text
    await table.plays("19 s, Ben bets 50")
    assert "1 Ana 100" in table.text
    await house.wait(1.1)
    assert DEALT in table.text
    assert "2 Ben 50 10S 9D = 19" in table.text


@pytest.mark.parametrize(("pace", "seconds"), [("quick", 15), ("relaxed", 30)])
async def test_the_pace_decides_the_length_of_the_window_and_leaving_gives_it_up(house, pace, seconds):
    table = await house.guest("Ana").opens(pace=pace)
    await table.plays("Ana bets 100")
    assert f"⏳ in {seconds} s" in table.text
    await table.plays("Ana Leave")
    assert "Place your bets. The countdown starts with the first bet." in table.text
    assert await house.chips("Ana") == [1000]


async def test_somebody_seated_may_deal_at_once_and_beside_that_a_phone_has_room_for_three_ways_to_bet(house, table):
    assert "Deal now" not in table.buttons
    house.deal("10S 9D", dealer="9H", then="10C")
    await table.plays("Ana bets 100")
    assert table.buttons[:4] == ["Deal now", "Bet 10", "Bet", "Sit"]
    before = table.text
    assert (await table.plays("Ben Deal now")).said == "Only someone with a seat can deal."
    assert table.text == before
    await table.plays("Ana Deal now")
    assert "▶ 1 Ana 100 10S 9D = 19" in table.text
    await table.plays("Ana Stand")
    assert table.buttons[:4] == ["Bet 10", "Same", "Bet", "×2"]
    await table.plays("Ana Same")
    assert table.buttons[:5] == ["Deal now", "Same", "Bet", "×2", "Sit"]


async def test_deal_now_waits_for_nobody_who_bet_behind_in_the_last_round(house, table):
    house.deal("10S 9D", dealer="9H", then="10C")
    house.deal("5S 6D", dealer="9H")
    await table.plays("Ana Sit, Ben bets 50 behind 1, Ana bets 100, Ana Deal now, Ana Stand, Ana Same")
    assert "Deal now" in table.buttons
    await table.plays("Ana Deal now")
    assert DEALT in table.text


async def test_the_table_waits_for_the_bet_of_everybody_seated(house, table):
    await table.plays("Ana bets 100")
    late = house.named("Ana").about_to_press("Deal now", table)
    await table.plays("Ben Sit")
    assert "Deal now" not in table.buttons
    assert "Place your bets · ⏳ in 20 s" in table.text
    assert (await late.press()).said == "Not everyone at the table has bet yet."
    assert "Place your bets" in table.text


async def test_a_full_table_deals_at_once(house):
    table = await house.guest("Ana").opens(seats=2)
    house.deal("5S 6D", "10S 9D", dealer="9H")
    await table.plays("Ana bets 100, Ben bets 50")
    assert DEALT in table.text


async def test_after_five_rounds_without_anybody_new_it_deals_at_once_until_somebody_joins(house, table):
    house.deal("10S 10D", "10S 10D", dealer="9H", then="10C")
    await table.plays("Ana bets 10, Ben bets 10, Ana Deal now, Ana Stand, Ben Stand, Ben Leave")
    for _ in range(4):
        house.deal("10S 10D", dealer="9H", then="10C")
        await table.plays("Ana bets 10, Ana Deal now, Ana Stand")
    house.deal("5S 6D", dealer="9H", then="10C 10D")
    await table.plays("Ana bets 10")
    assert "▶ 1 Ana 10 5S 6D = 11" in table.text
    await table.plays("Ben Sit, Ana Stand")
    house.deal("10S 10D", "10S 10D", dealer="9H", then="10C")
    await table.plays("Ana bets 10, Ben bets 10, Ana Stand, Ben Stand, Ana bets 10, Ben bets 10")
    assert "Deal now" in table.buttons
