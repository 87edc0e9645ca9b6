"""What house players do at Pontoon, and above all what they don't, in the game's own words."""

from random import Random

import pytest

from games.cards import pack52, parse_cards
from games.pontoon import Move, Phase, parse
from players.pontoon import Question
from tests.games.pontoon_table import BANK, Table


def deal(*hands, bank="KS 8S", then="", **kinds):
    """A deal from a whole pack: these hands, after them the cards of `then`, and at last all others."""
    used = " ".join((*hands, bank, then)).split()
    rest = " ".join(str(card) for card in pack52() if str(card) not in used)
    return Table(*hands, bank=bank, then=then, rest=rest, **kinds)


def choice(table, seat=0, seen=""):
    return Question(table.round.view(seat), seat, parse_cards(seen)).answer(Random(1), 1.0)


def does(table, seat=0):
    return choice(table, seat).action


def move(table, seat=0):
    return parse(does(table, seat)).move


def worth(table, action, seat=0):
    return next(option.value for option in choice(table, seat).options if option.action == action)


# Sticking


@pytest.mark.parametrize("hand", ["KS QC", "KS 9C", "9S 9C", "AS 9C", "KS 8C", "10S 7C"])
def test_nobody_draws_to_a_good_hand_of_two_cards(hand):
    assert move(deal(hand)) is Move.STICK


@pytest.mark.parametrize(("hand", "then"), [("9S 2C", "10H"), ("AS 3C", "7H"), ("5S 6C", "10H"), ("AS 4H", "6C")])
def test_nobody_twists_to_21(hand, then):
    assert move(deal(hand, then=then).play("0 twist")) is Move.STICK


@pytest.mark.sampled
@pytest.mark.parametrize("hand", ["KS 4C", "9S 5C", "8S 6C", "KS 2C", "2S 2C", "AS 3C"])
def test_nobody_sticks_below_15(hand):
    assert move(deal(hand)) is not Move.STICK


@pytest.mark.parametrize("hand", ["KS 5C", "9S 6C", "8S 7C"])
def test_nobody_sticks_on_15_where_16_is_the_least(hand):
    assert move(deal(hand, stick_minimum=16)) is not Move.STICK


@pytest.mark.parametrize("hand", ["AS 2C", "AS 3C", "AS 4C"])
def test_a_low_hand_with_an_ace_is_never_stuck_on(hand):
    assert move(deal(hand)) is Move.BUY


# Buying and twisting


@pytest.mark.sampled
@pytest.mark.parametrize("hand", ["2S 3C", "AS 2C", "5S 6C", "2S 2C", "4S 7C"])
def test_who_is_likely_to_get_a_great_hand_buys_as_dear_as_may_be(hand):
    assert does(deal(hand)) == "buy 200"


@pytest.mark.parametrize("hand", ["KS 2C", "KS 3C", "KS 4C", "9S 4C", "8S 5C"])
def test_nobody_pays_for_a_card_that_will_probably_bust_the_hand(hand):
    assert move(deal(hand)) is Move.TWIST


@pytest.mark.parametrize(("hand", "then"), [("2S 3C", "4H 5H"), ("AS 2C", "3H 6H"), ("2S 2C", "3H 4H")])
def test_one_card_before_a_five_card_trick_is_bought_for_the_most(hand, then):
    table = deal(hand, then=then).play("0 buy 200", "0 buy 150")
    assert does(table) == "buy 150"


def test_four_cards_of_17_go_on_to_a_five_card_trick_but_18_stick():
    assert move(deal("2S 3C", then="6H 6D").play("0 buy 200", "0 buy 200")) is not Move.STICK
    assert move(deal("2S 3C", then="6H 7D").play("0 buy 200", "0 buy 200")) is Move.STICK


def test_a_purse_that_is_too_small_to_buy_still_plays():
    assert move(deal("2S 3C", purses={0: 200})) is Move.TWIST


# Splitting


@pytest.mark.sampled
@pytest.mark.parametrize("hand", ["KS KC", "QS QC", "JS JC", "10S 10C", "9S 9C", "5S 5C", "6S 6C", "2S 2C"])
def test_nobody_splits_a_pair_that_is_better_together(hand):
    assert move(deal(hand)) is not Move.SPLIT


@pytest.mark.thorough
def test_aces_are_split_when_there_are_too_few_chips_to_buy_much():
    assert does(deal("AS AC", purses={0: 400})) == "split"


@pytest.mark.thorough
def test_aces_are_worth_more_together_as_long_as_cards_can_be_bought_dear():
    table = deal("AS AC")
    assert does(table) == "buy 200"
    assert worth(table, "buy 200") > worth(table, "split") > worth(table, "twist")


# The initial stake


@pytest.mark.thorough
def test_an_ace_deserves_the_largest_stake_and_a_seven_the_smallest():
    assert does(deal("AS 5D", stakes=None)) == "stake 200"
    assert does(deal("7S 5D", stakes=None)) == "stake 10"


@pytest.mark.thorough
def test_a_two_is_staked_so_that_a_small_purse_can_still_buy():
    assert does(deal("2C 5D", stakes=None)) == "stake 200"
    chips = parse(does(deal("2C 5D", stakes=None, purses={0: 200}))).amount
    assert 10 < chips < 50


