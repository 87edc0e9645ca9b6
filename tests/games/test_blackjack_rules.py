"""Blackjack at the seats: hands, the deal and every decision, rule by rule."""

import pytest
from blackjack_table import Table

from games.blackjack import (
    Bet,
    DealerDrew,
    Dealt,
    Drew,
    LineKind,
    Outcome,
    Phase,
    Settled,
    Stood,
    Turn,
    is_blackjack,
    total,
)
from games.cards import parse_cards

# Cards come out in this order: one to each seat, the dealer's, one more to each seat, then as they are drawn.


# Rules 1-3: cards and hands.


@pytest.mark.parametrize(
    ("cards", "best", "soft"),
    [
        ("2C 9D", 11, False),
        ("JC QD", 20, False),
        ("AC KD", 21, True),
        ("AC 6D", 17, True),
        ("AC AD", 12, True),
        ("AC 6D KH", 17, False),
        ("AC AD 9H", 21, True),
        ("AC AD KH", 12, False),
        ("KC QD 2H", 22, False),
        ("AC", 11, True),
    ],
)
def test_rule_1_an_ace_counts_whichever_is_better(cards, best, soft):
    assert total(parse_cards(cards)) == (best, soft)


@pytest.mark.parametrize(
    ("cards", "blackjack"), [("AC KD", True), ("10C AD", True), ("7C 7D 7H", False), ("KC QD", False), ("AC", False)]
)
def test_rule_2_blackjack_is_an_ace_and_a_ten_valued_card(cards, blackjack):
    assert is_blackjack(parse_cards(cards)) is blackjack


def test_rule_3_a_bust_hand_loses_at_once_whatever_the_dealer_would_get():
    table = Table("10C 6D 6C KH 10D 10H").play("0 hit")
    assert table.over
    assert table.dealer == "6D"
    assert (table.staked(0), table.back(0)) == (100, 0)
    assert table.round.lines[0].outcome is Outcome.BUST


# Rule 7: the deal.


def test_rule_7_one_card_to_each_seat_then_one_to_the_dealer_then_a_second_to_each_seat():
    table = Table("2C 3C 4C 9D 5C 6C 7C", Bet(4, 4, 100), Bet(0, 0, 100), Bet(2, 2, 100))
    assert (table.hands(0), table.hands(2), table.hands(4)) == ("2C 5C", "3C 6C", "4C 7C")
    assert table.dealer == "9D"
    assert table.events == [
        Dealt(((0, parse_cards("2C 5C")), (2, parse_cards("3C 6C")), (4, parse_cards("4C 7C"))), parse_cards("9D")[0])
    ]


# Rule 8: insurance.


def test_rule_8_all_seats_are_offered_insurance_at_once_when_the_dealer_shows_an_ace():
    table = Table("2C 3C AD 5C KC 9H 9C", Bet(0, 0, 100), Bet(1, 1, 40))
    assert table.round.phase is Phase.INSURANCE
    assert table.round.to_act == {0, 1}
    assert table.round.turn is None
    table.play("1 insure")
    assert table.staked(1) == 60
    assert table.round.to_act == {0}
    table.play("0 decline")
    assert table.round.phase is Phase.PLAY
    assert table.round.turn == Turn(0, 0)


@pytest.mark.parametrize("shown", ["2D", "9D", "10D", "KD"])
def test_rule_8_without_an_ace_there_is_no_insurance(shown):
    table = Table(f"2C {shown} 3C")
    assert table.round.phase is Phase.PLAY
    assert table.refuses("0 insure") == "That question is over. Play your hand."


def test_rule_8_nobody_plays_before_insurance_is_answered_nor_answers_twice():
    table = Table("2C 3C AD 5C KC", Bet(0, 0, 100), Bet(1, 1, 40))
    assert table.refuses("0 hit") == "The dealer shows an ace. Insure or decline first."
    table.play("0 insure")
    assert table.refuses("0 decline") == "It isn't your turn."


def test_rule_8_insurance_is_lost_when_the_dealer_has_no_blackjack_whatever_the_hand_does():
    table = Table("KC AD QC 8D").play("0 insure", "0 stand")
    assert (table.staked(0), table.back(0)) == (150, 200)
    assert [(line.kind, line.outcome) for line in table.round.lines] == [
        (LineKind.HAND, Outcome.WIN),
        (LineKind.INSURANCE, Outcome.LOSE),
    ]


