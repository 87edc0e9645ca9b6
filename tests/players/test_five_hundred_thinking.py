"""What a house player of Five Hundred does in positions of every phase, whatever the seed."""

from random import Random

from games import five_hundred as fh
from players.five_hundred import Question
from players.five_hundred.rules_of_thumb.claims import answer
from players.five_hundred.rules_of_thumb.seat_view import SeatView
from tests.games.five_hundred_table import Table

EFFORT = 0.2


def actions(table, seat):
    """What `seat` chooses, over a few seeds."""
    question = Question(table.deal.view(seat), seat, fh.Score.new(table.options))
    return {question.answer(Random(seed), EFFORT).action for seed in range(4)}


ALL_SPADES = {0: "JOKER JS JC AS KS QS 10S 9S 8S 7S"}


def test_who_has_not_looked_looks():
    assert actions(Table(), 0) == {"look"}


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


def test_a_misere_whose_contractor_shows_cards_under_all_others_is_agreed_to():
    hands = {0: "4D 5D 6D 5C 6C 7C 4H 5H 6H 7H", 1: "10S JS QS KS AS 10C JC QC KC AC"}
    table = Table(hands, "5S 6S 7S", dealer=2).play("3 bid 7S", "0 bid misere", "1 pass", "2 pass", "3 pass", "0 pass")
    table.play("0 put 5S 6S 7S", "0 play 4H", "1", "3", "3", "0 claim")
    assert answer(SeatView(table.deal.view(1), 1)) is fh.Say.AGREE