def test_no_stake_is_higher_than_the_bank_covers():
    table = deal("AS 5D", "KD 9D", stakes=None, purses={BANK: 100})
    assert does(table) == "stake 40"


# Shooting


@pytest.mark.thorough
def test_an_ace_shoots_for_the_whole_kitty_and_a_six_does_not():
    assert does(deal("AS 5D", kitty=100)) == "shoot 100"
    assert does(deal("6S 5D", kitty=100)) == "pass"


def test_nobody_shoots_before_a_fourth_card_that_will_probably_bust_the_hand():
    table = deal("9S 3C", then="2D", kitty=100).play("0 pass", "0 twist", "0 twist")
    assert table.phase is Phase.SHOOT
    assert does(table) == "pass"


def test_before_a_fourth_card_a_hand_near_a_five_card_trick_shoots():
    table = deal("2S 3C", then="2D", kitty=100).play("0 pass", "0 buy 200", "0 buy 200")
    assert table.phase is Phase.SHOOT
    assert does(table) == "shoot 100"


def test_a_card_is_worth_more_when_one_can_shoot_before_the_next():
    with_room, without = (deal("2S 3C", "9S 9D", kitty=chips).play("0 pass", "1 pass") for chips in (200, 1))
    assert worth(with_room, "buy 200") > worth(without, "buy 200") + 5


def test_a_shoot_bet_keeps_to_the_room_that_others_have_left():
    table = deal("KS 5D", "AS 6D", kitty=100).play("0 shoot 70")
    assert does(table, 1) == "shoot 30"


# The bank


@pytest.mark.parametrize("bank", ["KS QC", "KS 9C", "9S 9C", "AS 9C"])
def test_a_good_bank_stays(bank):
    assert does(deal("KD 7D", bank=bank).play("0 stick"), BANK) == "stay"


@pytest.mark.parametrize("bank", ["2S 3C", "KS 2C", "AS 3C", "5S 6C", "KS 4C"])
def test_a_poor_bank_draws(bank):
    assert does(deal("KD 7D", bank=bank).play("0 stick"), BANK) == "draw"


@pytest.mark.parametrize("bank", ["2S 3C", "KS 6C", "KS QC", "9S 9C"])
def test_a_bank_whose_only_rival_has_a_five_card_trick_goes_for_one_too(bank):
    table = deal("2D 3D", bank=bank, then="4D 5H 6H").play("0 buy 100", "0 buy 100", "0 buy 100")
    assert worth(table, "draw", BANK) >= worth(table, "stay", BANK)


def test_a_bank_that_has_won_from_all_but_a_pontoon_does_not_care():
    table = deal("AD KD", "9D 5D", bank="KS 6C", then="KH").play("1 twist")
    assert table.phase is Phase.BANKER
    assert worth(table, "stay", BANK) == pytest.approx(worth(table, "draw", BANK)) == pytest.approx(-100)


@pytest.mark.parametrize(("stakes", "expected"), [((10, 200), "draw"), ((200, 10), "stay")])
def test_a_bank_of_17_plays_against_the_hand_with_the_most_chips_on_it(stakes, expected):
    """Who stuck on two cards often holds less than 17; who bought two for the most hardly ever does."""
    table = deal("9C KD", "2D 3D", bank="KS 7C", then="4H KC", stakes=stakes)
    dear = 2 * stakes[1]
    table.play("0 stick", f"1 buy {dear}", f"1 buy {dear}", "1 stick")
    assert does(table, BANK) == expected


def test_what_lies_open_is_counted():
    """With every low card out a bank of 13 busts more often, and stays."""
    low = "2C 2D 2H 2S 3C 3D 3H 3S 4C 4D 4H 4S 5C 5D 5H 5S 6C 6D 6H 6S 7C 7D 8C 8D 8H"
    table = deal("KD 9D", bank="KS 6C").play("0 stick")
    assert does(table, BANK) == "draw"
    assert choice(table, BANK, seen=low).action == "stay"


def test_no_bank_is_asked_when_all_players_are_bust():
    table = deal("KD 6D", bank="KS 5C", then="KH").play("0 twist")
    assert table.over


# Words


def test_the_reason_names_the_best_and_the_next_best_in_chips_a_hundred():
    best, other = choice(deal("KS 3C")).options[:2]
    reason = str(choice(deal("KS 3C")).reason)
    assert reason == f"Twist: {best.value:.1f} per 100 chips; Buy for 100: {other.value:.1f}."


@pytest.mark.thorough
def test_the_reasons_of_stakes_and_shoot_bets():
    assert str(choice(deal("AS 5D", stakes=None)).reason).startswith("Stake 200: ")
    shooting, passing = (str(choice(deal(f"{card} 5D", kitty=100)).reason) for card in ("AS", "6S"))
    assert shooting.startswith("Shoot 100: you beat the bank ")
    assert passing.startswith("Don't shoot: you'd beat the bank only ")


def test_it_is_not_for_others_to_ask():
    with pytest.raises(ValueError, match="seat 1"):
        choice(deal("KS 3C", "4D 5D"), 1)
