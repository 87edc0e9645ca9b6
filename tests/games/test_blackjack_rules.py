"""Blackjack from the deal to the chips: whole rounds of one seat in a table, refusals in another, the rest as stories.

Cards come out in this order: one to each seat, the dealer's, one more to each seat, then as they are drawn.
"""

import pytest
from blackjack_table import Table

from games.blackjack import Bet, BlackjackPays, LineKind, Outcome, Phase, is_blackjack, total
from games.blackjack.blackjack_events import Drew, Stood
from games.blackjack.blackjack_view import Turn
from games.cards import parse_cards

BOTH = Bet(0, 0, 100), Bet(1, 1, 100)
VS_TEN, AFTER_SPLIT, SOFT_17 = "surrender_vs_ten", "double_after_split", "dealer_hits_soft_17"


def seat_0(moves):
    return [f"0 {move}" for move in moves.split(", ") if move]


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
        ("10C AD", 21, True),
        ("7C 7D 7H", 21, False),
    ],
)
def test_rules_1_and_2_an_ace_counts_whichever_is_better_and_makes_a_blackjack_of_a_ten_valued_card(cards, best, soft):
    assert total(parse_cards(cards)) == (best, soft)
    assert is_blackjack(parse_cards(cards)) is (cards in ("AC KD", "10C AD"))


# Rounds in which one seat bets 100: their cards, its moves, and how they end.


@pytest.mark.parametrize(
    ("rule", "cards", "moves", "end"),
    [
        ("3: bust loses at once", "10C 6D 6C KH 10D 10H", "hit", "10C 6C KH v 6D: 0 for 100"),
        ("8: lost, whatever the hand does", "KC AD QC 8D", "insure, stand", "KC QC v AD 8D: 200 for 150"),
        ("8: 21 of three is no blackjack", "KC AD QC 4D 6D", "insure, stand", "KC QC v AD 4D 6D: 0 for 150"),
        ("8: even money for a blackjack", "AC AD KC KD", "insure", "AC KC v AD KD: 250 for 150"),
        ("8: paid 2:1", "KC AD QC KD", "insure, stand", "KC QC v AD KD: 150 for 150"),
        ("9: drawn to 21, a hand stands", "5C 9D 6C 10C 8D", "hit", "5C 6C 10C v 9D 8D: 200 for 100"),
        ("10: half the bet", "10C 6D 6C", "surrender", "10C 6C v 6D: 50 for 100"),
        ("12: one card", "5C 10D 6C 2C 10H", "double", "5C 6C 2C v 10D 10H: 0 for 200"),
        ("12: a double can bust", "10C 9D 6C KC", "double", "10C 6C KC v 9D: 0 for 200"),
        ("13: by value", "KC 9D 10D 5C 6D 10H", "split, stand, stand", "KC 5C | 10D 6D v 9D 10H: 0 for 200"),
        ("13: aces get one card each", "AC 9D AD 5C AH 10D", "split", "AC 5C | AD AH v 9D 10D: 0 for 200"),
        (
            "13: one hand wins, one busts",
            *("8C 6D 8D 10C 10D 10H KC 10S", "split, stand, hit", "8C 10C | 8D 10D 10H v 6D KC 10S: 200 for 200"),
        ),
        ("15: no hand live, no card", "10C 10H 6C KC", "hit", "10C 6C KC v 10H: 0 for 100"),
        ("15: one for the insurance", "10C AD 6C KC 4D", "insure, hit", "10C 6C KC v AD 4D: 0 for 150"),
        ("15: a blackjack for it", "10C AD 6C KC QD", "insure, hit", "10C 6C KC v AD QD: 150 for 150"),
        ("15: for a lone blackjack too", "AC 6D KC 5D 6H", "", "AC KC v 6D 5D 6H: 250 for 100"),
        ("A-K v dealer 9-7", "AC 9D KC 7D 5D", "", "AC KC v 9D 7D 5D: 250 for 100"),
        ("A-K v A-Q", "AC AD KC QD", "decline", "AC KC v AD QD: 100 for 100"),
        ("10-9 v 10-9", "10C 10D 9C 9D", "stand", "10C 9C v 10D 9D: 100 for 100"),
        ("7-7-7 v A-K", "7C AD 7D 7H KD", "decline, hit", "7C 7D 7H v AD KD: 0 for 100"),
        ("11 doubled to 21 v 20", "5C 10D 6C KC KD", "double", "5C 6C KC v 10D KD: 400 for 200"),
        ("doubled v blackjack", "5C 10D 6C KC AD", "double", "5C 6C KC v 10D AD: 0 for 200"),
        ("split v blackjack", "8C KD 8D 10C 10H AD", "split, stand, stand", "8C 10C | 8D 10H v KD AD: 0 for 200"),
        ("K-Q split, K-A = 21 v 20", "KC 10D QC AC 9C KD", "split, stand", "KC AC | QC 9C v 10D KD: 200 for 200"),
        ("dealer bust", "10C 10D 2C 6D KD", "stand", "10C 2C v 10D 6D KD: 200 for 100"),
        ("lower", "10C 10D 8C 9D", "stand", "10C 8C v 10D 9D: 0 for 100"),
    ],
)
def test_a_round_of_one_seat(rule, cards, moves, end):
    assert Table(cards).play(*seat_0(moves)).ends() == end, rule


