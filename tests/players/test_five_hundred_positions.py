"""What a player of Five Hundred does where a card player can tell what is right: five_hundred.txt."""

from random import Random

import pytest

from games import five_hundred as fh
from players.five_hundred import Question
from players.five_hundred.rules_of_thumb import RulesOfThumb
from tests.players.five_hundred import asked, reached
from tests.players.positions import UnreadablePositionError, written

EFFORT = 0.1
"""The least that house players take."""


def holds(position, player, seeds):
    deal = reached(position).deal
    for seat in asked(position, deal):
        question = player(deal.view(seat), seat, fh.Score.new(deal.options))
        chosen = {question.answer(Random(seed), EFFORT).action for seed in seeds}
        position.holds(chosen, [*map(str, deal.legal_actions(seat))])


@pytest.mark.parametrize("seeds", [range(6), pytest.param(range(6, 20), marks=pytest.mark.thorough)], ids=str)
@pytest.mark.parametrize("position", written("five_hundred.txt", without="For who has rules of thumb"))
def test_who_thinks_does_what_is_right_whatever_the_seed(position, seeds):
    holds(position, Question, seeds)


@pytest.mark.parametrize("position", written("five_hundred.txt", sampled_by=None, without="For who thinks"))
def test_a_player_by_rules_of_thumb_does_what_is_right(position):
    holds(position, RulesOfThumb, [0])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("AS KS", ":1: nothing says what is right"),
        ("8H -> 9H\n\n# Leads\nAS KS", ":4: nothing says what is right"),
        ("8H -> 9H 0.5 ± x: a figure", ":1: nobody can read 8H -> 9H 0.5 ± x"),
        ("8H -> 5H: it is not held\nAS KS QS JS 10S 9S 8S 7S 6S 5S", ":1: 5H isn't legal"),
        ("8H: 5H -> 6H: it can't be led\nAS KS QS JS 10S 9S 8S 7S 6S 5S", ":1: IllegalAction"),
        ("18H -> 5H", ":1: "),
    ],
)
def test_a_position_that_nobody_can_play_is_refused_with_its_place(tmp_path, text, told):
    file = tmp_path / "some.txt"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UnreadablePositionError, match=f"some.txt{told}"):
        read(file)


def read(name):
    for case in written(name):
        (position,) = case.values
        position.holds([], reached(position).may(0))
