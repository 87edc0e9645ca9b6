"""Every hand and every deal of Pok Deng, counted with the real rules, compared with their figures; and the command."""

from fractions import Fraction
from itertools import product

import pytest

from games.cards import pack52
from games.pok_deng import Hand, Value
from tools.odds import __main__ as odds
from tools.odds.pok_deng import count_deals


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


@pytest.fixture(scope="module")
def eight_decks():
    return count_deals()


@pytest.mark.thorough
def test_the_five_outcomes_of_all_deals_match_the_rules(eight_decks):
    assert eight_decks.nets == {
        2: 1_272_269_568,
        1: 2_108_669_696,
        0: 617_704_592,
        -1: 1_924_166_400,
        -2: 1_456_772_864,
    }
    assert eight_decks.deals == 7_379_583_120
    one = count_deals(decks=1)
    assert one.deals == (52 * 51 // 2) * (50 * 49 // 2)
    assert one.pair_returned == 12 * Fraction(3, 51)


def test_the_exact_returns_match_the_rules(eight_decks):
    assert eight_decks.net == Fraction(-11_531_456, 461_223_945)
    assert f"{float(eight_decks.returned):.4%}" == "98.7499%"
    assert eight_decks.pair_returned == Fraction(372, 415)


@pytest.mark.thorough
def test_the_command_prints_the_counts_and_the_returns(capsys, eight_decks):
    assert odds.main(["pok_deng"]) == 0
    printed = capsys.readouterr().out
    counts = [f"{count:,}" for count in (eight_decks.deals, *eight_decks.nets.values())]
    for figure in (*counts, "-11,531,456/461,223,945", "98.7499%", "372/415", "89.6386%"):
        assert figure in printed
