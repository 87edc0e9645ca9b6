"""What beats what at Pontoon."""

from itertools import pairwise

import pytest

from games.cards import parse_cards
from games.pontoon import Kind, totals, worth
from games.pontoon.hands import takes_more

BEST_FIRST = [
    ["AS KD", "10C AH"],
    ["2C 2D 3H 4S 5C", "4C 4D 4H 4S 5C", "AS AD AH AC 2C"],
    ["7C 7D 7H", "10C 6D 5H", "10C 5D 4H 2S", "AS 6D 4H", "AS 2D 3C 5H"],
    ["AS 9D", "KC QD", "10C 4D 4H 2S"],
    ["10C 9D", "AS 8D"],
    ["10C 6D"],
    ["3C 2D"],
    ["10C 6D 6H", "10C 9D 2H 2C 2S"],
]


def kinds(row):
    return [worth(parse_cards(hand)) for hand in row]


@pytest.mark.parametrize("row", BEST_FIRST, ids=str)
def test_hands_of_one_row_are_equal(row):
    assert len(set(kinds(row))) == 1


@pytest.mark.parametrize(("better", "worse"), [*pairwise(BEST_FIRST)], ids=str)
def test_each_row_beats_the_next(better, worse):
    assert min(kinds(better)) > max(kinds(worse))


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("AS KD", Kind.PONTOON),
        ("AS 10D", Kind.PONTOON),
        ("AS AD 9D", Kind.TWENTY_ONE),
        ("2C 2D 3H 4S 10C", Kind.FIVE_CARD_TRICK),
        ("2C 2D 3H 4S KC 10D", Kind.BUST),
        ("10C 9D", Kind.TOTAL),
    ],
)
def test_a_hand_is_of_its_kind(cards, kind):
    assert worth(parse_cards(cards)).kind is kind


@pytest.mark.parametrize(
    ("cards", "low", "best"),
    [
        ("AS", 1, 11),
        ("AS AD", 2, 12),
        ("AS KD", 11, 21),
        ("AS 2D 3C 5H", 11, 21),
        ("AS 6D 5H", 12, 12),
        ("AS AD KH", 12, 12),
        ("KS QD", 20, 20),
        ("KS QD 2C", 22, 22),
    ],
)
def test_an_ace_counts_one_or_eleven_and_only_one_of_them_eleven(cards, low, best):
    assert totals(parse_cards(cards)) == (low, best)


@pytest.mark.parametrize("cards", ["7C 7D 7H", "10C 9D 2H", "2C 2D 3H 4S 5C", "KC QD 5H"])
def test_a_hand_takes_no_more_cards_at_hard_21_at_five_cards_or_when_bust(cards):
    assert not takes_more(parse_cards(cards))


@pytest.mark.parametrize("cards", ["AS 2D 3C 5H", "KC QD", "AS AD"])
def test_a_soft_21_and_any_lower_hand_may_take_more(cards):
    assert takes_more(parse_cards(cards))
