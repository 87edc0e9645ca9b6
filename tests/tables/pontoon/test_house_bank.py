"""What house players pay for the bank of Pontoon, whom they pay, and how long they keep it."""

import pytest
from msgspec.structs import replace

from data.ledger.reasons import LedgerReason
from data.people import house_player
from games.core import IllegalAction, Transfer
from games.pontoon import Options
from tables.clock import Pace
from tables.game import Terms
from tables.lobby import Bet, Lobby, MustKeep
from tables.modes import Shuffle
from tables.pontoon import bank
from tables.pontoon import bank_state as state
from tables.pontoon.bank_state import BankMove, BankState, Why, banker_of, best_bid, kitty_of, offer_of, price_of
from tables.pontoon.pontoon_adapter import PontoonGame

ANA, BEN = 101, 102
FIG, MOSS = house_player(7, 0), house_player(7, 1)
DEAR = 1000
PRICE = 54
"""What one deal surely brings a bank with stakes of a thousand, less the house player's margin."""
PURSE = 20 * DEAR
SHUFFLE = Shuffle(b"", "salt")
TABLE = Terms(DEAR, DEAR, Options(), Pace.NORMAL)
SHOOT = Terms(DEAR, DEAR, Options(shoot=True), Pace.NORMAL)


def lobby(*seats, banker=ANA, **state):
    """Between two deals; `banker` has held the bank for a while."""
    drawn = (((ANA, "AS"),),)
    return Lobby(seats=seats, game_state=BankState(banker=banker, draw=drawn, deal=3, stirred=True, **state))


def after_the_house(before, terms=TABLE, winnable=None):
    """The lobby once a house player has done what it wants to; None when none wants to do anything."""
    purses = dict.fromkeys(before.seats, PURSE)
    wanted = PontoonGame().house_change(terms, before, purses, winnable or {})
    return None if wanted is None else wanted.change(before)


def sold(*seats, price=PRICE, winnable=None):
    """Whether Fig buys Ana's bank at `price`."""
    offered = bank.offer(TABLE, lobby(*seats), ANA, FIG, price)
    after = after_the_house(offered, winnable=winnable)
    assert offer_of(after) is None
    return banker_of(after) == FIG


def auctioned(*seats, bid=None, decides=False, banker=ANA):
    """Ana auctions the bank; somebody has bid so much."""
    seller = bank.auction(SHOOT, lobby(*seats, banker=banker), banker, decides=decides)
    return seller if bid is None else bank.bid(SHOOT, seller, *bid)


# The price


@pytest.mark.parametrize("others", range(7))
def test_a_house_player_pays_for_a_bank_what_one_deal_surely_brings_and_no_more_whoever_sits_there(others):
    seats = (ANA, FIG, *(house_player(7, number) for number in range(1, others)))
    assert sold(*seats)
    assert not sold(*seats, price=PRICE + 1)


@pytest.mark.parametrize(("left", "price", "is_sold"), [(PRICE, PRICE, True), (PRICE - 1, PRICE, False), (0, 0, True)])
def test_a_house_player_pays_no_more_than_the_seller_may_still_win_from_the_house(left, price, is_sold):
    assert sold(ANA, FIG, price=price, winnable={ANA: left}) == is_sold


def test_a_house_player_offers_its_bank_for_more_than_any_would_pay_for_it():
    offers = [after_the_house(lobby(*seats, banker=FIG)) for seats in ((ANA, FIG), (ANA, FIG, MOSS, BEN))]
    assert [offer_of(offered).price for offered in offers] == [67, 67]


def test_a_house_player_keeps_a_bank_that_nobody_would_pay_for_instead_of_offering_it_for_nothing():
    wide = replace(TABLE, minimum=10, maximum=100)
    assert after_the_house(lobby(ANA, FIG, banker=FIG), wide) is None


# Who is paid


def test_who_can_send_a_house_player_away_is_paid_nothing_by_it():
    with pytest.raises(IllegalAction, match="pays nothing for your bank"):
        bank.offer(TABLE, lobby(ANA, FIG), ANA, FIG, 1, decides=True)
    given = bank.offer(TABLE, lobby(ANA, FIG), ANA, FIG, 0, decides=True)
    assert banker_of(after_the_house(given)) == FIG
    sold = bank.offer(TABLE, lobby(ANA, FIG, BEN), ANA, BEN, 500, decides=True)
    assert offer_of(sold).price == 500


def test_a_house_player_bids_no_more_than_the_seller_may_still_win_and_not_where_it_can_be_sent_away():
    assert best_bid(after_the_house(auctioned(ANA, FIG), SHOOT)).user_id == FIG
    assert after_the_house(auctioned(ANA, FIG, decides=True), SHOOT) is None
    assert after_the_house(auctioned(ANA, FIG), SHOOT, {ANA: 0}) is None
    bid = best_bid(after_the_house(auctioned(ANA, FIG), SHOOT, {ANA: PRICE}))
    assert 0 < bid.chips <= PRICE


