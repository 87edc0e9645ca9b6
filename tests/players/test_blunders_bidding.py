"""Bids that a partner can live with."""

import pytest

from tests.players.blunders import PLAYERS, never, table

pytestmark = pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.__name__)

THE_JOKER_ALONE = "JOKER 10S 7S 8C 6C 9D 5D 10H 8H 4H"
NOTHING = "9S 7S 8C 6C 9D 7D 5D 10H 5H 4H"
BARELY_SIX = "10S 9S 8S 7S 6S 9H 6H 10C 9D 5D"
SIX_SPADES = "JS AS KS 9S 7S KH 8H 9C 8D 5D"
EIGHT_HEARTS = "JOKER JH JD AH KH QH 10H AS KS 5C"
NINE = ("bid 9", "bid 10")
EIGHT = ("bid 8", *NINE)
SEVEN = ("bid 7", *EIGHT)
ANY = ("bid",)


# Overbids.


@pytest.mark.sampled
def test_the_joker_alone_is_no_bid_of_seven(player):
    never(player, table({0: THE_JOKER_ALONE}), *SEVEN)


@pytest.mark.thorough
def test_the_joker_alone_does_not_compete_with_seven_hearts(player):
    never(player, table({1: THE_JOKER_ALONE}).play("0 bid 7H"), *ANY)


@pytest.mark.sampled
def test_a_partners_suit_is_not_raised_with_nothing(player):
    never(player, table({2: NOTHING}).play("0 bid 6H", "1 bid 7D"), *SEVEN)


@pytest.mark.sampled
def test_a_partners_eight_is_not_raised_with_nothing(player):
    never(player, table({2: NOTHING}).play("0 bid 8H", "1 pass"), *NINE)


@pytest.mark.sampled
def test_a_partners_seven_is_not_raised_with_nothing(player):
    never(player, table({2: NOTHING}).play("0 bid 7H", "1 pass"), *EIGHT)


@pytest.mark.sampled
@pytest.mark.parametrize(
    "hand", ["JH JD AH KH QH 10H 9H AS KS 5C", "JS JC AS KS QS 10S 9S AH KH QD", "AS KS QS AH KH QH AD KD AC KC"]
)
def test_ten_tricks_are_not_bid_without_the_joker(player, hand):
    never(player, table({0: hand}), "bid 10")


# Signals, and no end.


@pytest.mark.sampled
def test_six_no_trumps_does_not_say_that_one_holds_the_joker(player):
    never(player, table({0: "JOKER 10S 9S 8S 7S 6S 7C 9D 7D 5D"}), "bid 6N", "bid 7N")


@pytest.mark.sampled
def test_a_partners_raise_is_not_raised_again_with_what_has_been_told(player):
    never(player, table({0: BARELY_SIX}).play("0 bid 6S", "1 pass", "2 bid 8S", "3 pass"), *NINE)


@pytest.mark.thorough
def test_a_bid_that_stands_is_not_raised_with_what_has_been_told(player):
    never(player, table({0: BARELY_SIX}).play("0 bid 7S", "1 pass", "2 pass", "3 pass"), *EIGHT)


@pytest.mark.sampled
def test_nobody_bids_against_nine_hearts_with_six_spades(player):
    never(player, table({1: SIX_SPADES}).play("0 bid 9H"), *ANY)


# Passes too much, and unsafe misères.


@pytest.mark.thorough
def test_eight_tricks_in_hand_are_not_passed(player):
    never(player, table({0: EIGHT_HEARTS}), "pass")


@pytest.mark.thorough
def test_eight_tricks_in_hand_are_not_passed_over_seven_no_trumps(player):
    never(player, table({1: EIGHT_HEARTS}).play("0 bid 7N"), "pass")


@pytest.mark.thorough
def test_eight_tricks_without_trumps_are_not_passed(player):
    never(player, table({0: "JOKER AH KH QH JH AS KS AD KD 5C"}), "pass")


MISERE = ("bid misere", "bid open-misere")


@pytest.mark.sampled
@pytest.mark.parametrize(
    "hand",
    [
        "AH QH 10H 8H KD JD 9D 5S 6S 5C",
        "KC QC 10C 9C AS QS 10S 4H 6H 5D",
        "AD JD 9D 8D KS JS 9S 8S 4H 5C",
    ],
)
def test_no_misere_is_bid_with_an_unguarded_high_card_in_a_long_suit(player, hand):
    never(player, table({1: hand}).play("0 bid 7S"), *MISERE)
