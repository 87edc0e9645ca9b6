"""Pok Deng's rules 8-11: what two cards are worth."""

from itertools import pairwise, product

import pytest

from games.cards import pack52, parse_cards
from games.pok_deng import Hand, Value

F, P, C = 1, 2, 4


@pytest.mark.parametrize(
    ("cards", "value", "pattern", "terms"),
    [
        # Rule 8: the last digit of the sum.
        ("AC 2D", "3", 0, ""),
        ("6C 7S", "3", 0, ""),
        ("9C AD", "0", 0, ""),
        ("7C 3D", "0", 0, ""),
        ("8C 2D", "0", 0, ""),
        ("KC 9D", "9", 0, ""),
        ("10C 7D", "7", 0, ""),
        ("AC KD", "1", 0, ""),
        ("QC AC", "1", F, "flush"),
        ("KH 9H", "9", F, "flush"),
        ("8C JC", "8", F, "flush"),
        ("2C 2D", "4", P, "pair"),
        ("4C 4D", "8", P, "pair"),
        ("9C 9D", "8", P, "pair"),
        ("9C 9C", "8", F | P, "flush pair"),
        # Rule 9: combinations, of which the earlier counts.
        *((cards, "7.5", F | C, "AK flush") for cards in ("AC KC", "KS AS")),
        *((cards, "7.4", P | C, "special pair") for cards in ("AC AD", "5H 5D", "6S 6C", "10C 10H")),
        *((cards, "7.4", F | P | C, "special pair") for cards in ("10C 10C", "5D 5D")),
        *((cards, "7.3", C, "two face cards") for cards in ("QC KD", "JC QD")),
        *((cards, "7.3", F | C, "two face cards") for cards in ("JH QH", "KC JC")),
        ("JC JD", "7.3", P | C, "two face cards"),
        ("KS KS", "7.3", F | P | C, "two face cards"),
        *((cards, "7.2", C, "10 and a face card") for cards in ("10C JD", "KH 10S")),
        *((cards, "7.2", F | C, "10 and a face card") for cards in ("QC 10C", "10H KH")),
        *((cards, "7.1", F | C, "no-points flush") for cards in ("AC 9C", "8D 2D", "3H 7H", "6S 4S")),
    ],
)
def test_rules_8_9_and_11_the_value_of_two_cards_their_patterns_and_their_names(cards, value, pattern, terms):
    hand = Hand.of(*parse_cards(cards))
    assert (str(hand.value), " ".join(map(str, hand.terms))) == (value, terms)
    assert (hand.flush, hand.pair, hand.has_pattern) == (bool(F & pattern), bool(P & pattern), bool(pattern))
    assert str(hand.value.combination) == (terms if C & pattern else "None")


def test_rule_9_every_hand_counts_as_exactly_one_combination_in_whichever_order_its_cards_come():
    # 52 x 52 ordered hands of two cards, from as many packs as needed.
    hands = {(one, two): Hand.of(one, two) for one, two in product(pack52(), repeat=2)}
    values = [hand.value for hand in hands.values()]
    assert {str(kind): values.count(kind) for kind in Value if kind.combination} == {
        "7.5": 2 * 4,
        "7.4": 4 * 4 * 4,
        "7.3": 12 * 12,
        "7.2": 2 * 4 * 12,
        "7.1": 4 * 2 * 4,
    }
    for (one, two), hand in hands.items():
        other = hands[two, one]
        assert (hand.value, hand.flush, hand.pair) == (other.value, other.flush, other.pair)


def test_rule_10_the_order_of_values_which_are_exact_tenths():
    best_first = sorted(Value, reverse=True)
    assert " ".join(map(str, best_first)) == "9 8 7.5 7.4 7.3 7.2 7.1 7 6 5 4 3 2 1 0"
    assert all(better > worse and better >= worse and not worse >= better for better, worse in pairwise(best_first))
    assert [kind.tenths for kind in Value] == [0, 10, 20, 30, 40, 50, 60, 70, 71, 72, 73, 74, 75, 80, 90]
