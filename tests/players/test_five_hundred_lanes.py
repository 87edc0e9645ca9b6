"""The simulator against the rules: the same cards may be played, and the same hands win the same tricks."""

from dataclasses import dataclass
from random import Random

import numpy as np
import pytest

from games import five_hundred as fh
from games.cards import JOKER
from games.five_hundred.bids import SUITS
from games.five_hundred.packs import deal as dealt
from games.five_hundred.play import TrickPlay
from players.five_hundred.lanes import Lanes
from players.five_hundred.layout import layout

LANES = 40
DECISIONS = 200_000


@dataclass
class Pair:
    """One deal as the rules see it, and where the hands are."""

    play: TrickPlay
    hands: list


def deals_of(random, options, bid, contractor, nomination):
    """Deals of one contract, any three of the thirteen put aside; who nominates the joker holds it."""
    for _ in range(LANES):
        deck = list(fh.pack(options.players))
        random.shuffle(deck)
        hands, kitty = dealt(options.players, 0, deck)
        hands = [list(hand) for hand in hands]
        if not bid.sans:
            hands[contractor] = random.sample((*hands[contractor], *kitty), 10)
        if nomination and JOKER not in hands[contractor]:
            given = hands[contractor][0]
            hands = [[given if card is JOKER else card for card in hand] for hand in hands]
            hands[contractor][0] = JOKER
        yield Pair(TrickPlay(options, contractor, bid, nomination), hands)


def lanes_of(pairs, layout_, options, contractor):
    first = pairs[0].play
    hands = np.array([[layout_.mask(pair.hands[seat]) for pair in pairs] for seat in options.seats])
    together = [sum(1 << seat for seat in options.members(options.side_of(seat))) for seat in options.seats]
    friends = np.array([[bits] * len(pairs) for bits in together])
    empty = np.zeros(len(pairs), np.int64)
    return Lanes(
        layout=layout_,
        playing=first.playing,
        hands=hands,
        friends=friends,
        contractor=empty + contractor,
        turn=empty + contractor,
        out=empty,
        led=empty,
        won=np.zeros((options.players, len(pairs)), np.int64),
        left=10,
    )


def random_contract(random):
    options = fh.Options(
        players=random.randint(2, 6),
        joker_lead_last_trick_only=random.random() < 0.3,
        six_teams=random.choice(list(fh.SixTeams)),
    )
    call = random.choice(fh.CALLS)
    nomination = None
    if call.trump is None and random.random() < 0.4:
        nomination = fh.parse(f"nominate {random.choice(SUITS)}")
    return options, fh.Bid(call, random.random() < 0.3), random.choice(options.seats), nomination


def compare(random):
    """Play deals of one contract side by side, both ways: how many decisions were the same."""
    options, bid, contractor, nomination = random_contract(random)
    pairs = list(deals_of(random, options, bid, contractor, nomination))
    layout_ = layout(options.players, pairs[0].play.order)
    lanes = lanes_of(pairs, layout_, options, contractor)
    decisions = 0
    for _ in range(10 * len(lanes.playing)):
        legal = lanes.legal(lanes.hand())
        cards, named = np.zeros(LANES, np.int64), np.zeros(LANES, np.int64)
        for lane, pair in enumerate(pairs):
            seat = int(lanes.turn[lane])
            if not pair.play.is_over:
                plays = list(pair.play.plays(pair.hands[seat]))
                assert seat == pair.play.turn
                assert layout_.mask({play.card for play in plays}) == legal[lane]
                decisions += 1
                chosen = random.choice(plays)
                pair.play = pair.play.played(seat, chosen.card, chosen.named)
                pair.hands[seat].remove(chosen.card)
            else:
                chosen = fh.Play(min((c for c, bit in layout_.bit.items() if bit & legal[lane]), key=layout_.bit.get))
            cards[lane], named[lane] = layout_.bit[chosen.card], layout_.number(chosen.named)
        lanes.play(cards, named)
        for lane, pair in enumerate(pairs):
            if not pair.play.is_over:
                assert tuple(lanes.won[:, lane]) == pair.play.tricks_won
    for lane, pair in enumerate(pairs):
        contract = fh.Contract(contractor, bid)
        result = fh.DealResult(contract, pair.play.tricks_won)
        if bid.call.is_misere:
            assert (lanes.won[contractor, lane] == 0) == result.made(options)
        else:
            assert tuple(lanes.won[:, lane]) == result.tricks
    return decisions


@pytest.mark.sampled
@pytest.mark.parametrize("part", range(4))
def test_the_simulator_plays_by_the_rules(part):
    decisions, random = 0, Random(part)
    while decisions < DECISIONS / 4:
        decisions += compare(random)
