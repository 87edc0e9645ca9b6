"""The bank of a Pontoon table between deals: sold, given up, offered round, auctioned; its kitty; leaving players."""

import pytest

from tests.cogs.pontoon.house import HANDS, PLAIN, a_deal, banker, buy, dont_shoot, dry, finish

pytestmark = pytest.mark.usefixtures("generous")

# Selling it


async def test_the_bank_is_sold_to_one_person_at_a_price(five, packs):
    table = await a_deal(five, packs)
    await finish(five, table)
    ana, cy = await five.ana.chips(), await five.cy.chips()
    assert (await five.ben.press("Sell the bank", table)).said == "Ana holds the bank."
    form = await five.ana.press("Sell the bank", table)
    await form.fill(to=[str(five.cy.id)], chips="80")
    assert "Ana offers the bank to Cy for 80 chips." in table.text
    assert "in 20 s" in table.line("The next deal")
    assert (await five.dee.press("Buy the bank for 80", table)).said == "The bank is offered to Cy."
    await buy(five.cy, "Buy the bank for 80", table)
    assert banker(table) == "Cy"
    assert await five.ana.chips() == ana + 80
    assert await five.cy.chips() == cy - 80
    await five.house.wait(21)
    assert table.line("Banker") == "Banker Cy"


async def test_an_offer_can_be_refused_withdrawn_and_expires_with_the_next_deal(five, packs):
    table = await a_deal(five, packs)
    await finish(five, table)
    await (await five.ana.press("Sell the bank", table)).fill(to=[str(five.cy.id)], chips="80")
    await five.cy.press("No", table)
    assert "offers the bank" not in table.text
    await (await five.ana.press("Sell the bank", table)).fill(to=["anybody"], chips="50")
    assert "Ana offers the bank to anyone for 50 chips." in table.text
    await five.ana.press("Withdraw the offer", table)
    assert "offers the bank" not in table.text
    await (await five.ana.press("Sell the bank", table)).fill(to=["anybody"], chips="60")
    late = five.ben.about_to_press("Buy the bank for 60", table)
    await five.house.wait(21)
    assert table.line("Banker") == "Banker Ana"
    await late.press()
    assert table.line("Banker") == "Banker Ana"
    assert table.live.lobby.game_state.offer is not None
    assert "offers the bank" not in table.text


async def test_nobody_pays_a_price_that_has_changed(five, packs):
    table = await a_deal(five, packs)
    await finish(five, table)
    await (await five.ana.press("Sell the bank", table)).fill(to=["anybody"], chips="10")
    late = five.ben.about_to_press("Buy the bank for 10", table)
    await five.ana.press("Withdraw the offer", table)
    await (await five.ana.press("Sell the bank", table)).fill(to=["anybody"], chips="500")
    assert (await late.press()).said == "That offer has ended."
    assert banker(table) == "Ana"


async def test_nobody_buys_a_bank_that_they_cannot_cover(five, packs):
    await five.house.sets({"pontoon.sale_limit": 100})
    table = await a_deal(five, packs)
    await finish(five, table)
    await (await five.ana.press("Sell the bank", table)).fill(to=["anybody"], chips="950")
    said = (await five.ben.press("Buy the bank for 950", table)).said
    assert said == "You can pay at most 930 for the bank: you must keep 80 to cover everyone's smallest stake."
    assert banker(table) == "Ana"


async def test_the_bank_can_be_given_to_a_named_player_for_nothing(five, packs):
    table = await a_deal(five, packs)
    await finish(five, table)
    await (await five.ana.press("Sell the bank", table)).fill(to=[str(five.cy.id)], chips="0")
    assert "Ana offers the bank to Cy for nothing." in table.text
    before = await five.ana.chips(), await five.cy.chips()
    assert (await five.dee.press("Take the bank", table)).said == "The bank is offered to Cy."
    await five.cy.press("Take the bank", table)
    assert banker(table) == "Cy"
    assert "Ana gave the bank to Cy." in table.text
    assert (await five.ana.chips(), await five.cy.chips()) == before


