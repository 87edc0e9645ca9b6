"""What a house player of Five Hundred does in positions of every phase, whatever the seed."""

from random import Random

import pytest

from games import five_hundred as fh
from players.five_hundred import Question
from players.five_hundred.rules_of_thumb.claims import answer
from players.five_hundred.rules_of_thumb.seat_view import SeatView
from tests.games.five_hundred_table import Table

EFFORT = 0.2


def answers(table, seat, points=None):
    """What `seat` chooses, over a few seeds."""
    score = fh.Score(table.options, points or (0,) * table.options.sides)
    question = Question(table.deal.view(seat), seat, score)
    return [question.answer(Random(seed), EFFORT) for seed in range(4)]


def actions(table, seat, points=None):
    return {choice.action for choice in answers(table, seat, points)}


ALL_SPADES = {0: "JOKER JS JC AS KS QS 10S 9S 8S 7S"}


def test_who_has_not_looked_looks():
    assert actions(Table(), 0) == {"look"}


@pytest.mark.thorough
def test_a_hand_of_ten_trumps_bids_ten_at_once_or_when_it_is_overcalled():
    assert actions(Table(ALL_SPADES).play("0 look"), 0) <= {"bid 10S", "bid 10N"}
    table = Table(ALL_SPADES).play("0 look", "0 bid 6S", "1 bid 9H", "2 pass", "3 pass")
    assert actions(table, 0) <= {"bid 10S", "bid 10N"}


def test_a_hand_with_nothing_passes():
    table = Table({0: "4H 5H 8H 4D 6D 9D 5C 9C 6S 10S"}).play("0 look")
    assert not actions(table, 0) & {"bid 7S", "bid 7C", "bid 7D", "bid 7H", "bid 7N", "bid 6N"}


def test_who_holds_all_winners_claims_and_the_partner_agrees():
    table = Table(ALL_SPADES).contract("9S")
    assert actions(table, 0) == {"claim"}
    table.play("0 play JOKER", "1", "2", "3", "0 claim")
    assert actions(table, 2) == {"agree"}


def test_a_claim_that_cannot_fail_is_agreed_to():
    table = Table(ALL_SPADES).contract("9S")
    while len(table.deal.hands[0]) > 2:
        table.play(f"{table.turn}")
        while table.deal.play.trick:
            table.play(f"{table.turn}")
    table.play("0 claim")
    assert actions(table, 1) == {"agree"}


@pytest.mark.parametrize("seat", [1, 3])
def test_a_claim_whose_cards_win_the_rest_is_agreed_to_before_a_card_is_played(seat):
    table = Table(ALL_SPADES).contract("9S").play("0 claim")
    assert actions(table, seat) == {"agree"}
    assert answer(SeatView(table.deal.view(seat), seat)) is fh.Say.AGREE


def test_a_misere_whose_contractor_shows_cards_under_all_others_is_agreed_to():
    hands = {0: "4D 5D 6D 5C 6C 7C 4H 5H 6H 7H", 1: "10S JS QS KS AS 10C JC QC KC AC"}
    table = Table(hands, "5S 6S 7S", dealer=2).play("3 bid 7S", "0 bid misere", "1 pass", "2 pass", "3 pass", "0 pass")
    table.play("0 put 5S 6S 7S", "0 play 4H", "1", "3", "3", "0 claim")
    assert answer(SeatView(table.deal.view(1), 1)) is fh.Say.AGREE


def test_a_claim_that_the_own_ace_refutes_is_refused():
    table = Table({0: "JS JC QS 10S 9S 8S 7S 6S 5S 4H", 1: "JOKER AS KS AH KH QH 10H 9H 8H 7H"}, "JH JD AD")
    table.contract("6S", "JH JD AD").play("0 claim")
    assert actions(table, 1) == {"play on"}


def test_among_five_the_card_called_is_one_that_another_holds():
    table = Table({0: "JOKER JS JC KS QS 10S 9S AD AC 4H"}, "3H 2H 2D", players=5).play("0 look", "0 bid 8S")
    table.play("1 pass", "2 pass", "3 pass", "4 pass", "0 pass", "0 put 3H 2H 2D")
    assert actions(table, 0) <= {"call AS", "call AH", "alone"}


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("points", "why"),
    [
        ((0, 0), "10N: Your high cards win without trumps."),
        ((480, 480), "6N: It shows your partner that you hold the joker."),
    ],
)
def test_every_sentence_says_why(points, why):
    table = Table(ALL_SPADES).play("0 look")
    assert {f"{choice.action.removeprefix('bid ')}: {choice.reason}" for choice in answers(table, 0, points)} == {why}


def test_a_player_who_was_not_believed_does_not_claim_again_in_the_next_trick():
    table = Table(ALL_SPADES).contract("9S").play("0 claim", "1 play on", "0 play JOKER", "1", "2", "3")
    assert "claim" not in actions(table, 0)
