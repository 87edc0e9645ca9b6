"""Nobody pays for a Pontoon bank that they can't hold, and no bid outlives its auction, its seller or its bidder."""

import pytest

from tests.cogs.pontoon.house import a_deal, banker, dont_shoot, dry, finish

pytestmark = pytest.mark.usefixtures("generous")

LEFT_FOR_SHOOT = "you must keep 10 for the smallest kitty and 80 to cover everyone's smallest stake."


async def spend(guest, chips):
    """Leave somebody with `chips`."""
    boss = guest.house.guest("Boss", manages=True)
    await boss.command("bank set", member=guest.member, amount=str(chips), reason="spent elsewhere")
    assert await guest.chips() == chips


@pytest.fixture
async def auction(five, packs):
    """Ana sells; Ben has 1,110 chips."""
    await five.house.sets({"pontoon.sale_limit": 100})
    table = await dry(five, packs)
    await five.ana.press("Auction the bank", table)
    return table


# Bids, purchases and takeovers


async def test_a_bid_leaves_enough_for_the_kitty_and_all_smallest_stakes(five, auction):
    form = await five.ben.press("Bid", auction)
    assert (await form.fill(chips="1021")).said == f"You can pay at most 1,020 for the bank: {LEFT_FOR_SHOOT}"
    assert await five.ben.chips() == 1110
    await (await five.ben.press("Bid", auction)).fill(chips="1020")
    assert "Ben bids 1,020" in auction.text
    await five.house.wait(31)
    assert banker(auction) == "Ben"
    await five.ben.press("Kitty 10", auction)
    await five.house.wait(21)
    assert auction.live.is_playing


async def test_the_bid_form_names_the_highest_possible_bid_and_all_bids_that(five, auction):
    await (await five.cy.press("Bid", auction)).fill(chips="40")
    form = await five.ben.press("Bid", auction)
    assert "From 41 to 1,020" in str(form.result.modal)
    await form.fill(chips="all")
    assert "Ben bids 1,020" in auction.text
    refused = (await five.cy.press("Bid", auction)).said
    assert refused == f"You can pay at most 900 for the bank: {LEFT_FOR_SHOOT}"


async def test_bidders_who_raise_their_own_bid_can_count_on_its_chips(five, auction):
    await (await five.ben.press("Bid", auction)).fill(chips="1000")
    form = await five.ben.press("Bid", auction)
    await form.fill(chips="1020")
    assert "Ben bids 1,020" in auction.text


async def test_nobody_buys_a_bank_without_chips_for_its_kitty(five, packs):
    table = await a_deal(five, packs, shoot=True)
    await dont_shoot(five, five.ben, five.cy, five.dee, five.eve)
    await finish(five, table)
    await spend(five.ben, 129)
    await (await five.ana.press("Sell the bank", table)).fill(to=[str(five.ben.id)], chips="40")
    said = (await five.ben.press("Buy the bank for 40", table)).said
    assert said == f"You can pay at most 39 for the bank: {LEFT_FOR_SHOOT}"
    assert await five.ben.chips() == 129
    assert banker(table) == "Ana"


async def test_nobody_takes_a_free_bank_that_they_cannot_hold(five, packs):
    table = await a_deal(five, packs)
    await finish(five, table)
    await spend(five.ben, 79)
    await (await five.ana.press("Give up the bank", table)).press("Give up the bank")
    said = (await five.ben.press("Take the bank", table)).said
    assert said == "You can't hold the bank: it takes 80 to cover everyone's smallest stake, and you have 79."
    assert "Ben, do you take it?" in table.text


async def test_a_kitty_leaves_enough_to_cover_all_smallest_stakes(five, packs):
    table = await dry(five, packs)
    await spend(five.ana, 140)
    refused = "You can put at most 60 into the kitty: you must keep 80 to cover everyone's smallest stake."
    assert (await five.ana.press("Kitty 100", table)).said == refused
    form = await five.ana.press("Kitty", table)
    assert "From 10 to 60" in str(form.result.modal)
    assert (await form.fill(chips="61")).said == refused
    await (await five.ana.press("Kitty", table)).fill(chips="max")
    assert "kitty 60" in table.text


# What happens to a bid


async def test_a_bid_is_returned_when_its_bidder_leaves_and_the_auction_continues(five, auction):
    await (await five.ben.press("Bid", auction)).fill(chips="50")
    await five.ben.press("Leave", auction)
    assert await five.ben.chips() == 1110
    assert "Nobody has bid yet" in auction.text
    await (await five.cy.press("Bid", auction)).fill(chips="1")
    await five.house.wait(31)
    assert banker(auction) == "Cy"


async def leave(five, table):
    await five.ana.press("Leave", table)


async def kicked(five, table):
    await five.ana.command("table kick", table=table.number, member=five.ana.member)


async def forgotten(five, table):
    await (await five.ana.command("mydata delete")).press("Delete my data")


@pytest.mark.sampled
@pytest.mark.parametrize("goes", [leave, kicked, forgotten])
async def test_a_bid_is_returned_when_its_seller_is_gone_and_the_bank_is_offered_round(five, auction, goes):
    await (await five.cy.press("Bid", auction)).fill(chips="50")
    await goes(five, auction)
    assert await five.cy.chips() == 990
    assert auction.live.lobby.staked() == {}
    assert "The bank is free. Ben, do you take it?" in auction.text
    await five.house.wait(31)
    assert await five.cy.chips() == 990


async def test_a_bid_is_returned_when_nobody_is_left_to_play_with(five, auction):
    await (await five.ben.press("Bid", auction)).fill(chips="50")
    for guest in (five.cy, five.dee, five.eve, five.ana):
        await guest.press("Leave", auction)
    assert await five.ben.chips() == 1110
    await five.cy.press("Sit", auction)
    assert "auction" not in auction.text
    assert "Ben, do you take it?" in auction.text


async def test_the_seller_keeps_the_bank_when_all_others_leave(five, auction):
    await (await five.ben.press("Bid", auction)).fill(chips="50")
    for guest in (five.ben, five.cy, five.dee, five.eve):
        await guest.press("Leave", auction)
    await five.cy.press("Sit", auction)
    assert "Ana, put up a kitty" in auction.text


async def test_a_bid_is_returned_when_the_table_closes(five, auction):
    await (await five.ben.press("Bid", auction)).fill(chips="50")
    await five.ana.command("table close", table=auction.number)
    assert await five.ben.chips() == 1110


async def test_a_bid_stands_after_a_restart_and_can_still_be_returned(five, auction, restart):
    await (await five.ben.press("Bid", auction)).fill(chips="50")
    await restart()
    assert await five.ben.chips() == 1060
    assert "Ben bids 50" in auction.text
    await five.ana.press("Leave", auction)
    assert await five.ben.chips() == 1110


async def test_an_offer_does_not_return_with_the_person_it_was_made_to(five, packs):
    table = await a_deal(five, packs)
    await finish(five, table)
    await (await five.ana.press("Sell the bank", table)).fill(to=[str(five.cy.id)], chips="40")
    await five.cy.press("Leave", table)
    await five.cy.press("Sit", table)
    assert "offers the bank" not in table.text
