"""What a private panel of Pontoon says: what you can do, what it costs, and why something isn't possible."""

import asyncio

import pytest

from tests.cogs.panel import Panel
from tests.cogs.pontoon.house import a_deal


@pytest.fixture
def three(five, packs):
    """Ana holds the bank against Ben with a pair of eights and Cy with 11, both asked for their stakes."""

    async def three(*, chips=None, minimum=200, maximum=400):
        packs.draw("AS 2S 3S")
        packs.deal("8C 8D, 9C 2C v 10S 7C then 2H 3H 4H")
        five.table = await five.ana.opens("pontoon", minimum=minimum, maximum=maximum)
        await five.table.plays("Ana Sit, Ben Sit, Cy Sit")
        if chips is not None:
            await five.spent(five.ben, chips)
        await five.start()
        return await five.panel(five.ben)

    return three


async def test_before_the_stake_the_panel_says_whose_chips_set_the_limit(five, three):
    ben = await three()
    assert "stake 200 to 300 for this card. The bank can't cover more." in ben.text
    await ben.press("Minimum 200")
    assert "stake 200 · 200 aside until the end" in ben.text
    await five.plays("Cy Minimum 200")
    assert "can't buy one bank can't cover, 100 more Twist one free" in ben.text
    assert "can't split bank can't cover, 100 more" in ben.text
    assert sorted(ben.buttons) == ["Stick", "Twist"]


async def test_the_panel_says_that_the_player_has_too_little(five, three):
    ben = await three(chips=210, minimum=100, maximum=100)
    await five.plays("Ben Minimum 100, Cy Minimum 100")
    why = "10 left, 100 more take 200"
    assert f"can't buy one {why}" in ben.text
    assert f"can't split {why}" in ben.text


async def test_the_panel_says_whose_chips_limit_the_price_of_a_card_and_that_a_twisted_hand_cannot_buy(five, three):
    ben = await three(chips=130, minimum=20, maximum=100)
    assert "stake 20 to 65 for this card. 90 chips left for it" in ben.text
    await five.plays("Ben Stake with 25, Cy Minimum 20")
    assert (
        "Buy it face down and add 25 to 40 to your stake, or twist it face up for nothing. 80 chips left for it"
        in ben.text
    )
    await ben.press("Twist")
    assert "stick or take twisted, no more buying Twist one" in ben.text


async def test_each_shoot_bet_says_which_one_it_is(five):
    table = await a_deal(five, "2C 3C, 8H 8C, 10H KD, 7S KH v 10S 7C then 4C 2D 9S 9D 2H", shoot=True)
    ben = await five.panel(five.ben)
    assert "shoot before the second card?" in ben.text
    assert "Bet up to 100 against the kitty, or skip it." in ben.text
    assert "Ben: shoot for the kitty?" in table.text
    await five.plays("others Don't shoot")
    assert "can't split" not in ben.text
    await five.plays("Ben Buy 10, Ben Buy 10")
    assert "last chance to shoot on this hand" in ben.text
    assert "Ben: shoot before the fourth card?" in table.text
    await five.plays("Ben Don't shoot, Ben Twist, Cy Split")
    assert "shoot on the new hand?" in (await five.panel(five.cy)).text


async def test_a_newcomer_who_could_stake_more_than_they_may_lose_today_is_told_what_comes_back(five, three):
    await five.house.sets({"between_members": 299, "givers": [0, 20]})
    told = "may lose 299 more today"
    assert told in (await three()).text
    assert told not in (await Panel.of(five.ana, five.table)).text
    assert told not in five.table.text


async def test_nobody_is_told_who_may_lose_all_that_they_could_stake(five, three):
    await five.house.sets({"between_members": 300, "givers": [0, 20]})
    assert "more today" not in (await three()).text


async def test_the_panel_of_whoever_is_asked_says_what_chips_they_have(five, three):
    ben = await three()
    assert "-# You have 600 chips" in ben.text
    await ben.press("Minimum 200")
    assert "You have 600 chips" not in ben.text, "the others stake"
    await five.plays("Cy Minimum 200")
    assert "-# You have 600 chips" in ben.text
    ana = await five.panel(five.ana)
    assert "You have" not in ana.text


# One panel, whatever travels


@pytest.mark.order(3)
@pytest.mark.parametrize("is_late", [False, True], ids=["the stake", "a press that comes too late"])
@pytest.mark.parametrize("first", ["panel", "table"])
async def test_of_two_panels_at_once_the_newer_one_is_left(house, five, three, first, is_late):
    ben = await three()
    stake, hand = ben.about_to_press("Minimum 200"), five.ben.about_to_press("My hand", five.table)
    if is_late:
        await ben.press("Minimum 200")
    await house.at_once(*((stake, hand) if first == "panel" else (hand, stake)))
    await house.wait(2)
    assert not ben.is_there
    assert "stake 200" in Panel(five.ben, hand.answer()).text


async def test_a_panel_follows_the_table_after_discord_has_refused_another_one(house, five, three):
    ben = await three()
    house.env.inject_error("POST", "/interactions/*/callback", status=403, code=50013)
    house.env.inject_error("POST", "/interactions/*/callback", status=403, code=50013)
    five.ben.about_to_press("My hand", five.table).dispatch()
    await house.env.settle()
    await house.acts(five.table.live, five.ben.id, "stake 200")
    await house.wait(2)
    assert "stake 200" in ben.text


async def test_of_two_new_panels_that_overtake_each_other_the_newer_one_is_left(house, five, three):
    await three()
    waits = [1, 0.3]

    async def passing(send, _route, **more):
        if (more.get("payload") or {}).get("type") == 4 and waits:
            await asyncio.sleep(waits.pop(0))
        return await send()

    house.between(passing)
    first, second = (five.ben.about_to_press("My hand", five.table) for _ in range(2))
    await house.at_once(first, second)
    await house.wait(3)
    assert [each.answer().result.response is not None for each in (first, second)] == [False, True]


async def test_of_three_panels_the_newest_is_left_though_discord_refuses_the_second(house, five, three):
    ben, waits = await three(), [0.3, 1]

    async def passing(send, _route, **more):
        if (more.get("payload") or {}).get("type") == 4 and waits:
            await asyncio.sleep(seconds := waits.pop(0))
            if seconds < 1:
                raise ConnectionResetError
        return await send()

    house.between(passing)
    await house.at_once(*[five.ben.about_to_press("My hand", five.table) for _ in range(2)])
    await house.wait(3)
    assert not ben.is_there
    assert "Pontoon" in five.table.text
