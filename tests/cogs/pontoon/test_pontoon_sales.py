"""The sale of a bank is a transfer: its price has a limit, and it counts as a gift from the buyer to the seller."""

import pytest

from tests.cogs.pontoon.house import a_deal, banker, buy, dont_shoot, dry, finish
from tests.cogs.shown import walk

NEW_DAY = "A new day begins at midnight UTC."
GIFT = "The price of a bank counts as a gift. "
OFF = "Banks can't be sold here, only given away."


async def offered(five, packs, price, **settings):
    """Ana offers the bank for `price` in a server with these limits, and no others."""
    table = await a_deal(five, packs)
    await finish(five, table)
    await five.house.sets(settings)
    await (await five.ana.press("Sell the bank", table)).fill(to=["anybody"], chips=str(price))
    return table


def rows(table):
    """The labels of the buttons, row by row."""
    parts = table.house.raw(table.message)[0]["components"]
    return [[button["label"] for button in part["components"]] for part in parts if "components" in part]


async def purses(five):
    return [await guest.chips() for guest in (five.ana, five.ben, five.cy)]


@pytest.mark.usefixtures("generous")
async def test_the_price_of_a_bank_has_the_houses_limit(five, packs):
    table = await a_deal(five, packs)
    await finish(five, table)
    form = await five.ana.press("Sell the bank", table)
    assert "Up to 500, or 0 to give it away" in str(form.result.modal)
    assert (await form.fill(to=["anybody"], chips="501")).said == "At this table the bank costs at most 500."
    await (await five.ana.press("Sell the bank", table)).fill(to=["anybody"], chips="500")
    assert "Ana offers the bank to anyone for 500 chips." in table.text
    await five.house.sets({"pontoon.sale_limit": 2})
    assert (await five.ben.press("Buy the bank for 500", table)).said == "At this table the bank costs at most 200."


@pytest.mark.usefixtures("generous")
async def test_a_bid_has_the_houses_limit(five, packs):
    table = await dry(five, packs)
    await five.ana.press("Auction the bank", table)
    form = await five.ben.press("Bid", table)
    assert "From 1 to 500" in str(form.result.modal)
    assert (await form.fill(chips="501")).said == "At this table the bank costs at most 500."
    await (await five.ben.press("Bid", table)).fill(chips="all")
    assert "Ben bids 500" in table.text


@pytest.mark.usefixtures("generous")
@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ({"transfer_cap": 39}, "Here you can give away 39 chips a day, taxes included. You have given 0 today. "),
        ({"transfer_received": 39}, "Here Ana can get 39 chips a day from others, and has received 0 today. "),
    ],
)
async def test_a_sale_counts_against_what_the_buyer_may_give_and_the_seller_may_get(five, packs, limits, said):
    table = await offered(five, packs, 40, **limits)
    before = await purses(five)
    assert (await five.ben.press("Buy the bank for 40", table)).said == GIFT + said + NEW_DAY
    assert await purses(five) == before
    assert banker(table) == "Ana"


@pytest.mark.usefixtures("generous")
async def test_balances_that_a_sale_has_changed_are_no_longer_shown(five, packs):
    table = await offered(five, packs, 40)
    assert "Ben +10 · now 1,010 chips" in table.text
    await buy(five.ben, "Buy the bank for 40", table)
    assert "Ben +10\n" in table.text
    assert " · now " not in table.text
    assert " · now " not in (await five.ben.press("Last deal", table)).said


@pytest.mark.usefixtures("generous")
async def test_chips_in_the_kitty_are_said_beside_the_balances(five, packs):
    table = await a_deal(five, packs, shoot=True)
    await dont_shoot(five, five.ben, five.cy, five.dee, five.eve)
    await finish(five, table)
    assert "100 more chips of Ana are in the kitty." in table.text
    assert " · now " in table.text


@pytest.mark.usefixtures("generous")
async def test_a_price_is_not_the_button_that_everyone_should_press(five, packs):
    table = await offered(five, packs, 40)
    blue = [part["label"] for part in walk(table.house.raw(table.message)) if part.get("style") == 1]
    assert "Ready" in blue
    assert "Buy the bank for 40" in table.buttons
    assert "Buy the bank for 40" not in blue