def test_a_house_player_bids_against_members_and_not_against_the_house():
    assert best_bid(after_the_house(auctioned(ANA, BEN, FIG, MOSS, bid=(BEN, 1)), SHOOT)).user_id == FIG
    assert after_the_house(auctioned(ANA, BEN, FIG, MOSS, bid=(FIG, 1)), SHOOT) is None


def test_the_price_lies_at_the_table_until_the_house_player_deals():
    sold = bought()
    assert sold.payments == ()
    assert sold.bets == (Bet(FIG, state.NOWHERE, state.PRICE, PRICE),)
    dealt = PontoonGame().before_round(TABLE, sold, dict.fromkeys(sold.seats, PURSE), SHUFFLE)
    assert dealt.payments == (Transfer(FIG, ANA, PRICE, LedgerReason.BANK_SOLD),)
    assert bank.vacate(sold, Why.LEFT).bets == ()


def test_a_house_player_that_has_not_paid_yet_offers_its_bank_to_nobody():
    assert after_the_house(bought()) is None
    assert offer_of(after_the_house(replace(bought(), bets=()))) is not None


def test_a_kitty_is_put_up_beside_a_price_that_is_not_paid_yet():
    sold = bank.end_auction(SHOOT, auctioned(ANA, FIG, bid=(FIG, PRICE)))
    put = bank.put_up(SHOOT, sold, FIG, DEAR)
    assert (kitty_of(put), price_of(put)) == (DEAR, PRICE)
    unpaid = PontoonGame().after_sale_refused(SHOOT, put)
    assert (kitty_of(unpaid), price_of(unpaid)) == (DEAR, 0)


# How long it stays


def bought():
    offered = bank.offer(TABLE, lobby(ANA, BEN, FIG), ANA, FIG, PRICE)
    return bank.buy(TABLE, offered, FIG, ANA, PRICE)


def test_a_house_player_who_has_bought_or_taken_the_bank_stays_for_a_deal():
    assert bought().bound == {FIG}
    assert lobby(ANA, BEN, FIG, banker=FIG).bound == frozenset()
    assert lobby(ANA, BEN, FIG, banker=BEN, moved=BankMove(Why.TAKEN, ANA, BEN)).bound == frozenset()
    taken = after_the_house(bank.give_up(TABLE, lobby(ANA, FIG), ANA))
    assert (banker_of(taken), taken.bound) == (FIG, {FIG})


def test_a_bank_is_bought_only_where_it_can_be_held_against_everyone_who_may_still_sit_down():
    offered = bank.offer(TABLE, lobby(ANA, FIG, None, None), ANA, FIG, PRICE)
    wanted = PontoonGame().house_change(TABLE, offered, {FIG: 14 * DEAR + PRICE - 1}, {})
    assert banker_of(wanted.change(offered)) == ANA


def test_a_bid_of_somebody_who_may_not_pay_it_is_returned_and_bidding_goes_on():
    before = auctioned(ANA, BEN, FIG, bid=(FIG, 1))
    after = PontoonGame().after_sale_refused(SHOOT, before)
    assert best_bid(after) is None
    assert PontoonGame().window(SHOOT, after).what != PontoonGame().window(SHOOT, before).what
    assert Bet(FIG, state.NOWHERE, state.BID, 1) in before.bets


def test_nobody_inherits_the_deals_that_an_absent_banker_let_pass():
    absent = lobby(ANA, BEN, FIG, absent=1)
    for offered in (bank.offer(TABLE, absent, ANA, BEN, 0), bank.offer(TABLE, absent, ANA, BEN, 10)):
        price = offer_of(offered).price
        assert BankState.of(bank.buy(TABLE, offered, BEN, ANA, price)).absent == 0
    free = bank.give_up(TABLE, absent, ANA)
    assert BankState.of(free).absent == BankState.of(bank.take(TABLE, free, BEN)).absent == 0


@pytest.mark.parametrize(("purse", "keeps"), [(4 * DEAR, True), (4 * DEAR - 1, False)])
def test_a_house_player_whose_kitty_holds_chips_keeps_the_bank_without_those_for_another(purse, keeps):
    held = bank.put_up(SHOOT, lobby(ANA, BEN, FIG, banker=FIG), FIG, DEAR)
    wanted = PontoonGame().house_change(SHOOT, held, {FIG: purse}, {})
    assert (banker_of(wanted.change(held)) == FIG) == keeps


def test_whoever_takes_a_free_bank_must_have_left_what_it_takes_to_hold_it():
    free = bank.give_up(SHOOT, lobby(ANA, BEN, FIG), ANA)
    taken = bank.take(SHOOT, free, BEN)
    assert taken.must_keep == (MustKeep(BEN, DEAR + 2 * 2 * DEAR),)
