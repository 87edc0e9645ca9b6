"""Which initial stakes house players choose at Pontoon, how often, and how little that tells of the card."""

from random import Random

import pytest

from games.pontoon import Limits
from players.choice import Option
from players.pontoon import Question
from players.pontoon.staking import amounts, chances, drawn
from tests.players.test_pontoon_choices import deal

WORTH = {"A": 1.16, "2": 0.18, "3": -0.03, "4": -0.18, "5": -0.27, "6": -0.33, "7": -0.36, "8": -0.29, "9": -0.22}
"""What a chip of stake wins on average with this first card, alone against the bank."""
CARDS = WORTH | dict.fromkeys(("10", "J", "Q", "K"), -0.03)
LIMITS = Limits(10, 100)


def stakes(card):
    return [Option(f"stake {chips}", chips * CARDS[card]) for chips in amounts(LIMITS)]


def often(card):
    """How often each stake is made with this first card."""
    return dict(zip(amounts(LIMITS), chances(stakes(card)), strict=True))


def guess(chips, cards):
    """How likely it is one of these first cards that so much was staked on."""
    return sum(often(card)[chips] for card in cards) / sum(often(card)[chips] for card in CARDS)


@pytest.mark.parametrize(
    ("limits", "found"),
    [
        ((10, 100), [10, 20, 50, 100]),
        ((1, 200), [1, 20, 50, 100, 200]),
        ((25, 250), [25, 50, 100, 200, 250]),
        ((50, 60), [50, 60]),
        ((7, 7), [7]),
    ],
)
def test_stakes_are_the_limits_and_round_amounts_between_them(limits, found):
    assert amounts(Limits(*limits)) == found


def test_no_stake_shows_the_card():
    for chips in amounts(LIMITS):
        assert guess(chips, "A2") < 0.6
        assert guess(chips, ["10", "J", "Q", "K"]) > 0.1, "it may as well be a ten"


def test_what_is_given_up_for_that_is_a_fifth_of_what_the_first_card_is_worth():
    best = sum(max(option.value for option in stakes(card)) for card in CARDS)
    mixed = sum(
        option.value * chance
        for card in CARDS
        for option, chance in zip(stakes(card), chances(stakes(card)), strict=True)
    )
    assert best > mixed > 0.78 * best


def test_an_ace_hardly_ever_goes_without_the_largest_stake_and_no_stake_is_impossible():
    assert often("A")[100] > 0.99
    assert all(0 < chance < 0.9 for card in CARDS if card != "A" for chance in often(card).values())


def test_the_same_source_of_chance_draws_the_same_stake_and_many_draw_them_all():
    made = [drawn(stakes("2"), Random(seed)) for seed in range(100)]
    assert made == [drawn(stakes("2"), Random(seed)) for seed in range(100)]
    assert len(set(made)) == 4


def test_the_stake_that_is_drawn_is_made_and_the_best_one_said():
    found = Question(deal("KS 5D", stakes=None).round.view(0), 0).answer(Random(2), 1.0)
    assert found.options[0].action == "stake 10"
    assert found.action == drawn(found.options, Random(2)) != "stake 10"
