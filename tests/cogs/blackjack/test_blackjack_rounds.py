"""Rounds of Blackjack through commands and buttons: every decision of a seated player, and what it pays."""

import pytest


@pytest.fixture
async def ana(house):
    return house.guest("Ana")


@pytest.fixture
async def table(ana):
    return await ana.opens()


@pytest.fixture
def deals(house, ana, table):
    """Ana has bet 100 and holds a hand: `await deals("10S 6D", dealer="9H", then="5C")`."""

    async def deal(hand, *, dealer, then="", pair="", bet=100):
        house.deal(hand, dealer=dealer, then=then)
        await ana.bets(bet, table, pair=pair)

    return deal


async def test_a_round_is_shown_from_the_empty_table_to_the_result(house, ana, table, deals):
    assert table.text == (
        "### Blackjack · table 1\n"
        "-# bets 10-500 · shoe 0 of 416 dealt · 3:2 · dealer stands on 17 · hints on · shuffle ec4916dd\n"
        "Place your bets. The cards are dealt when everyone seated has bet."
    )
    assert table.buttons == ["Bet", "Minimum", "Sit", "More…"]
    await deals("10S 9D", dealer="8H", then="10C")
    assert table.text == (
        "### Blackjack · table 1\n"
        "-# bets 10-500 · shoe 3 of 416 dealt · 3:2 · dealer stands on 17 · hints on · shuffle ec4916dd\n"
        "Dealer 8H = 8\n"
        "▶ 1 Ana 100 10S 9D = 19\n"
        "Ana, it's your turn. Time runs out in 30 s."
    )
    await ana.press("Stand", table)
    assert table.text == (
        "### Blackjack · table 1\n"
        "-# bets 10-500 · shoe 4 of 416 dealt · 3:2 · dealer stands on 17 · hints on · shuffle ec4916dd\n"
        "Dealer 8H 10C = 18\n"
        "Ana 10S 9D = 19, beats 18: +100\n"
        "Ana +100 · now 1,100 chips\n"
        "Place your bets. The cards are dealt when everyone seated has bet."
    )
    assert table.buttons == ["Bet", "Minimum", "Same", "×2", "Sit", "Bet behind", "More…"]
    assert await ana.chips() == 1100


async def test_a_bust_hand_loses_at_once_and_the_dealer_takes_no_card(ana, table, deals):
    await deals("5S 6D", dealer="9H", then="4C KD")
    await ana.press("Hit", table)
    assert table.line("1 Ana") == "1 Ana 100 5S 6D 4C = 15"
    assert "-# Ana draws 4C: 15" in table.text
    await ana.press("Hit", table)
    assert table.line("Ana ") == "Ana 5S 6D 4C KD = 25, bust: -100"
    assert table.line("Dealer") == "Dealer 9H = 9"
    assert await ana.chips() == 900


async def test_a_hand_that_stands_on_less_than_the_dealer_loses(ana, table, deals):
    await deals("10S 8D", dealer="9H", then="KC")
    await ana.press("Stand", table)
    assert table.line("Ana ") == "Ana 10S 8D = 18, below 19: -100"
    assert await ana.chips() == 900


async def test_equal_totals_push(ana, table, deals):
    await deals("10S 9D", dealer="10H", then="9C")
    await ana.press("Stand", table)
    assert table.line("Ana ") == "Ana 10S 9D = 19, push: 100 back"
    assert await ana.chips() == 1000


async def test_the_dealer_draws_to_16_and_a_bust_dealer_pays(ana, table, deals):
    await deals("10S 2D", dealer="6H", then="10C 10D")
    await ana.press("Stand", table)
    assert table.line("Dealer") == "Dealer 6H 10C 10D = 26, bust"
    assert table.line("Ana ") == "Ana 10S 2D = 12, dealer bust: +100"
    assert await ana.chips() == 1100