@pytest.mark.parametrize(
    ("option", "cards", "moves", "end"),
    [
        (VS_TEN, "10C KD 6C", "surrender", "10C 6C v KD: 50 for 100"),
        (
            AFTER_SPLIT,
            *("8C 10D 8D 3C 2D 10C 9D 10H", "split, double, double", "8C 3C 10C | 8D 2D 9D v 10D 10H: 400 for 400"),
        ),
        (AFTER_SPLIT, "AC 9D AD 5C 6D 10D", "split", "AC 5C | AD 6D v 9D 10D: 0 for 200"),
        (SOFT_17, "KC 6D QC AD 3D", "stand", "KC QC v 6D AD 3D: 100 for 100"),
        (SOFT_17, "KC 10D QC 7D", "stand", "KC QC v 10D 7D: 200 for 100"),
        (SOFT_17, "KC 6D QC AD KD", "stand", "KC QC v 6D AD KD: 200 for 100"),
    ],
)
def test_a_round_under_a_house_option(option, cards, moves, end):
    assert Table(cards, **{option: True}).play(*seat_0(moves)).ends() == end


def test_option_blackjack_pays_6_to_5():
    assert Table("AC 9D KC 7D 5D", blackjack_pays=BlackjackPays.SIX_TO_FIVE).back(0) == 220


NO_INSURANCE = "Insurance is closed. Play your hand."
NO_SURRENDER = "You can only surrender as your first decision. Hit or stand."
NO_SPLIT = "You can only split two cards that count the same, before you take another."


@pytest.mark.parametrize(
    ("cards", "moves", "refused", "sentence"),
    [
        *((f"2C {shown} 3C", "", "insure", NO_INSURANCE) for shown in ("2D", "9D", "10D", "KD")),
        ("2C AD 3C", "", "hit", "The dealer shows an ace. Insure or decline first."),
        ("10C KD 6C", "", "surrender", "You can't surrender against a 10, J, Q or K."),
        ("10C AD 6C", "decline", "surrender", "You can't surrender against an ace."),
        ("10C 6D 2C 2D", "hit", "surrender", NO_SURRENDER),
        ("8C 6D 8D 2C 2D", "split", "surrender", NO_SURRENDER),
        ("5C 10D 2C 2D", "hit", "double", "You can only double with your first two cards. Hit or stand."),
        ("8C 10D 8D 3C 2D", "split", "double", "You can't double after a split. Hit or stand."),
        *((f"8C 9H {second}", "", "split", NO_SPLIT) for second in ("9D", "AD", "KH")),
        ("2C 9H 2D 3C", "hit", "split", NO_SPLIT),
        ("8C 9H 8D 8H 8S", "split", "split", "You can split only once in a round. Hit or stand."),
        ("10C 6D 6C", "surrender", "hit", "This round is over. Bet on the next one."),
    ],
)
def test_what_a_seat_may_not_do_is_refused_with_a_sentence(cards, moves, refused, sentence):
    assert Table(cards).play(*seat_0(moves)).refuses(f"0 {refused}") == sentence


