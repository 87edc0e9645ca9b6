"""Betting behind at Blackjack (rules 16-18). Seats 0-6 are the table's; 7 and up bet behind."""

import pytest
from blackjack_table import Table

from games.blackjack import Bet, Drew, Follow, Followed, Kept, LineKind, Move, Outcome, Phase, Turn
from games.cards import parse_cards

SEAT = Bet(0, 0, 100)
BEHIND = Bet(7, 0, 40)


def stakes(table, bettor, box=0):
    box = next(one for one in table.round.boxes if one.seat == box)
    return next(behind.stakes for behind in box.behind if behind.seat == bettor)


# Rule 16: bettors behind decide nothing, and are paid the same.


@pytest.mark.parametrize(
    ("cards", "moves", "back"),
    [
        ("AC 9D KC 7D 5D", [], 100),  # blackjack
        ("10C 9D KC 7D 5H", ["0 stand"], 0),
        ("10C 9D KC 9H", ["0 stand"], 80),
        ("10C 9D 9C 10D", ["0 stand"], 40),
        ("10C 9D 5C KD", ["0 hit"], 0),
    ],
)
def test_rule_16_a_bet_behind_is_paid_like_the_hand_it_rides_on(cards, moves, back):
    table = Table(cards, SEAT, BEHIND).play(*moves)
    assert (table.staked(7), table.back(7)) == (40, back)


def test_rule_16_a_bet_behind_follows_a_surrender():
    table = Table("10C 6D 6C", SEAT, BEHIND).play("0 surrender")
    assert (table.back(0), table.back(7)) == (50, 20)


def test_rule_16_bettors_behind_decide_nothing_and_are_not_asked_for_insurance():
    table = Table("10C AD 6C KC", SEAT, BEHIND)
    assert table.round.to_act == {0}
    assert table.refuses("7 insure") == "It isn't your turn."
    table.play("0 insure")
    assert table.refuses("7 hit") == "It isn't your turn."
    assert table.may(7) == ""
    table.play("0 stand")
    assert (table.staked(7), table.back(7)) == (40, 0)


def test_rule_16_a_pair_bet_behind_pays_like_one_in_front():
    table = Table("8C 9D 8D 9C", SEAT, Bet(7, 0, 40, 10)).play("0 stand")
    assert (table.staked(7), table.back(7)) == (50, 120)
    table = Table("8C 9D 10D 9C", SEAT, Bet(7, 0, 40, 10)).play("0 stand")
    assert table.back(7) == 40


def test_rule_16_one_bettor_may_bet_behind_several_seats():
    table = Table("10C 10D 9D KC 8D 9H", SEAT, Bet(1, 1, 100), Bet(7, 0, 40), Bet(7, 1, 60)).play("0 stand", "1 stand")
    assert (table.staked(7), table.back(7)) == (100, 140)
    lines = [(line.box, line.outcome, line.net) for line in table.round.lines if line.seat == 7]
    assert lines == [(0, Outcome.WIN, 40), (1, Outcome.PUSH, 0)]


# Rule 17: the split.


def test_rule_17_the_cards_of_a_split_wait_for_the_bettors_behind():
    table = Table("8C 9D 8D 2C 3C", SEAT, BEHIND).play("0 split")
    assert table.round.phase is Phase.FOLLOW
    assert table.round.follow == Follow(0, 1, Move.SPLIT, frozenset({7}))
    assert table.hands(0) == "8C | 8D"
    assert table.round.turn == Turn(0, 0)
    assert table.may(7) == "follow keep"
    assert table.refuses("0 hit") == "It isn't your turn."
    assert table.refuses("7 stand") == "You bet behind this hand. Follow, or keep your bet as it is."


def test_rule_17_following_a_split_bets_the_same_again_on_the_second_hand():
    table = Table("8C 9D 8D 2C 3C 8H", SEAT, BEHIND).play("0 split", "7 follow")
    assert table.step.events == (
        Followed(7, 0, 40),
        Drew(0, 0, *parse_cards("2C"), 10),
        Drew(0, 1, *parse_cards("3C"), 11),
    )
    assert (stakes(table, 7), table.staked(7)) == ((40, 40), 80)


def test_rule_17_without_an_answer_only_the_first_hand_counts_for_the_bet_behind():
    # The first hand, 8-10 = 18, loses to 19; the second, 8-2-K = 20, wins.
    table = Table("8C 9D 8D 10C 2C KC 10D", SEAT, Bet(7, 0, 100)).play("0 split", "7")
    table.play("0 stand", "0 hit", "0 stand")
    assert (table.hands(0), table.dealer) == ("8C 10C | 8D 2C KC", "9D 10D")
    assert (table.staked(7), table.back(7)) == (100, 0)
    assert (table.staked(0), table.back(0)) == (200, 200)
    assert [line.hand for line in table.round.lines if line.seat == 7] == [0]


