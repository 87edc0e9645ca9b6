"""How the quick policies play out a deal: one decision each, in the game's own words."""

import numpy as np
import pytest

from games import five_hundred as fh
from games.cards import parse_cards
from games.five_hundred.play import TrickPlay
from players.five_hundred import misere, policy
from players.five_hundred.lanes import Lanes
from players.five_hundred.layout import layout


def decides(call, hands, trick):
    """What the policy plays with `hands`, by seat, after `trick`, which seat 0, the contractor, has led or leads."""
    options = fh.Options(players=len(hands))
    play = TrickPlay(options, 0, fh.Bid.parse(call))
    cards = layout(options.players, play.order)
    together = [sum(1 << seat for seat in options.members(options.side_of(seat))) for seat in options.seats]
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
    for card in parse_cards(trick):
        lanes.play(np.array([cards.bit[card]]))
    card, _ = (misere if play.order.is_misere else policy).choose(lanes)
    return next(str(each) for each, bit in cards.bit.items() if bit == card[0])


@pytest.mark.parametrize(
    ("call", "hands", "trick", "card"),
    [
        # The contractor draws trumps from the top; without the highest, or with no trumps out, an ace goes first.
        ("7H", "JH JD AH 5S, QH 5C 6C 7C, 5H 9C 10C JC, KH 6S 7S QS", "", "JH"),
        ("7H", "JOKER JD 4H 5S, JH 5C 6C 7C, 5H 9C 10C JC, KH 6S 7S QS", "", "JOKER"),
        ("7H", "JD AS 8S 9S, JH 5C 6C 7C, 5H 9C 10C JC, KH 6S 7S QS", "", "AS"),
        ("7H", "JH AS 5S, 5C 6C 7C, 9C 10C JC, 6S 7S 8S", "", "AS"),
        # The last to play wins as cheaply as it can: the queen is enough, a low trump is, nothing is.
        ("7H", "10S 4H 6H, 4D 5D 6D, 7D 8D 9D, AS QS 6S", "10S 4D 7D", "QS"),
        ("7H", "KS 4H 6H, 4D 5D 6D, 7D 8D 9D, JH 5H 5C", "KS 4D 7D", "5H"),
        ("7H", "AS 4H 6H, 4D 5D 6D, 7D 8D 9D, KS 7S 6S", "AS 4D 7D", "6S"),
        # Nobody takes a trick that the partner has won.
        ("7H", "AS 4H, 5S 5D, KS 6S, 8S 9S", "AS 5S", "6S"),
        ("7H", "AS 4H, 5S 5D, 9D 7H, 8S 9S", "AS 5S", "9D"),
        ("7H", "5S 4H, QS 5D, 8S 6S, AS 9S", "5S QS 6S", "9S"),
        # With trumps the joker is not played second in hand on a low card.
        ("7H", "5H 9C, JOKER 6H, KH 6S, 8H 9S", "5H", "6H"),
        # A defender of a misère stays below the contractor, and throws high cards on what it escaped.
        ("misere", "9S 4H, QS 8S, 5D 6D, 7S 5S", "9S", "8S"),
        ("misere", "9S 4H, QS JS, 5D 6D, AS 5S", "9S JS", "AS"),
    ],
)
def test_what_the_quick_policies_play(call, hands, trick, card):
    assert decides(call, hands.split(", "), trick) == card
