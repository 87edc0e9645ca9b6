"""How the quick policies play out a deal: one decision each, in the game's own words."""

import numpy as np
import pytest

from games import five_hundred as fh
from games.cards import parse_cards
from games.five_hundred.play import TrickPlay
from players.five_hundred import misere, policy
from players.five_hundred.lanes import Lanes, sides
from players.five_hundred.layout import layout


def decides(call, hands, *trick):
    """What the policy plays with `hands`, by seat, after `trick`, which seat 0, the contractor, has led or leads."""
    options = fh.Options(players=len(hands))
    play = TrickPlay(options, 0, fh.Bid.parse(call))
    cards = layout(options.players, play.order)
    together = sides(options.players, [options.members(side) for side in range(options.sides)])
    lanes = Lanes(
        layout=cards,
        playing=play.playing,
        hands=np.array([[cards.mask(parse_cards(hand))] for hand in hands]),
        friends=np.array([[bits] for bits in together]),
        contractor=np.zeros(1, np.int64),
        turn=np.zeros(1, np.int64),
        out=np.zeros(1, np.int64),
        led=np.zeros(1, np.int64),
        won=np.zeros((options.players, 1), np.int64),
        left=len(parse_cards(hands[0])),
    )
    for card in parse_cards(" ".join(trick)):
        lanes.play(np.array([cards.bit[card]]))
    card, _ = (misere if play.order.is_misere else policy).choose(lanes)
    return str(cards.card(int(card[0])))


@pytest.mark.parametrize(
    ("hand", "lead"),
    [
        ("JH JD AH 5S", "JH"),  # the bowers first
        ("JOKER JD 4H 5S", "JOKER"),
        ("JD AS 8S 9S", "AS"),  # without the highest trump an ace goes first
    ],
)
def test_the_contractor_draws_trumps_with_the_highest_from_the_top(hand, lead):
    right = "" if "JH" in hand else "JH"
    hands = [hand, f"{right or 'QH'} 5C 6C 7C", "5H 9C 10C JC", "KH 6S 7S QS"]
    assert decides("7H", hands) == lead


def test_with_no_trumps_out_the_contractor_keeps_the_last_and_cashes_an_ace():
    assert decides("7H", ["JH AS 5S", "5C 6C 7C", "9C 10C JC", "6S 7S 8S"]) == "AS"


@pytest.mark.parametrize(
    ("led", "hand", "card"),
    [
        ("10S", "AS QS 6S", "QS"),  # the queen is enough
        ("KS", "JH 5H 5C", "5H"),  # a low trump is enough
        ("AS", "KS 7S 6S", "6S"),  # nothing is
    ],
)
def test_the_last_to_play_wins_as_cheaply_as_it_can(led, hand, card):
    assert decides("7H", [f"{led} 4H 6H", "4D 5D 6D", "7D 8D 9D", hand], led, "4D", "7D") == card


def test_nobody_takes_a_trick_that_the_partner_has_won():
    assert decides("7H", ["AS 4H", "5S 5D", "KS 6S", "8S 9S"], "AS", "5S") == "6S"
    assert decides("7H", ["AS 4H", "5S 5D", "9D 7H", "8S 9S"], "AS", "5S") == "9D"
    assert decides("7H", ["5S 4H", "QS 5D", "8S 6S", "AS 9S"], "5S", "QS", "6S") == "9S"


def test_with_trumps_the_joker_is_not_played_second_in_hand_on_a_low_card():
    assert decides("7H", ["5H 9C", "JOKER 6H", "KH 6S", "8H 9S"], "5H") == "6H"


def test_a_defender_of_a_misere_stays_below_the_contractor_and_throws_high_cards_on_what_it_escaped():
    assert decides("misere", ["9S 4H", "QS 8S", "5D 6D", "7S 5S"], "9S") == "8S"
    assert decides("misere", ["9S 4H", "QS JS", "5D 6D", "AS 5S"], "9S", "JS") == "AS"