def test_rule_8_a_21_of_three_dealer_cards_is_no_blackjack_for_insurance():
    table = Table("KC AD QC 4D 6D").play("0 insure", "0 stand")
    assert (table.dealer, table.back(0)) == ("AD 4D 6D", 0)


def test_rule_8_a_holder_of_blackjack_may_insure_and_gets_even_money():
    table = Table("AC AD KC KD")
    assert table.may(0) == "insure decline"
    table.play("0 insure")
    assert (table.staked(0), table.back(0)) == (150, 250)


# Rule 9: seats in order.


def test_rule_9_seats_play_in_order_and_a_21_stands_automatically():
    table = Table("2C AC 4C 9D 5C KC 7C", Bet(0, 0, 100), Bet(1, 1, 100), Bet(2, 2, 100))
    assert table.round.turn == Turn(0, 0)
    assert table.refuses("2 hit") == "It isn't your turn."
    table.play("0 stand")
    assert table.round.turn == Turn(2, 0)


def test_rule_9_a_hand_that_draws_to_21_stands_automatically():
    table = Table("5C 9D 6C 10C 8D").play("0 hit")
    assert table.over
    assert not any(isinstance(event, Stood) for event in table.events)


def test_rule_9_a_round_in_which_everybody_has_21_is_over_with_the_deal():
    table = Table("AC 9D KC 7D 5D")
    assert table.over
    assert table.dealer == "9D 7D 5D"
    assert isinstance(table.events[-1], Settled)


# Rule 10: surrender.


def test_rule_10_surrender_loses_half_the_main_bet():
    table = Table("10C 6D 6C").play("0 surrender")
    assert (table.staked(0), table.back(0), table.dealer) == (100, 50, "6D")


def test_rule_10_surrender_is_refused_against_an_ace_and_against_a_ten_valued_card():
    assert Table("10C KD 6C").refuses("0 surrender") == "You can't surrender against a 10, J, Q or K."
    assert Table("10C AD 6C").play("0 decline").refuses("0 surrender") == "You can't surrender against an ace."


def test_rule_10_surrender_is_the_very_first_decision_or_none():
    hit = Table("10C 6D 2C 2D").play("0 hit")
    assert hit.refuses("0 surrender") == "You can only surrender as your first decision. Hit or stand."
    split = Table("8C 6D 8D 2C 2D").play("0 split")
    assert split.refuses("0 surrender") == "You can only surrender as your first decision. Hit or stand."


def test_option_surrender_vs_ten_allows_it_against_ten_but_not_against_an_ace():
    table = Table("10C KD 6C", surrender_vs_ten=True).play("0 surrender")
    assert (table.back(0), table.dealer) == (50, "KD")
    ace = Table("10C AD 6C", surrender_vs_ten=True).play("0 decline")
    assert ace.refuses("0 surrender") == "You can't surrender against an ace."


def test_a_surrendered_hand_keeps_its_half_when_the_dealer_makes_blackjack():
    bets = Bet(0, 0, 100), Bet(1, 1, 100)
    table = Table("10C 9C KD 6C 9D AD", *bets, surrender_vs_ten=True).play("0 surrender", "1 stand")
    assert (table.back(0), table.back(1)) == (50, 0)


# Rule 11: hit and stand.


def test_rule_11_hit_as_often_as_wanted_then_stand():
    table = Table("2C 10D 2D 2H 3C 4C 8D").play("0 hit", "0 hit", "0 hit")
    assert table.hands(0) == "2C 2D 2H 3C 4C"
    table.play("0 stand")
    assert table.events[1:] == [
        Drew(0, 0, *parse_cards("2H"), 6),
        Drew(0, 0, *parse_cards("3C"), 9),
        Drew(0, 0, *parse_cards("4C"), 13),
        Stood(0, 0, 13),
        DealerDrew(*parse_cards("8D"), 18),
        Settled(table.round.lines),
    ]


# Rule 12: double.


def test_rule_12_double_takes_the_same_again_and_exactly_one_card():
    table = Table("5C 10D 6C 2C 10H").play("0 double")
    assert table.over
    assert (table.hands(0), table.staked(0), table.back(0)) == ("5C 6C 2C", 200, 0)


