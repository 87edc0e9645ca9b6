"""The simulation compared with the exact figures, in small, and what its command prints."""

import pytest

from games.blackjack import Options
from tools.odds import __main__ as odds


def test_a_few_thousand_rounds_return_about_the_computed_figure():
    # One bet strays by 1.1 from round to round, so 6,000 rounds are accurate to 1.4%: enough to notice a blackjack
    # that pays 1:1 (2.3% less) or a push that loses (8% less) with this seed.
    tally = odds.play_blackjack(Options(), rounds=6_000, seed=1)
    assert 0.012 < tally.standard_error < 0.018
    assert abs(tally.returned - 0.992849) < 2 * tally.standard_error


def test_the_same_seed_plays_the_same_rounds_on_any_number_of_processes(monkeypatch):
    monkeypatch.setattr(odds, "_BATCH", 100)
    alone = odds.play_blackjack(Options(), rounds=350, seed=5)
    assert odds.play_blackjack(Options(), rounds=350, seed=5, processes=2) == alone
    assert odds.play_blackjack(Options(), rounds=350, seed=6) != alone


@pytest.mark.thorough
def test_the_command_prints_the_result_and_fails_when_the_rules_and_the_figure_disagree(capsys, monkeypatch):
    arguments = ["blackjack", "--rounds", "2000", "--seed", "1", "--processes", "1"]
    assert odds.main(arguments) == 0
    printed = capsys.readouterr().out
    assert "2,000 rounds, seed 1" in printed
    assert "exact     99.2849%" in printed
    assert "rounds/s, processes: 1" in printed
    monkeypatch.setattr(odds, "exact_return", lambda *_: 1.2)
    assert odds.main([*arguments, "--surrender-vs-ten"]) == 1
    assert "blackjack, decks: 8, 3:2, surrender vs ten" in capsys.readouterr().out


@pytest.mark.thorough
def test_for_a_single_deck_the_command_computes_the_return_and_the_entries_that_are_not_best(capsys):
    assert odds.main(["blackjack", "--exact", "--dealer", "10", "--decks", "1"]) == 0
    assert odds.main(["blackjack", "--exact", "--dealer", "9", "--decks", "1"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "blackjack, decks: 1, 3:2",
        "dealer  basic strategy  best play",
        "10           -5.36940%  -5.34206%",
        "every entry of the tables is the best one",
        "blackjack, decks: 1, 3:2",
        "dealer  basic strategy  best play",
        "9            -0.34752%  -0.33714%",
        "hard 16 against 9: H returns 0.00929% more",
        "not every entry is the best one",
    ]


@pytest.mark.parametrize(
    "arguments",
    [[], ["whist"], ["blackjack", "--rounds", "1"], ["blackjack", "--processes", "0"], ["blackjack", "--decks", "9"]],
)
def test_the_command_explains_what_it_cannot_do(arguments, capsys):
    with pytest.raises(SystemExit) as stopped:
        odds.main(arguments)
    assert stopped.value.code == 2
    assert "usage:" in capsys.readouterr().err
