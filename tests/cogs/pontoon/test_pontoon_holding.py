"""Nobody pays for a Pontoon bank that they can't hold, and no bid outlives its auction, its seller or its bidder."""

import pytest

from tests.cogs.pontoon.house import banker, dry, finished

pytestmark = pytest.mark.usefixtures("generous")

LEFT = "would have {}, must keep {}"


@pytest.fixture
async def auction(five, packs):
    """Ana sells; Ben has 1,110 chips."""
    await five.house.sets({"pontoon.sale_limit": 100})
    table = await dry(five, packs)
    await table.plays("Ana Auction the bank")
    return table


# Bids, purchases and takeovers


async def test_a_bid_leaves_enough_for_the_kitty_and_all_smallest_stakes(five, auction):
    assert (await five.table.plays("Ben Bid with 1021")).said == LEFT.format(89, 90)
    assert await five.ben.chips() == 1110
    await five.table.plays("Cy Bid with 40")
    form = await auction.plays("Ben Bid")
    assert "From 41 to 1,020" in str(form.result.modal)
    await form.fill(chips="1000")
    assert (await auction.plays("Cy Bid")).said == LEFT.format(0, 90)
    await five.table.plays("Ben Bid with all")  # who raises a bid can count on its chips
    assert "Ben bids 1,020" in auction.text
    await five.house.wait(31)
    assert banker(auction) == "Ben"
    await auction.plays("Ben Kitty 10, 21 s")
    assert auction.live.table.is_playing


@pytest.mark.parametrize(
    ("shoot", "price", "left"), [(False, 950, LEFT.format(60, 80)), (True, 940, LEFT.format(50, 90))]
)
async def test_nobody_buys_a_bank_that_they_cannot_cover(five, packs, shoot, price, left):
    await five.house.sets({"pontoon.sale_limit": 100})
    table = await finished(five, packs, shoot=shoot)
    if shoot:
        await five.spent(five.ben, 990)
    await five.offers(price, five.ben)
    said = (await table.plays(f"Ben Buy the bank for {price}")).said
    assert said == left
    assert banker(table) == "Ana"


async def test_nobody_takes_a_free_bank_that_they_cannot_hold(five, packs):
    table = await finished(five, packs)
    await five.spent(five.ben, 79)
    await (await table.plays("Ana Give up the bank")).press("Give up the bank")
    said = (await table.plays("Ben Take the bank")).said
    assert said == "you can't hold the bank: 79 of 80"
    assert "Ben, do you take it?" in table.text


async def test_a_kitty_leaves_enough_to_cover_all_smallest_stakes(five, packs):
    table = await dry(five, packs)
    await five.spent(five.ana, 140)
    assert (await table.plays("Ana Kitty 100")).said == LEFT.format(40, 80)
    form = await table.plays("Ana Kitty")
    assert "From 10 to 60" in str(form.result.modal)
    assert (await form.fill(chips="61")).said == LEFT.format(79, 80)
    await five.table.plays("Ana Kitty with max")
    assert "kitty 60" in table.text


# What happens to a bid


async def test_a_bid_is_returned_when_its_bidder_leaves_and_the_auction_continues(five, auction):
    await five.table.plays("Ben Bid with 50")
    await auction.plays("Ben Leave")
    assert await five.ben.chips() == 1110
    assert "Nobody has bid yet" in auction.text
    await five.table.plays("Cy Bid with 1, 31 s")
    assert banker(auction) == "Cy"


async def leave(five, table):
    await five.ana.press("Leave", table)


async def kicked(five, table):
    await five.ana.command("table kick", table=table.number, member=five.ana.member)


async def forgotten(five, _table):
    await (await five.ana.my_data("Delete…")).press("Delete my data")


@pytest.mark.sampled
@pytest.mark.parametrize("goes", [leave, kicked, forgotten])
async def test_a_bid_is_returned_when_its_seller_is_gone_and_the_bank_is_offered_round(five, auction, goes):
    await five.table.plays("Cy Bid with 50")
    await goes(five, auction)
    assert await five.cy.chips() == 990
    assert auction.live.table.lobby.staked() == {}
    assert "Nobody holds the bank. Ben, do you take it?" in auction.text
    await five.house.wait(31)
    assert await five.cy.chips() == 990


async def test_a_bid_is_returned_when_nobody_is_left_to_play_with(five, auction):
    await five.table.plays("Ben Bid with 50")
    await auction.plays("Cy Leave, Dee Leave, Eve Leave, Ana Leave")
    assert await five.ben.chips() == 1110
    await auction.plays("Cy Sit")
    assert "auction" not in auction.text
    assert "Ben, do you take it?" in auction.text


async def test_the_seller_keeps_the_bank_when_all_others_leave(five, auction):
    await five.table.plays("Ben Bid with 50")
    await auction.plays("Ben Leave, Cy Leave, Dee Leave, Eve Leave, Cy Sit")
    assert "Ana, put up a kitty" in auction.text


async def test_a_bid_is_returned_when_the_table_closes(five, auction):
    await five.table.plays("Ben Bid with 50")
    await five.ana.command("table close", table=auction.number)
    assert await five.ben.chips() == 1110


async def test_a_bid_stands_after_a_restart_and_can_still_be_returned(five, auction, restart):
    await five.table.plays("Ben Bid with 50")
    await restart()
    assert await five.ben.chips() == 1060
    assert "Ben bids 50" in auction.text
    await auction.plays("Ana Leave")
    assert await five.ben.chips() == 1110


async def test_an_offer_does_not_return_with_the_person_it_was_made_to(five, packs):
    table = await finished(five, packs)
    await five.offers(40, five.cy)
    await table.plays("Cy Leave, Cy Sit")
    assert "offers the bank" not in table.text
