"""Nobody bids for a Pontoon bank, takes one or puts up a kitty who then couldn't hold the bank."""

import pytest

from tests.cogs.pontoon.house import banker, dry, finished

pytestmark = pytest.mark.usefixtures("generous")

LEFT = "would have {}, must keep {}"


@pytest.fixture
async def auction(five):
    """Ana sells; Ben has 1,110 chips."""
    await five.house.sets({"pontoon.sale_limit": 100})
    table = await dry(five)
    await table.plays("Ana Auction the bank")
    return table


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


async def test_nobody_takes_a_free_bank_that_they_cannot_hold(five):
    table = await finished(five)
    await five.spent(five.ben, 79)
    await (await table.plays("Ana Give up the bank")).press("Give up the bank")
    said = (await table.plays("Ben Take the bank")).said
    assert said == "you can't hold the bank: 79 of 80"
    assert "Ben, do you take it?" in table.text


async def test_a_kitty_leaves_enough_to_cover_all_smallest_stakes(five):
    table = await dry(five)
    await five.spent(five.ana, 140)
    assert (await table.plays("Ana Kitty 100")).said == LEFT.format(40, 80)
    form = await table.plays("Ana Other…")
    assert "From 10 to 60" in str(form.result.modal)
    assert (await form.fill(chips="61")).said == LEFT.format(79, 80)
    await five.table.plays("Ana Other… with max")
    assert "kitty 60" in table.text
