"""Rounds of Blackjack through commands and buttons: every decision of a seated player, and what it pays."""

import pytest

HEAD = "### Blackjack · table 1\n-# bets 10–500 · {} free seats\n"


async def test_a_round_is_shown_from_the_empty_table_to_the_result(house, table):
    assert table.text == HEAD.format(7) + "place your bets: dealt when all have bet\n-# shuffle ec4916dd"
    assert table.buttons == ["Bet 10", "Bet", "Sit", "More…"]
    house.deal("10S 9D v 8H then 10C")
    await table.plays("Ana bets 100")
    assert table.text == HEAD.format(6) + ("Dealer 8H = 8\n10S 9D = 19 · Ana 100\n▶ Ana, it's your turn · ⏳ in 30 s")
    await table.plays("Ana Stand")
    result = "Dealer 8H 10C = 18\n10S 9D = 19 · Ana +100 · now 1,100 chips\nPlace your bets: Ana"
    assert table.text == HEAD.format(6) + result
    assert table.buttons == ["Bet 10", "Same", "Bet", "×2", "Sit", "How did I play?", "More…"]
    assert await house.chips("Ana") == [1100]


RESULTS = {
    "stands on less than the dealer": (
        ("10S 8D", "9H", "KC", "Stand"),
        ("Dealer 9H KC = 19", "10S 8D = 18 · Ana -100"),
    ),
    "equal totals push": (
        ("10S 9D", "10H", "9C", "Stand"),
        ("Dealer 10H 9C = 19", "10S 9D = 19 · Ana 0"),
    ),
    "a bust dealer": (
        ("10S 2D", "6H", "10C 10D", "Stand"),
        ("Dealer 6H 10C 10D = 26, bust", "10S 2D = 12 · Ana +100"),
    ),
    "blackjack asks nothing": (
        ("AS KD", "9H", "7C KC", ""),
        ("Dealer 9H 7C KC = 26, bust", "AS KD = blackjack · Ana +150"),
    ),
    "blackjack against blackjack": (
        ("AS KD", "KH", "AC", ""),
        ("Dealer KH AC = blackjack", "AS KD = blackjack · Ana 0"),
    ),
    "21 stands automatically": (
        ("7S 7D", "KH", "7C AC", "Hit"),
        ("Dealer KH AC = blackjack", "7S 7D 7C = 21 · Ana -100"),
    ),
    "a double": (
        ("5S 6D", "10H", "10C 10D", "Double"),
        ("Dealer 10H 10D = 20", "5S 6D 10C = 21, doubled · Ana +200"),
    ),
    "surrender": (
        ("10S 6D", "6H", "", "Surrender"),
        ("Dealer 6H = 6", "10S 6D = 16, surrendered · Ana -50"),
    ),
}


@pytest.mark.parametrize(("dealt", "shown"), RESULTS.values(), ids=RESULTS)
async def test_a_result_says_why_and_the_chips_follow(house, table, dealt, shown):
    hand, dealer, then, moves = dealt
    house.deal(f"{hand} v {dealer} then {then}")
    await table.plays(", ".join(["Ana bets 100", *(f"Ana {move}" for move in moves.split())]))
    chips = 1000 + int(shown[1].rpartition(" ")[2])
    assert (table.line("Dealer"), table.line(" · Ana")) == (shown[0], f"{shown[1]} · now {chips:,} chips")
    assert await house.chips("Ana") == [chips]


async def test_a_bust_hand_loses_at_once_and_the_dealer_takes_no_card(house, table):
    house.deal("5S 6D v 9H then 4C KD")
    await table.plays("Ana bets 100")
    assert table.buttons[:4] == ["Hit", "Stand", "Double", "Surrender"]
    await table.plays("Ana Hit")
    assert table.buttons[:3] == ["Hit", "Stand", "Sit"]
    assert table.line("Ana ") == "5S 6D 4C = 15 · Ana 100"
    assert "-# Ana draws 4C: 15" in table.text
    await table.plays("Ana Hit")
    assert table.line("Ana ") == "5S 6D 4C KD = 25, bust · Ana -100 · now 900 chips"
    assert table.line("Dealer") == "Dealer 9H = 9"
    assert await house.chips("Ana") == [900]


async def test_a_soft_hand_shows_both_totals(house, table):
    house.deal("AS 6D v 9H then 5C")
    await table.plays("Ana bets 100")
    assert table.line("Ana ") == "AS 6D = soft 17 · Ana 100"
    await table.plays("Ana Hit")
    assert table.line("Ana ") == "AS 6D 5C = 12 · Ana 100"


async def test_a_double_takes_its_chips_at_once_and_is_refused_without_them(house, table):
    for _ in range(2):
        house.deal("10S 10D v 8H then 9C 10D")
        await table.plays("Ana bets 400, Ana Hit")
    house.deal("5S 6D v 8H then 9C 10D")
    assert (await table.plays("Ana bets 120, Ana Double")).said == "too few chips: 80 of 120"
    assert table.line("Ana ") == "5S 6D = 11 · Ana 120"
    assert table.buttons[:3] == ["Hit", "Stand", "Double"]
    await table.plays("Ana Stand")
    assert await house.chips("Ana") == [80]