def test_option_surrender_vs_ten_does_not_allow_it_against_an_ace():
    ace = Table("10C AD 6C", surrender_vs_ten=True).play("0 decline")
    assert ace.refuses("0 surrender") == "You can't surrender against an ace."


@pytest.mark.parametrize(
    ("cards", "dealer"),
    [
        ("KC 10D QC 6D 5D", "10D 6D 5D"),  # draws to 16
        ("KC 10D QC 7D", "10D 7D"),  # stands on 17
        ("KC 6D QC AD", "6D AD"),  # and on soft 17
        ("KC 6D QC 2D 2H 2S 3D 2C", "6D 2D 2H 2S 3D 2C"),
        ("KC 5D QC AC AD", "5D AC AD"),
        ("KC 5D QC AC KD AD", "5D AC KD AD"),  # soft 16, hard 16, 17
    ],
)
def test_rule_15_the_dealer_draws_to_16_and_stands_on_every_17(cards, dealer):
    assert Table(cards).play("0 stand").dealer == dealer


# Several seats, and what others are told.


def test_rule_7_one_card_to_each_seat_then_one_to_the_dealer_then_a_second_to_each_seat():
    table = Table("2C 3C 4C 9D 5C 6C 7C", Bet(4, 4, 100), Bet(0, 0, 100), Bet(2, 2, 100))
    assert [table.hands(seat) for seat in (0, 2, 4)] == ["2C 5C", "3C 6C", "4C 7C"]
    assert table.dealer == "9D"


def test_rule_8_all_seats_are_offered_insurance_at_once_and_nobody_plays_before_or_answers_twice():
    table = Table("2C 3C AD 5C KC 9H 9C", Bet(0, 0, 100), Bet(1, 1, 40))
    assert (table.round.phase, table.round.to_act, table.round.turn) == (Phase.INSURANCE, {0, 1}, None)
    assert table.may(0) == "insure decline"
    table.play("1 insure")
    assert (table.staked(1), table.round.to_act) == (60, {0})
    assert table.refuses("1 decline") == "It isn't your turn."
    table.play("0 decline")
    assert (table.round.phase, table.round.turn) == (Phase.PLAY, Turn(0, 0))


def test_rule_9_seats_play_in_order_and_a_21_stands_automatically():
    table = Table("2C AC 4C 9D 5C KC 7C", *BOTH, Bet(2, 2, 100))
    assert table.round.turn == Turn(0, 0)
    assert table.refuses("2 hit") == "It isn't your turn."
    table.play("0 stand")
    assert table.round.turn == Turn(2, 0)
    over = Table("AC 9D KC 7D 5D")
    assert over.over, "a round in which everybody has 21 is over with the deal"
    assert over.events == []


def test_rule_11_hit_as_often_as_wanted_then_stand():
    table = Table("2C 10D 2D 2H 3C 4C 8D").play("0 hit", "0 hit", "0 hit", "0 stand")
    assert table.events == [
        Drew(0, 0, *parse_cards("2H"), 6),
        Drew(0, 0, *parse_cards("3C"), 9),
        Drew(0, 0, *parse_cards("4C"), 13),
        Stood(0, 0, 13),
    ]
    assert table.dealer == "10D 8D"


def test_rule_13_the_hands_of_a_split_only_hit_or_stand_one_after_the_other_and_21_stands():
    table = Table("KC 9D 10D 5C 6D").play("0 split")
    assert (table.hands(0), table.staked(0), table.round.turn) == ("KC 5C | 10D 6D", 200, Turn(0, 0))
    assert table.may(0) == "hit stand"
    assert table.play("0 stand").round.turn == Turn(0, 1)
    assert Table("KC 9D KD AC 5D").play("0 split").round.turn == Turn(0, 1)
    allowed = Table("8C 10D 8D 3C 2D 10C", double_after_split=True).play("0 split")
    assert allowed.may(0) == "hit stand double"
    assert allowed.play("0 double").round.turn == Turn(0, 1)


