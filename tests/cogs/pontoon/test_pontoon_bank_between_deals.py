"""The bank of a Pontoon table between deals: offered, given up, auctioned; its kitty; players who leave."""

import pytest

from tests.cogs.pontoon.house import a_deal, banker, begun, buy, dry, finish, finished

pytestmark = pytest.mark.usefixtures("generous")

# Selling it


async def test_an_offer_can_be_refused_withdrawn_and_expires_with_the_next_deal(five):
    table = await finished(five)
    assert (await table.plays("Ben Sell the bank")).said == "Ana holds the bank"
    await five.offers(80, five.cy)
    assert (await table.plays("Dee Buy the bank for 80")).said == "bank offered to Cy"
    await table.plays("Cy No")
    assert "offers the bank" not in table.text
    await five.offers(10)
    assert "Ana offers the bank to anyone for 10" in table.text
    late, asked = five.ben.about_to_press("Buy the bank for 10", table), await table.plays("Cy Buy the bank for 10")
    await table.plays("Ana Withdraw the offer")
    assert "offers the bank" not in table.text
    await asked.press("Yes")
    await five.offers(500)
    assert (await late.press()).said == "That offer has ended."
    assert banker(table) == "Ana"
    late = five.ben.about_to_press("Buy the bank for 500", table)
    await five.house.wait(21)
    await late.press()
    assert table.line("Banker") == "Banker Ana"
    assert table.live.table.lobby.game_state.offer is not None
    assert "offers the bank" not in table.text


# Giving it up


async def test_a_bank_that_is_given_up_is_offered_clockwise_and_then_to_anyone(five):
    table = await finished(five, shoot=True)
    assert (await table.plays("Ben Give up the bank")).said == "Ana holds the bank"
    ask = await table.plays("Ana Give up the bank")
    assert ask.said == (
        "Give up the bank? It goes to the next player who wants it, and nobody pays you. "
        "The kitty of 100 comes back to you."
    )
    assert ask.buttons == ["Give up the bank", "Back"]
    await ask.press("Back")
    assert banker(table) == "Ana"
    await (await table.plays("Ana Give up the bank")).press("Give up the bank")
    assert "Ana gave up the bank. kitty 100 went back to Ana" in table.text
    assert "no banker: Ben, do you take it? ⏳ in " in table.text
    assert (await table.plays("Cy Take the bank")).said == "first asked is Ben"
    await table.plays("Ben No")
    assert "Cy, do you take it?" in table.text
    await five.house.wait(31)
    assert "Dee, do you take it?" in table.text
    await table.plays("Dee No, Eve No")
    assert "Nobody holds the bank. Press Take the bank to be the banker." in table.text
    await table.plays("Cy Take the bank")
    assert banker(table) == "Cy"


async def test_an_absent_banker_keeps_the_bank_for_two_deals(five):
    table = await a_deal(five)
    await five.plays("others Stick")
    await five.house.wait(31)  # the clock stays for Ana
    assert not table.live.table.is_playing
    assert banker(table) == "Ana"
    await table.plays("Ben Ready, Cy Ready, Dee Ready, Eve Ready, 21 s")
    while table.live.table.is_playing:
        asked = min(table.live.table.play.people_to_act)
        guest = next((guest for guest in five.people[1:] if guest.id == asked), None)
        if guest is None:
            await five.house.wait(31)
        else:
            panel = await five.panel(guest)
            await panel.press(next(label for label in ("Minimum 10", "Stick", "Twist") if label in panel.buttons))
    assert table.live.table.rounds == 2
    assert table.live.table.lobby.game_state.banker is None
    assert "away: Ana, out after a deal" in table.text
    assert "Ben, do you take it?" in table.text


@pytest.mark.sampled
@pytest.mark.parametrize("shoot", [False, True])
async def test_a_banker_who_cannot_cover_everybodys_stake_hands_the_bank_on(five, shoot):
    table = await finished(five, shoot=shoot)
    await five.spent(five.ana, 79)
    await five.table.plays("all Ready")
    assert not table.live.table.is_playing
    assert "Ana can't hold the bank: 79 of 80" in table.text
    assert "Ben, do you take it?" in table.text
    assert table.live.table.lobby.staked() == {}
    await table.plays("Ben Take the bank")
    assert "Ben took the bank." in table.text


async def test_a_single_player_waits_and_gets_everything_back_after_ten_minutes(five):
    table = await finished(five, shoot=True)
    assert table.live.table.lobby.staked() == {five.ana.id: 100}
    await table.plays("Ben Leave, Cy Leave, Dee Leave, Eve Leave")
    assert "Waiting for another player." in table.text
    await five.house.wait(590)
    assert not table.live.table.is_closed
    await five.house.wait(11)
    assert table.live is None
    assert sum(await five.purses()) == 5000


# Shoot


