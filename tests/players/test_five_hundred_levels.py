"""Levels: a strong player thinks, a usual one counts, and an easy one has a beginner's habits: beginner.txt."""

from random import Random

import pytest

from games import five_hundred as fh
from players.five_hundred import Level, Question, solving
from tests.players.five_hundred import asked, reached, table
from tests.players.positions import written

HANDS = {
    0: "JOKER JH JD 9H 8H AS KS 7S AD 5C",
    1: "KH 7H 6H QS 10S 9S KD 6D 7C 6C",
    2: "AH 5H 8S 6S QD 10D 8D AC KC 8C",
    3: "QH 10H 4H JS 5S 9D 7D 5D QC 10C",
}
TRICKS = "JOKER 6H 5H 4H, AS 9S 6S 5S, AD 6D 8D 5D"


@pytest.fixture
def played():
    at = table(HANDS).contract("8H sans")
    for trick in TRICKS.split(", "):
        at.trick(*trick.split())
    return at


@pytest.mark.parametrize(("level", "solves"), [(Level.EASY, False), (Level.USUAL, False), (Level.STRONG, True)])
@pytest.mark.skipif(not solving.can_solve(), reason="the solver has not been compiled")
def test_only_a_strong_player_solves(calls_of, played, level, solves):
    calls = calls_of(solving, "solved")
    question = Question(played.deal.view(0), 0, fh.Score.new(played.deal.options), level=level)
    assert question.answer(Random(1), 0.1).action.startswith("play")
    assert bool(calls) is solves


@pytest.mark.parametrize("level", Level)
def test_each_level_plays_a_deal_by_the_rules(level):
    deal = table({}).deal
    score = fh.Score.new(deal.options)
    while deal.result is None:
        seat = min(deal.to_act)
        action = deal.forced(seat)
        if action is None:
            question = Question(deal.view(seat), seat, score, level=level)
            action = fh.parse(question.answer(Random(1), 0.01).action)
        deal = deal.apply(seat, action).round
    assert deal.result is not None


@pytest.mark.parametrize("position", written("beginner.txt", sampled_by=None))
def test_an_easy_player_has_the_habits_of_a_friendly_beginner(position):
    deal = reached(position).deal
    (seat,) = asked(position, deal)
    question = Question(deal.view(seat), seat, fh.Score.new(deal.options), level=Level.EASY)
    chosen = {question.answer(Random(seed), 0.1).action for seed in range(20)}
    position.holds(chosen, [*map(str, deal.legal_actions(seat))])


@pytest.mark.parametrize(("ninth", "bid", "said"), [("JH", "6H", "bid 7H"), ("JH", "7H", "pass"), ("JC", "6H", "pass")])
def test_a_usual_player_raises_a_partner_with_support_up_to_seven(ninth, bid, said):
    at = table({2: f"{ninth} 9H 8S AH KC QC 7D 6D 5C 5S"}).play(f"0 bid {bid}", "1 pass")
    question = Question(at.deal.view(2), 2, fh.Score.new(at.options), level=Level.USUAL)
    assert {question.answer(Random(seed), 0.1).action for seed in range(20)} == {said}
