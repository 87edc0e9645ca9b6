"""What bids show: the house bids only what it has, and believes that of its partner, where a server wants that."""

from random import Random

import pytest

from games import five_hundred as fh
from games.cards import JOKER
from players.five_hundred import Question, conventions
from players.five_hundred.rules_of_thumb import RulesOfThumb
from players.five_hundred.thinking import Decision
from tests.players.five_hundred import reached, table
from tests.players.positions import written

CALLS = {str(fh.Bid(call)): call for call in fh.CALLS}
ACES = "AH KH 9H AS KS 7S AD KD 9D 5C"


@pytest.mark.parametrize("position", written("conventions.txt", sampled_by=None))
def test_what_a_call_shows(position):
    """Each call is one that the hand has what it shows for, or after `not` one that it hasn't."""
    found = reached(position)
    for call in position.words:
        shown = conventions.has_what_it_shows(found.deal.view(found.turn), found.turn, CALLS[call])
        assert shown is not position.wrong, position.place


def share_with_joker(*, by_conventions):
    """How often the partner, who has opened six no trumps, holds the joker, as the house sees it."""
    played = table({2: ACES}).play("0 bid 6N", "1 pass")
    question = Question(played.deal.view(2), 2, fh.Score.new(played.deal.options), conventions=by_conventions)
    decision = Decision(question, Random(1), 0.1)
    worlds = decision._worlds(500)
    return float((worlds.owner[decision.knowledge.cards.index(JOKER)] == 0).mean())


def test_a_partner_who_opens_six_no_trumps_is_believed_to_have_the_joker():
    assert share_with_joker(by_conventions=True) > max(0.6, share_with_joker(by_conventions=False) + 0.1)


def test_without_conventions_the_joker_is_not_shown():
    hand = "JOKER KS 9S 8S QH 6C QC 9D 7D 6D"
    played = table({0: hand})
    view, score = played.deal.view(0), fh.Score.new(played.deal.options)
    assert str(RulesOfThumb(view, 0, score).action()) == "bid 6N"
    assert str(RulesOfThumb(view, 0, score, conventions=False).action()) != "bid 6N"


def test_among_players_without_partners_a_six_shows_nothing():
    assert conventions.shown(fh.Options(), (), 0, CALLS["6N"]) == (4, (JOKER,))
    assert conventions.shown(fh.Options(players=3), (), 0, CALLS["6N"]) is None


def test_the_coach_names_no_bid_that_would_tell_the_partner_of_a_joker_that_is_not_there():
    hand = "AH 6H AC KC 10C 9C JD 10D AS 10S"
    played = table({0: hand}, dealer=0).play("1 bid 6H", "2 pass", "3 pass")
    question = Question(played.deal.view(0), 0, fh.Score.new(played.deal.options))
    reasons = [str(question.answer(Random(seed), 0.1).reason) for seed in range(4)]
    assert [said for said in reasons if "6 no trumps" in said] == []
    assert "It is close: you could bid 7 clubs, too." in reasons