async def test_a_shoot_table_waits_for_the_kitty_and_adds_up_the_shoot_bets(five, packs):
    packs.deal("10C 9D, 8H 9C, 10H KD, 7S KH v 10S 7C")
    table = await five.sit_down(shoot=True)
    await five.start()
    assert "Ana, a kitty of 10 to 100?" in table.text
    assert (await table.plays("Ben Kitty 100")).said == "Only the banker puts up the kitty."
    assert "kitty from 10 to 100" in (await five.table.plays("Ana Other… with 101")).said
    await five.table.plays("Ana Other… with 90")
    assert await five.ana.chips() == 910
    await five.plays("21 s, others Minimum 10, Ben Shoot 90")
    assert "kitty 90, 90 shot" in table.text
    assert table.live.table.play.round.turn.seat == 1  # no room is left for Cy, Dee and Eve to shoot
    await finish(five, table)
    assert "2 10C 9D · Ben +100 · 19 beats 17: +10 · shoot +90" in (await table.plays("Cy Last deal")).said
    assert "Ana, a kitty of" in table.text
    assert table.live.table.lobby.staked() == {}


async def test_the_kitty_stays_for_the_next_deal_and_can_be_added_to(five):
    table = await a_deal(five, shoot=True)
    await five.plays("Ben Other… with 30, Cy Don't shoot, Dee Don't shoot, Eve Don't shoot")
    await finish(five, table)
    assert "kitty 70" in table.text
    assert "70 more chips of Ana are in the kitty." in table.text
    assert table.live.table.lobby.staked() == {five.ana.id: 70}
    said = (await five.table.plays("Ana Add to the kitty with 31")).said
    assert "You can add 1 to 30 chips to the kitty." in said
    await five.table.plays("Ana Add to the kitty with 30")
    assert "kitty 100" in table.text
    await five.house.wait(21)
    assert "kitty 100, 0 shot" in table.text


@pytest.mark.thorough
async def test_a_bank_with_an_empty_kitty_goes_to_the_highest_bidder_who_pays_the_old_banker(five):
    table = await dry(five)
    await table.plays("Ana Auction the bank")
    assert "Ana auctions the bank. no bids yet, 1 or more. ⏳ in " in table.text
    ana, _, cy, dee, _ = await five.purses()
    assert (await table.plays("Ana Bid")).said == "You're selling the bank, so you can't bid."
    await five.table.plays("Cy Bid with 40")
    assert await five.cy.chips() == cy - 40
    await five.house.wait(20)
    assert "Cy has bid 40; bid more." in (await five.table.plays("Dee Bid with 40")).said
    await five.table.plays("Dee Bid with 75")
    assert await five.cy.chips() == cy
    await five.house.wait(29)
    assert "Ana auctions the bank. Dee bids 75 chips; bid 76 or more. ⏳ in 1 s" in table.text
    await five.house.wait(2)
    assert banker(table) == "Dee"
    assert "Dee bought the bank of Ana for 75." in table.text
    assert "Dee, a kitty of" in table.text
    assert await five.house.chips("Ana Dee") == [ana + 75, dee - 75]


@pytest.mark.parametrize(("chips", "holds"), [(90, True), (89, False)])
async def test_a_banker_who_misses_the_clock_puts_up_the_smallest_kitty_if_that_can_be_paid(five, chips, holds):
    table = await dry(five)
    await five.spent(five.ana, chips)
    assert "Without an answer, the kitty is 10." in table.text
    await five.house.wait(31)
    if holds:
        assert "Press Ready for the next deal" in table.text
        assert table.live.table.lobby.staked() == {five.ana.id: 10}
        assert (banker(table), await five.ana.chips()) == ("Ana", 80)
    else:
        assert "Ana can't hold the bank: 89 of 90" in table.text
        assert "Ben, do you take it?" in table.text
        assert table.live.table.lobby.staked() == {}


@pytest.mark.thorough
async def test_a_bank_that_nobody_bids_for_is_offered_round(five):
    table = await dry(five)
    await table.plays("Ana Auction the bank, 31 s")
    assert "Nobody bid for the bank of Ana." in table.text
    assert "Ben, do you take it?" in table.text
    assert (await table.plays("Ana Take the bank")).said == "first asked is Ben"
    await table.plays("Ben Take the bank")
    assert banker(table) == "Ben"


async def test_the_kitty_goes_back_to_its_banker_when_the_bank_is_sold(five):
    table = await finished(five, shoot=True)
    ana = await five.ana.chips()
    await five.offers(5)
    said = (await table.plays("Eve Buy the bank for 5")).said
    assert "80 of them to cover everyone's minimum stake.\n-# Minimum kitty: 10" in said
    await buy(five.eve, "Buy the bank for 5", table)
    assert await five.ana.chips() == ana + 105
    assert table.live.table.lobby.staked() == {}
    told = "Eve bought the bank of Ana for 5. kitty 100 went back to Ana"
    assert told in table.text
    assert told in (await five.panel(five.dee)).text
    assert "Eve, a kitty of" in table.text
    await table.plays("Eve Kitty 10, 21 s")
    assert told not in table.text


async def test_when_a_banker_leaves_the_table_says_that_and_where_the_kitty_went(five):
    table = await finished(five, shoot=True)
    await table.plays("Ana Leave")
    assert "banker Ana left. kitty 100 went back to Ana" in table.text


async def test_when_a_pontoon_takes_the_bank_the_table_says_so_and_where_the_kitty_went(five):
    table = await begun(five, "10C 9D, 8H 9C, AS KD, 7S KH v 10S 7C", shoot=True)
    await five.plays("others Minimum 10, others Don't shoot, Ben Stick, Cy Stick, Eve Stick")
    await table.plays("Ana Pay 18 and up")
    assert "Dee had a pontoon and takes the bank. kitty 100 went back to Ana" in table.text
