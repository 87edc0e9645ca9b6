"""The stored figures of the best play: recomputed where that is quick, and compared with each other elsewhere."""

from itertools import pairwise, product

import pytest

from games.blackjack import BlackjackPays, Options
from games.blackjack.basic_strategy import choose
from games.blackjack.dealer import VALUES
from games.blackjack.returns import best_return
from tools.odds.exact import exact_net, exact_return

TEN = VALUES[-1]
SIX_TO_FIVE = BlackjackPays.SIX_TO_FIVE
SWITCHES = [
    dict(zip(("surrender_vs_ten", "double_after_split", "dealer_hits_soft_17"), switches, strict=True))
    for switches in product((False, True), repeat=3)
]


@pytest.mark.parametrize(
    ("options", "percent"),
    [
        ({}, "99.287"),
        ({"surrender_vs_ten": True}, "99.539"),
        ({"double_after_split": True}, "99.407"),
        ({"surrender_vs_ten": True, "double_after_split": True}, "99.659"),
        ({"dealer_hits_soft_17": True}, "99.071"),
        ({"blackjack_pays": SIX_TO_FIVE}, "97.929"),
    ],
)
def test_the_best_play_has_the_known_return(options, percent):
    assert f"{100 * best_return(Options(**options)):.3f}" == percent


@pytest.mark.thorough
def test_surrender_adds_what_it_saves_against_a_ten():
    vs_ten = Options(surrender_vs_ten=True)
    saved = exact_net(vs_ten, TEN) - exact_net(Options(), TEN)
    assert best_return(vs_ten) - best_return(Options()) == pytest.approx(saved, abs=2e-6)


@pytest.mark.thorough
def test_six_to_five_costs_the_same_with_any_strategy():
    lost = exact_return(Options(), choose) - exact_return(Options(blackjack_pays=SIX_TO_FIVE), choose)
    for switches in SWITCHES:
        both = (best_return(Options(**switches)), best_return(Options(**switches, blackjack_pays=SIX_TO_FIVE)))
        assert both[0] - both[1] == pytest.approx(lost, abs=1e-12)


@pytest.mark.parametrize("switches", SWITCHES)
def test_fewer_decks_return_more_and_each_option_adds_about_the_same_with_any_number(switches):
    by_decks = [best_return(Options(decks=decks, seats=1, **switches)) for decks in range(1, 9)]
    assert all(fewer > more for fewer, more in pairwise(by_decks))
    for decks, returned in enumerate(by_decks, start=1):
        usual = best_return(Options(decks=decks, seats=1))
        assert returned - usual == pytest.approx(best_return(Options(**switches)) - best_return(Options()), abs=7e-4)
