"""What may be agreed and bet before a Blackjack round (rules 4 and 5 and the house options)."""

import pytest

from games.blackjack import Bet, BlackjackPays, Options, parse, start, verify_bet
from games.cards import pack52, parse_cards
from games.core import IllegalAction, Pot, Transfer
from games.fair.shoe import Shoe

SIX_TO_FIVE = Options(blackjack_pays=BlackjackPays.SIX_TO_FIVE)


def test_the_defaults_are_the_rules():
    options = Options()
    assert (options.decks, options.seats, options.blackjack_pays.value) == (8, 7, "3:2")
    assert not any((options.surrender_vs_ten, options.double_after_split, options.dealer_hits_soft_17))


def test_options_that_make_no_sense_are_not_read():
    for values in ({"seats": 9}, {"blackjack_pays": "2:1"}, {"no_such_option": 1}):
        with pytest.raises((IllegalAction, TypeError, ValueError)):
            Options.from_json(values)


def options_of(**values):
    return lambda: Options(**values)


def one_bet(main, pair=0, options=None):
    return lambda: verify_bet(options or Options(), 10, 500, main, pair)


def round_of(*bets):
    return lambda: start(Options(), bets, Shoe.fresh(8, b"seed", "salt"))


LIMITS, PAIR_LIMITS = "Bets here are from 10 to 500 chips.", "A Pair bet is from 1 to 500 chips, or none."
TENS = "Bets are multiples of 10."
NOBODY, ONE_EACH = "Nobody with a seat has bet yet.", "Everyone can have one bet on each hand."
NO_SEAT, NO_BET = "This table has 7 seats.", "A bet is at least one chip, and a Pair bet needs a bet."
SEAT = Bet(0, 0, 100)


@pytest.mark.parametrize(
    ("attempt", "sentence"),
    [
        (options_of(decks=0), "The bot can't read that. Run the command again."),
        (options_of(decks=9), "The bot can't read that. Run the command again."),
        (options_of(seats=0), "The bot can't read that. Run the command again."),
        (options_of(seats=8), "The bot can't read that. Run the command again."),
        (options_of(decks=1), "With one deck a table has at most 5 seats, not 7. Choose fewer seats or more decks."),
        # Rule 5: one bet.
        *((one_bet(main), LIMITS) for main in (-2, 0, 8, 502)),
        (one_bet(11), "Bets are multiples of 2."),
        *((one_bet(main, options=SIX_TO_FIVE), TENS) for main in (12, 15)),
        *((one_bet(10, pair), PAIR_LIMITS) for pair in (-1, 501)),
        # Rules 4, 5 and 16: all bets of a round together.
        (round_of(), NOBODY),
        (round_of(Bet(7, 0, 100)), NOBODY),
        (round_of(SEAT, SEAT), ONE_EACH),
        (round_of(SEAT, Bet(7, 0, 10), Bet(7, 0, 20)), ONE_EACH),
        (round_of(Bet(7, 7, 100)), NO_SEAT),
        (round_of(Bet(-1, -1, 100)), NO_SEAT),
        (round_of(SEAT, Bet(7, 3, 100)), "Seat 4 has no bet, so you can't bet behind it."),
        (round_of(SEAT, Bet(1, 0, 100)), "You have a seat. Only people without one can bet behind."),
        *((round_of(Bet(0, 0, main, pair)), NO_BET) for main, pair in ((0, 10), (100, -10), (-100, 0))),
        (round_of(Bet(0, 0, 101)), "Bets are multiples of 2."),
        (round_of(SEAT, Bet(7, 0, 15)), "Bets are multiples of 2."),
        *(
            (lambda text=text: parse(text), "The bot can't read that. Press a button on the table's message.")
            for text in ("Hit", "hit me", "")
        ),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(attempt, sentence):
    with pytest.raises(IllegalAction) as refused:
        attempt()
    assert str(refused.value) == sentence


@pytest.mark.parametrize(("main", "pair"), [(10, 0), (500, 500), (12, 1), (250, 33)])
def test_rule_5_bets_within_the_limits_are_accepted(main, pair):
    one_bet(main, pair)()
    one_bet(20, options=SIX_TO_FIVE)()


def test_a_refusal_keeps_its_amounts_apart_from_its_words():
    with pytest.raises(IllegalAction) as refused:
        verify_bet(Options(), 10, 5000, 8, 0)
    assert (refused.value.phrase.params, refused.value.phrase.count) == ({"minimum": 10}, 5000)


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
        start(Options(), [Bet(0, 0, 100)], Shoe.fresh(8, b"seed", "salt").at(365))


def test_a_round_that_outlasts_its_shoe_continues_with_earlier_discards():
    shoe = Shoe.stacked(parse_cards("2C 2D 2H 10C 6D 6C"), seed=b"seed", salt="salt").at(3)
    step = start(Options(), [Bet(0, 0, 100)], shoe)
    over = step.round.apply(0, parse("hit")).round
    assert {str(card) for card in over.boxes[0].hands[0].cards[2:]} <= {"2C", "2D", "2H"}