# Giving it up


async def test_giving_up_the_bank_asks_once(five, packs):
    table = await a_deal(five, packs, shoot=True)
    await dont_shoot(five, five.ben, five.cy, five.dee, five.eve)
    await finish(five, table)
    assert (await five.ben.press("Give up the bank", table)).said == "Ana holds the bank."
    ask = await five.ana.press("Give up the bank", table)
    assert ask.said == (
        "Give up the bank? It goes to the next player who wants it, and nobody pays you. "
        "The kitty of 100 comes back to you."
    )
    assert ask.buttons == ["Give up the bank", "Keep it"]
    await ask.press("Keep it")
    assert banker(table) == "Ana"
    ask = await five.ana.press("Give up the bank", table)
    await ask.press("Give up the bank")
    assert "Ana gave up the bank. The kitty of 100 went back to Ana." in table.text
    assert "The bank is free. Ben, do you take it?" in table.text


async def test_a_bank_that_is_given_up_is_offered_clockwise_and_then_to_anyone(five, packs):
    table = await a_deal(five, packs)
    await finish(five, table)
    await (await five.ana.press("Give up the bank", table)).press("Give up the bank")
    assert "The bank is free. Ben, do you take it? Time runs out in 30 s." in table.text
    assert (await five.cy.press("Take the bank", table)).said == "Ben is asked first."
    await five.ben.press("No", table)
    assert "Cy, do you take it?" in table.text
    await five.house.wait(31)
    assert "Dee, do you take it?" in table.text
    await five.dee.press("No", table)
    await five.eve.press("No", table)
    assert "Nobody holds the bank. Press Take the bank to be the banker." in table.text
    await five.cy.press("Take the bank", table)
    assert banker(table) == "Cy"


async def test_when_the_banker_leaves_the_bank_goes_to_the_next_player(five, packs):
    table = await a_deal(five, packs)
    await five.ana.press("Leave", table)
    confirm = await five.ana.press("Leave", table)
    await confirm.press("Leave")
    for guest in (five.ben, five.cy, five.dee, five.eve):
        await five.press(guest, "Stick")
    assert not table.live.is_playing  # an away banker stays on 17
    assert five.ana.id not in table.live.lobby.seats
    assert "Ben, do you take it?" in table.text


async def test_an_absent_banker_keeps_the_bank_for_two_deals(five, packs):
    table = await a_deal(five, packs)
    for guest in (five.ben, five.cy, five.dee, five.eve):
        await five.press(guest, "Stick")
    await five.house.wait(31)  # the clock stays for Ana
    assert not table.live.is_playing
    assert banker(table) == "Ana"
    for guest in (five.ben, five.cy, five.dee, five.eve):
        await guest.press("Ready", table)
    await five.house.wait(21)
    while table.live.is_playing:
        asked = min(table.live.play.people_to_act)
        guest = next((guest for guest in five.people[1:] if guest.id == asked), None)
        if guest is None:
            await five.house.wait(31)
        else:
            panel = await five.panel(guest)
            await panel.press(next(label for label in ("Minimum 10", "Stick", "Twist") if label in panel.buttons))
    assert table.live.rounds == 2
    assert table.live.lobby.game_state.banker is None
    assert "Away: Ana." in table.text
    assert "Ben, do you take it?" in table.text


async def test_a_deal_without_a_decision_for_the_bank_does_not_make_the_banker_absent(five, packs):
    packs.deal(*HANDS, **PLAIN)
    packs.deal("10C 9D", "8H 9C", "10H KD", "7S KH", bank="AS KC", number=2)
    table = await five.sit_down()
    await five.house.sets({"pontoon.shuffle_every_deal": True})
    await five.start()
    await five.stake()
    for guest in (five.ben, five.cy, five.dee, five.eve):
        await five.press(guest, "Stick")
    await five.house.wait(31)  # the clock stays for Ana
    assert table.live.lobby.game_state.absent == 1
    await five.ben.press("Ready", table)
    await five.house.wait(21)
    await five.stake()
    assert not table.live.is_playing  # the bank has a Pontoon and stays where it is (rule 18)
    assert table.live.rounds == 2
    assert banker(table) == "Ana"


