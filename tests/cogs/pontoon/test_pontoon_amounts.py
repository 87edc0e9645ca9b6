"""The buttons for amounts: the smallest, the latest one again, twice as much, everything, and a form."""

from tests.cogs.panel import Panel
from tests.cogs.pontoon.house import a_deal, banker, begun, finish


async def next_deal(five):
    await five.table.plays("all Ready")
    assert five.table.live.table.is_playing


async def test_a_stake_is_the_minimum_the_same_again_or_twice_that_up_to_the_maximum(five):
    table = await begun(five, "9C 7D, 8H 7C, 10H KD, 7S KH v 10S 7C")
    ben = await five.panel(five.ben)
    assert ben.buttons == ["Minimum 10", "Stake 20", "Stake"]
    assert "stakes from 10 to 100" in (await five.plays("Ben Stake with 101")).said
    assert table.line("2 Ben") == "2 Ben  –  BACK"
    await ben.press("Stake 20")
    assert table.line("2 Ben") == "2 Ben  20  BACK"
    await five.plays("Cy Stake with 60, Dee Stake with 10, Eve Stake with 100")
    await finish(five, table)
    await next_deal(five)
    offered = []
    for guest in five.people[1:]:
        panel = await Panel.of(guest, table)
        offered.append(panel.buttons)
        await panel.press("Minimum 10")
    assert offered == [
        ["Minimum 10", "Same", "Stake 40", "Stake"],
        ["Minimum 10", "Same", "Stake 100", "Stake"],
        ["Minimum 10", "Stake 20", "Stake"],
        ["Minimum 10", "Same", "Stake"],
    ]


async def test_a_refused_form_comes_back_with_what_was_typed_until_it_is_accepted(five):
    table = await begun(five)
    refused = await (await five.press(five.ben, "Stake")).fill(chips="101")
    for typed, reason in (("101", "stakes from 10 to 100"), ("1o", "type 10 to 100")):
        assert reason in refused.now
        form = await refused.press("Try again…")
        (field,) = form.result.modal["components"]
        assert field["component"]["value"] == typed
        await form.fill(chips="1o" if typed == "101" else "20")
    assert table.line("2 Ben") == "2 Ben  20  BACK"
    assert "Your hand" in refused.now  # it is the panel now


async def test_the_latest_stake_is_remembered_while_its_player_holds_the_bank(five, packs, restart):
    packs.deal("AC KD, 8H 9C, 7D QD, AD KS v 10S 7C", number=2)
    table = await begun(five, "10C 9D, 8H 9C, AS KD, 7S KH v 10S 7C")
    await five.plays("Ben Minimum 10, Cy Minimum 10, Dee Stake with 30")
    await five.plays("Eve Minimum 10, Ben Stick, Cy Stick, Eve Stick")
    await table.plays("Ana Pay 18 and up")
    await restart()
    await next_deal(five)  # Dee holds the bank, and Eve sits at Dee's left
    assert banker(table) == "Dee"
    while table.live.table.is_playing:
        await five.house.wait(31)
    tens = dict.fromkeys((five.ana.id, five.ben.id, five.cy.id, five.eve.id), 10)
    assert dict(table.live.table.lobby.game_state.stakes) == tens | {five.dee.id: 30}


async def test_a_card_costs_the_stake_twice_the_stake_or_as_much_as_the_card_before(five):
    table = await a_deal(five, "2C 3D, 8H 7C, 10H KD, 7S KH v 10S 7C then 2D 3C")
    ben = await five.panel(five.ben)
    assert ben.buttons == ["Buy 10", "Buy 20", "Buy", "Twist"]
    await five.spent(five.ben, 39)
    assert "too few chips: 19 of 20" in (await ben.press("Buy 20")).said
    assert table.line("2 Ben") == "2 Ben  10  BACK BACK"
    await five.spent(five.ben, 1000)
    await five.plays("Ben Buy with 15")
    assert ben.buttons == ["Buy 10", "Buy 15", "Buy", "Twist"]
    await ben.press("Buy 15")
    assert table.line("2 Ben") == "2 Ben  10 +15 +15  BACK BACK BACK BACK"


async def test_a_shot_is_the_minimum_the_same_twice_that_or_all_there_is(five):
    table = await a_deal(five, shoot=True)
    ben = await five.panel(five.ben)
    assert ben.buttons == ["Shoot 10", "Shoot 20", "Shoot 100", "Other…", "Don't shoot"]
    await five.plays("Ben Other… with 30")
    cy = await five.panel(five.cy)
    assert cy.buttons == ["Shoot 10", "Shoot 20", "Shoot 70", "Other…", "Don't shoot"]
    await five.plays("Cy Don't shoot, Dee Don't shoot, Eve Don't shoot")
    await finish(five, table)
    await next_deal(five)
    await five.plays("others Minimum 10")
    ben = await Panel.of(five.ben, table)
    assert ben.buttons == ["Shoot 10", "Shoot 30", "Shoot 70", "Other…", "Don't shoot"]
    await ben.press("Shoot 30")
    assert "kitty 70, 30 shot" in table.text
