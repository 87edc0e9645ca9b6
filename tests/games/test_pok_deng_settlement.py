"""Pok Deng's rules 5 and 17: the chips that move for a bet, and the marks on the road."""

from itertools import product

import pytest
from pok_deng_table import Table

from games.core import Pot, Transfer
from games.pok_deng import Bet, BetKind, Mark, Result, last_marks, parse_marks

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
