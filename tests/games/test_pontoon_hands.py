"""What beats what at Pontoon."""

from itertools import pairwise

import pytest

from games.cards import parse_cards
from games.pontoon import HandRank, totals, worth
from games.pontoon.hands import takes_more

BEST_FIRST = [
    (HandRank.PONTOON, ["AS KD", "10C AH"]),
    (HandRank.FIVE_CARD_TRICK, ["2C 2D 3H 4S 5C", "4C 4D 4H 4S 5C", "AS AD AH AC 2C", "2C 2D 3H 4S 10C"]),
    (HandRank.TWENTY_ONE, ["7C 7D 7H", "10C 6D 5H", "10C 5D 4H 2S", "AS 6D 4H", "AS 2D 3C 5H", "AS AD 9D"]),
    (HandRank.TOTAL, ["AS 9D", "KC QD", "10C 4D 4H 2S"]),
    (HandRank.TOTAL, ["10C 9D", "AS 8D"]),
    (HandRank.TOTAL, ["10C 6D"]),
    (HandRank.TOTAL, ["3C 2D"]),
    (HandRank.BUST, ["10C 6D 6H", "10C 9D 2H 2C 2S", "2C 2D 3H 4S KC 10D"]),
]


def test_hands_of_one_row_are_equal_and_each_row_beats_the_next():
    rows = [[worth(parse_cards(hand)) for hand in hands] for _, hands in BEST_FIRST]
    assert [{each.kind for each in row} for row in rows] == [{kind} for kind, _ in BEST_FIRST]
    assert all(len(set(row)) == 1 for row in rows)
    assert all(min(better) > max(worse) for better, worse in pairwise(rows))


@pytest.mark.parametrize(
    ("cards", "low", "best", "more"),
    [
        ("AS AD", 2, 12, True),
        ("AS KD", 11, 21, True),
        ("AS 2D 3C 5H", 11, 21, True),
        ("AS 6D 5H", 12, 12, True),
        ("AS AD KH", 12, 12, True),
        ("KS QD", 20, 20, True),
        ("7C 7D 7H", 21, 21, False),
        ("10C 9D 2H", 21, 21, False),
        ("2C 2D 3H 4S 5C", 16, 16, False),
        ("KS QD 2C", 22, 22, False),
    ],
)
def test_one_ace_may_count_eleven_and_a_hand_takes_no_more_at_hard_21_at_five_cards_or_bust(cards, low, best, more):
    assert totals(parse_cards(cards)) == (low, best)
    assert takes_more(parse_cards(cards)) is more
