"""Betting behind at Blackjack (rules 16-18). Seats 0-6 are the table's; 7 and up bet behind."""

from blackjack_table import Table

from games.blackjack import Bet, Move, Phase
from games.blackjack.blackjack_events import Drew, Followed, Kept
from games.blackjack.blackjack_view import Follow, Turn
from games.cards import parse_cards

SEAT, NEXT = Bet(0, 0, 100), Bet(1, 1, 100)
BEHIND = Bet(7, 0, 40)


def stakes(table, bettor, box=0):
    box = next(one for one in table.round.boxes if one.seat == box)
    return next(behind.stakes for behind in box.behind if behind.seat == bettor)


def test_rule_16_bettors_behind_decide_nothing_and_are_not_asked_for_insurance():
    table = Table("10C AD 6C KC", SEAT, BEHIND)
    assert table.round.to_act == {0}
    assert table.refuses("7 insure") == "It isn't your turn."
    table.play("0 insure")
    assert table.refuses("7 hit") == "It isn't your turn."
    assert table.may(7) == ""
    table.play("0 stand")
    assert (table.staked(7), table.back(7)) == (40, 0)


def test_rule_17_the_cards_of_a_split_wait_for_the_bettors_behind_who_may_bet_the_same_on_the_second_hand():
    table = Table("8C 9D 8D 2C 3C 8H", SEAT, BEHIND).play("0 split")
    assert (table.round.phase, table.hands(0)) == (Phase.FOLLOW, "8C | 8D")
    assert table.round.raised == Follow(0, 1, Move.SPLIT, frozenset({7}))
    assert (table.round.turn, table.may(7)) == (Turn(0, 0), "follow keep")
    assert table.refuses("0 hit") == "It isn't your turn."
    assert table.refuses("7 stand") == "You bet behind this hand. Match the bet, or keep yours as it is."
    table.play("7 follow")
    assert table.step.events == (
        Followed(7, 0, 40),
        Drew(0, 0, *parse_cards("2C"), 10),
        Drew(0, 1, *parse_cards("3C"), 11),
    )
    assert (stakes(table, 7), table.staked(7)) == ((40, 40), 80)


def test_rule_18_all_behind_one_seat_answer_at_the_same_time_and_the_last_answer_ends_it():
    table = Table("5C 9D 6C KC KD", SEAT, BEHIND, Bet(8, 0, 10), Bet(9, 0, 20)).play("0 double")
    assert table.round.raised == Follow(0, 0, Move.DOUBLE, frozenset({7, 8, 9}))
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


def test_rule_18_only_bettors_behind_that_seat_are_asked_each_for_the_bet_behind_it():
    bets = SEAT, NEXT, BEHIND, Bet(7, 1, 60), Bet(8, 1, 10)
    table = Table("5C 5D 9D 6C 6D KC", *bets).play("0 double")
    assert table.round.to_act == {7}
    table.play("7 follow")
    assert (stakes(table, 7, box=0), stakes(table, 7, box=1)) == ((80,), (60,))
    assert table.play("1 double").round.raised == Follow(1, 0, Move.DOUBLE, frozenset({7, 8}))


def test_with_double_after_split_a_bet_behind_follows_the_double_of_the_hand_it_rides_on():
    table = Table("8C 9D 8D 3C 2C 10C KD 10D", SEAT, BEHIND, Bet(8, 0, 10), double_after_split=True)
    table.play("0 split", "7 follow", "8 keep", "0 double")
    assert table.round.to_act == {7, 8}
    table.play("7 keep", "8 follow", "0 double")
    assert table.round.raised == Follow(0, 1, Move.DOUBLE, frozenset({7}))
    table.play("7 follow")
    # 8-3-10 = 21 and 8-2-K = 20 win against 19.
    assert (table.hands(0), table.dealer) == ("8C 3C 10C | 8D 2C KD", "9D 10D")
    assert [(line.seat, line.hand, line.staked, line.returned) for line in table.round.lines if line.seat] == [
        (7, 0, 40, 80),
        (7, 1, 80, 160),
        (8, 0, 20, 40),
    ]
    nobody = Table("8C 9D 8D 3C 2C KD 10D", SEAT, BEHIND, double_after_split=True)
    assert nobody.play("0 split", "7 keep", "0 stand", "0 double").over, "no bet rides on the doubled hand"
