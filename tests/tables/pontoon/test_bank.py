"""What people may do with the bank of Pontoon between two deals, and what follows from it; no table, no chips moved."""

import dataclasses

import pytest
from msgspec.structs import replace

from games.core import IllegalAction
from games.pontoon import Options
from tables.clock import Pace
from tables.game import Terms
from tables.lobby import Lobby
from tables.modes import Shuffle
from tables.pontoon import bank
from tables.pontoon.bank_state import BankStage, BankState, Why, banker_of, best_bid, next_asked, offer_of, stage_of
from tables.pontoon.pontoon_adapter import PontoonGame

ANA, BEN, CY, DEE = 101, 102, 103, 104
SHUFFLE = Shuffle(b"", "salt")
LEAST = 10
TABLE = Terms(LEAST, 100, Options(), Pace.NORMAL)
SHOOT = Terms(LEAST, 100, Options(shoot=True, sale_limit=5), Pace.NORMAL)
COVER = 2 * LEAST
"""What the bank must have for one player's smallest stake."""


def lobby(*seats, **state):
    """Between two deals; Ana has held the bank for a while."""
    drawn = (((ANA, "AS"),),)
    return Lobby(seats=seats, game_state=BankState(banker=ANA, draw=drawn, deal=3, stirred=True, **state))


@pytest.fixture
def auctioned():
    """Ana's kitty is empty: she auctions the bank, and Ben has bid 300."""
    return bank.bid(SHOOT, bank.auction(SHOOT, lobby(ANA, BEN, CY), ANA), BEN, 300)


def test_only_the_banker_withdraws_the_offer():
    offered = bank.offer(TABLE, lobby(ANA, BEN, CY), ANA, BEN, 50)
    with pytest.raises(IllegalAction, match="holds the bank"):
        bank.withdraw(offered, BEN)
    assert offer_of(bank.withdraw(offered, ANA)) is None


def test_a_kitty_comes_too_late_once_somebody_has_bid(auctioned):
    with pytest.raises(IllegalAction, match="too late for a kitty"):
        bank.put_up(SHOOT, auctioned, ANA, 100)


def test_a_bid_above_what_banks_may_cost_by_now_is_returned_and_others_may_bid(auctioned):
    cheaper = replace(SHOOT, options=dataclasses.replace(SHOOT.options, sale_limit=2))
    after = bank.end_auction(cheaper, auctioned)
    assert banker_of(after) == ANA
    assert best_bid(after) is None
    assert stage_of(cheaper, after) is BankStage.AUCTION
    assert banker_of(bank.end_auction(SHOOT, auctioned)) == BEN


def test_a_bank_for_which_nobody_bids_is_offered_round_and_one_that_may_not_be_sold_by_now_stays(auctioned):
    unsold = bank.end_auction(SHOOT, bank.auction(SHOOT, lobby(ANA, BEN, CY), ANA))
    assert (banker_of(unsold), stage_of(SHOOT, unsold)) == (None, BankStage.OFFERED)
    priceless = replace(SHOOT, options=dataclasses.replace(SHOOT.options, sale_limit=0))
    kept = bank.end_auction(priceless, auctioned)
    assert (banker_of(kept), kept.bets) == (ANA, ())


def test_what_a_bank_that_is_held_and_one_that_is_free_refuse():
    held = lobby(ANA, BEN, CY)
    free, for_sale = bank.give_up(TABLE, held, ANA), bank.offer(TABLE, held, ANA, None, 0)
    for press, sentence in (
        (lambda: bank.start(held), "That has been decided already"),
        (lambda: bank.start(Lobby(seats=(ANA, None, None))), "needs at least two people"),
        (lambda: bank.ready(TABLE, held, DEE), "You aren't at this table"),
        (lambda: bank.offer(TABLE, held, ANA, ANA, 0), "You hold the bank already"),
        (lambda: bank.offer(TABLE, held, ANA, DEE, 0), "isn't at this table"),
        (lambda: bank.withdraw(held, ANA), "That offer has ended"),
        (lambda: bank.buy(TABLE, held, BEN, ANA, 0), "That offer has ended"),
        (lambda: bank.buy(TABLE, for_sale, ANA, ANA, 0), "You hold the bank already"),
        (lambda: bank.buy(TABLE, for_sale, DEE, ANA, 0), "You aren't at this table"),
        (lambda: bank.auction(TABLE, held, ANA), "only when the kitty is empty"),
        (lambda: bank.ready(TABLE, free, BEN), "First someone has to take the bank"),
        (lambda: bank.take(TABLE, held, BEN), "holds the bank"),
        (lambda: bank.bid(TABLE, held, BEN, 50), "There is no auction for the bank now"),
        (lambda: bank.verify_banker(TABLE, free, ANA), "The bank can't be sold now"),
    ):
        with pytest.raises(IllegalAction, match=sentence):
            press()


def test_nobody_is_ready_yet_for_a_new_banker():
    free = bank.give_up(TABLE, bank.ready(TABLE, lobby(ANA, BEN, CY), CY), ANA)
    assert not bank.take(TABLE, free, BEN).ready
    for_sale = bank.offer(TABLE, lobby(ANA, BEN, CY), ANA, None, 0)
    ready = bank.ready(TABLE, for_sale, CY)
    assert ready.ready == {CY}
    assert not bank.buy(TABLE, ready, BEN, ANA, 0).ready


@pytest.mark.parametrize(("purse", "deals"), [(2 * COVER, True), (2 * COVER - 1, False)])
def test_a_banker_deals_who_can_cover_the_smallest_stakes_of_everybody_or_is_followed_by_one_who_can(purse, deals):
    purses = {ANA: purse, BEN: 2 * COVER - 1, CY: 1000}
    after = PontoonGame().before_round(TABLE, lobby(ANA, BEN, CY), purses, SHUFFLE)
    assert (banker_of(after) == ANA) is deals
    assert deals or (BankState.of(after).moved.why, next_asked(after)) == (Why.SHORT, CY)
