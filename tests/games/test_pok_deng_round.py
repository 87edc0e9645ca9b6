"""Pok Deng's rules 1-6: the shoe, what people may bet, the deal, and who can see what of it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pok_deng_table import Table, dealt_as

from games.cards import parse_cards
from games.core import IllegalAction
from games.fair.shoe import Shoe
from games.pok_deng import Bet, ChipLimits, Options, start, verify_bet

BET = [Bet(0, 0, 10)]
A_ROUND = dealt_as({1: "AC 2C", 2: "3C 4C", 3: "5C 6C", 4: "7C 8C", 5: "9C 10C"}, "JC QC")


def refused(action, *arguments, **named):
    with pytest.raises(IllegalAction) as refusal:
        action(*arguments, **named)
    return str(refusal.value)


# Rules 1-3 and 6: the shoe.


def test_rule_2_only_a_shoes_first_round_opens_it():
    shoe = Shoe.fresh(8, b"seed", "salt")
    first = start(Options(), BET, shoe, opening=True).round
    second = start(Options(), BET, first.shoe, opening=False).round
    assert (second.opening, second.burned, second.shoe.dealt) == (None, 1, first.shoe.dealt + 13)
    with pytest.raises(ValueError, match="opening is False with 0 cards dealt"):
        start(Options(), BET, shoe, opening=False)
    with pytest.raises(ValueError, match="opening is True with 20 cards dealt"):
        start(Options(), BET, shoe.at(20), opening=True)


def test_rule_3_the_round_in_which_the_cut_card_appears_is_dealt_to_its_end_and_is_the_last():
    # 30 cards, with the cut card before the last 15; the round uses 13 of the remaining 16.
    shoe = Shoe.stacked(parse_cards("2D") * 14 + parse_cards("KD") + A_ROUND + parse_cards("2D") * 3, cut_depth=15)
    round_ = start(Options(), BET, shoe.at(14), opening=False).round
    assert round_.view(None).last_round
    assert round_.shoe.dealt == 27
    with pytest.raises(ValueError, match="needs a new shoe"):
        start(Options(), BET, round_.shoe, opening=False)


@pytest.mark.parametrize("decks", [1, 2, 8])
@settings(max_examples=40, deadline=None)
@given(seed=st.binary(min_size=1, max_size=8), depth=st.integers(13, 52))
def test_no_round_runs_out_of_cards_however_few_the_decks(decks, seed, depth):
    options = Options(decks=decks, cut_card_depth=depth)
    shoe = Shoe.fresh(decks, seed, "salt", depth)
    while not shoe.last_round:
        shoe = start(options, BET, shoe, opening=shoe.dealt == 0).round.shoe
        assert shoe.dealt <= 52 * decks
        assert shoe.size == 52 * decks  # no discards were shuffled in


# Options, and rules 4 and 5: the bets.


def test_the_defaults_are_the_rules():
    assert (Options().decks, Options().cut_card_depth) == (8, 52)


@pytest.mark.parametrize(
    ("options", "playable"),
    [
        ({"decks": 0}, False),
        ({"decks": 9}, False),
        ({"cut_card_depth": 12}, False),
        ({"cut_card_depth": 417}, False),
        ({"cut_card_depth": 416}, True),
        ({"decks": 1}, True),
        ({"decks": 1, "cut_card_depth": 13}, True),
        ({"decks": 1, "cut_card_depth": 53}, False),
        ({"pair_minimum": 0}, False),
        ({"pair_maximum": 0}, False),
        ({"pair_minimum": 11, "pair_maximum": 10}, False),
        ({"pair_minimum": 10, "pair_maximum": 10}, True),
    ],
)
def test_options_that_cannot_be_played_are_refused(options, playable):
    assert Options(**options) if playable else refused(Options, **options)


MAIN, PAIR = "Bets here are from 10 to 500 chips.", "Pair bets here are from 10 to 500 chips."


@pytest.mark.parametrize(
    ("main", "pair", "sentence"),
    [
        *((*bet, None) for bet in ((10, 0), (500, 0), (0, 10), (0, 500), (10, 500), (33, 17))),
        (0, 0, "Bet on a Player, on its Pair, or on both."),
        *((main, 0, MAIN) for main in (9, 501, -10)),
        *((main, pair, PAIR) for main, pair in ((10, 9), (0, 501), (10, -10))),
    ],
)
def test_bets_are_on_a_hand_its_pair_or_both_and_within_the_limits(main, pair, sentence):
    if sentence is None:
        verify_bet(Options(), 10, 500, main, pair)
    else:
        assert refused(verify_bet, Options(), 10, 500, main, pair) == sentence


def test_pair_bets_may_have_limits_of_their_own_and_else_the_tables():
    options = Options(pair_minimum=1, pair_maximum=50)
    assert options.pair_limits(10, 500) == ChipLimits(1, 50)
    verify_bet(options, 10, 500, 0, 1)
    verify_bet(options, 10, 500, 500, 50)
    assert refused(verify_bet, options, 10, 500, 0, 51) == "Pair bets here are from 1 to 50 chips."
    assert refused(verify_bet, options, 10, 500, 1, 1) == MAIN
    assert Options().pair_limits(10, 500) == ChipLimits(10, 500)
    assert Options(pair_minimum=5).pair_limits(10, 500) == ChipLimits(5, 500)
    assert Options(pair_maximum=50).pair_limits(10, 500) == ChipLimits(10, 50)
    assert refused(Options(pair_maximum=5).pair_limits, 10, 500) == (
        "Pair bet: the minimum, 10, is above the maximum, 5."
    )


@pytest.mark.parametrize(
    "bets",
    [
        [],
        [Bet(0, 0)],
        [Bet(0, 0, -1)],
        [Bet(0, 0, 10, -1)],
        [Bet(0, 0, -1, 10)],
        [Bet(0, 5, 10)],
        [Bet(0, -1, 10)],
        [Bet(0, 0, 10), Bet(0, 0, pair=10)],
    ],
)
def test_bets_that_cannot_be_played_together_are_refused_and_nothing_is_dealt(bets):
    shoe = Shoe.fresh(8, b"seed", "salt")
    assert refused(start, Options(), bets, shoe, opening=True)
    assert shoe.dealt == 0


def test_rule_4_fifty_people_may_each_have_all_ten_bets_in_any_order():
    bets = [Bet(seat, hand, 10 + seat, 1 + seat) for seat in range(50) for hand in range(5)]
    table = Table({3: "KC KD"}, "QC 9D", *bets)
    assert len(table.round.lines) == 500
    assert all(table.staked(seat) == 5 * (2 * (10 + seat) + 1 + seat) for seat in range(50))
    assert Table({3: "KC KD"}, "QC 9D", *reversed(bets)).step == table.step


# What can be seen: that no other card is in a view, tests/games/test_contract.py holds.


def test_players_can_do_nothing_but_bet_again():
    round_ = Table("6C 7S", "4H 8C").round
    assert (round_.to_act, list(round_.legal_actions(0))) == (frozenset(), [])
    for ask in (lambda: round_.apply(0, "hit"), lambda: round_.default_action(0)):
        assert refused(ask) == "This round is over. Bet on the next one."
