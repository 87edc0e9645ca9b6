"""The legal actions of Five Hundred are exactly those that the checks let pass, and which card is the only one."""

from itertools import combinations
from random import Random

import pytest
from five_hundred_table import Table, finished, options_at_random, start_at_random

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


# A card that is its player's only legal one.


def test_a_card_is_forced_when_no_other_may_be_played_and_no_suit_of_the_joker_can_be_chosen():
    table = Table({0: "AC KC QC JC 10C 9C 8C AH KH QH", 1: "5C AS KS QS JD 10S 9S 8S 7S 6S"}).contract("7N sans")
    assert (table.deal.forced(0), table.deal.forced(1)) == (None, None)  # ten to lead; another's turn
    table.trick("AC")
    assert str(table.deal.forced(1)) == "play 5C"
    assert [table.deal.forced(seat) for seat in (0, 2, 3, -1, 9)] == [None] * 5
    joker = Table({0: "JOKER AC KC QC JC 10C AH KH QH AD"}).contract("7N sans")
    assert joker.deal.forced(0) is Table().deal.forced(0) is None


def test_a_forced_card_is_the_only_choice_besides_a_claim_and_the_one_the_clock_would_play():
    seen = 0
    for seed in range(120):
        random = Random(seed)
        deal = start_at_random(random).round
        while deal.to_act:
            seat = random.choice(sorted(deal.to_act))
            actions = list(deal.legal_actions(seat))
            but_claims = [action for action in actions if action is not fh.Say.CLAIM]
            forced = deal.forced(seat)
            assert (forced is not None) == (deal.phase is fh.Phase.PLAY and len(but_claims) == 1)
            assert forced is None or forced == deal.default_action(seat)
            seen += forced is not None
            deal = deal.apply(seat, random.choice(but_claims or actions)).round
    assert seen > 300
