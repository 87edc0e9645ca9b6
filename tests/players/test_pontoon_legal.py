"""Whatever a house player thinks of at Pontoon, the rules accept it; and it knows of every kind of move."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.pontoon import Move, parse
from players.pontoon import Question
from players.pontoon.legal import moves
from tests.games.pontoon_table import Table, start_at_random, with_unseen_swapped

pytestmark = pytest.mark.thorough

EFFORT = 0.3
"""As much is weighed as with all of it, in a third of the time."""


def positions(seed):
    """A random deal, played at random: everything that somebody is asked in it, as (deal, seat, random)."""
    random = Random(seed)
    deal = start_at_random(random).round
    while deal.to_act:
        (seat,) = deal.to_act
        yield deal, seat, random
        deal = deal.apply(seat, random.choice(list(deal.legal_actions(seat)))).round


def asked(deal, seat, random, effort=1.0):
    return Question(deal.view(seat), seat).answer(random, effort)


@settings(max_examples=300, deadline=None)
@given(seed=st.integers(0, 2**64))
def test_the_moves_worked_out_from_the_view_are_the_rules_moves_with_the_same_limits(seed):
    for deal, seat, _ in positions(seed):
        amounts = {}
        for action in deal.legal_actions(seat):
            amounts.setdefault(action.move, []).append(action.amount)
        expected = {move: (min(chips), max(chips)) for move, chips in amounts.items()}
        assert {move: tuple(limits) for move, limits in moves(deal.view(seat), seat).items()} == expected


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 2**64), effort=st.sampled_from([0.1, EFFORT]))
def test_every_option_is_legal_and_every_kind_of_move_is_weighed(seed, effort):
    for deal, seat, random in positions(seed):
        choice = asked(deal, seat, random, effort)
        options = [parse(option.action) for option in choice.options]
        assert not [option for option in options if deal.why_not(seat, option)]
        assert {option.move for option in options} == {action.move for action in deal.legal_actions(seat)}
        values = [option.value for option in choice.options]
        assert values == sorted(values, reverse=True)
        assert str(choice.reason)


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 2**64))
def test_a_choice_does_not_depend_on_cards_that_nobody_has_shown(seed):
    for deal, seat, random in positions(seed):
        swapped = with_unseen_swapped(deal, seat, random)
        assert asked(deal, seat, Random(1), EFFORT) == asked(swapped, seat, Random(1), EFFORT)


def test_a_question_is_a_value_that_says_the_same_each_time():
    deal = Table("KS 6S", "9C 2D", bank="KD 8D").round
    assert Question(deal.view(0), 0) == Question(deal.view(0), 0)
    assert asked(deal, 0, Random(1)) == asked(deal, 0, Random(2))


def test_a_hand_of_21_that_took_cards_can_only_stick():
    table = Table("9C 2D", bank="KD 8D", then="KS").play("0 buy 100")
    choice = asked(table.round, 0, Random(1))
    assert choice.action == Move.STICK
    assert str(choice.reason) == "It's the only move."
