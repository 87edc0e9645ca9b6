"""The options that a house player weighs. What all players promise: test_five_hundred_players.py."""

import pickle
from dataclasses import replace
from random import Random

import pytest

from games import five_hundred as fh
from players.five_hundred import Question
from tests.games.five_hundred_table import deal_at_random, options_at_random
from tests.players.five_hundred import reached
from tests.players.positions import written

EFFORT = 0.03


def played(random, players):
    """Questions of one deal, with the deal: as often as not a random action follows, so that odd positions arise."""
    options = options_at_random(random, players)
    deal = deal_at_random(random, options).round
    score = fh.Score(options, tuple(10 * random.randint(-49, 49) for _ in range(options.sides)))
    while deal.to_act:
        seat = random.choice(sorted(deal.to_act))
        question = Question(deal.view(seat), seat, score)
        choice = question.answer(Random(1), EFFORT)
        yield deal, question, choice
        action = fh.parse(choice.action)
        others = [a for a in deal.legal_actions(seat) if not isinstance(a, fh.MakeBid) or a.bid.call.rank < 12]
        if random.random() < 0.4 and others:
            action = random.choice(others)
        deal = deal.apply(seat, action).round


@pytest.mark.sampled
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("seed", range(2))
def test_every_option_is_legal_and_none_that_is_surely_better_comes_later(players, seed):
    for deal, question, choice in played(Random(seed), players):
        assert pickle.loads(pickle.dumps(question)) == question, "it is sent to a worker"
        legal = set(map(str, deal.legal_actions(question.seat)))
        assert {option.action for option in choice.options} <= legal
        values = [option.value for option in choice.options]
        assert values[1:] == sorted(values[1:], reverse=True)
        assert all(option.is_equal for option in choice.options if option.value > values[0])
        assert all(0 <= value <= 1 for value in values)
        assert str(choice.reason)


def test_who_saves_an_open_misere_as_its_defender_loses_all_of_its_points():
    """With AH on her 8H the contractor is rid of it, and can't be caught any more."""
    claim = "the last defender leaves the contractor with the trick"
    (position,) = (case.values[0] for case in written("five_hundred.txt") if case.id == claim)
    found = reached(position)
    question = Question(found.deal.view(1), 1, fh.Score.new(found.options), fh.parse("play AH"))
    saved = next(option for option in question.answer(Random(1), 0.1).options if option.action == "play AH")
    assert (saved.behind, saved.is_equal) == (1000.0, False)


def test_a_seat_that_is_not_asked_has_no_answer():
    deal = deal_at_random(Random(1), fh.Options(allow_blind_misere=False), dealer=3).round
    with pytest.raises(ValueError, match="nothing to decide"):
        Question(deal.view(2), 2, fh.Score.new(deal.options)).answer(Random(1), EFFORT)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(4))
def test_what_was_done_is_weighed_too_and_says_how_many_points_it_is_behind(seed):
    random, seen = Random(seed), 0
    for deal, question, choice in played(random, 4):
        if question.view.is_face_down or question.view.phase is fh.Phase.CLAIM:
            continue
        legal = [action for action in deal.legal_actions(question.seat) if isinstance(action, fh.Put | fh.Play)]
        legal += [a for a in deal.legal_actions(question.seat) if isinstance(a, fh.MakeBid) and not a.bid.sans]
        if not legal:
            continue
        done = random.choice(legal)
        weighed = replace(question, done=done).answer(Random(1), EFFORT).options
        found = next(option for option in weighed if option.action == str(done))
        assert weighed[0].behind == weighed[0].behind_error == 0
        assert found.behind == pytest.approx(weighed[0].points - found.points)
        seen += str(done) not in {option.action for option in choice.options}
    assert seen
