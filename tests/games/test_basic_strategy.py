"""The published Blackjack strategy: some hands by name, and every cell of its tables exactly."""

from functools import partial

import pytest

from games.blackjack import Hand, Move, Options
from games.blackjack.basic_strategy import choose, follow, tables
from games.blackjack.dealer import VALUES
from games.blackjack.returns import best_return
from games.cards import Card, parse_cards
from tools.odds.exact import better_entries, decisions, exact_net, exact_return

VS_TEN = Options(surrender_vs_ten=True)
AFTER_SPLIT = Options(double_after_split=True)
HITS_SOFT_17 = Options(dealer_hits_soft_17=True)
ACE, *_, TEN = VALUES


@pytest.mark.parametrize(
    ("cards", "dealer", "move"),
    [
        ("4C 5D", "2H", "hit"),
        ("4C 5D", "3H", "double"),
        ("6C 5D", "KH", "hit"),
        ("10C 2D", "4H", "stand"),
        ("10C 6D", "9H", "surrender"),
        ("10C 4D 2D", "9H", "hit"),
        ("10C 6D", "10H", "hit"),
        ("AC 2D", "5H", "double"),
        ("AC AD", "10H", "split"),
        ("2C 2D", "3H", "hit"),
        ("4C 4D", "5H", "hit"),
        ("5C 5D", "9H", "double"),
        ("9C 9D", "7H", "stand"),
        ("KC QD", "6H", "stand"),
    ],
)
def test_basic_strategy_plays_its_table(cards, dealer, move):
    assert choose(Options(), Hand(parse_cards(cards), 2), Card.parse(dealer)) is Move(move)


def test_soft_18_stands_doubles_or_hits_depending_on_the_dealers_card():
    two, three = Hand(parse_cards("AC 7D"), 2), Hand(parse_cards("AC 3D 4D"), 2)
    assert [str(choose(Options(), two, shown)) for shown in VALUES] == (
        ["hit", "stand", "double", "double", "double", "double", "stand", "stand", "hit", "hit"]
    )
    assert [str(choose(Options(), three, shown)) for shown in VALUES] == ["hit"] + ["stand"] * 7 + ["hit", "hit"]


@pytest.mark.parametrize(
    ("options", "cards", "dealer", "move"),
    [
        (VS_TEN, "10C 4D", "KH", "surrender"),
        (VS_TEN, "8C 8D", "QH", "surrender"),
        (VS_TEN, "10C 3D 2H", "KH", "hit"),
        (VS_TEN, "10C 4D 2H", "KH", "stand"),
        (VS_TEN, "10C 3D", "KH", "hit"),
        (VS_TEN, "AC 4D", "KH", "hit"),
        (AFTER_SPLIT, "4C 3D 4H", "6H", "hit"),
        (AFTER_SPLIT, "2C 2D", "2H", "split"),
    ],
)
def test_where_more_is_allowed_it_surrenders_doubles_and_splits_more(options, cards, dealer, move):
    assert choose(options, Hand(parse_cards(cards), 2), Card.parse(dealer)) is Move(move)


def test_after_a_split_it_only_hits_or_stands_unless_doubling_is_allowed():
    eleven, eights = (Hand(parse_cards(cards), 2, from_split=True) for cards in ("8C 3D", "8C 8D"))
    assert choose(Options(), eleven, Card.parse("6H")) is choose(Options(), eights, Card.parse("9H")) is Move.HIT
    assert choose(AFTER_SPLIT, eleven, Card.parse("6H")) is Move.DOUBLE


# Exactly


@pytest.fixture(scope="module")
def net():
    """What the tables win against each card of the dealer under the usual rules."""
    return {shown: exact_net(Options(), shown, choose) for shown in VALUES}


@pytest.mark.thorough
def test_no_other_entry_in_any_cell_returns_more():
    assert [entry for shown in VALUES for entry in better_entries(Options(), shown)] == []


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("options", "shown"), [(VS_TEN, "10S"), (AFTER_SPLIT, "2S"), (AFTER_SPLIT, "5S"), (HITS_SOFT_17, "6S")]
)
def test_nor_in_columns_that_options_change(options, shown):
    assert list(better_entries(options, Card.parse(shown))) == []


@pytest.mark.thorough
def test_the_tables_return_the_published_figures(net):
    back = 1 + sum(net.values())
    assert f"{back:.4%}" == "99.2849%"
    assert f"{back - net[TEN] + exact_net(VS_TEN, TEN, choose):.4%}" == "99.5381%"


def test_two_aces_against_an_ace_hit():
    aces = next(each for each in decisions(Options(), ACE, choose) if each.hand.cards == (ACE, ACE))
    assert f"{aces.worth[Move.HIT]:.3f}" == "-0.325"
    assert f"{aces.worth[Move.SPLIT]:.3f}" == "-0.535"


@pytest.mark.thorough
def test_an_entry_that_splits_them_would_be_found_to_be_worse(net, monkeypatch):
    monkeypatch.setitem(tables(Options()).pairs[1], 1, "P")
    (better,) = better_entries(Options(), ACE)
    assert better[:4] == ("pairs", 1, 1, ".")
    split = exact_net(Options(), ACE, choose)
    assert split + better.gain == pytest.approx(net[ACE], abs=1e-12)
    back = 1 + sum(net.values()) - net[ACE] + split
    assert f"{back:.4%}" == "99.2762%"
    assert f"{back - net[TEN] + exact_net(VS_TEN, TEN, choose):.4%}" == "99.5294%"


def test_every_planted_entry_is_found():
    options, shown = Options(), Card.parse("9S")
    right = tables(options)
    for table, row, entry in (("hard", 16, "H"), ("hard", 11, "H"), ("soft", 18, "S"), ("pairs", 8, ".")):
        rows = getattr(right, table)
        wrong = right._replace(**{table: {**rows, row: {**rows[row], 9: entry}}})
        lost = exact_net(options, shown, choose) - exact_net(options, shown, partial(follow, wrong))
        assert lost > 1e-6


@pytest.mark.thorough
def test_the_best_play_returns_a_little_more_than_the_tables(net):
    usual, hits = 1 + sum(net.values()), exact_return(HITS_SOFT_17, choose)
    assert 0 <= best_return(Options()) - usual < 3e-5
    assert 0 <= best_return(VS_TEN) - (usual - net[TEN] + exact_net(VS_TEN, TEN, choose)) < 3e-5
    assert 0 <= best_return(AFTER_SPLIT) - exact_return(AFTER_SPLIT, choose) < 3e-5
    assert 0 <= best_return(HITS_SOFT_17) - hits < 3e-5
