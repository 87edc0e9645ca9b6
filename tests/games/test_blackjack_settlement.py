"""Blackjack's end: what the dealer draws, what every stake returns, and where the shoe is afterwards."""

import pytest
from blackjack_table import Table

from games.blackjack import Bet, BlackjackPays, LineKind, Outcome

# Rule 15: the dealer.


@pytest.mark.parametrize(
    ("cards", "dealer"),
    [
        ("KC 10D QC 6D 5D", "10D 6D 5D"),  # draws to 16
        ("KC 10D QC 7D", "10D 7D"),  # stands on 17
        ("KC 6D QC AD", "6D AD"),  # and on soft 17
        ("KC 6D QC 2D 2H 2S 3D 2C", "6D 2D 2H 2S 3D 2C"),
        ("KC 6D QC AC", "6D AC"),
        ("KC 5D QC AC AD", "5D AC AD"),
        ("KC 5D QC AC KD AD", "5D AC KD AD"),  # soft 16, hard 16, 17
    ],
)
def test_rule_15_the_dealer_draws_to_16_and_stands_on_every_17(cards, dealer):
    assert Table(cards).play("0 stand").dealer == dealer


def test_option_dealer_hits_soft_17():
    assert Table("KC 6D QC AD 3D", dealer_hits_soft_17=True).play("0 stand").dealer == "6D AD 3D"
    assert Table("KC 10D QC 7D", dealer_hits_soft_17=True).play("0 stand").dealer == "10D 7D"
    assert Table("KC 6D QC AD KD", dealer_hits_soft_17=True).play("0 stand").dealer == "6D AD KD"


def test_rule_15_with_no_hand_live_and_no_insurance_the_dealer_takes_no_card():
    bets = Bet(0, 0, 100), Bet(1, 1, 100)
    table = Table("10C 10H 8D 6C 6H KC", *bets).play("0 hit", "1 surrender")
    assert (table.over, table.dealer) == (True, "8D")


def test_rule_15_with_no_hand_live_the_dealer_takes_one_card_for_the_insurance():
    table = Table("10C AD 6C KC 4D").play("0 insure", "0 hit")
    assert (table.dealer, table.back(0)) == ("AD 4D", 0)
    table = Table("10C AD 6C KC QD").play("0 insure", "0 hit")
    assert (table.dealer, table.back(0)) == ("AD QD", 150)


def test_rule_15_a_lone_blackjack_makes_the_dealer_draw_to_the_end():
    assert Table("AC 6D KC 5D 6H").dealer == "6D 5D 6H"


# Settlement: the rules' own vectors, at a stake of 100.


@pytest.mark.parametrize(
    ("claim", "cards", "moves", "staked", "back"),
    [
        ("A-K v dealer 9-7", "AC 9D KC 7D 5D", "", 100, 250),
        ("A-K v A-Q", "AC AD KC QD", "decline", 100, 100),
        ("10-9 v 10-9", "10C 10D 9C 9D", "stand", 100, 100),
        ("7-7-7 v A-K", "7C AD 7D 7H KD", "decline, hit", 100, 0),
        ("11 doubled to 21 v 20", "5C 10D 6C KC KD", "double", 200, 400),
        ("a doubled hand v dealer blackjack", "5C 10D 6C KC AD", "double", 200, 0),
        ("split hands v dealer blackjack", "8C KD 8D 10C 10H AD", "split, stand, stand", 200, 0),
        ("dealer 6, hand 16, surrender", "10C 6D 6C", "surrender", 100, 50),
        ("dealer A, insured 50, dealer blackjack, hand 20", "KC AD QC KD", "insure, stand", 150, 150),
        ("K-Q split, K-A = 21 v 20, Q-9 lost", "KC 10D QC AC 9C KD", "split, stand", 200, 200),
        ("dealer bust", "10C 10D 2C 6D KD", "stand", 100, 200),
        ("lower", "10C 10D 8C 9D", "stand", 100, 0),
        ("A-K v a dealer's 21 of three cards", "AC 9D KC 7D 5D", "", 100, 250),
    ],
)
def test_settlement(claim, cards, moves, staked, back):
    table = Table(cards).play(*(f"0 {move}" for move in moves.split(", ") if move))
    assert table.over, claim
    assert (table.staked(0), table.back(0)) == (staked, back), claim


def test_a_split_21_is_no_blackjack_and_wins_one_to_one():
    table = Table("KC 10D QC AC 9C KD").play("0 split", "0 stand")
    assert [(line.outcome, line.staked, line.returned) for line in table.round.lines] == [
        (Outcome.WIN, 100, 200),
        (Outcome.LOSE, 100, 0),
    ]


def test_option_blackjack_pays_6_to_5():
    assert Table("AC 9D KC 7D 5D", blackjack_pays=BlackjackPays.SIX_TO_FIVE).back(0) == 220


@pytest.mark.parametrize(("cards", "back"), [("8C 10D 8D 9D", 1200), ("KC 10D QC 9D", 200), ("8C 10D 9C 9D", 0)])
def test_pair_pays_11_to_1_on_one_rank_and_king_and_queen_are_no_pair(cards, back):
    table = Table(cards, Bet(0, 0, 100, pair=100)).play("0 stand")
    assert (table.staked(0), table.back(0)) == (200, back)


def test_a_pair_that_is_split_is_still_a_pair():
    table = Table("8C 10D 8D 2C 3C 10H", Bet(0, 0, 100, pair=10)).play("0 split", "0 stand", "0 stand")
    assert (table.staked(0), table.back(0)) == (210, 120)


def test_split_ten_valued_cards_of_two_ranks_are_no_pair():
    # The second hand starts with a queen and gets a king: only the two cards of the deal count.
    table = Table("KC 10D QC QD KD 10H", Bet(0, 0, 100, pair=10)).play("0 split", "0 stand", "0 stand")
    assert (table.staked(0), table.back(0)) == (210, 200)


def test_every_stake_has_its_line_and_its_words_in_the_ledger():
    table = Table("8C AD 8D KD", Bet(0, 0, 100, pair=10)).play("0 insure", "0 stand")
    assert [(line.kind, line.staked, line.returned, line.net) for line in table.round.lines] == [
        (LineKind.HAND, 100, 0, -100),
        (LineKind.PAIR, 10, 120, 110),
        (LineKind.INSURANCE, 50, 150, 100),
    ]
    assert [(transfer.amount, transfer.why) for transfer in table.step.transfers] == [
        (100, "lose"),
        (10, "pair back"),
        (110, "pair win"),
        (50, "insurance back"),
        (100, "insurance win"),
    ]


def test_nothing_can_be_done_after_the_end():
    table = Table("10C 6D 6C").play("0 surrender")
    assert table.refuses("0 hit") == "This round is over. Bet on the next one."
    assert table.may(0) == ""


# Rule 19: the shoe lasts.


def test_rule_19_the_next_round_continues_in_the_same_shoe():
    table = Table("10C 6D 6C 2C").play("0 surrender")
    assert table.round.shoe.dealt == 3
    assert (table.round.view(None).dealt, table.round.view(None).shoe_size) == (3, 4)
