"""A round on the table: which question is open, who has answered it, what everybody has won so far."""

import pytest

from data.tables.saved import MadeBy
from games.blackjack import Bet, Options, parse, start
from games.blackjack import events as ev
from games.cards import parse_cards
from games.fair.shoe import Shoe
from tables.round_in_play import RoundInPlay, Setup

ANA, BEN, CY = 101, 102, 103


def begin(cards, *bets, people=(ANA, BEN)):
    """A round whose shoe gives `cards`: one to each seat, the dealer's, a second to each seat, then as drawn."""
    step = start(Options(seats=2), bets or (Bet(0, 0, 100),), Shoe.stacked(parse_cards(cards)))
    return RoundInPlay.begin(1, Setup(people=people, body={}), step)


def then(play, *moves, made_by=MadeBy.PERSON):
    """The round after moves like "0 hit"."""
    for text in moves:
        seat, move = text.split()
        play = play.then(int(seat), play.round.apply(int(seat), parse(move)), made_by)
    return play


INSURANCE = begin("10S 10D AH 9S 9D KC", Bet(0, 0, 100), Bet(1, 1, 100))
"""The dealer shows an ace; Ana and Ben are asked together."""


@pytest.mark.parametrize(
    ("play", "moves", "steps", "asked_at", "answered"),
    [
        (begin("2S 9H 3D 4C 5C"), [], 0, 0, set()),
        (begin("2S 9H 3D 4C 5C"), ["0 hit"], 1, 1, set()),  # each move asks a new question
        (begin("2S 9H 3D 4C 5C"), ["0 hit", "0 hit"], 2, 2, set()),
        (begin("8S 9H 8D 2C 3C 4C", people=(ANA, None)), ["0 split"], 1, 1, set()),  # also of the same person
        (INSURANCE, ["1 decline"], 1, 0, {1}),  # one of several answers leaves it open for the others
        (INSURANCE, ["1 decline", "0 insure"], 2, 2, set()),
    ],
)
def test_which_question_is_open_and_who_has_answered_it(play, moves, steps, asked_at, answered):
    play = then(play, *moves)
    assert (play.steps, play.asked_at, play.answered) == (steps, asked_at, answered)
    assert then(INSURANCE, "1 decline").people_to_act == {ANA}


def test_bettors_behind_are_asked_together_too():
    bets = Bet(0, 0, 100), Bet(2, 0, 50), Bet(3, 0, 50)
    play = then(begin("5S 9H 6D 10C KC", *bets, people=(ANA, None, BEN, CY)), "0 double")
    assert play.people_to_act == {BEN, CY}
    assert then(play, "3 keep").asked_at == play.asked_at


def test_what_everybody_has_won_adds_up_stakes_and_returns():
    assert INSURANCE.nets == {0: -100, 1: -100}
    play = then(INSURANCE, "0 insure", "1 decline")
    assert play.nets == {0: -150, 1: -100}
    play = then(play, "0 stand", "1 stand")
    assert play.is_over
    assert play.nets == {0: 0, 1: -100}


def test_the_news_is_of_the_last_move_and_when_the_clock_plays_of_all_its_moves():
    play = begin("2S 9H 3D 4C 5C 10H")
    assert play.events == ()
    hit = then(play, "0 hit", "0 hit")
    assert [type(event) for event in hit.events] == [ev.Drew]
    stood = then(hit, "0 stand", made_by=MadeBy.CLOCK)
    assert [type(event) for event in stood.events] == [ev.Drew, ev.Stood]
    assert then(play, "0 hit", "0 hit") == hit, "the same log leads to an equal round"


def test_a_setup_survives_being_written_and_read():
    setup = Setup(people=(ANA, None, CY), body={"bets": [[0, 0, 100, 0]], "position": 12}, sat_out=(BEN,))
    assert Setup.from_json(setup.to_json()) == setup
    assert (setup.seat_of(CY), setup.seat_of(999)) == (2, None)
    with pytest.raises(ValueError, match="nobody plays as seat 1"):
        setup.user_id_in(1)
