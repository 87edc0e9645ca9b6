"""Why the bank moved, what of the kitty went back, who is left out of a deal, and who comes and goes with the next."""

import pytest

from tests.cogs.pontoon.house import HANDS, PLAIN, Panel, a_deal, dont_shoot, dry, finish

pytestmark = pytest.mark.usefixtures("generous")


async def test_who_bought_the_bank_and_what_of_the_kitty_went_back_stands_on_table_and_panel(five, packs):
    table = await a_deal(five, packs, shoot=True)
    await dont_shoot(five, five.ben, five.cy, five.dee, five.eve)
    await finish(five, table)
    await (await five.ana.press("Sell the bank", table)).fill(to=["anybody"], chips="5")
    await five.eve.press("Buy the bank for 5", table)
    told = "Eve bought the bank from Ana for 5. The kitty of 100 went back to Ana."
    assert told in table.text
    assert told in (await five.panel(five.dee)).text
    await five.eve.press("Kitty 10", table)
    await five.house.wait(21)
    assert told not in table.text


async def test_a_bank_at_auction_says_who_bought_it(five, packs):
    table = await dry(five, packs)
    await five.ana.press("Auction the bank", table)
    await (await five.cy.press("Bid", table)).fill(chips="40")
    await five.house.wait(31)
    assert "Cy bought the bank from Ana at auction, for 40." in table.text


async def test_a_pontoon_that_takes_the_bank_is_told_with_the_kitty(five, packs):
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
    assert "Dee had a Pontoon and takes the bank. The kitty of 100 went back to Ana." in table.text


async def test_a_banker_who_is_short_is_said_to_be(five, packs):
    table = await a_deal(five, packs)
    await finish(five, table)
    boss = five.house.guest("Boss", manages=True)
    await boss.command("bank set", member=five.ana.member, amount="79", reason="spent elsewhere")
    await five.house.wait(21)
    assert "Ana can't hold the bank: everybody's smallest stake takes 80 of cover, and Ana has 79." in table.text
    assert "Ben, do you take it?" in table.text
    await five.ben.press("Take the bank", table)
    assert "Ben took the bank." in table.text


async def test_a_banker_who_left_or_was_absent_is_said_to_have(five, packs):
    table = await a_deal(five, packs)
    await finish(five, table)
    await five.ana.press("Leave", table)
    assert "Ana held the bank and has left." in table.text


async def test_who_is_left_out_of_a_deal_reads_why_and_so_does_everybody(house, packs, five):
    ana, ben, cy, dee = five.ana, five.ben, five.cy, five.dee
    packs.draw("AS 2S")
    packs.deal("10C 7D", bank="10S 7C")
    table = await ana.opens("pontoon", minimum=300, maximum=400)
    for guest in (ana, ben, cy):
        await guest.press("Sit", table)
    boss = house.guest("Boss", manages=True)
    await boss.command("bank set", member=cy.member, amount="500", reason="spent elsewhere")
    await ana.press("Start", table)
    assert "not in this deal: Cy (can't cover the smallest stake, which takes 600 chips)" in table.text
    panel = await Panel.of(cy, table)
    assert panel.text == "You are not in this deal: the smallest stake and its cover take 600 chips."
    await dee.press("Sit", table)
    assert "in the next deal: Dee" in table.text
    assert (await Panel.of(dee, table)).text == "You are not in this deal; the next one deals you in."
    await (await ben.press("Leave", table)).press("Leave")
    assert "leaves after this deal: Ben" in table.text


async def test_who_is_away_is_said_to_be_left_out_for_that(five, packs):
    packs.deal(*HANDS, **PLAIN)
    table = await five.sit_down()
    await five.start()
    for guest in (five.ben, five.cy, five.dee):
        await five.press(guest, "Stake 10")
    await five.house.wait(31)
    for guest in (five.ben, five.cy, five.dee):
        await five.press(guest, "Stick")
    await five.house.wait(31)
    await five.ana.press("Stay, pay 18", table)
    await five.house.wait(21)
    assert "not in this deal: Eve (away)" in table.text
