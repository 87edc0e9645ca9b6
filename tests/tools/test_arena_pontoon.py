"""`python -m tools.arena pontoon`: deals played twice, and the programs behind the data of Pontoon's house players."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.pontoon import Limits, Phase
from players.pontoon.habits import BUY, STICK, TWIST, Trace, usual, usual_guess
from players.pontoon.holdings import FIVE_CARDS, holdings
from tests.games.pontoon_table import start_at_random
from tools.arena import pontoon, pontoon_bank
from tools.arena.__main__ import main
from tools.arena.pontoon_habits import FILE
from tools.arena.pontoon_rules_of_thumb import sound

pytestmark = pytest.mark.thorough

TERMS = pontoon.Terms(2, Limits(10, 50), True, 1)


def test_the_command_says_how_close_to_the_best_they_are_and_what_they_win(capsys):
    few = ["--positions", "2", "--unseen", "7", "--deals", "2", "--players", "1", "--processes", "1"]
    assert main(["pontoon", *few]) == 0
    told = capsys.readouterr().out
    assert "of the best" in told
    assert "rules of thumb give away" in told
    assert [line.split("  ")[0] for line in told.splitlines() if "banker" in line] == [
        "banker",
        "banker",
        "Shoot: banker",
    ]


@pytest.mark.parametrize("is_banker", [False, True])
def test_both_times_the_cards_are_the_same(monkeypatch, is_banker):
    monkeypatch.setattr(pontoon, "Question", lambda view, seat: AsSound(view, seat))
    for number in range(10):
        played = pontoon.play_twice(TERMS, is_banker, number)
        assert played.thinking == played.sound
        assert played.times


def test_rules_of_thumb_give_chips_away_and_never_win_any_by_it():
    lost = [pontoon.give_away(TERMS, number) for number in range(4)]
    assert min(lost) >= 0
    assert sum(lost) > 0


class AsSound:
    """A question that is answered by rules of thumb."""

    def __init__(self, view, seat):
        self.action = str(sound(view, seat))

    def answer(self, _source, _effort):
        return self


@settings(max_examples=300, deadline=None)
@given(seed=st.integers(0, 2**64))
def test_rules_of_thumb_and_usual_habits_make_legal_moves_only(seed):
    random = Random(seed)
    deal = start_at_random(random).round
    usually = random.random() < 0.5
    while deal.to_act:
        (seat,) = deal.to_act
        view = deal.view(seat)
        is_players = usually and deal.phase is not Phase.BANKER
        deal = deal.apply(seat, pontoon_bank.usually(view, seat, random) if is_players else sound(view, seat)).round


def test_habits_are_chances_and_legal():
    often = usual().often
    for twisted in (False, True):
        assert often[twisted].sum(axis=1) == pytest.approx(1, abs=0.002)
    assert not often[True][:, BUY].any()
    held = holdings()
    between = (held.size >= 2) & (held.size <= 4)
    assert not often[False][between & (held.best < 15), STICK].any()
    assert not often[False][between & (held.low == 21), TWIST].any()
    assert FILE.is_file()


def test_who_stakes_high_is_thought_to_hold_an_ace_and_who_buys_and_sticks_something_good():
    def chance_of_an_ace(trace):
        guess = usual_guess(trace)
        with_ace = holdings().counts[guess.hidden][:, 0] > 0
        return guess.weight[with_ace].sum() / guess.weight.sum()

    def average(trace):
        guess = usual_guess(trace)
        return (guess.grade * guess.weight).sum() / guess.weight.sum()

    assert chance_of_an_ace(Trace(high=True)) > 2 * chance_of_an_ace(Trace(high=False))
    assert average(Trace(bought=2)) > average(Trace(bought=1)) > 17
    assert set(usual_guess(Trace(bought=2, twisted=(3,))).grade.tolist()) == {FIVE_CARDS}


def test_what_the_bank_wins_is_measured_on_whole_deals():
    dealt = [pontoon_bank.deal(2, 10, 0, number) for number in range(40)]
    assert dealt == [pontoon_bank.deal(2, 10, 0, number) for number in range(40)]
    assert any(each.passes for each in dealt)
    assert len({each.won for each in dealt}) > 5