@pytest.mark.thorough
@pytest.mark.usefixtures("generous")
async def test_gifts_and_sales_of_one_day_count_together(five, packs):
    table = await offered(five, packs, 40, transfer_cap=100)
    await buy(five.ben, "Buy the bank for 40", table)
    assert banker(table) == "Ben"
    answer = await five.ben.command("chips give", member=five.cy.member, amount="61")
    assert answer.said == f"Here you can give away 100 chips a day, taxes included. You have given 40 today. {NEW_DAY}"
    await five.ben.command("chips give", member=five.cy.member, amount="60")
    answer = await five.ben.command("chips give", member=five.cy.member, amount="1")
    assert "You have given 100 today" in answer.said


@pytest.mark.thorough
@pytest.mark.usefixtures("generous")
async def test_two_buyers_at_once_cannot_exceed_what_the_seller_may_get(five, packs):
    table = await offered(five, packs, 40, transfer_received=50)
    before = await five.ana.chips()
    asked = [await guest.press("Buy the bank for 40", table) for guest in (five.ben, five.cy)]
    buys = [guest.about_to_press_on(answer, "Yes") for guest, answer in zip((five.ben, five.cy), asked, strict=True)]
    await five.house.at_once(*buys)
    assert await five.ana.chips() == before + 40


@pytest.mark.usefixtures("generous")
async def test_a_member_who_is_too_new_neither_buys_nor_bids_for_a_bank(five, packs):
    table = await offered(five, packs, 40, transfer_rounds=2)
    said = (await five.ben.press("Buy the bank for 40", table)).said
    assert said == f"{GIFT}Here you can give chips after playing 2 rounds. So far you have played 1."
    await five.house.sets({"transfer_rounds": 0, "transfer_account_days": 30})
    said = (await five.ben.press("Buy the bank for 40", table)).said
    assert said == f"{GIFT}Only Discord accounts at least 30 days old can give or get chips here. That of Ben is newer."


@pytest.mark.thorough
@pytest.mark.usefixtures("generous")
async def test_the_seller_is_told_of_a_member_who_may_not_pay_the_price(five, packs):
    table = await a_deal(five, packs)
    await finish(five, table)
    await five.house.sets({"transfer_cap": 39})
    said = (await (await five.ana.press("Sell the bank", table)).fill(to=[str(five.ben.id)], chips="40")).said
    assert said == ("Ben may not pay you 40 for the bank: the price counts as a gift. Offer it for less, or for 0.")
    assert "Buy the bank for 40" not in table.buttons
    await (await five.ana.press("Sell the bank", table)).fill(to=[str(five.ben.id)], chips="39")
    assert "Buy the bank for 39" in table.buttons


@pytest.mark.thorough
@pytest.mark.usefixtures("generous")
async def test_the_giving_limit_caps_the_bid(five, packs):
    table = await dry(five, packs)
    await five.house.sets({"transfer_cap": 50})
    await five.ana.press("Auction the bank", table)
    said = (await (await five.ben.press("Bid", table)).fill(chips="51")).said
    assert said == f"{GIFT}Here you can give away 50 chips a day, taxes included. You have given 0 today. {NEW_DAY}"
    assert "Nobody has bid yet" in table.text


@pytest.mark.thorough
@pytest.mark.usefixtures("generous")
async def test_a_bid_that_may_no_longer_be_paid_is_returned_and_the_auction_continues(five, packs):
    table = await dry(five, packs)
    await five.house.sets({"transfer_cap": 50})
    await five.ana.press("Auction the bank", table)
    await (await five.ben.press("Bid", table)).fill(chips="50")
    await five.ben.command("chips give", member=five.cy.member, amount="20")
    await five.house.wait(31)
    assert await five.ben.chips() == 1090
    assert banker(table) == "Ana"
    await (await five.ben.press("Bid", table)).fill(chips="30")
    await five.house.wait(31)
    assert banker(table) == "Ben"
    assert await five.ben.chips() == 1060


@pytest.mark.thorough
@pytest.mark.usefixtures("generous")
async def test_without_transfers_a_bank_can_only_be_given_away(five, packs):
    table = await a_deal(five, packs)
    await finish(five, table)
    await five.house.sets({"transfers": "off"})
    form = await five.ana.press("Sell the bank", table)
    assert "0: banks can only be given away here" in str(form.result.modal)
    assert (await form.fill(to=[str(five.ben.id)], chips="1")).said == OFF
    before = await purses(five)
    await (await five.ana.press("Sell the bank", table)).fill(to=[str(five.ben.id)], chips="0")
    assert "Ana offers the bank to Ben for nothing." in table.text
    await five.ben.press("Take the bank", table)
    assert banker(table) == "Ben"
    assert await purses(five) == before


