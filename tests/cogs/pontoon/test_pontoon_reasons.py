"""Why the bank moved, what came back from the kitty, who is left out of a deal, who joins or leaves with the next."""

import pytest

from tests.cogs.pontoon.house import HANDS, PLAIN, Panel, a_deal, buy, dont_shoot, dry, finish

pytestmark = pytest.mark.usefixtures("generous")

NEEDED = "You need 600 chips, half to stake and half set aside in case you lose double."


async def test_table_and_panel_say_who_bought_the_bank_and_what_came_back_from_the_kitty(five, packs):
    table = await a_deal(five, packs, shoot=True)
    await dont_shoot(five, five.ben, five.cy, five.dee, five.eve)
    await finish(five, table)
    await (await five.ana.press("Sell the bank", table)).fill(to=["anybody"], chips="5")
    await buy(five.eve, "Buy the bank for 5", table)
    told = "Eve bought the bank from Ana for 5 chips. The kitty of 100 went back to Ana."
    assert told in table.text
    assert told in (await five.panel(five.dee)).text
    await five.eve.press("Kitty 10", table)
    await five.house.wait(21)
    assert told not in table.text


async def test_after_an_auction_the_table_says_who_bought_the_bank(five, packs):
    table = await dry(five, packs)
    await five.ana.press("Auction the bank", table)
    await (await five.cy.press("Bid", table)).fill(chips="40")
    await five.house.wait(31)
    assert "Cy bought the bank from Ana at auction for 40 chips." in table.text


async def test_when_a_pontoon_takes_the_bank_the_table_says_so_and_where_the_kitty_went(five, packs):
    packs.deal("10C 9D", "8H 9C", "AS KD", "7S KH", bank="10S 7C")
    table = await five.sit_down(shoot=True)
    await five.start()
    await five.ana.press("Kitty 100", table)
    await five.house.wait(21)
    await five.stake()
    await dont_shoot(five, five.ben, five.cy, five.dee, five.eve)
    for guest in (five.ben, five.cy, five.eve):
        await five.press(guest, "Stick")
    await five.ana.press("Stay, pay 18", table)
    assert "Dee had a pontoon and takes the bank. The kitty of 100 went back to Ana." in table.text


async def test_the_table_says_when_the_banker_has_too_few_chips(five, packs):
    table = await a_deal(five, packs)
    await finish(five, table)
    boss = five.house.guest("Boss", manages=True)
    await boss.command("bank set", member=five.ana.member, amount="79", reason="spent elsewhere")
    await five.house.wait(21)
    assert "Ana can't hold the bank: covering everyone's smallest stake takes 80 chips, and Ana has 79." in table.text
    assert "Ben, do you take it?" in table.text
    await five.ben.press("Take the bank", table)
    assert "Ben took the bank." in table.text


async def test_the_table_says_when_the_banker_left_or_was_absent(five, packs):
    table = await a_deal(five, packs)
    await finish(five, table)
    await five.ana.press("Leave", table)
    assert "Ana held the bank and has left." in table.text


async def test_everybody_reads_why_a_player_is_left_out_of_a_deal(house, packs, five):
    ana, ben, cy, dee = five.ana, five.ben, five.cy, five.dee
    packs.draw("AS 2S")
    packs.deal("10C 7D", bank="10S 7C")
    table = await ana.opens("pontoon", minimum=300, maximum=400)
    for guest in (ana, ben, cy):
        await guest.press("Sit", table)
    boss = house.guest("Boss", manages=True)
    await boss.command("bank set", member=cy.member, amount="500", reason="spent elsewhere")
    await ana.press("Start", table)
    assert f"Not dealt in: Cy. {NEEDED}" in table.text
    panel = await Panel.of(cy, table)
    assert panel.text == f"You're not in this deal. {NEEDED}"
    await dee.press("Sit", table)
    assert "In from the next deal: Dee" in table.text
    assert (await Panel.of(dee, table)).text == "You're in from the next deal."
    await (await ben.press("Leave", table)).press("Leave")
    assert "Leaving after this deal: Ben" in table.text


@pytest.mark.thorough
async def test_the_table_says_that_an_away_player_is_left_out(five, packs):
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
    assert "Away: Eve. Anyone away sits out a deal and then loses their seat; any button brings you back." in table.text
