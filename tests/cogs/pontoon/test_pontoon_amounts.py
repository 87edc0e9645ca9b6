"""The buttons for amounts: the smallest, the latest one again, twice as much, everything, and a form."""

from tests.cogs.pontoon.house import Panel, banker, dont_shoot, finish


async def next_deal(five, table):
    for guest in five.people:
        await guest.press("Ready", table)
    assert table.live.is_playing


async def test_the_first_stake_is_the_minimum_or_twice_that(five, packs):
    packs.deal("9C 7D", "8H 7C", "10H KD", "7S KH", bank="10S 7C")
    table = await five.sit_down()
    await five.start()
    ben = await five.panel(five.ben)
    assert ben.buttons == ["Minimum 10", "×2 20", "Stake"]
    await ben.press("×2 20")
    assert table.line("2 Ben") == "2 Ben  20  BACK"


async def test_the_next_stake_may_be_the_same_or_twice_that_up_to_the_maximum(five, packs):
    packs.deal("9C 7D", "8H 7C", "10H KD", "7S KH", bank="10S 7C")
    table = await five.sit_down()
    await five.start()
    for guest, chips in zip(five.people[1:], (40, 60, 10, 100), strict=True):
        await (await (await five.panel(guest)).press("Stake")).fill(chips=str(chips))
    await finish(five, table)
    await next_deal(five, table)
    offered = []
    for guest in five.people[1:]:
        panel = await Panel.of(guest, table)
        offered.append(panel.buttons)
        await panel.press("Minimum 10")
    assert offered == [
        ["Minimum 10", "Same 40", "×2 80", "Stake"],
        ["Minimum 10", "Same 60", "×2 100", "Stake"],
        ["Minimum 10", "×2 20", "Stake"],
        ["Minimum 10", "Same 100", "Stake"],
    ]


async def test_the_latest_stake_is_remembered_while_its_player_holds_the_bank(five, packs, restart):
    packs.deal("10C 9D", "8H 9C", "AS KD", "7S KH", bank="10S 7C")
    packs.deal("AC KD", "8H 9C", "7D QD", "AD KS", bank="10S 7C", number=2)
    table = await five.sit_down()
    await five.start()
    await five.press(five.ben, "Minimum 10")
    await five.press(five.cy, "Minimum 10")
    await (await (await five.panel(five.dee)).press("Stake")).fill(chips="30")
    await five.press(five.eve, "Minimum 10")
    for guest in (five.ben, five.cy, five.eve):
        await five.press(guest, "Stick")
    await five.ana.press("Stay, pay 18", table)
    await restart()
    await next_deal(five, table)  # Dee holds the bank, and Eve sits at Dee's left
    assert banker(table) == "Dee"
    while table.live.is_playing:
        await five.house.wait(31)
    assert dict(table.live.lobby.game_state.stakes) == {five.ana.id: 10, five.dee.id: 30, **others(five)}


def others(five):
    return dict.fromkeys((five.ben.id, five.cy.id, five.eve.id), 10)


async def test_a_card_costs_the_stake_twice_the_stake_or_as_much_as_the_card_before(five, packs):
    packs.deal("2C 3D", "8H 7C", "10H KD", "7S KH", bank="10S 7C", then="2D 3C")
    table = await five.sit_down()
    await five.start()
    await five.stake()
    ben = await five.panel(five.ben)
    assert ben.buttons == ["Buy 10", "Buy 20 · ×2", "Buy", "Twist"]
    await (await ben.press("Buy")).fill(chips="15")
    assert ben.buttons == ["Buy 10", "Buy 15 · same", "Buy", "Twist"]
    await ben.press("Buy 15 · same")
    assert table.line("2 Ben") == "2 Ben  10 +15 +15  BACK BACK BACK BACK"


async def test_a_shot_is_the_minimum_the_same_twice_that_or_all_there_is(five, packs):
    packs.deal("10C 9D", "8H 9C", "10H KD", "7S KH", bank="10S 7C")
    table = await five.sit_down(shoot=True)
    await five.start()
    await five.ana.press("Kitty 100", table)
    await five.house.wait(21)
    await five.stake()
    ben = await five.panel(five.ben)
    assert ben.buttons == ["Shoot 10", "Shoot 20", "Shoot 100", "Other…", "Don't shoot"]
    await (await ben.press("Other…")).fill(chips="30")
    cy = await five.panel(five.cy)
    assert cy.buttons == ["Shoot 10", "Shoot 20", "Shoot 70", "Other…", "Don't shoot"]
    await dont_shoot(five, five.cy, five.dee, five.eve)
    await finish(five, table)
    await next_deal(five, table)
    await five.stake()
    ben = await Panel.of(five.ben, table)
    assert ben.buttons == ["Shoot 10", "Shoot 30", "Shoot 70", "Other…", "Don't shoot"]
    await ben.press("Shoot 30")
    assert "kitty 70, 30 shot" in table.text
