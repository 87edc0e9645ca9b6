"""What a table's change moves in the ledger: bets placed and taken back, stakes already paid, winnings."""

import pytest

from data.ledger.holds import POT_ROUND
from data.ledger.ledger import Account, Posting
from data.ledger.reasons import LedgerReason
from games.core import Pot, Transfer
from tables.accounts import TableAccounts
from tables.chips import Bet
from tables.lobby import Lobby
from tables.terms import Setup

ANA, BEN, ROUND = 101, 102, 3
TILL = TableAccounts(guild=1, table=41)
SETUP = Setup(people=(ANA, None, BEN), body={})
TABLE, HOUSE = Account.table(1, 41), Account.house(1)


def member(person):
    return Account.member(1, person)


def moves(payer, payee, amount, why):
    """A posting of the round, which gets its key and who caused it with the whole change."""
    return Posting("", payer, payee, amount, why, TILL.table, ROUND)


def lobby(*bets):
    return Lobby(seats=(ANA, None, BEN), bets=tuple(Bet(person, 0, "main", chips) for person, chips in bets))


def test_a_bet_goes_from_the_member_to_the_table():
    assert list(TILL.for_bets(ROUND, lobby(), lobby((ANA, 100)))) == [moves(member(ANA), TABLE, 100, "bet")]


def test_only_the_difference_to_the_bet_before_moves():
    assert list(TILL.for_bets(ROUND, lobby((ANA, 100)), lobby((ANA, 140)))) == [moves(member(ANA), TABLE, 40, "bet")]
    assert list(TILL.for_bets(ROUND, lobby((ANA, 100)), lobby((ANA, 60)))) == [
        moves(TABLE, member(ANA), 40, "bet back")
    ]
    assert list(TILL.for_bets(ROUND, lobby((ANA, 100)), lobby((ANA, 100)))) == []


def test_bets_of_several_people_move_in_a_fixed_order():
    moved = list(TILL.for_bets(ROUND, lobby((BEN, 50)), lobby((BEN, 20), (ANA, 100))))
    assert [(posting.payer, posting.amount) for posting in moved] == [(member(ANA), 100), (TABLE, 30)]


def test_stakes_already_at_the_table_are_not_taken_again():
    stakes = [Transfer(0, Pot.MIDDLE, 100, "bet"), Transfer(0, Pot.MIDDLE, 10, "pair")]
    assert list(TILL.for_round(ROUND, SETUP, stakes, {ANA: 110})) == []


def test_a_bet_that_is_not_staked_is_returned():
    stakes = [Transfer(0, Pot.MIDDLE, 100, "bet")]
    moved = list(TILL.for_round(ROUND, SETUP, stakes, {ANA: 130, BEN: 50}))
    assert moved == [moves(TABLE, member(ANA), 30, "bet back"), moves(TABLE, member(BEN), 50, "bet back")]


def test_a_stake_beyond_the_bet_is_taken_from_the_member():
    stakes = [Transfer(0, Pot.MIDDLE, 100, "bet"), Transfer(0, Pot.MIDDLE, 100, "double")]
    assert list(TILL.for_round(ROUND, SETUP, stakes, {ANA: 120})) == [moves(member(ANA), TABLE, 80, "double")]


@pytest.mark.parametrize(
    ("transfer", "posting"),
    [
        (Transfer(Pot.MIDDLE, 2, 250, "win"), moves(TABLE, member(BEN), 250, "win")),
        (Transfer(Pot.MIDDLE, Pot.HOUSE, 100, "lose"), moves(TABLE, HOUSE, 100, "lose")),
        (Transfer(Pot.HOUSE, Pot.MIDDLE, 150, "pay"), moves(HOUSE, TABLE, 150, "pay")),
        (Transfer(Pot.HOUSE, 0, 150, "pay"), moves(HOUSE, member(ANA), 150, "pay")),
        (Transfer(0, 2, 20, "pay"), moves(member(ANA), member(BEN), 20, "pay")),
    ],
)
def test_seats_are_people_the_middle_is_the_table_and_the_house_is_the_house(transfer, posting):
    assert list(TILL.for_round(ROUND, SETUP, [transfer], {})) == [posting]


def test_only_the_sale_of_a_bank_belongs_to_a_round_of_what_people_pay_each_other_between_rounds():
    paid = (
        Transfer(ANA, BEN, 40, LedgerReason.BANK_SOLD),
        Transfer(ANA, BEN, 30, LedgerReason.ANTE_FORFEITED),
        Transfer(Pot.MIDDLE, BEN, 20, LedgerReason.ANTE_BACK),
    )
    sale, forfeit, back = TILL.for_lobby(ROUND, paid)
    assert sale == moves(member(ANA), member(BEN), 40, "bank sold")
    assert [(each.amount, each.round) for each in (forfeit, back)] == [(30, POT_ROUND), (20, POT_ROUND)]
    assert (back.payer, back.payee) == (TABLE, member(BEN))


def test_a_void_round_repays_those_who_put_in_more_than_they_got():
    assert list(TILL.for_void(ROUND, {BEN: 50, ANA: 100, 103: -30}, 150)) == [
        moves(TABLE, member(ANA), 100, "round void"),
        moves(TABLE, member(BEN), 50, "round void"),
    ]


def test_the_house_returns_what_it_won_in_a_void_round_and_takes_back_what_it_paid():
    assert next(TILL.for_void(ROUND, {ANA: 100}, 30)) == moves(HOUSE, TABLE, 70, "round void")
    assert next(TILL.for_void(ROUND, {ANA: 100}, 130)) == moves(TABLE, HOUSE, 30, "round void")
