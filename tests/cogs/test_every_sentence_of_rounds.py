"""Nothing of a round reaches Discord that can't be translated: rounds of every game in a language of brackets."""

import pytest

from tests.cogs.blackjack import story
from tests.cogs.pontoon import test_pontoon_restart

pytestmark = pytest.mark.usefixtures("every_text")


async def press_all_the_small_ones(guest, table):
    """The small buttons below every table."""
    await guest.press("Rules", table)
    asked = await guest.press("Close table", table)
    await asked.press("Back")


async def test_blackjack(house):
    played = story.Story(house)
    for step in story.STEPS:
        await getattr(played, step)()
        if step == "seated_without_bets":
            await press_all_the_small_ones(played.ana, played.table)
            await (await played.ana.press("Bet", played.table)).fill(main="a few", pair="")
            await (await played.ana.press("Bet", played.table)).fill(main="2", pair="")
            form = await played.cy.press("Bet behind", played.table)
            await form.fill(boxes=form.boxes(1), main="7", pair="")
        elif step == "in_the_middle_of_a_hand":
            await played.table.plays("Ana Stand, Cy Bet behind")
            await (await played.ana.press("Leave", played.table)).press("Stay")
            await house.wait(16)  # half the time is over, and Ben is called


async def test_blackjack_moves_and_results(house, ana):
    await house.sets({"blackjack.surrender_vs_ten": True, "blackjack.double_after_split": True})
    table = await ana.opens(seats=3)
    await table.plays("Ana Sit, Ben Sit")
    house.deal("5S 6D, 8S 8D v 10H then KC 9C")
    await table.plays("Ana bets 100 pair 10, Ben bets 40, Ana Double, Ben Surrender")
    house.deal("AS KD, 10S 10D v 9H then KC 8C")
    await table.plays("Ana Same, Ben Same, Ben Hit")
    house.deal("10S 7D, 10S 10D v AH then KC")
    await table.plays("Ana Same, Ben Same, Ana Insure, Ben No insurance, Ana Stand, Ben Stand")
    house.deal("10S 7D, 10S KH v 7H then 10C 9D 5C")
    await table.plays("Ana Same, Ben Same, Ana Stand, Ben Stand, Cy Sit")
    await (await ana.press("Close table", table)).press("Close table")


async def test_pok_deng(house, ana, ben, turn_over):
    table = await ana.opens("pokdeng")
    await press_all_the_small_ones(ana, table)
    for spots, chips in (("P1, P2, P3 Pair", 100), ("P4", 3), ("P5", "much")):
        await ana.bets_on(spots, chips, table)
    for chips in ("all", "20"):
        await (await (await ben.press("Bet", table)).press("Other…")).fill(spots=["m0", "p2"], chips=chips)
    await ben.press("Clear my bets", table)
    panel = await ben.press("Bet", table)
    await (await panel.press("P1")).press("Clear my bets")
    await ben.bets_on("P3 Pair, P4", 50, table)
    house.deal("6C 7S, QS JC, 5C 5C, KH 9H, 10D 2S v 4H 8C")
    await table.plays("Ana Ready, Ben Ready")
    await turn_over(4)
    await table.plays("Ana Road, Ana Same, Ben ×2, Ben Clear my bets, Ben All results")
    house.deal("3C 3D, AC KC, 10S JD, 2C 8C v AH 9S")
    await ana.press("Ready", table)
    await turn_over(4)
    await ana.command("table close", table=table.number)


@pytest.mark.thorough
@pytest.mark.usefixtures("turn_over")
async def test_pok_deng_with_many_people(house, turn_over):
    guests = house.guests("Ana Ben Cy Dee Eli Flo Gil Hal Ida Joe Kim Lou Max Ned")
    table = await guests[0].opens("pokdeng")
    house.deal("4C 4D, 2C 3D v 4H 3C")
    for guest in guests:
        await guest.bets_on("P1, P2, P3, P4, P5, P1 Pair, P2 Pair, P3 Pair", 10, table)
    for guest in guests:
        await guest.press("Ready", table)
    await turn_over(4)
    await (await guests[3].press("All results", table)).press("Next")
    await guests[0].press("Same", table)


async def test_pontoon(five, packs):
    played = test_pontoon_restart.Story(five, packs)
    for step in test_pontoon_restart.STEPS:
        await getattr(played, step)()
        if step == "gathered":
            await press_all_the_small_ones(five.ana, played.table)
            await five.ben.press("Start", played.table)
        elif step == "waiting_for_the_kitty":
            await (await five.ana.press("Other…", played.table)).fill(chips="1")
        elif step == "half_the_stakes":
            await (await (await five.panel(five.dee)).press("Stake")).fill(chips="1000")
            await five.panel(five.eve)
        elif step == "the_banker_is_asked":
            await five.panel(five.ana)
            await five.house.wait(16)
        elif step == "an_offer_is_open":
            await five.ben.press("Buy the bank for 15", played.table)
        elif step == "bids":
            await (await five.cy.press("Bid", played.table)).fill(chips="1")


async def test_pontoon_pontoons_and_tricks(five, packs):
    packs.deal("AC KD, 2H 3C, 10H 5D, 7S KH v 10S 9C then 4D 5C 6C 9H AH")
    await five.sit_down()
    await five.start()
    await five.plays("others Minimum 10, Cy Twist, Cy Twist, Cy Twist, Dee Twist, Eve Stick")
    await five.table.plays("Ana Pay 20 and up, Ana Sell the bank")
    await (await five.ben.press("Sell the bank", five.table)).fill(to=["anybody"], chips="50")
    await five.ben.press("Withdraw the offer", five.table)
    await (await five.ben.press("Give up the bank", five.table)).press("Give up the bank")
    await five.table.plays("Ana No, Cy No, Dee No, Eve No, Ana No, Cy Take the bank, Ana Leave, 21 s")
