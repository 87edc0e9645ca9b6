"""What may be agreed and bet before a Blackjack round (rules 4 and 5 and the house options)."""

import json

import pytest

from games.blackjack import Bet, BlackjackPays, Options, check_bet, parse, start
from games.cards import pack52, parse_cards
from games.core import IllegalAction, Pot, Transfer
from games.fair.shoe import Shoe

SIX_TO_FIVE = Options(blackjack_pays=BlackjackPays.SIX_TO_FIVE)


def refusal(act, *arguments, **named):
    with pytest.raises(IllegalAction) as refused:
        act(*arguments, **named)
    return str(refused.value)


def a_shoe():
    return Shoe.fresh(8, b"seed", "salt")


# House options.


def test_the_defaults_are_the_rules():
    options = Options()
    assert (options.decks, options.seats, options.blackjack_pays.value) == (8, 7, "3:2")
    assert not any((options.surrender_vs_ten, options.double_after_split, options.dealer_hits_soft_17))


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"decks": 0}, "A shoe holds 1 to 8 decks, not 0."),
        ({"decks": 9}, "A shoe holds 1 to 8 decks, not 9."),
        ({"seats": 0}, "A table has 1 to 7 seats, not 0."),
        ({"seats": 8}, "A table has 1 to 7 seats, not 8."),
        ({"decks": 1}, "With one deck a table has at most 5 seats, not 7. Choose fewer seats or more decks."),
    ],
)
def test_impossible_options_are_refused_in_a_sentence(values, sentence):
    assert refusal(Options, **values) == sentence


@pytest.mark.parametrize("options", [Options(), Options(1, 5, True, True, True, BlackjackPays.SIX_TO_FIVE)])
def test_options_survive_plain_json(options):
    assert Options.from_json(json.loads(json.dumps(options.to_json()))) == options


def test_options_left_out_of_the_json_are_the_default():
    assert Options.from_json({"seats": 3}) == Options(seats=3)


@pytest.mark.parametrize("values", [{"seats": 9}, {"blackjack_pays": "2:1"}, {"no_such_option": 1}])
def test_json_that_holds_no_options_is_refused(values):
    with pytest.raises((IllegalAction, TypeError, ValueError)):
        Options.from_json(values)


def test_one_deck_serves_five_seats_that_take_as_many_cards_as_they_can():
    """Five pairs, split and drawn to with the low cards first, make about the longest possible round."""
    pairs = parse_cards("2C 3C 4C 5C 6C 7C 2D 3D 4D 5D 6D")
    rest = sorted(set(pack52()) - set(pairs), key=lambda card: card.rank.pips)
    deck = (*pairs, *rest)
    step = start(Options(decks=1, seats=5), [Bet(seat, seat, 2) for seat in range(5)], Shoe.stacked(deck, cut_depth=52))
    while step.round.to_act:
        seat = min(step.round.to_act)
        moves = [str(move) for move in step.round.legal_actions(seat)]
        wanted = next(move for move in ("split", "hit", "decline") if move in moves)
        step = step.round.apply(seat, parse(wanted))
    assert 40 < step.round.shoe.dealt <= 52


# Rule 5: the limits, for one bet.


@pytest.mark.parametrize(("main", "pair"), [(10, 0), (500, 500), (12, 1), (250, 33)])
def test_rule_5_bets_within_the_limits_are_accepted(main, pair):
    check_bet(Options(), 10, 500, main, pair)


@pytest.mark.parametrize("main", [-2, 0, 8, 502])
def test_rule_5_main_bets_outside_the_limits_are_refused(main):
    assert refusal(check_bet, Options(), 10, 500, main, 0) == "Bets here are from 10 to 500 chips."


def test_rule_5_main_bets_are_even():
    assert refusal(check_bet, Options(), 10, 500, 11, 0) == "Bets are even numbers of chips; 11 is odd."


