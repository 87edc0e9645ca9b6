"""What a private panel of Pontoon says: what you can do, what it costs, and why something isn't possible."""

from tests.cogs.pontoon.house import Panel, dont_shoot

TWO = ("8C 8D", "9C 2C")


async def three(five, packs, *, chips=None, minimum=200, maximum=400, then="2H 3H 4H"):
    """Ana holds the bank against Ben with a pair of eights and Cy with 11, both asked for their stakes."""
    packs.draw("AS 2S 3S")
    packs.deal(*TWO, bank="10S 7C", then=then)
    ana, ben, cy = five.ana, five.ben, five.cy
    table = await ana.opens("pontoon", minimum=minimum, maximum=maximum)
    for guest in (ana, ben, cy):
        await guest.press("Sit", table)
    if chips is not None:
        boss = five.house.guest("Boss", manages=True)
        await boss.command("bank set", member=ben.member, amount=str(chips), reason="spent elsewhere")
    await ana.press("Start", table)
    return table


async def test_before_the_stake_the_panel_says_what_is_already_in_and_whose_chips_set_the_limit(five, packs):
    table = await three(five, packs)
    ben = await Panel.of(five.ben, table)
    assert "The minimum of 200 is already in." in ben.text
    assert "Stake 200 to 300 on this card. The bank can't cover more." in ben.text
    await ben.press("Minimum 200")
    assert "stake 200 · 200 set aside until the deal ends" in ben.text


async def test_the_panel_says_that_the_bank_cannot_cover_a_buy_or_a_split(five, packs):
    table = await three(five, packs)
    await (await Panel.of(five.ben, table)).press("Minimum 200")
    await (await Panel.of(five.cy, table)).press("Minimum 200")
    ben = await Panel.of(five.ben, table)
    assert "You can't buy one. The bank can't cover that; at most 100 more. Twist one face up for nothing." in ben.text
    assert "You can't split. The bank can't cover that; at most 100 more." in ben.text
    assert sorted(ben.buttons) == ["Stick", "Twist"]


async def test_the_panel_says_that_the_player_has_too_little(five, packs):
    table = await three(five, packs, chips=210, minimum=100, maximum=100)
    await (await Panel.of(five.ben, table)).press("Minimum 100")
    await (await Panel.of(five.cy, table)).press("Minimum 100")
    ben = await Panel.of(five.ben, table)
    why = "You have 10 chips left; 100 more take 200, because the same amount is set aside until the deal ends."
    assert f"You can't buy one. {why}" in ben.text
    assert f"You can't split. {why}" in ben.text


async def test_the_panel_says_whose_chips_limit_the_price_of_a_card(five, packs):
    table = await three(five, packs, chips=130, minimum=20, maximum=100)
    ben = await Panel.of(five.ben, table)
    assert "Stake 20 to 65 on this card. You have 90 chips left for it." in ben.text
    form = await ben.press("Stake")
    await form.fill(chips="25")
    await (await Panel.of(five.cy, table)).press("Minimum 20")
    ben = await Panel.of(five.ben, table)
    assert "Buy it face down for 25 to 40, or twist it face up for nothing. You have 80 chips left for it." in ben.text


async def test_the_panel_says_that_a_twisted_hand_cannot_buy(five, packs):
    table = await three(five, packs, minimum=10, maximum=20)
    await (await Panel.of(five.ben, table)).press("Minimum 10")
    await (await Panel.of(five.cy, table)).press("Minimum 10")
    ben = await Panel.of(five.ben, table)
    await ben.press("Twist")
    assert "Stick, or take a card. You've twisted on this hand, so you can't buy any more cards. Twist one" in ben.text


async def test_each_shoot_bet_says_which_one_it_is(five, packs):
    packs.deal("2C 3C", "8H 8C", "10H KD", "7S KH", bank="10S 7C", then="4C 2D 9S 9D 2H")
    table = await five.sit_down(shoot=True)
    await five.start()
    await five.ana.press("Kitty 100", table)
    await five.house.wait(21)
    await five.stake()
    ben = await five.panel(five.ben)
    assert "Shoot before your second card?" in ben.text
    assert "Bet up to 100 against the kitty, or skip it." in ben.text
    await dont_shoot(five, five.ben, five.cy, five.dee, five.eve)
    await ben.press("Buy 10")
    await ben.press("Buy 10")
    assert "You have bought a fourth card. Shoot before it comes? It's the last chance on this hand." in ben.text
    assert "Ben, do you shoot before your fourth card?" in table.text
    await dont_shoot(five, five.ben)
    await ben.press("Twist")
    cy = await five.press(five.cy, "Split")
    assert "Shoot on your new hand? Its second card comes next." in cy.text


async def test_a_newcomer_who_could_stake_more_than_they_may_lose_today_is_told_what_comes_back(five, packs):
    await five.house.sets({"newcomer_losses": 299, "transfer_rounds": 20})
    table = await three(five, packs)
    told = "You can lose 299 more chips to others today; anything above that goes back."
    assert told in (await Panel.of(five.ben, table)).text
    assert told not in (await Panel.of(five.ana, table)).text
    assert told not in table.text


async def test_nobody_is_told_who_may_lose_all_that_they_could_stake(five, packs):
    await five.house.sets({"newcomer_losses": 300, "transfer_rounds": 20})
    table = await three(five, packs)
    assert "to others today" not in (await Panel.of(five.ben, table)).text