async def test_the_dealer_stands_on_a_soft_17(ana, table, deals):
    await deals("10S 8D", dealer="6H", then="AC 5D")
    await ana.press("Stand", table)
    assert table.line("Dealer") == "Dealer 6H AC = 17"
    assert await ana.chips() == 1100


async def test_a_soft_hand_shows_both_totals(ana, table, deals):
    await deals("AS 6D", dealer="9H", then="5C")
    assert table.line("1 Ana") == "1 Ana 100 AS 6D = 7/17"
    await ana.press("Hit", table)
    assert table.line("1 Ana") == "1 Ana 100 AS 6D 5C = 12"


async def test_blackjack_pays_3_to_2_and_asks_nothing(ana, table, deals):
    await deals("AS KD", dealer="9H", then="7C KC")
    assert table.line("Dealer") == "Dealer 9H 7C KC = 26, bust"
    assert table.line("Ana ") == "Ana AS KD = blackjack, pays 3:2: +150"
    assert await ana.chips() == 1150


async def test_blackjack_against_blackjack_is_a_push(ana, table, deals):
    await deals("AS KD", dealer="KH", then="AC")
    assert table.line("Dealer") == "Dealer KH AC = blackjack"
    assert table.line("Ana ") == "Ana AS KD = blackjack, push: 100 back"
    assert await ana.chips() == 1000


async def test_21_in_three_cards_stands_automatically_and_loses_to_a_blackjack(ana, table, deals):
    await deals("7S 7D", dealer="KH", then="7C AC")
    await ana.press("Hit", table)
    assert table.line("Ana ") == "Ana 7S 7D 7C = 21, loses to a blackjack: -100"
    assert await ana.chips() == 900


async def test_double_stakes_the_same_again_for_one_card(ana, table, deals):
    await deals("5S 6D", dealer="10H", then="10C 10D")
    await ana.press("Double", table)
    assert table.line("Dealer") == "Dealer 10H 10D = 20"
    assert table.line("Ana ") == "Ana 5S 6D 10C = 21, doubled, beats 20: +200"
    assert await ana.chips() == 1200


async def test_a_double_is_lost_to_a_dealer_blackjack(ana, table, deals):
    await deals("5S 6D", dealer="10H", then="9C AD")
    await ana.press("Double", table)
    assert table.line("Ana ") == "Ana 5S 6D 9C = 20, doubled, loses to a blackjack: -200"
    assert await ana.chips() == 800


async def test_a_double_takes_its_chips_at_once_and_is_refused_without_them(ana, table, deals):
    for _ in range(2):
        await deals("10S 10D", dealer="8H", then="9C 10D", bet=400)
        await ana.press("Hit", table)
    assert await ana.chips() == 200
    await deals("5S 6D", dealer="8H", then="9C 10D", bet=120)
    refused = await ana.press("Double", table)
    assert refused.said == "You have 80 chips; this takes 120."
    assert table.line("1 Ana") == "1 Ana 120 5S 6D = 11"
    assert table.buttons[:3] == ["Hit", "Stand", "Double"]
    await ana.press("Stand", table)
    assert await ana.chips() == 80


async def test_double_is_offered_on_the_first_two_cards_only(ana, table, deals):
    await deals("2S 3D", dealer="10H", then="2C 10D 9D")
    assert table.buttons[:3] == ["Hit", "Stand", "Double"]
    await ana.press("Hit", table)
    assert table.buttons[:3] == ["Hit", "Stand", "Sit"]