def test_rule_12_double_only_on_the_first_two_cards():
    table = Table("5C 10D 2C 2D").play("0 hit")
    assert table.refuses("0 double") == "You can only double with your first two cards. Hit or stand."


def test_rule_12_a_double_can_bust():
    table = Table("10C 9D 6C KC").play("0 double")
    assert (table.staked(0), table.back(0), table.dealer) == (200, 0, "9D")


def test_rule_12_no_double_after_a_split():
    table = Table("8C 10D 8D 3C 2D").play("0 split")
    assert table.may(0) == "hit stand"
    assert table.refuses("0 double") == "You can't double after a split. Hit or stand."


def test_option_double_after_split_doubles_one_hand_of_the_two():
    table = Table("8C 10D 8D 3C 2D 10C 9D 10H", double_after_split=True).play("0 split")
    assert table.may(0) == "hit stand double"
    table.play("0 double")
    assert table.round.turn == Turn(0, 1)
    table.play("0 double")
    assert (table.hands(0), table.dealer) == ("8C 3C 10C | 8D 2D 9D", "10D 10H")
    assert (table.staked(0), table.back(0)) == (400, 400)


def test_option_double_after_split_still_gives_split_aces_one_card_each():
    assert Table("AC 9D AD 5C 6D 10D", double_after_split=True).play("0 split").over


# Rule 13: split.


def test_rule_13_split_by_value_makes_two_hands_of_two_cards():
    table = Table("KC 9D 10D 5C 6D").play("0 split")
    assert (table.hands(0), table.staked(0)) == ("KC 5C | 10D 6D", 200)
    assert table.round.turn == Turn(0, 0)
    assert table.may(0) == "hit stand"
    table.play("0 stand")
    assert table.round.turn == Turn(0, 1)


@pytest.mark.parametrize("second", ["9D", "AD", "KH"])
def test_rule_13_cards_of_unequal_value_do_not_split(second):
    first = "8C"
    table = Table(f"{first} 9H {second}")
    assert table.refuses("0 split") == "You can only split two cards that count the same, before you take another."


def test_rule_13_no_split_after_a_hit():
    table = Table("2C 9H 2D 3C").play("0 hit")
    assert table.refuses("0 split") == "You can only split two cards that count the same, before you take another."


def test_rule_13_one_split_a_round():
    table = Table("8C 9H 8D 8H 8S").play("0 split")
    assert table.refuses("0 split") == "You can split only once in a round. Hit or stand."


def test_rule_13_split_aces_get_one_card_each_and_are_complete():
    table = Table("AC 9D AD 5C AH 10D").play("0 split")
    assert table.over
    assert (table.hands(0), table.staked(0), table.back(0)) == ("AC 5C | AD AH", 200, 0)


def test_rule_13_a_split_hand_of_21_stands_automatically_and_the_other_plays_on():
    table = Table("KC 9D KD AC 5D").play("0 split")
    assert table.round.turn == Turn(0, 1)


def test_rule_13_one_hand_of_a_split_may_win_and_the_other_bust():
    table = Table("8C 6D 8D 10C 10D 10H KC 10S").play("0 split", "0 stand", "0 hit")
    assert (table.dealer, table.back(0)) == ("6D KC 10S", 200)


# Rule 14: no answer in time.


@pytest.mark.parametrize(
    ("cards", "played"),
    [
        ("5C 10D 6C 2C 8D", "hit stand"),  # 5-6 = 11: hit; 13: stand
        ("AC 10D 2C 8D", "stand"),  # soft 13
        ("2C 10D 2D 3C 4C KC 8D", "hit hit hit"),  # 4, 7, 11: hit; 21 stands automatically
        ("2C 10D 2D 3C 4C 9C 8D", "hit hit hit stand"),
        ("10C 10D 2C 8D", "stand"),
        ("AC 10D AD 8D", "stand"),
    ],
)
def test_rule_14_the_clock_hits_up_to_11_and_then_stands(cards, played):
    table = Table(cards)
    moves = []
    while not table.over:
        moves.append(str(table.round.default_action(0)))
        table.play("0")
    assert " ".join(moves) == played
    assert table.staked(0) == 100


def test_rule_14_the_clock_never_insures():
    table = Table("KC AD QC 8D").play("0")
    assert (table.round.phase, table.staked(0)) == (Phase.PLAY, 100)
