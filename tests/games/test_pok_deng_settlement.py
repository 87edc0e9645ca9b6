"""Pok Deng's rules 10 and 12-17: who wins, at which odds, the chips that move for it, and the mark on the road."""

from itertools import product

import pytest
from pok_deng_table import Table

from games.cards import parse_cards
from games.core import Pot, Transfer
from games.pok_deng import Bet, BetKind, Hand, Line, Mark, Reason, Result, compare, last_marks, parse_marks
from games.pok_deng.settle import Verdict

# The rules' own vectors, at a bet of 100.


@pytest.mark.parametrize(
    ("banker", "theirs", "player", "ours", "result", "odds", "back"),
    [
        ("4H 8C", "2", "6C 7S", "3", "win", 1, 300),
        ("2C 3D", "5", "9C 2D", "1", "lose", 1, 100),
        ("QC 10C", "7.2", "QC JC", "7.3", "win", 2, 400),
        ("8C JC", "8", "9D 6C", "5", "lose", 2, 0),
        ("6C 5C", "1", "JD AC", "1", "tie", 0, 200),
        ("JC KD", "7.3", "5S 9H", "4", "lose", 2, 0),
        ("2H 4H", "6", "5C 5C", "7.4", "win", 1, 300),
        ("9D 7C", "6", "KH 9H", "9", "win", 2, 400),
        ("AH 9S", "0", "3C 3D", "6", "win", 1, 300),
        ("AH 9S", "0", "4C 4D", "8", "win", 2, 400),
        ("10D JS", "7.2", "5S 5D", "7.4", "win", 2, 400),
        ("10C 10C", "7.4", "AS KS", "7.5", "win", 2, 400),
        ("AS AS", "7.4", "6D 6D", "7.4", "tie", 0, 200),
        ("10H KH", "7.2", "AD 9D", "7.1", "lose", 2, 0),
        ("AC 9C", "7.1", "7S 10D", "7", "lose", 2, 0),
        ("KD KS", "7.3", "JH QH", "7.3", "tie", 0, 200),
        ("KC 8D", "8", "9C 9D", "8", "tie", 0, 200),
        ("3C 3D", "6", "KS 7S", "7", "win", 1, 300),
        ("5S 2S", "7", "AD 9D", "7.1", "win", 2, 400),
    ],
)
def test_the_rules_vectors_for_main_bets(banker, theirs, player, ours, result, odds, back):
    table = Table(player, banker)
    assert (str(table.round.banker.value), str(table.round.hands[0].value)) == (theirs, ours)
    assert (table.staked(), table.back()) == (200, back)
    assert table.round.lines == (Line(0, 0, BetKind.MAIN, Result(result), odds, 100, 200, back),)


def test_the_rules_vector_for_a_pair_bet():
    table = Table("10C 10H", "6S 8S", Bet(0, 0, pair=100))
    assert (str(table.round.banker.value), str(table.round.hands[0].value)) == ("4", "7.4")
    assert (table.staked(), table.back()) == (100, 1200)
    assert table.round.lines == (Line(0, 0, BetKind.PAIR, Result.WIN, 11, 100, 100, 1200),)


# The odds, and why


def verdict(player, banker):
    return compare(Hand.of(*parse_cards(player)), Hand.of(*parse_cards(banker)))


@pytest.mark.parametrize(
    ("player", "banker", "result", "odds", "reason"),
    [
        ("6C 7S", "2H 2C", "lose", 2, "pattern"),
        ("6C 2S", "2H 2C", "win", 1, "no pattern"),  # the loser's pattern changes nothing
        ("4C 4D", "KC 9D", "lose", 1, "no pattern"),
        ("6C 2C", "2H 2C", "win", 2, "pattern"),
        ("6C AC", "2H 4D", "win", 1, "banker has 0 or 6"),
        ("6C AC", "3H 7D", "win", 1, "banker has 0 or 6"),
        ("AC KC", "8H 2D", "win", 1, "banker has 0 or 6"),
        ("6C AC", "3H 2D", "win", 2, "pattern"),
        ("6C AD", "2H 4D", "win", 1, "no pattern"),
        ("6C 2C", "2H 4D", "win", 2, "8 or 9 with a flush or a pair"),
        ("4C 4D", "3H 7D", "win", 2, "8 or 9 with a flush or a pair"),
        ("9C QC", "3H 7D", "win", 2, "8 or 9 with a flush or a pair"),
        ("6C 2D", "3H 7D", "win", 1, "no pattern"),
        ("2C 8C", "KC 7D", "win", 2, "pattern"),
        ("4C 4D", "9H KH", "lose", 2, "pattern"),
        ("AC 3C", "6S QS", "lose", 2, "pattern"),  # rule 15 knows no exception for a Banker with 6
        ("AC KC", "AD KD", "tie", 0, "equal values"),
    ],
)
def test_rules_12_to_15_odds_and_their_reason(player, banker, result, odds, reason):
    assert verdict(player, banker) == Verdict(Result(result), odds, Reason(reason))