@pytest.mark.thorough
async def test_an_away_player_sits_out_the_next_deal_and_then_loses_the_seat(five, packs):
    packs.deal(*HANDS, **PLAIN)
    table = await five.sit_down()
    await five.start()
    for guest in (five.ben, five.cy, five.dee):
        await five.press(guest, "Minimum 10")
    await five.house.wait(31)
    for guest in (five.ben, five.cy, five.dee):
        await five.press(guest, "Stick")
    await five.ana.press("Stay, pay 18", table)
    assert "Away: " not in table.text
    await five.house.wait(21)
    while table.live.is_playing:
        await five.house.wait(3)
    assert "Away: Eve." in table.text
    chips = await five.eve.chips()
    await five.house.wait(21)
    assert table.live.play.setup.people[4] is None
    assert table.live.is_playing
    while table.live.is_playing:
        await five.house.wait(3)
    assert five.eve.id not in table.live.lobby.seats
    assert await five.eve.chips() == chips


async def test_a_single_player_waits_and_gets_everything_back_after_ten_minutes(five, packs):
    table = await a_deal(five, packs, shoot=True)
    await dont_shoot(five, five.ben, five.cy, five.dee, five.eve)
    await finish(five, table)
    assert table.live.lobby.staked() == {five.ana.id: 100}
    for guest in (five.ben, five.cy, five.dee, five.eve):
        await guest.press("Leave", table)
    assert "Waiting for another player." in table.text
    await five.house.wait(590)
    assert not table.live.is_closed
    await five.house.wait(11)
    assert table.live is None
    assert sum([await guest.chips() for guest in five.people]) == 5000


async def test_a_table_closed_during_a_deal_finishes_it_and_returns_the_kitty(five, packs):
    table = await a_deal(five, packs, shoot=True)
    await dont_shoot(five, five.ben, five.cy, five.dee, five.eve)
    await five.ana.command("table close", table=table.number)
    for guest in (five.ben, five.cy, five.dee, five.eve):
        await five.press(guest, "Stick")
    await five.ana.press("Stay, pay 18", table)
    assert table.live is None
    assert "The host has closed this table." in table.text
    assert sum([await guest.chips() for guest in five.people]) == 5000


# Shoot


async def test_a_shoot_table_waits_for_the_kitty_and_adds_up_the_shoot_bets(five, packs):
    packs.deal(*HANDS, **PLAIN)
    table = await five.sit_down(shoot=True)
    await five.start()
    assert "Ana, put up a kitty of 10 to 100" in table.text
    assert (await five.ben.press("Kitty 100", table)).said == "Only the banker puts up the kitty."
    form = await five.ana.press("Kitty", table)
    assert "A kitty here is 10 to 100 chips." in (await form.fill(chips="101")).said
    await (await five.ana.press("Kitty", table)).fill(chips="90")
    assert await five.ana.chips() == 910
    await five.house.wait(21)
    await five.stake()
    await five.press(five.ben, "Shoot 90")
    assert "kitty 90, 90 shot" in table.text
    assert table.live.play.round.turn.seat == 1  # no room is left for Cy, Dee and Eve to shoot
    await finish(five, table)
    assert "2 Ben  10C 9D  19 beats 17: +10 · shoot +90" in table.text
    assert "Ana, put up a kitty" in table.text
    assert table.live.lobby.staked() == {}


async def test_the_kitty_stays_for_the_next_deal_and_can_be_added_to(five, packs):
    table = await a_deal(five, packs, shoot=True)
    form = await (await five.panel(five.ben)).press("Other…")
    await form.fill(chips="30")
    await dont_shoot(five, five.cy, five.dee, five.eve)
    await finish(five, table)
    assert "kitty 70" in table.text
    assert table.live.lobby.staked() == {five.ana.id: 70}
    form = await five.ana.press("Add to the kitty", table)
    assert "You can add 1 to 30 chips to the kitty." in (await form.fill(chips="31")).said
    await (await five.ana.press("Add to the kitty", table)).fill(chips="30")
    assert "kitty 100" in table.text
    await five.house.wait(21)
    assert "kitty 100, 0 shot" in table.text