@pytest.mark.parametrize(
    ("cards", "played"),
    [
        ("5C 10D 6C 2C 8D", "hit stand"),  # 5-6 = 11: hit; 13: stand
        ("AC 10D 2C 8D", "stand"),  # soft 13
        ("2C 10D 2D 3C 4C KC 8D", "hit hit hit"),  # 4, 7, 11: hit; 21 stands automatically
        ("2C 10D 2D 3C 4C 9C 8D", "hit hit hit stand"),
        ("10C 10D 2C 8D", "stand"),
        ("AC 10D AD 8D", "stand"),
        ("KC AD QC 8D", "decline stand"),
    ],
)
def test_rule_14_the_clock_hits_up_to_11_and_then_stands_and_never_insures(cards, played):
    table = Table(cards)
    moves = []
    while not table.over:
        moves.append(str(table.round.default_action(0)))
        table.play("0")
    assert " ".join(moves) == played
    assert table.staked(0) == 100


def test_a_surrendered_hand_keeps_its_half_when_the_dealer_makes_blackjack():
    table = Table("10C 9C KD 6C 9D AD", *BOTH, surrender_vs_ten=True).play("0 surrender", "1 stand")
    assert (table.back(0), table.back(1)) == (50, 0)
    nobody_left = Table("10C 10H 8D 6C 6H KC", *BOTH).play("0 hit", "1 surrender")
    assert (nobody_left.over, nobody_left.dealer) == (True, "8D")


# Pairs, lines and the ledger.


@pytest.mark.parametrize(
    ("cards", "pair", "moves", "end"),
    [
        ("8C 10D 8D 9D", 100, "stand", "8C 8D v 10D 9D: 1200 for 200"),
        ("KC 10D QC 9D", 100, "stand", "KC QC v 10D 9D: 200 for 200"),
        ("8C 10D 9C 9D", 100, "stand", "8C 9C v 10D 9D: 0 for 200"),
        ("8C 10D 8D 2C 3C 10H", 10, "split, stand, stand", "8C 2C | 8D 3C v 10D 10H: 120 for 210"),
        # The second hand starts with a queen and gets a king: only the two cards of the deal count.
        ("KC 10D QC QD KD 10H", 10, "split, stand, stand", "KC QD | QC KD v 10D 10H: 200 for 210"),
    ],
)
def test_pair_pays_11_to_1_on_one_rank_of_the_first_two_cards_split_or_not(cards, pair, moves, end):
    assert Table(cards, Bet(0, 0, 100, pair)).play(*seat_0(moves)).ends() == end


def test_every_stake_has_its_line_and_its_words_in_the_ledger():
    table = Table("8C AD 8D KD", Bet(0, 0, 100, pair=10)).play("0 insure", "0 stand")
    assert [(line.kind, line.outcome, line.staked, line.returned, line.net) for line in table.round.lines] == [
        (LineKind.HAND, Outcome.LOSE, 100, 0, -100),
        (LineKind.PAIR, Outcome.WIN, 10, 120, 110),
        (LineKind.INSURANCE, Outcome.WIN, 50, 150, 100),
    ]
    assert [(transfer.amount, transfer.why) for transfer in table.step.transfers] == [
        (100, "lose"),
        (10, "pair back"),
        (110, "pair win"),
        (50, "insurance back"),
        (100, "insurance win"),
    ]


@pytest.mark.parametrize(
    ("cards", "moves", "outcomes"),
    [
        ("10C 6D 6C KH", "hit", ["bust"]),
        ("KC AD QC 8D", "insure, stand", ["win", "lose"]),
        ("KC 10D QC AC 9C KD", "split, stand", ["win", "lose"]),  # 21, and no blackjack
        ("AC 9D KC 7D 5D", "", ["blackjack"]),
    ],
)
def test_lines_say_what_became_of_each_hand(cards, moves, outcomes):
    assert [line.outcome.value for line in Table(cards).play(*seat_0(moves)).round.lines] == outcomes


def test_rule_19_the_next_round_continues_in_the_same_shoe():
    table = Table("10C 6D 6C 2C").play("0 surrender")
    assert (table.round.shoe.dealt, table.may(0)) == (3, "")
    assert (table.round.view(None).dealt, table.round.view(None).shoe_size) == (3, 4)
