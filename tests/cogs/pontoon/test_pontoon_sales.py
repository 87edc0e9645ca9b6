"""The sale of a bank is a transfer: its price has a limit, and it counts as a gift from the buyer to the seller."""

import pytest

from tests.cogs.limits import usual
from tests.cogs.pontoon.house import a_deal, banker, buy, dry, finish, finished

LIMIT = "day's limit {}: {} left"
GIFT = "The price of a bank counts as a gift. "
OFF = "Banks can't be sold here, only given away."

pytestmark = pytest.mark.usefixtures("generous")


async def offered(five, price, **settings):
    """Ana offers the bank for `price` in a server that then gets these limits, and no others."""
    table = await finished(five)
    await five.offers(price)
    await five.house.sets(settings)
    return table


async def auctioned(five, **settings):
    """Ana's kitty is empty, and she auctions the bank."""
    table = await dry(five)
    await five.house.sets(settings)
    await table.plays("Ana Auction the bank")
    return table


async def test_the_price_of_a_bank_has_the_houses_limit(five):
    table = await finished(five)
    form = await table.plays("Ana Sell the bank")
    assert "Up to 500, or 0 to give it away" in str(form.result.modal)
    assert (await form.fill(to=["anybody"], chips="501")).said == "a bank costs at most 500"
    await five.offers(500)
    assert "Ana offers the bank to anyone for 500" in table.text
    await five.house.sets({"pontoon.sale_limit": 2})
    assert (await table.plays("Ben Buy the bank for 500")).said == "a bank costs at most 200"


async def test_a_bid_has_the_houses_limit(five):
    table = await auctioned(five)
    form = await table.plays("Ben Bid")
    assert "From 1 to 500" in str(form.result.modal)
    assert (await form.fill(chips="501")).said == "a bank costs at most 500"
    await five.table.plays("Ben Bid with all")
    assert "Ben bids 500" in table.text


async def test_a_sale_counts_against_what_the_buyer_may_give(five):
    table = await offered(five, 40, between_members=39)
    before = await five.purses()
    assert (await table.plays("Ben Buy the bank for 40")).said == GIFT + LIMIT.format(39, "you have 39")
    assert await five.purses() == before
    assert banker(table) == "Ana"


@pytest.mark.thorough
async def test_gifts_and_sales_of_one_day_count_together(five):
    table = await offered(five, 40, between_members=100)
    await buy(five.ben, "Buy the bank for 40", table)
    assert banker(table) == "Ben"
    answer = await five.ben.command("chips give", member=five.cy.member, amount="61")
    assert answer.said == LIMIT.format(100, "you have 60")
    await five.ben.command("chips give", member=five.cy.member, amount="60")
    answer = await five.ben.command("chips give", member=five.cy.member, amount="1")
    assert answer.said == LIMIT.format(100, "you have 0")


@pytest.mark.thorough
async def test_two_buyers_at_once_cannot_exceed_what_the_seller_may_get(five):
    table = await offered(five, 40, between_members=50)
    before, buyers = await five.ana.chips(), (five.ben, five.cy)
    asked = [await guest.press("Buy the bank for 40", table) for guest in buyers]
    await five.house.at_once(*[guest.about_to_press_on(ask, "Yes") for guest, ask in zip(buyers, asked, strict=True)])
    assert await five.ana.chips() == before + 40


async def test_a_member_who_is_too_new_neither_buys_nor_bids_for_a_bank(five):
    table = await offered(five, 40, givers=[0, 2])
    said = (await table.plays("Ben Buy the bank for 40")).said
    assert said == f"{GIFT}gifts only after 2 rounds, not 1"
    await five.house.sets({"givers": [30, 0]})
    said = (await table.plays("Ben Buy the bank for 40")).said
    assert said == f"{GIFT}account of Ben under 30 days"


@pytest.mark.thorough
async def test_the_seller_is_told_of_a_member_who_may_not_pay_the_price(five):
    table = await finished(five)
    await five.house.sets({"between_members": 39})
    said = (await five.offers(40, five.ben)).said
    assert said == "Ben can't pay you 40 for the bank: the price counts as a gift. Offer it for less, or for 0."
    assert "Buy the bank for 40" not in table.buttons
    await five.offers(39, five.ben)
    assert "Buy the bank for 39" in table.buttons


@pytest.mark.thorough
async def test_a_bid_is_held_against_the_giving_limit_when_it_is_made_and_when_it_would_be_paid(five):
    table = await auctioned(five, between_members=50)
    said = (await five.table.plays("Ben Bid with 51")).said
    assert said == GIFT + LIMIT.format(50, "you have 50")
    assert "no bids yet" in table.text
    await five.table.plays("Ben Bid with 50")
    await five.ben.command("chips give", member=five.cy.member, amount="20")
    await five.house.wait(31)
    assert await five.ben.chips() == 1090
    assert banker(table) == "Ana"
    await five.table.plays("Ben Bid with 30, 31 s")
    assert banker(table) == "Ben"
    assert await five.ben.chips() == 1060