@pytest.mark.thorough
async def test_a_bank_with_an_empty_kitty_goes_to_the_highest_bidder_who_pays_the_old_banker(five, packs):
    table = await a_deal(five, packs, shoot=True)
    await five.press(five.ben, "Shoot 100")
    await finish(five, table)
    await five.house.wait(21)
    assert "Ana auctions the bank. Nobody has bid yet; bid 1 or more. Bidding closes in " in table.text
    ana, cy, dee = await five.ana.chips(), await five.cy.chips(), await five.dee.chips()
    assert (await five.ana.press("Bid", table)).said == "You're selling the bank, so you can't bid."
    await (await five.cy.press("Bid", table)).fill(chips="40")
    assert await five.cy.chips() == cy - 40
    await five.house.wait(20)
    form = await five.dee.press("Bid", table)
    assert "Cy has bid 40; bid more." in (await form.fill(chips="40")).said
    await (await five.dee.press("Bid", table)).fill(chips="75")
    assert await five.cy.chips() == cy
    await five.house.wait(29)
    assert "Ana auctions the bank. Dee bids 75 chips; bid 76 or more. Bidding closes in 1 s" in table.text
    await five.house.wait(2)
    assert banker(table) == "Dee"
    assert "Dee, put up a kitty" in table.text
    assert await five.ana.chips() == ana + 75
    assert await five.dee.chips() == dee - 75


async def test_before_the_first_bid_the_banker_may_still_put_up_a_kitty(five, packs):
    table = await dry(five, packs)
    await five.ana.press("Auction the bank", table)
    assert "Nobody has bid yet; bid 1 or more. Bidding closes in 30 s" in table.text
    await (await five.ana.press("Kitty", table)).fill(chips="50")
    assert "The next deal starts" in table.text


@pytest.mark.thorough
async def test_a_bank_that_nobody_bids_for_is_offered_round(five, packs):
    table = await dry(five, packs)
    await five.ana.press("Auction the bank", table)
    await five.house.wait(31)
    assert "Nobody bid for the bank of Ana." in table.text
    assert "Ben, do you take it?" in table.text
    assert (await five.ana.press("Take the bank", table)).said == "Ben is asked first."
    await five.ben.press("Take the bank", table)
    assert banker(table) == "Ben"


@pytest.mark.thorough
async def test_the_kitty_goes_back_to_its_banker_when_the_bank_is_sold(five, packs):
    table = await a_deal(five, packs, shoot=True)
    await dont_shoot(five, five.ben, five.cy, five.dee, five.eve)
    await finish(five, table)
    ana = await five.ana.chips()
    await (await five.ana.press("Sell the bank", table)).fill(to=["anybody"], chips="5")
    await buy(five.eve, "Buy the bank for 5", table)
    assert await five.ana.chips() == ana + 105
    assert table.live.lobby.staked() == {}
    assert "Eve, put up a kitty" in table.text


@pytest.mark.sampled
@pytest.mark.parametrize("shoot", [False, True])
async def test_a_banker_who_cannot_cover_everybodys_stake_hands_the_bank_on(five, packs, shoot):
    table = await a_deal(five, packs, shoot=shoot)
    if shoot:
        await dont_shoot(five, five.ben, five.cy, five.dee, five.eve)
    await finish(five, table)
    elsewhere = await five.ana.opens(maximum=1000)
    await five.ana.bets(await five.ana.chips() - 2, elsewhere)
    for guest in five.people:
        await guest.press("Ready", table)
    assert not table.live.is_playing
    assert "Ben, do you take it?" in table.text
    assert table.live.lobby.staked() == {}