@pytest.mark.thorough
@pytest.mark.usefixtures("generous")
async def test_an_offer_from_before_is_not_paid_when_transfers_are_off(five, packs):
    table = await offered(five, packs, 40)
    buy = five.ben.about_to_press("Buy the bank for 40", table)
    await five.house.sets({"transfers": "off"})
    before = await purses(five)
    assert (await buy.press()).said == f"{GIFT}Gifts are off in this server."
    assert await purses(five) == before


@pytest.mark.usefixtures("generous")
async def test_without_transfers_a_bank_with_an_empty_kitty_is_offered_round_and_not_auctioned(five, packs):
    table = await dry(five, packs)
    await five.house.sets({"transfers": "off"})
    assert (await five.ana.press("Auction the bank", table)).said == OFF
    await five.house.wait(21)
    assert "The bank is free. Ben, do you take it?" in table.text


@pytest.mark.thorough
@pytest.mark.usefixtures("generous")
async def test_an_auction_ends_without_a_sale_when_transfers_are_switched_off(five, packs):
    table = await dry(five, packs)
    await five.ana.press("Auction the bank", table)
    await (await five.ben.press("Bid", table)).fill(chips="50")
    await five.house.sets({"transfers": "off"})
    await five.house.wait(31)
    assert await five.ben.chips() == 1110
    assert "The bank is free." in table.text


# The question before a sale


@pytest.mark.thorough
@pytest.mark.usefixtures("generous")
async def test_a_sale_asks_the_buyer_once_and_leaves_a_line_on_the_table(five, packs):
    table = await offered(five, packs, 40)
    before = await purses(five)
    assert rows(table) == [["Buy the bank for 40", "Ready"], ["Sit", "Bank…", "More…"]]
    ask = await five.ben.press("Buy the bank for 40", table)
    assert ask.result.response.ephemeral
    assert ask.said == (
        "Buy the bank for 40?\nAna gets the chips, and you would have 970 left. The bank needs 80 of them to cover "
        "everyone's smallest stake."
    )
    assert ask.buttons == ["Yes", "No"]
    await ask.press("No")
    assert await purses(five) == before
    assert banker(table) == "Ana"
    ask = await five.ben.press("Buy the bank for 40", table)
    await ask.press("Yes")
    assert banker(table) == "Ben"
    assert "Ben bought the bank from Ana for 40 chips." in table.text
    assert await five.ben.chips() == 970


@pytest.mark.thorough
@pytest.mark.usefixtures("generous")
async def test_at_a_shoot_table_the_buyer_reads_what_the_kitty_needs(five, packs):
    table = await a_deal(five, packs, shoot=True)
    await dont_shoot(five, five.ben, five.cy, five.dee, five.eve)
    await finish(five, table)
    await (await five.ana.press("Sell the bank", table)).fill(to=[str(five.ben.id)], chips="40")
    said = (await five.ben.press("Buy the bank for 40", table)).said
    assert "80 of them to cover everyone's smallest stake, and 10 for the smallest kitty." in said


@pytest.mark.thorough
@pytest.mark.usefixtures("generous")
async def test_a_yes_after_the_offer_was_taken_back_buys_nothing(five, packs):
    table = await offered(five, packs, 40)
    ask = await five.ben.press("Buy the bank for 40", table)
    before = await purses(five)
    await five.ana.press("Withdraw the offer", table)
    await ask.press("Yes")
    assert banker(table) == "Ana"
    assert await purses(five) == before


@pytest.mark.thorough
@pytest.mark.usefixtures("generous")
async def test_with_an_offer_the_answers_to_it_come_first_and_the_kitty_is_behind_the_bank(five, packs):
    table = await dry(five, packs)
    assert table.buttons[:3] == ["Kitty 10", "Kitty 100", "Kitty"]
    bank = await five.ana.press("Bank…", table)
    assert bank.buttons == ["Sell the bank", "Give up the bank", "Auction the bank"]
    await (await five.ana.press("Sell the bank", table)).fill(to=[str(five.ben.id)], chips="5")
    assert rows(table) == [["Buy the bank for 5", "No"], ["Sit", "Bank…", "More…"]]
    assert (await five.ben.press("Bank…", table)).said == "Ana holds the bank."
    bank = await five.ana.press("Bank…", table)
    assert bank.buttons[:3] == ["Kitty 10", "Kitty 100", "Kitty"]
    await bank.press("Kitty 10")
    assert "kitty 10" in table.text