async def test_without_transfers_a_bank_can_only_be_given_away(five):
    table = await finished(five)
    await five.house.sets({"gifts": 100})
    form = await table.plays("Ana Sell the bank")
    assert "0: banks can only be given away here" in str(form.result.modal)
    assert (await form.fill(to=[str(five.cy.id)], chips="1")).said == OFF
    before = await five.purses()
    await five.offers(0, five.cy)
    assert "Ana offers the bank to Cy for 0 chips." in table.text
    assert usual(five.house.raw(table.message)) == ["Ready"]
    assert (await table.plays("Dee Take the bank")).said == "bank offered to Cy"
    await table.plays("Cy Take the bank")
    assert banker(table) == "Cy"
    assert "Ana gave the bank to Cy." in table.text
    assert await five.purses() == before


@pytest.mark.thorough
async def test_an_offer_from_before_is_not_paid_when_transfers_are_off(five):
    table = await offered(five, 40)
    late = five.ben.about_to_press("Buy the bank for 40", table)
    await five.house.sets({"gifts": 100})
    before = await five.purses()
    assert (await late.press()).said == f"{GIFT}gifts are off"
    assert await five.purses() == before


async def test_without_transfers_no_bank_is_auctioned(five):
    table = await dry(five)
    await five.house.sets({"gifts": 100})
    assert (await table.plays("Ana Auction the bank")).said == OFF
    await five.house.wait(31)
    assert "kitty 10" in table.text


async def test_a_bank_that_nobody_there_may_pay_for_is_neither_offered_for_chips_nor_auctioned(five):
    table = await dry(five)
    await five.house.sets({"givers": [0, 2]})
    refusal = "Nobody here can pay you {} for the bank: the price counts as a gift. Offer it for less, or for 0."
    assert (await table.plays("Ana Auction the bank")).said == refusal.format(1)
    assert (await five.offers(40)).said == refusal.format(40)
    assert "a kitty of" in table.text
    assert "Buy the bank for 40" not in table.buttons
    await five.offers(0)
    assert "Take the bank" in table.buttons
    await table.plays("Ana Withdraw the offer")
    await five.house.sets({"givers": [0, 1], "between_members": 9})
    await five.ana.command("chips give", member=five.cy.member, amount="9")
    await table.plays("Ana Auction the bank")
    assert "Ana auctions the bank." in table.text


@pytest.mark.thorough
async def test_an_auction_ends_without_a_sale_when_transfers_are_switched_off(five):
    table = await auctioned(five)
    await five.table.plays("Ben Bid with 50")
    await five.house.sets({"gifts": 100})
    await five.house.wait(31)
    assert await five.ben.chips() == 1110
    assert "Ana, a kitty of" in table.text


# The question before a sale


async def test_a_sale_asks_the_buyer_once_and_leaves_a_line_on_the_table(five):
    table = await a_deal(five)
    panel = await five.panel(five.ben)
    await finish(five, table)
    await five.offers(40)
    before = await five.purses()
    assert "2 10C 9D · Ben +10" in table.text
    assert table.rows == [["Buy the bank for 40", "Ready"], ["Sit", "Bank…", "How did I play?", "More…"]]
    assert usual(five.house.raw(table.message)) == ["Ready"]  # a price is not the button that everyone should press
    ask = await table.plays("Ben Buy the bank for 40")
    assert ask.result.response.ephemeral
    assert ask.said == (
        "Buy the bank for 40?\nAna gets the chips, and you would have 970 left. The bank needs 80 of them to cover "
        "everyone's minimum stake."
    )
    assert ask.buttons == ["Yes", "No"]
    await ask.press("No")
    assert await five.purses() == before
    assert banker(table) == "Ana"
    await buy(five.ben, "Buy the bank for 40", table)
    assert banker(table) == "Ben"
    assert "Ben bought the bank of Ana for 40." in table.text
    assert await five.purses() == [before[0] + 40, 970, *before[2:]]
    assert "2 10C 9D · Ben +10 · 19 beats 17\n" in table.text  # balances that the sale has changed are no longer shown
    assert " · now " not in table.text + (await table.plays("Ben Last deal")).said
    assert "You have" not in panel.text
    await five.house.wait(21)
    assert table.line("Banker") == "Banker Ben"


async def test_an_offer_beside_a_kitty_leaves_the_buttons_of_the_kitty_above_the_folded_deal(five):
    table = await dry(five)
    assert table.buttons[:3] == ["Kitty 10", "Kitty 100", "Other…"]
    bank = await table.plays("Ana Bank…")
    assert bank.buttons == ["Sell the bank", "Give up the bank", "Auction the bank"]
    await five.offers(5, five.ben)
    assert "10C 9D · Ben" not in table.text
    assert "Banker Ana: 17 · pays 18 and up · -100 · Ben +110 · Cy -10 · Dee +10" in table.text
    answers = ["Buy the bank for 5", "No", "Kitty 10", "Kitty 100", "Other…"]
    assert table.rows == [answers, ["Sit", "Bank…", "Last deal", "How did I play?", "More…"]]
    assert (await table.plays("Ben Bank…")).said == "Ana holds the bank"
    await table.plays("Ana Kitty 10")
    assert "kitty 10" in table.text
    assert "10C 9D · Ben" in table.text
