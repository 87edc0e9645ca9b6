"""While a seat is free, friends may still join: the first bet opens a window, and seated players may end it."""

import pytest

pytestmark = pytest.mark.usefixtures("friends_may_come")

DEALT = "▶ 1 Ana 100 5S 6D = 11"


async def test_a_friend_who_sits_down_after_the_first_bet_plays_in_the_first_round(house, table):
    house.deal("5S 6D, 10S 9D v 9H then 10C")
    await table.plays("Ana bets 100")
    assert "Dealing soon. You can still join. ⏳ in 20 s" in table.text
    await table.plays("19 s, Ben bets 50")
    assert "1 Ana 100" in table.text
    await house.wait(1.1)
    assert DEALT in table.text
    assert "2 Ben 50 10S 9D = 19" in table.text


async def test_somebody_seated_may_deal_at_once_and_beside_that_a_phone_has_room_for_three_ways_to_bet(house, table):
    assert "Deal now" not in table.buttons
    house.deal("10S 9D v 9H then 10C")
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


async def test_the_table_waits_for_the_bet_of_everybody_seated(house, table):
    await table.plays("Ana bets 100")
    late = house.named("Ana").about_to_press("Deal now", table)
    await table.plays("Ben Sit")
    assert "Deal now" not in table.buttons
    assert "Place your bets · ⏳ in 20 s" in table.text
    assert (await late.press()).said == "Not everyone at the table has bet yet."
    assert not table.live.table.is_playing
