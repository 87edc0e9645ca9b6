"""A round on the table: which question is open, who has answered it, what everybody has won so far."""

import pytest

from games.blackjack import Bet, Options, parse, start
from games.blackjack import events as ev
from games.cards import parse_cards
from games.fair.shoe import Shoe
from tables.round_in_play import RoundInPlay
from tables.terms import Setup

ANA, BEN, CY = 101, 102, 103


def begin(cards, *bets, people=(ANA, BEN)):
    """A round whose shoe gives `cards`: one to each seat, the dealer's, a second to each seat, then as drawn."""
    setup = Setup(people=people, body={})
    return RoundInPlay.begin(
        setup, start(Options(seats=2), bets or (Bet(0, 0, 100),), Shoe.stacked(parse_cards(cards)))
    )


def then(play, *moves, same_breath=False):
    """The round after moves like "0 hit"."""
    for text in moves:
        seat, move = text.split()
        play = play.then(int(seat), play.round.apply(int(seat), parse(move)), same_breath=same_breath)
    return play


def test_each_move_asks_a_new_question():
    play = begin("2S 9H 3D 4C 5C")
    assert (play.steps, play.asked_at) == (0, 0)
    play = then(play, "0 hit")
    assert (play.steps, play.asked_at) == (1, 1)
    play = then(play, "0 hit")
    assert (play.steps, play.asked_at) == (2, 2)


@pytest.fixture
def insurance():
    """The dealer shows an ace; Ana and Ben are asked together."""
    return begin("10S 10D AH 9S 9D KC", Bet(0, 0, 100), Bet(1, 1, 100))


def test_one_of_several_answers_leaves_the_question_open_for_the_others(insurance):
    play = then(insurance, "1 decline")
    assert (play.steps, play.asked_at, play.answered) == (1, 0, {1})
    assert play.people_to_act == {ANA}


def test_the_last_answer_asks_the_next_question(insurance):
    play = then(insurance, "1 decline", "0 insure")
    assert (play.steps, play.asked_at, play.answered) == (2, 2, frozenset())


def test_asking_the_same_person_again_is_another_question():
    play = begin("8S 9H 8D 2C 3C 4C", people=(ANA, None))
    assert then(play, "0 split").asked_at == 1


def test_bettors_behind_are_asked_together_too():
    play = begin(
        "5S 9H 6D 10C KC",
        Bet(0, 0, 100),
        Bet(2, 0, 50),
        Bet(3, 0, 50),
        people=(ANA, None, BEN, CY),
    )
    play = then(play, "0 double")
    assert play.people_to_act == {BEN, CY}
    assert then(play, "3 keep").asked_at == play.asked_at


def test_what_everybody_has_won_adds_up_stakes_and_returns(insurance):
    assert insurance.nets == {0: -100, 1: -100}
    play = then(insurance, "0 insure", "1 decline")
    assert play.nets == {0: -150, 1: -100}
    play = then(play, "0 stand", "1 stand")
    assert play.is_over
    assert play.nets == {0: 0, 1: -100}


def test_the_news_is_of_the_last_move_and_when_the_clock_plays_of_all_its_moves():
    play = begin("2S 9H 3D 4C 5C 10H")
    assert [type(event) for event in play.events] == [ev.Dealt]
    play = then(play, "0 hit", "0 hit")
    assert [type(event) for event in play.events] == [ev.Drew]
    play = then(play, "0 stand", same_breath=True)
    assert [type(event) for event in play.events][:2] == [ev.Drew, ev.Stood]


def test_the_same_log_leads_to_an_equal_round():
    moves = ("0 hit", "0 hit", "0 stand")
    assert then(begin("2S 9H 3D 4C 5C 6C 10H"), *moves) == then(begin("2S 9H 3D 4C 5C 6C 10H"), *moves)


def test_a_setup_survives_being_written_and_read():
    setup = Setup(people=(ANA, None, CY), body={"bets": [[0, 0, 100, 0]], "position": 12}, sat_out=(BEN,))
    assert Setup.from_json(setup.to_json()) == setup
    assert (setup.seat_of(CY), setup.seat_of(999)) == (2, None)
    with pytest.raises(ValueError, match="nobody plays as seat 1"):
        setup.user_id_in(1)