def test_rule_17_a_bettor_who_followed_the_split_is_paid_on_both_hands():
    table = Table("8C 9D 8D 10C 2C KC 10D", SEAT, Bet(7, 0, 100)).play("0 split", "7 follow")
    table.play("0 stand", "0 hit", "0 stand")
    assert (table.staked(7), table.back(7)) == (200, 200)
    assert [line.outcome for line in table.round.lines if line.seat == 7] == [Outcome.LOSE, Outcome.WIN]


def test_rule_17_following_split_aces_ends_the_turn():
    table = Table("AC 9D AD 10C 2C 10D", SEAT, BEHIND).play("0 split", "7 follow")
    assert table.over
    assert (table.staked(7), table.back(7)) == (80, 80)


# Rule 18: the double.


def test_rule_18_following_a_double_bets_the_same_again():
    table = Table("5C 9D 6C KC KD", SEAT, BEHIND).play("0 double")
    assert table.round.follow == Follow(0, 0, Move.DOUBLE, frozenset({7}))
    assert table.hands(0) == "5C 6C"
    table.play("7 follow")
    assert (table.hands(0), table.staked(7), table.back(7)) == ("5C 6C KC", 80, 160)


def test_rule_18_without_an_answer_the_original_bet_rides_on():
    table = Table("5C 9D 6C KC KD", SEAT, BEHIND).play("0 double", "7 keep")
    assert (table.staked(7), table.back(7)) == (40, 80)
    assert (table.staked(0), table.back(0)) == (200, 400)


def test_rule_18_all_behind_one_seat_answer_at_the_same_time_and_the_last_answer_ends_it():
    table = Table("5C 9D 6C KC KD", SEAT, BEHIND, Bet(8, 0, 10), Bet(9, 0, 20)).play("0 double")
    assert table.round.to_act == {7, 8, 9}
    table.play("8 follow")
    assert table.round.to_act == {7, 9}
    assert table.refuses("8 keep") == "It isn't your turn."
    table.play("9 keep")
    assert table.step.events == (Kept(9, 0),)
    assert table.hands(0) == "5C 6C"
    table.play("7 follow")
    assert table.over
    assert [table.back(bettor) for bettor in (7, 8, 9)] == [160, 40, 40]


def test_rule_18_only_bettors_behind_that_seat_are_asked():
    table = Table("5C 2C 9D 6C 3C KC", SEAT, Bet(1, 1, 100), BEHIND, Bet(8, 1, 10)).play("0 double")
    assert table.round.to_act == {7}


def test_rule_18_a_bettor_behind_several_seats_follows_on_the_one_that_doubled():
    table = Table("5C 5D 9D 6C 6D KC", SEAT, Bet(1, 1, 100), BEHIND, Bet(7, 1, 60)).play("0 double", "7 follow")
    assert (stakes(table, 7, box=0), stakes(table, 7, box=1)) == ((80,), (60,))
    table.play("1 double")
    assert table.round.follow == Follow(1, 0, Move.DOUBLE, frozenset({7}))


def test_with_double_after_split_a_bet_behind_follows_the_double_of_the_hand_it_rides_on():
    table = Table("8C 9D 8D 3C 2C 10C KD 10D", SEAT, BEHIND, Bet(8, 0, 10), double_after_split=True)
    table.play("0 split", "7 follow", "8 keep", "0 double")
    assert table.round.to_act == {7, 8}
    table.play("7 keep", "8 follow", "0 double")
    assert table.round.follow == Follow(0, 1, Move.DOUBLE, frozenset({7}))
    table.play("7 follow")
    # 8-3-10 = 21 and 8-2-K = 20 win against 19.
    assert (table.hands(0), table.dealer) == ("8C 3C 10C | 8D 2C KD", "9D 10D")
    assert [(line.hand, line.staked, line.returned) for line in table.round.lines if line.seat == 7] == [
        (0, 40, 80),
        (1, 80, 160),
    ]
    assert [(line.hand, line.staked) for line in table.round.lines if line.seat == 8] == [(0, 20)]


def test_with_double_after_split_nobody_is_asked_when_no_bet_rides_on_the_doubled_hand():
    table = Table("8C 9D 8D 3C 2C KD 10D", SEAT, BEHIND, double_after_split=True)
    table.play("0 split", "7 keep", "0 stand", "0 double")
    assert table.over


def test_after_the_split_it_is_the_next_seats_turn():
    table = Table("AC 2C 9D AD 3C 5C 6C", SEAT, Bet(1, 1, 100), BEHIND).play("0 split", "7 keep")
    assert table.round.turn == Turn(1, 0)


def test_every_stake_behind_has_its_line_after_the_players():
    table = Table("8C 9D 8D 9C", SEAT, Bet(7, 0, 40, 10)).play("0 stand")
    assert [(line.seat, line.box, line.kind, line.staked) for line in table.round.lines] == [
        (0, 0, LineKind.HAND, 100),
        (7, 0, LineKind.HAND, 40),
        (7, 0, LineKind.PAIR, 10),
    ]