async def test_split_plays_two_hands_with_a_bet_on_each(ana, table, deals):
    await deals("8S 8D", dealer="6H", then="3C 10C KD 10H 9C")
    assert table.buttons[:5] == ["Hit", "Stand", "Double", "Split", "Surrender"]
    await ana.press("Split", table)
    assert table.line("1 Ana") == "1 Ana 100 8S 3C = 11"
    assert table.line("⤷") == "⤷ 100 8D 10C = 18"
    assert table.buttons[:3] == ["Hit", "Stand", "Sit"]
    assert await ana.chips() == 800
    await ana.press("Hit", table)
    assert "▶ ⤷ 100 8D 10C = 18" in table.text
    await ana.press("Stand", table)
    assert table.line("Dealer") == "Dealer 6H 10H 9C = 25, bust"
    assert table.line("Ana ") == "Ana 8S 3C KD = 21, dealer bust: +100"
    assert table.line("⤷") == "⤷ 8D 10C = 18, dealer bust: +100"
    assert await ana.chips() == 1200


async def test_tens_of_different_ranks_may_split_and_an_ace_on_a_split_ten_is_no_blackjack(ana, table, deals):
    await deals("KS QD", dealer="10H", then="AC 9C 10D")
    await ana.press("Split", table)
    await ana.press("Stand", table)
    assert table.line("Ana ") == "Ana KS AC = 21, beats 20: +100"
    assert table.line("⤷") == "⤷ QD 9C = 19, below 20: -100"
    assert await ana.chips() == 1000


async def test_split_aces_get_one_card_each_and_are_complete(ana, table, deals):
    await deals("AS AD", dealer="6H", then="KC 3C 10D 2D")
    await ana.press("Split", table)
    assert table.line("Dealer") == "Dealer 6H 10D 2D = 18"
    assert table.line("Ana ") == "Ana AS KC = 21, beats 18: +100"
    assert table.line("⤷") == "⤷ AD 3C = 14, below 18: -100"
    assert await ana.chips() == 1000


async def test_a_split_is_lost_twice_to_a_dealer_blackjack(ana, table, deals):
    await deals("8S 8D", dealer="10H", then="10C 10D AH")
    await ana.press("Split", table)
    await ana.press("Stand", table)
    await ana.press("Stand", table)
    assert table.line("Dealer") == "Dealer 10H AH = blackjack"
    assert await ana.chips() == 800


async def test_surrender_gives_half_back(ana, table, deals):
    await deals("10S 6D", dealer="6H")
    await ana.press("Surrender", table)
    assert table.line("Dealer") == "Dealer 6H = 6"
    assert table.line("Ana ") == "Ana 10S 6D = 16, surrendered: -50"
    assert await ana.chips() == 950


@pytest.mark.parametrize("dealer", ["10H", "KH"])
async def test_surrender_is_not_offered_against_a_ten(ana, table, deals, dealer):
    await deals("10S 6D", dealer=dealer)
    assert table.buttons[:4] == ["Hit", "Stand", "Double", "Sit"]


async def test_a_hit_ends_the_right_to_surrender(ana, table, deals):
    await deals("2S 3D", dealer="6H", then="4C")
    assert "Surrender" in table.buttons
    await ana.press("Hit", table)
    assert "Surrender" not in table.buttons


async def test_the_pair_bet_pays_11_to_1_on_equal_ranks_when_the_round_ends(ana, table, deals):
    await deals("8S 8D", dealer="10H", then="9C", pair=100)
    assert await ana.chips() == 800
    assert "-# pair 100" in table.text
    await ana.press("Stand", table)
    assert table.line("Ana ") == "Ana 8S 8D = 16, below 19: -100"
    assert "-# Pair bet pays 11:1: +1,100" in table.text
    assert await ana.chips() == 2000


async def test_king_and_queen_are_no_pair(ana, table, deals):
    await deals("KS QD", dealer="10H", then="9C", pair=10)
    await ana.press("Stand", table)
    assert table.line("Ana ") == "Ana KS QD = 20, beats 19: +100"
    assert "-# no pair: -10" in table.text
    assert await ana.chips() == 1090


