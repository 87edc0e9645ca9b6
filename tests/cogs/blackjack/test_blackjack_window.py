"""While a seat is free, friends may still join: the first bet opens a window, and seated players may end it."""

import pytest

pytestmark = pytest.mark.usefixtures("friends_may_come")


@pytest.fixture
async def people(house):
    return house.guests("Ana Ben")


@pytest.fixture
async def table(people):
    return await people[0].opens()


async def test_a_friend_who_sits_down_after_the_first_bet_plays_in_the_first_round(house, people, table):
    ana, ben = people
    house.deal("5S 6D", "10S 9D", dealer="9H", then="10C")
    await ana.bets(100, table)
    assert "All bets are in. The cards are dealt in 20 s; until then others can join." in table.text
    await house.wait(19)
    await ben.bets(50, table)
    assert "1 Ana 100" in table.text
    await house.wait(1.1)
    assert "▶ 1 Ana 100 5S 6D = 11" in table.text
    assert "2 Ben 50 10S 9D = 19" in table.text


@pytest.mark.parametrize(("pace", "seconds"), [("quick", 15), ("normal", 20), ("relaxed", 30)])
async def test_the_pace_decides_the_length_of_the_window(people, pace, seconds):
    ana, _ = people
    table = await ana.opens(pace=pace)
    await ana.bets(100, table)
    assert f"The cards are dealt in {seconds} s" in table.text


async def test_deal_now_deals_at_once(house, people, table):
    ana, _ = people
    assert "Deal now" not in table.buttons
    house.deal("5S 6D", dealer="9H")
    await ana.bets(100, table)
    await ana.press("Deal now", table)
    assert "▶ 1 Ana 100 5S 6D = 11" in table.text


async def test_beside_deal_now_a_phone_has_room_for_three_ways_to_bet(house, people, table):
    ana, _ = people
    house.deal("10S 9D", dealer="9H", then="10C")
    await ana.bets(100, table)
    await ana.press("Deal now", table)
    await ana.press("Stand", table)
    assert table.buttons[:4] == ["Bet", "Minimum", "Same", "×2"]
    await ana.press("Same", table)
    assert table.buttons[:5] == ["Deal now", "Bet", "Same", "×2", "Sit"]


async def test_deal_now_waits_for_nobody_who_bet_behind_in_the_last_round(house, people, table):
    ana, ben = people
    house.deal("10S 9D", dealer="9H", then="10C")
    await ana.press("Sit", table)
    await ben.bets_behind(1, 50, table)
    await ana.bets(100, table)
    await ana.press("Deal now", table)
    await ana.press("Stand", table)
    house.deal("5S 6D", dealer="9H")
    await ana.press("Same", table)
    assert "Deal now" in table.buttons
    await ana.press("Deal now", table)
    assert "▶ 1 Ana 100 5S 6D = 11" in table.text


async def test_nobody_without_a_seat_can_deal(people, table):
    ana, ben = people
    await ana.bets(100, table)
    before = table.text
    assert (await ben.press("Deal now", table)).said == "Only someone with a seat can deal."
    assert table.text == before


async def test_the_table_waits_for_the_bet_of_everybody_seated(people, table):
    ana, ben = people
    await ana.bets(100, table)
    late = ana.about_to_press("Deal now", table)
    await ben.press("Sit", table)
    assert "Deal now" not in table.buttons
    assert "Place your bets. Betting closes in 20 s." in table.text
    assert (await late.press()).said == "Not everyone at the table has bet yet."
    assert "Betting closes" in table.text


async def test_a_full_table_deals_at_once(house, people):
    ana, ben = people
    table = await ana.opens(seats=2)
    house.deal("5S 6D", "10S 9D", dealer="9H")
    await ana.bets(100, table)
    await ben.bets(50, table)
    assert "▶ 1 Ana 100 5S 6D = 11" in table.text


async def plays(house, table, *people):
    """A round in which everybody has 20 against the dealer's 19."""
    house.deal(*["10S 10D"] * len(people), dealer="9H", then="10C")
    for person in people:
        await person.bets(10, table)
    if "Deal now" in table.buttons:
        await people[0].press("Deal now", table)
    for person in people:
        await person.press("Stand", table)


async def test_after_five_rounds_without_anybody_new_it_deals_at_once_until_somebody_joins(house, people, table):
    ana, ben = people
    for _ in range(5):
        await ana.bets(10, table)
        assert "Deal now" in table.buttons
        await ana.press("Leave", table)
        await plays(house, table, ana)
    house.deal("5S 6D", dealer="9H", then="10C 10D")
    await ana.bets(10, table)
    assert "▶ 1 Ana 10 5S 6D = 11" in table.text
    await ben.press("Sit", table)
    await ana.press("Stand", table)
    await plays(house, table, ana, ben)
    await ana.bets(10, table)
    await ben.bets(10, table)
    assert "Deal now" in table.buttons


async def test_leaving_the_seat_gives_up_the_window(people, table):
    ana, _ = people
    await ana.bets(100, table)
    await ana.press("Leave", table)
    assert "Place your bets. The cards are dealt 20 seconds after the first bet." in table.text
    assert await ana.chips() == 1000
