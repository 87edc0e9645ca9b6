"""The legal actions of Five Hundred are exactly those, of all conceivable ones, that the checks let pass."""

from itertools import combinations
from random import Random

import pytest
from five_hundred_table import finished, options_at_random, start_at_random

from games import five_hundred as fh
from games.cards import JOKER
from games.core import IllegalAction
from games.five_hundred.bids import SUITS


def everything(deal, seat):
    """All that can be said and done with the cards that `seat` holds, in the order of the list."""
    yield fh.Say.LOOK
    yield fh.Say.PASS
    yield from (fh.MakeBid(fh.Bid(call, sans)) for sans in (False, True) for call in fh.CALLS)
    yield from (fh.Put(frozenset(three)) for three in combinations(deal.hands[seat], 3))
    yield fh.Say.ALONE
    yield from map(fh.CallCard, fh.pack(deal.options.players))
    yield from map(fh.ChoosePartner, deal.options.seats)
    yield from map(fh.Nominate, (*SUITS, None))
    yield from map(fh.Play, deal.hands[seat])
    yield from (fh.Play(JOKER, suit) for suit in SUITS)
    yield from (fh.Say.CLAIM, fh.Say.AGREE, fh.Say.PLAY_ON)


def accepts(deal, seat, action):
    try:
        deal.apply(seat, action)
    except IllegalAction:
        return False
    return True


@pytest.mark.sampled
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("seed", range(6))
def test_the_checks_let_exactly_the_listed_actions_pass(players, seed):
    random = Random(f"{players} {seed}")
    deal = start_at_random(random, options_at_random(random, players)).round
    while deal.to_act:
        seat = random.choice(sorted(deal.to_act))
        legal = list(deal.legal_actions(seat))
        assert legal == [action for action in everything(deal, seat) if accepts(deal, seat, action)]
        others = [action for action in legal if action is not fh.Say.CLAIM]
        deal = deal.apply(seat, random.choice(others)).round


def test_the_stored_winners_of_tricks_follow_from_the_cards():
    random = Random(1)
    for _ in range(30):
        play = finished(random, start_at_random(random)).play
        if play is not None:
            assert play.winners == tuple(map(play.order.winner, play.complete))