async def test_seats_play_in_turn_and_each_is_paid_on_its_own(house, ana, table):
    ben, cy = house.guests("Ben Cy")
    for guest in (ana, ben, cy):
        await guest.press("Sit", table)
    house.deal("10S 7D", "AS KD", "5S 6D", dealer="9H", then="10D 8C")
    await ana.bets(100, table)
    await ben.bets(50, table)
    await cy.bets(20, table)
    assert "▶ 1 Ana" in table.text
    assert (await cy.press("Hit", table)).said == "It's Ana's turn."
    await ana.press("Stand", table)
    assert table.line("1 Ana") == "1 Ana 100 10S 7D = 17 stands"
    assert table.line("2 Ben") == "2 Ben 50 AS KD = blackjack"
    assert "▶ 3 Cy" in table.text
    assert (await ana.press("Hit", table)).said == "It's Cy's turn."
    await cy.press("Double", table)
    assert table.line("Dealer") == "Dealer 9H 8C = 17"
    assert table.line("Ana ") == "Ana 10S 7D = 17, push: 100 back"
    assert table.line("Ben ") == "Ben AS KD = blackjack, pays 3:2: +75"
    assert table.line("Cy ") == "Cy 5S 6D 10D = 21, doubled, beats 17: +40"
    assert [await guest.chips() for guest in (ana, ben, cy)] == [1000, 1075, 1040]


async def test_all_seats_are_offered_insurance_at_once_and_nobody_else_is(house, ana, table):
    ben, cy, dee = house.guests("Ben Cy Dee")
    for guest in (ana, ben, cy):
        await guest.press("Sit", table)
    house.deal("10S 10D", "9S 9D", "AS KD", dealer="AH", then="KC")
    await dee.bets_behind(1, 100, table)
    for guest in (ana, ben, cy):
        await guest.bets(100, table)
    assert (
        "The dealer shows an ace. Insurance costs half your bet and pays 2:1 if the dealer has a blackjack."
        in table.text
    )
    assert table.line("Waiting for") == "Waiting for Ana, Ben, and Cy · time runs out in 30 s"
    assert table.buttons[:2] == ["Insure", "No insurance"]
    assert (await dee.press("Insure", table)).said == "This isn't your decision."
    await ben.press("No insurance", table)
    assert table.line("Waiting for") == "Waiting for Ana and Cy · time runs out in 30 s"
    await cy.press("Insure", table)
    await ana.press("Insure", table)
    assert await ana.chips() == 850
    assert "▶ 1 Ana 100 10S 10D = 20" in table.text
    assert "Surrender" not in table.buttons
    await ana.press("Stand", table)
    await ben.press("Stand", table)
    assert table.line("Dealer") == "Dealer AH KC = blackjack"
    assert table.line("Ana ") == "Ana 10S 10D = 20, loses to a blackjack: -100"
    assert table.text.count("-# insurance pays 2:1: +100") == 2
    assert table.line("Ben ") == "Ben 9S 9D = 18, loses to a blackjack: -100"
    assert table.line("Cy ") == "Cy AS KD = blackjack, push: 100 back"
    assert [await guest.chips() for guest in (ana, ben, cy, dee)] == [1000, 900, 1100, 900]


async def test_insurance_is_lost_without_a_dealer_blackjack_whatever_the_hand_does(ana, table, deals):
    await deals("10S 10D", dealer="AH", then="6C")
    await ana.press("Insure", table)
    assert "-# insured for 50" in table.text
    await ana.press("Stand", table)
    assert table.line("Ana ") == "Ana 10S 10D = 20, beats 17: +100"
    assert "-# insurance lost: -50" in table.text
    assert await ana.chips() == 1050


async def test_insurance_pays_even_when_the_hand_went_bust_before_the_dealers_second_card(ana, table, deals):
    await deals("10S 6D", dealer="AH", then="KC QC")
    await ana.press("Insure", table)
    await ana.press("Hit", table)
    assert table.line("Dealer") == "Dealer AH QC = blackjack"
    assert table.line("Ana ") == "Ana 10S 6D KC = 26, bust: -100"
    assert "-# insurance pays 2:1: +100" in table.text
    assert await ana.chips() == 1000