async def test_split_plays_two_hands_with_a_bet_on_each(house, table):
    house.deal("8S 8D v 6H then 3C 10C KD 10H 9C")
    await table.plays("Ana bets 100")
    assert table.buttons[:5] == ["Hit", "Stand", "Double", "Split", "Surrender"]
    await table.plays("Ana Split")
    assert table.line("Ana ") == "8S 3C = 11 · Ana 100"
    assert table.line("⤷") == "⤷ 8D 10C = 18 · 100"
    assert table.buttons[:3] == ["Hit", "Stand", "Sit"]
    assert await house.chips("Ana") == [800]
    await table.plays("Ana Hit")
    assert table.line("⤷") == "⤷ 8D 10C = 18 · 100"
    await table.plays("Ana Stand")
    assert table.line("Dealer") == "Dealer 6H 10H 9C = 25, bust"
    assert "8S 3C KD = 21 (+100) · Ana\n⤷ 8D 10C = 18 (+100)\nAna +200 · now 1,200 chips" in table.text
    assert await house.chips("Ana") == [1200]


@pytest.mark.parametrize(
    ("hand", "said", "chips"),
    [("8S 8D", "Pair bet pays 11:1: +1,100", 2000), ("KS QD", "no pair: -100", 1000)],
)
async def test_the_pair_bet_pays_11_to_1_on_equal_ranks_when_the_round_ends(house, table, hand, said, chips):
    house.deal(f"{hand} v 10H then 9C")
    await table.plays("Ana bets 100 pair 100")
    assert await house.chips("Ana") == [800]
    assert ("-# pair 100" in table.text) == (hand == "8S 8D"), "a lost one isn't told"
    await table.plays("Ana Stand")
    assert f"-# {said}" in table.text
    assert await house.chips("Ana") == [chips]


async def test_seats_play_in_turn_and_each_is_paid_on_its_own(house, table):
    house.deal("10S 7D, AS KD, 5S 6D v 9H then 10D 8C")
    await table.plays("Ana Sit, Ben Sit, Cy Sit, Ana bets 100, Ben bets 50, Cy bets 20")
    assert "▶ Ana" in table.text
    assert (await table.plays("Cy Hit")).said == "Ana is to act"
    await table.plays("Ana Stand")
    assert table.line("Ana ") == "10S 7D = 17 stands · Ana 100"
    assert table.line("Ben ") == "AS KD = blackjack · Ben 50"
    assert "▶ Cy" in table.text
    assert (await table.plays("Ana Hit")).said == "Cy is to act"
    await table.plays("Cy Double")
    assert table.line("Dealer") == "Dealer 9H 8C = 17"
    assert table.line("Ana ") == "10S 7D = 17 · Ana 0 · now 1,000 chips"
    assert table.line(" · Ben ") == "AS KD = blackjack · Ben +75 · now 1,075 chips"
    assert table.line(" · Cy ") == "5S 6D 10D = 21, doubled · Cy +40 · now 1,040 chips"
    assert await house.chips("Ana Ben Cy") == [1000, 1075, 1040]


async def test_all_seats_are_offered_insurance_at_once_and_nobody_else_is(house, table):
    house.deal("10S 10D, 9S 9D, AS KD v AH then KC")
    await table.plays("Ana Sit, Ben Sit, Cy Sit, Dee bets 100 behind 1, Ana bets 100, Ben bets 50, Cy bets 100")
    told = "dealer's ace: insurance pays 2:1"
    assert told in table.text
    assert table.line("Waiting for") == "Waiting for Ana -50, Ben -25, and Cy -50 · ⏳ in 30 s"
    assert table.buttons[:2] == ["Insure", "No insurance"]
    assert (await table.plays("Dee Insure")).said == "not your turn"
    await table.plays("Ben No insurance")
    assert table.line("Waiting for") == "Waiting for Ana and Cy · ⏳ in 30 s"
    await table.plays("Cy Insure, Ana Insure")
    assert await house.chips("Ana") == [850]
    assert "10S 10D = 20 · Ana 100" in table.text
    assert "-# insured for 50" in table.text
    assert "Surrender" not in table.buttons
    await table.plays("Ana Stand, Ben Stand")
    assert table.line("Dealer") == "Dealer AH KC = blackjack"
    assert table.line("Ana ") == "10S 10D = 20 (-100) · Ana 0"
    assert table.text.count("-# insurance pays 2:1: +100") == 2
    assert table.line("Ben ") == "9S 9D = 18 · Ben -50"
    assert table.line("Cy ") == "AS KD = blackjack (0) · Cy +100"
    assert await house.chips("Ana Ben Cy Dee") == [1000, 950, 1100, 900]


@pytest.mark.parametrize(
    ("hand", "then", "move", "shown", "chips"),
    [
        ("10S 10D", "6C", "Stand", ("10S 10D = 20 (+100) · Ana", "-# insurance lost: -50", "Ana +50"), 1050),
        ("10S 6D", "KC QC", "Hit", ("10S 6D KC = 26, bust (-100) · Ana", "-# insurance pays 2:1: +100", "Ana 0"), 1000),
    ],
)
async def test_insurance_is_paid_or_lost_whatever_the_hand_does(house, table, hand, then, move, shown, chips):
    house.deal(f"{hand} v AH then {then}")
    await table.plays(f"Ana bets 100, Ana Insure, Ana {move}")
    assert tuple(table.text.partition(" · now ")[0].split("\n")[-3:]) == shown
    assert await house.chips("Ana") == [chips]
