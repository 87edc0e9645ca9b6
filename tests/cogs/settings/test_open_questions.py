"""A server changes a setting while a question about it is open, or a form: the answer is held against the new one."""

import pytest

from tests.cogs.five_hundred.house import HEARTS
from tests.cogs.pontoon.house import dry

# Bets


async def test_a_bet_is_held_against_the_highest_pair_of_the_moment_but_the_limits_of_its_own_table(house, ana, ben):
    crowd, table = await ana.opens("pokdeng"), await ana.opens(minimum=10, maximum=200)
    await ben.press("Sit", table)
    pair, form = await (await ana.press("Bet", crowd)).press("Other…"), await ana.press("Bet", table)
    await house.sets({"pok_deng.pair_maximum": 50, "blackjack.limits": [5, 50]})
    assert (await pair.fill(spots=["p0"], chips="100")).said == "Pair bets from 10 to 50"
    assert await ana.chips() == 1000
    assert (await form.fill(main="200", pair="")).said == ""
    assert await ana.chips() == 800


# Pontoon


@pytest.mark.usefixtures("generous")
async def test_a_bid_is_held_against_the_highest_price_at_the_moment_when_its_form_is_sent(five):
    table = await dry(five)
    await five.ana.press("Auction the bank", table)
    form = await five.ben.press("Bid", table)
    await five.house.sets({"pontoon.sale_limit": 2})
    assert (await form.fill(chips="300")).said == "a bank costs at most 200"
    assert "Ben bids" not in table.text


async def test_an_open_shot_is_answered_under_the_rules_of_its_deal(five, packs):
    packs.deal("10C 9D, 8H 9C, 10H KD, 7S KH v 10S 7C")
    table = await five.sit_down(shoot=True)
    await five.start()
    await table.plays("Ana Kitty 100, 21 s")
    await five.plays("others Minimum 10")
    ben = await five.panel(five.ben)
    await five.house.sets({"pontoon.limits": [1, 20], "pontoon.sale_limit": 1})
    await ben.press("Shoot 100")
    assert "kitty 100, 100 shot" in table.text


# Antes


async def test_a_match_that_has_not_begun_is_held_against_the_highest_ante_at_its_start(match_of, house):
    two = match_of(2)
    table = await two.sit_down(ante=500)
    await house.sets({"five_hundred.highest_ante": 100})
    said = (await two.ana.press("Start", table)).said
    assert said == "ante at most 100"
    assert not table.live.table.is_playing
    assert [await guest.chips() for guest in two.people] == [1000, 1000]


async def test_a_rematch_is_held_against_the_highest_ante_of_now(match_of, house, deals):
    deals.deal(HEARTS)
    two = match_of(2)
    table = await two.start(ante=500)
    await two.play_out(two.ana, "10 tricks", "Hearts", claims=True)
    await house.sets({"five_hundred.highest_ante": 100})
    assert (await two.ana.press("Rematch", table)).said == "ante at most 100"
    assert await two.ana.chips() == 1500


# A game that is switched off


async def test_nobody_sits_down_at_a_game_that_has_been_switched_off(house, ana, ben):
    tables = [await ana.opens(game) for game in ("blackjack", "pontoon", "fivehundred")]
    presses = [ben.about_to_press("Sit", table) for table in tables]
    await house.sets({"games_off": ["blackjack", "pontoon", "five_hundred"]})
    for sit, table in zip(presses, tables, strict=True):
        assert "its game is off." in (await sit.press()).said
        assert "Ben" not in table.text
