"""Rounds of Blackjack through commands and buttons: every decision, and what it pays."""


async def test_a_hand_that_stands_nearer_to_21_wins_even_money(house):
    (ana,) = house.guests("Ana")
    table = await ana.opens()
    house.deal("10S 9D", dealer="8H", then="10C")
    await ana.bets(100, table)
    assert table.line("Dealer") == "Dealer  8H = 8"
    assert table.line("1 Ana") == "1 Ana  100  10S 9D = 19"
    await ana.press("Stand", table)
    assert table.line("Dealer") == "Dealer  8H 10C = 18"
    assert table.line("1 Ana") == "1 Ana  10S 9D = 19  wins 100"
    assert await ana.chips() == 1100
