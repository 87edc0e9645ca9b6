"""Pok Deng's rules 8-11: what two cards are worth."""

from itertools import pairwise, product

import pytest

from games.cards import pack52, parse_cards
from games.pok_deng import Hand, Pattern, Value, pattern, value


def worth(text):
    return str(value(parse_cards(text)))


def hand(text):
    return Hand.of(*parse_cards(text))


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("AC 2D", "3"),
        ("9C 2D", "1"),
        ("9C AD", "0"),
        ("KC 9D", "9"),
        ("10C 7D", "7"),
        ("JC 2C", "2"),
        ("9C 9D", "8"),
        ("2C 2D", "4"),
        ("AC KD", "1"),
        ("7C 3D", "0"),
        ("QC AC", "1"),
    ],
)
def test_rule_8_the_value_is_the_last_digit_of_the_sum(cards, points):
    assert worth(cards) == points


@pytest.mark.parametrize(
    ("name", "combined", "hands"),
    [
        ("AK flush", "7.5", ["AC KC", "KS AS", "AD KD"]),
        ("special pair", "7.4", ["AC AD", "5H 5H", "6S 6C", "10C 10H", "10C 10C"]),
        ("two face cards", "7.3", ["JC JD", "QC KD", "KS KS", "JH QH", "KC JC"]),
        ("10 and a face card", "7.2", ["10C JD", "QC 10C", "KH 10S"]),
        ("no-points flush", "7.1", ["AC 9C", "8D 2D", "3H 7H", "6S 4S"]),
    ],
)
def test_rule_9_combinations(name, combined, hands):
    for cards in hands:
        assert worth(cards) == combined, cards
        assert str(value(parse_cards(cards)).combination) == name


@pytest.mark.parametrize(("cards", "points"), [("AC KD", "1"), ("4C 4D", "8"), ("9S 9S", "8"), ("8C 2D", "0")])
def test_rule_9_a_near_combination_is_worth_its_points(cards, points):
    assert worth(cards) == points
    assert value(parse_cards(cards)).combination is None


def test_rule_9_the_earlier_combination_counts():
    assert worth("10C 10C") == "7.4"  # and two of one suit with no points
    assert worth("5D 5D") == "7.4"
    assert worth("10H KH") == "7.2"
    assert worth("JS QS") == "7.3"


def test_rule_9_every_hand_counts_as_exactly_one_combination():
    # 52 x 52 ordered hands of two cards, from as many packs as needed.
    values = [value(cards) for cards in product(pack52(), repeat=2)]
    assert {str(kind): values.count(kind) for kind in Value if kind.combination} == {
        "7.5": 2 * 4,
        "7.4": 4 * 4 * 4,
        "7.3": 12 * 12,
        "7.2": 2 * 4 * 12,
        "7.1": 4 * 2 * 4,
    }


def test_rule_10_the_order_of_values():
    order = ["9", "8", "7.5", "7.4", "7.3", "7.2", "7.1", "7", "6", "5", "4", "3", "2", "1", "0"]
    best_first = sorted(Value, reverse=True)
    assert [str(kind) for kind in best_first] == order
    assert all(better > worse and worse < better for better, worse in pairwise(best_first))
    assert all(better >= worse and not worse >= better for better, worse in pairwise(best_first))


def test_rule_10_values_are_exact_tenths():
    assert [kind.tenths for kind in Value] == [0, 10, 20, 30, 40, 50, 60, 70, 71, 72, 73, 74, 75, 80, 90]


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("6C 7S", Pattern.NONE),
        ("KC 9D", Pattern.NONE),
        ("8C JC", Pattern.FLUSH),
        ("9C 9D", Pattern.PAIR),
        ("9C 9C", Pattern.FLUSH | Pattern.PAIR),
        ("JC KD", Pattern.COMBINATION),
        ("10C JD", Pattern.COMBINATION),
        ("AC KC", Pattern.FLUSH | Pattern.COMBINATION),
        ("AC 9C", Pattern.FLUSH | Pattern.COMBINATION),
        ("AC AD", Pattern.PAIR | Pattern.COMBINATION),
        ("KC KD", Pattern.PAIR | Pattern.COMBINATION),
        ("5C 5C", Pattern.FLUSH | Pattern.PAIR | Pattern.COMBINATION),
    ],
)
def test_rule_11_patterns(cards, expected):
    assert pattern(parse_cards(cards)) == expected
    assert hand(cards).pattern == expected
    assert (hand(cards).flush, hand(cards).pair) == (Pattern.FLUSH in expected, Pattern.PAIR in expected)


@pytest.mark.parametrize(
    ("cards", "terms"),
    [
        ("6C 7S", ()),
        ("KH 9H", ("flush",)),
        ("9C 9D", ("pair",)),
        ("9C 9C", ("flush", "pair")),
        ("5C 5C", ("special pair",)),
        ("AC KC", ("AK flush",)),
    ],
)
def test_a_hand_has_a_name_besides_its_value(cards, terms):
    assert tuple(map(str, hand(cards).terms)) == terms


def test_the_order_of_the_two_cards_changes_neither_value_nor_pattern():
    for first, second in product(pack52(), repeat=2):
        one, other = Hand.of(first, second), Hand.of(second, first)
        assert (one.value, one.pattern) == (other.value, other.pattern)