@pytest.mark.parametrize("main", [12, 15])
def test_rule_5_where_blackjack_pays_6_to_5_bets_are_multiples_of_ten(main):
    assert (
        refusal(check_bet, SIX_TO_FIVE, 10, 500, main, 0)
        == "Where a blackjack pays 6:5, bets are multiples of 10 chips."
    )
    check_bet(SIX_TO_FIVE, 10, 500, 20, 0)


@pytest.mark.parametrize("pair", [-1, 501])
def test_rule_5_pair_bets_outside_the_limits_are_refused(pair):
    assert refusal(check_bet, Options(), 10, 500, 10, pair) == "A Pair bet is from 1 to 500 chips, or none."


def test_a_refusal_keeps_its_amounts_apart_from_its_words():
    with pytest.raises(IllegalAction) as refused:
        check_bet(Options(), 10, 5000, 8, 0)
    assert (refused.value.phrase.params, refused.value.phrase.count) == ({"minimum": 10}, 5000)


# Rules 4, 5 and 16: all bets of a round together.


@pytest.mark.parametrize(
    ("bets", "sentence"),
    [
        ([], "Nobody with a seat has bet yet."),
        ([Bet(7, 0, 100)], "Nobody with a seat has bet yet."),
        ([Bet(0, 0, 100), Bet(0, 0, 100)], "Everyone can have one bet on each hand."),
        ([Bet(0, 0, 100), Bet(7, 0, 10), Bet(7, 0, 20)], "Everyone can have one bet on each hand."),
        ([Bet(7, 7, 100)], "This table has 7 seats."),
        ([Bet(-1, -1, 100)], "This table has 7 seats."),
        ([Bet(0, 0, 100), Bet(7, 3, 100)], "Seat 4 has no bet, so you can't bet behind it."),
        (
            [Bet(0, 0, 100), Bet(1, 0, 100)],
            "You have a seat. Only people without one can bet behind.",
        ),
        ([Bet(0, 0, 0, 10)], "A bet is at least one chip, and a Pair bet needs a bet."),
        ([Bet(0, 0, 100, -10)], "A bet is at least one chip, and a Pair bet needs a bet."),
        ([Bet(0, 0, -100)], "A bet is at least one chip, and a Pair bet needs a bet."),
        ([Bet(0, 0, 101)], "Bets are even numbers of chips; 101 is odd."),
        ([Bet(0, 0, 100), Bet(7, 0, 15)], "Bets are even numbers of chips; 15 is odd."),
    ],
)
def test_bets_that_cannot_be_played_together_are_refused(bets, sentence):
    assert refusal(start, Options(), bets, a_shoe()) == sentence


def test_every_bet_goes_to_the_middle_named_for_what_it_is():
    shoe = Shoe.stacked(parse_cards("2C 9D 3C"))
    step = start(Options(seats=3), [Bet(3, 2, 30, 5), Bet(2, 2, 100, 10)], shoe)
    assert step.transfers == (
        Transfer(2, Pot.MIDDLE, 100, "bet"),
        Transfer(2, Pot.MIDDLE, 10, "pair"),
        Transfer(3, Pot.MIDDLE, 30, "bet behind"),
        Transfer(3, Pot.MIDDLE, 5, "pair behind"),
    )


def test_rule_19_a_round_needs_a_shoe_whose_cut_card_is_not_out():
    with pytest.raises(ValueError, match="new shoe"):
        start(Options(), [Bet(0, 0, 100)], a_shoe().at(365))


def test_a_round_that_outlasts_its_shoe_continues_with_earlier_discards():
    shoe = Shoe.stacked(parse_cards("2C 2D 2H 10C 6D 6C"), seed=b"seed", salt="salt").at(3)
    step = start(Options(), [Bet(0, 0, 100)], shoe)
    over = step.round.apply(0, parse("hit")).round
    assert {str(card) for card in over.boxes[0].hands[0].cards[2:]} <= {"2C", "2D", "2H"}


@pytest.mark.parametrize("text", ["", "Hit", "hit me", "fold", "HIT"])
def test_text_that_is_no_move_is_refused(text):
    assert refusal(parse, text) == f"There is no move {text} in Blackjack."
