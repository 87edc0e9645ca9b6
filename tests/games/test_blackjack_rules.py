"""Blackjack from the deal to the chips: several seats, and what the others are told. Rounds of one are vectors."""

from blackjack_table import Table

from games.blackjack import Bet, LineKind, Outcome, Phase
from games.blackjack.blackjack_events import Drew, Stood
from games.blackjack.blackjack_view import Turn
from games.cards import parse_cards

BOTH = Bet(0, 0, 100), Bet(1, 1, 100)


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


def test_a_surrendered_hand_keeps_its_half_when_the_dealer_makes_blackjack():
    table = Table("10C 9C KD 6C 9D AD", *BOTH, surrender_vs_ten=True).play("0 surrender", "1 stand")
    assert (table.back(0), table.back(1)) == (50, 0)
    nobody_left = Table("10C 10H 8D 6C 6H KC", *BOTH).play("0 hit", "1 surrender")
    assert (nobody_left.over, nobody_left.dealer) == (True, "8D")


# Pairs, lines and the ledger.


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


def test_rule_19_the_next_round_continues_in_the_same_shoe():
    table = Table("10C 6D 6C 2C").play("0 surrender")
    assert (table.round.shoe.dealt, table.may(0)) == (3, "")
    assert (table.round.view(None).dealt, table.round.view(None).shoe_size) == (3, 4)