def test_rule_13_a_banker_with_no_points_but_a_combination_does_not_have_0():
    for banker in ("2H 8H", "10C JD", "JH KD", "10C 10D"):
        assert verdict("AC KC", banker).odds == 2, banker


def test_rule_16_a_pair_bet_needs_two_cards_of_one_rank_and_does_not_depend_on_the_main_result():
    for player, back in (("4S 4H", 120), ("4S 3H", 0), ("KS QH", 0)):
        assert {Table(player, banker, Bet(0, 0, pair=10)).back() for banker in ("KC 9D", "2C 3D", "4C 4D")} == {back}


# The chips


def test_rule_5_a_main_bet_takes_twice_and_a_pair_bet_once():
    assert [BetKind.MAIN.taken(70), BetKind.PAIR.taken(70), Bet(0, 0, 70, 30).taken] == [140, 70, 170]


@pytest.mark.parametrize(
    ("player", "banker", "moved"),
    [
        ("QC JC", "QC 10C", [(Pot.MIDDLE, 5, 200, "back"), (Pot.HOUSE, 5, 200, "win")]),
        ("6C 7S", "4H 8C", [(Pot.MIDDLE, 5, 200, "back"), (Pot.HOUSE, 5, 100, "win")]),
        ("JD AC", "6C 5C", [(Pot.MIDDLE, 5, 200, "back")]),
        ("9C 2D", "2C 3D", [(Pot.MIDDLE, 5, 100, "back"), (Pot.MIDDLE, Pot.HOUSE, 100, "lose")]),
        ("9D 6C", "8C JC", [(Pot.MIDDLE, Pot.HOUSE, 200, "lose")]),
    ],
)
def test_a_main_bet_is_taken_with_its_withheld_chips_and_settled_at_once(player, banker, moved):
    table = Table(player, banker, Bet(5, 0, 100))
    taken = [Transfer(5, Pot.MIDDLE, 100, "bet"), Transfer(5, Pot.MIDDLE, 100, "withheld")]
    assert list(table.step.transfers) == taken + [Transfer(*one) for one in moved]


def test_a_pair_bet_has_its_own_words_in_the_ledger():
    taken = Transfer(0, Pot.MIDDLE, 10, "pair bet")
    won, lost = (Table(cards, "KC 9D", Bet(0, 0, pair=10)) for cards in ("4S 4H", "4S 3H"))
    back, win = Transfer(Pot.MIDDLE, 0, 10, "pair back"), Transfer(Pot.HOUSE, 0, 110, "pair win")
    assert list(won.step.transfers) == [taken, back, win]
    assert list(lost.step.transfers) == [taken, Transfer(Pot.MIDDLE, Pot.HOUSE, 10, "pair lose")]


def test_everybodys_bets_are_lines_of_their_own():
    bets = Bet(1, 2, 100), Bet(0, 2, 50, pair=5), Bet(0, 0, 10, pair=10)
    table = Table({1: "4S 4H", 3: "6C 7S"}, "4H 8C", *bets)
    assert [(line.seat, line.hand, line.kind.value, line.net) for line in table.round.lines] == [
        (0, 0, "main", 20),
        (0, 0, "pair", 110),
        (0, 2, "main", 50),
        (0, 2, "pair", -5),
        (1, 2, "main", 100),
    ]
    assert (table.back(0) - table.staked(0), table.back(1) - table.staked(1)) == (175, 100)


# Rule 17: the road.


def test_rule_17_every_player_gets_a_mark_whether_anybody_bet_on_it_or_not():
    hands = {1: "KC 7D", 2: "KC 7C", 3: "4S 4H", 4: "2D 2D", 5: "AC 2D"}
    table = Table(hands, "3H 4C")
    assert [str(mark) for mark in table.round.marks] == ["T", "Tf", "Wp", "Lb", "L"]
    assert table.round.marks[3] == Mark(Result.LOSE, flush=True, pair=True)


def test_every_mark_reads_back_from_its_text_alone_and_in_a_row():
    marks = [Mark(*parts) for parts in product(Result, (False, True), (False, True))]
    texts = [str(mark) for mark in marks]
    assert [Mark.parse(text) for text in texts] == marks
    assert len(set(texts)) == len(marks)
    assert max(map(len, texts)) == 2
    assert parse_marks("".join(texts)) == tuple(marks)
    assert parse_marks("") == ()


@pytest.mark.parametrize("text", ["", "W", "Wf", "WfLTpWb", "WfLfTfWf", "WLTW", "LWfLfTf", "WfLLT"])
@pytest.mark.parametrize("count", [1, 2, 3, 9])
def test_the_last_marks_of_a_row_need_no_look_at_the_others(text, count):
    assert last_marks(text, count) == parse_marks(text)[-count:]


@pytest.mark.parametrize("text", ["", "X", "f", "Wx", "Wfp", "w", "WW", "W ", "WX", "fW", "W L"])
def test_text_that_is_no_mark_or_row_of_marks_is_refused(text):
    with pytest.raises(ValueError, match="no mark"):
        Mark.parse(text)
    if text not in ("", "WW"):
        with pytest.raises(ValueError, match="other things than marks"):
            parse_marks(text)
