"""What a table's change moves in the ledger: bets placed and taken back, stakes already paid, winnings."""

import pytest

from data.ledger.ledger import Account
from games.core import Pot, Transfer
from tables.accounts import Payment, TableAccounts
from tables.chips import Bet
from tables.game import Setup
from tables.lobby import Lobby

ANA, BEN = 101, 102
TILL = TableAccounts(guild=1, table=41)
SETUP = Setup(people=(ANA, None, BEN), body={})
TABLE, HOUSE = Account.table(1, 41), Account.house(1)


def member(person):
    return Account.member(1, person)


def lobby(*bets):
    return Lobby(seats=(ANA, None, BEN), bets=tuple(Bet(person, 0, "main", chips) for person, chips in bets))


def test_a_bet_goes_from_the_member_to_the_table():
    assert list(TILL.for_bets(lobby(), lobby((ANA, 100)))) == [Payment(member(ANA), TABLE, 100, "bet")]


def test_only_the_difference_to_the_bet_before_moves():
    assert list(TILL.for_bets(lobby((ANA, 100)), lobby((ANA, 140)))) == [Payment(member(ANA), TABLE, 40, "bet")]
    assert list(TILL.for_bets(lobby((ANA, 100)), lobby((ANA, 60)))) == [Payment(TABLE, member(ANA), 40, "bet back")]
    assert list(TILL.for_bets(lobby((ANA, 100)), lobby((ANA, 100)))) == []


def test_bets_of_several_people_move_in_a_fixed_order():
    moved = list(TILL.for_bets(lobby((BEN, 50)), lobby((BEN, 20), (ANA, 100))))
    assert [(payment.payer, payment.amount) for payment in moved] == [(member(ANA), 100), (TABLE, 30)]


def test_stakes_already_at_the_table_are_not_taken_again():
    stakes = [Transfer(0, Pot.MIDDLE, 100, "bet"), Transfer(0, Pot.MIDDLE, 10, "pair")]
    assert list(TILL.for_round(SETUP, stakes, {ANA: 110})) == []


def test_a_bet_that_is_not_staked_is_returned():
    stakes = [Transfer(0, Pot.MIDDLE, 100, "bet")]
    moved = list(TILL.for_round(SETUP, stakes, {ANA: 130, BEN: 50}))
    assert moved == [Payment(TABLE, member(ANA), 30, "bet back"), Payment(TABLE, member(BEN), 50, "bet back")]


def test_a_stake_beyond_the_bet_is_taken_from_the_member():
    stakes = [Transfer(0, Pot.MIDDLE, 100, "bet"), Transfer(0, Pot.MIDDLE, 100, "double")]
    assert list(TILL.for_round(SETUP, stakes, {ANA: 120})) == [Payment(member(ANA), TABLE, 80, "double")]


@pytest.mark.parametrize(
    ("transfer", "payment"),
    [
        (Transfer(Pot.MIDDLE, 2, 250, "win"), Payment(TABLE, member(BEN), 250, "win")),
        (Transfer(Pot.MIDDLE, Pot.HOUSE, 100, "lose"), Payment(TABLE, HOUSE, 100, "lose")),
        (Transfer(Pot.HOUSE, Pot.MIDDLE, 150, "pay"), Payment(HOUSE, TABLE, 150, "pay")),
        (Transfer(Pot.HOUSE, 0, 150, "pay"), Payment(HOUSE, member(ANA), 150, "pay")),
        (Transfer(0, 2, 20, "pay"), Payment(member(ANA), member(BEN), 20, "pay")),
    ],
)
def test_seats_are_people_the_middle_is_the_table_and_the_house_is_the_house(transfer, payment):
    assert list(TILL.for_round(SETUP, [transfer], {})) == [payment]


def test_a_payment_becomes_a_posting_with_its_key_round_and_actor():
    posting = Payment(member(ANA), TABLE, 100, "bet").posting("table:41:7:0", 41, 3, ANA)
    assert (posting.key, posting.payer, posting.payee, posting.amount) == ("table:41:7:0", member(ANA), TABLE, 100)
    assert (posting.why, posting.table, posting.round, posting.actor_id) == ("bet", 41, 3, ANA)


def test_a_void_round_repays_those_who_put_in_more_than_they_got():
    assert list(TILL.for_void({BEN: 50, ANA: 100, 103: -30}, 150)) == [
        Payment(TABLE, member(ANA), 100, "round void"),
        Payment(TABLE, member(BEN), 50, "round void"),
    ]


def test_the_house_returns_what_it_won_in_a_void_round_and_takes_back_what_it_paid():
    assert next(TILL.for_void({ANA: 100}, 30)) == Payment(HOUSE, TABLE, 70, "round void")
    assert next(TILL.for_void({ANA: 100}, 130)) == Payment(TABLE, HOUSE, 30, "round void")
