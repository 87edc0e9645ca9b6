"""Whoever sits down at a Pontoon table is shown at once, and whoever loses a seat reads why, before and after."""

import pytest

from tests.cogs.pontoon.house import HANDS, PLAIN, a_deal, dry, finish

AWAY = "Away: Eve. Anyone away sits out a deal and then loses their seat; any button brings you back."


async def test_whoever_sits_down_in_a_deal_is_in_from_the_next(five, packs):
    table = await a_deal(five, packs)
    fay = five.house.guest("Fay")
    await fay.press("Sit", table)
    assert table.line("-# In") == "-# In from the next deal: Fay"
    assert "You're in from the next deal." in (await fay.press("My hand", table)).said
    await finish(five, table)
    assert table.line("-# In") == "-# In from the next deal: Fay"


async def test_whoever_sits_down_while_a_kitty_or_bids_are_waited_for_is_shown(five, packs):
    table = await dry(five, packs)
    fay, gus = five.house.guests("Fay Gus")
    await fay.press("Sit", table)
    assert table.line("-# In") == "-# In from the next deal: Fay"
    await five.house.wait(21)
    assert "Ana auctions the bank." in table.text
    await gus.press("Sit", table)
    assert table.line("-# In") == "-# In from the next deal: Fay and Gus"


async def eve_is_away(five, packs):
    packs.deal(*HANDS, **PLAIN)
    table = await five.sit_down()
    await five.start()
    for guest in (five.ben, five.cy, five.dee):
        await five.press(guest, "Minimum 10")
    await five.house.wait(31)
    for guest in (five.ben, five.cy, five.dee):
        await five.press(guest, "Stick")
    await five.ana.press("Stay, pay 18", table)
    await five.house.wait(21)
    while table.live.is_playing:
        await five.house.wait(3)
    return table


@pytest.mark.thorough
async def test_whoever_is_away_reads_what_comes_and_then_that_the_seat_is_lost(five, packs):
    table = await eve_is_away(five, packs)
    assert AWAY in table.text
    await five.house.wait(21)
    assert AWAY in table.text
    while table.live.is_playing:
        await five.house.wait(31)
    assert table.line("-# Lost the seat") == "-# Lost the seat for being away: Eve"
    await five.eve.press("Sit", table)
    assert "Lost the seat" not in table.text
    assert "In from the next deal: Eve" in table.text


@pytest.mark.thorough
async def test_any_button_brings_back_whoever_is_away(five, packs):
    table = await eve_is_away(five, packs)
    said = (await five.eve.press("Sit", table)).said
    assert said == "Welcome back. You still have seat 5."
    assert "Away" not in table.text


@pytest.mark.thorough
async def test_whoever_comes_back_in_a_deal_that_began_without_them_is_in_from_the_next(five, packs):
    table = await eve_is_away(five, packs)
    await five.house.wait(21)
    said = (await five.eve.press("My hand", table)).said
    assert "Welcome back. You were away when this deal began; you're in from the next deal." in said
    assert table.line("-# In") == "-# In from the next deal: Eve"
    assert "Away" not in table.text
