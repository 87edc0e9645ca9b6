"""What a table's change moves in the ledger: bets placed and taken back, stakes already paid, winnings."""

import pytest

from data.ledger.holds import POT_ROUND
from data.ledger.ledger import Account, Posting
from data.ledger.reasons import LedgerReason
from games.core import Pot, Transfer
from tables.accounts import TableAccounts
from tables.lobby import Bet, Lobby
from tables.round_in_play import Setup

ANA, BEN, ROUND = 101, 102, 3
TILL = TableAccounts(guild=1, table=41)
SETUP = Setup(people=(ANA, None, BEN), body={})
TABLE, HOUSE = Account.table(1, 41), Account.house(1)
A, B = Account.member(1, ANA), Account.member(1, BEN)


def moves(payer, payee, amount, why):
    """A posting of the round, which gets its key and who caused it with the whole change."""
    return Posting("", payer, payee, amount, why, TILL.table, ROUND)


def lobby(bets):
    return Lobby(seats=(ANA, None, BEN), bets=tuple(Bet(person, 0, "main", chips) for person, chips in bets.items()))


@pytest.mark.parametrize(
    ("before", "after", "moved"),
    [
        ({}, {ANA: 100}, [moves(A, TABLE, 100, "bet")]),
        # Only the difference to the bet before moves.
        ({ANA: 100}, {ANA: 140}, [moves(A, TABLE, 40, "bet")]),
        ({ANA: 100}, {ANA: 60}, [moves(TABLE, A, 40, "bet back")]),
        ({ANA: 100}, {ANA: 100}, []),
        # Those of several people move in a fixed order.
        ({BEN: 50}, {BEN: 20, ANA: 100}, [moves(A, TABLE, 100, "bet"), moves(TABLE, B, 30, "bet back")]),
    ],
)
def test_a_bet_goes_from_the_member_to_the_table(before, after, moved):
    assert list(TILL.for_bets(ROUND, lobby(before), lobby(after))) == moved


BET = Transfer(0, Pot.MIDDLE, 100, "bet")


@pytest.mark.parametrize(
    ("transfers", "bets", "moved"),
    [
        # Stakes already at the table are not taken again, what is not staked goes back, and what is beyond is taken.
        ([BET, Transfer(0, Pot.MIDDLE, 10, "pair")], {ANA: 110}, []),
        ([BET], {ANA: 130, BEN: 50}, [moves(TABLE, A, 30, "bet back"), moves(TABLE, B, 50, "bet back")]),
        ([BET, Transfer(0, Pot.MIDDLE, 100, "double")], {ANA: 120}, [moves(A, TABLE, 80, "double")]),
        # Seats are people, the middle is the table, and the house is the house.
        ([Transfer(Pot.MIDDLE, 2, 250, "win")], {}, [moves(TABLE, B, 250, "win")]),
        ([Transfer(Pot.MIDDLE, Pot.HOUSE, 100, "lose")], {}, [moves(TABLE, HOUSE, 100, "lose")]),
        ([Transfer(Pot.HOUSE, Pot.MIDDLE, 150, "pay")], {}, [moves(HOUSE, TABLE, 150, "pay")]),
        ([Transfer(Pot.HOUSE, 0, 150, "pay")], {}, [moves(HOUSE, A, 150, "pay")]),
        ([Transfer(0, 2, 20, "pay")], {}, [moves(A, B, 20, "pay")]),
    ],
)
def test_a_round_moves_its_chips_beyond_the_bets_that_are_at_the_table(transfers, bets, moved):
    assert list(TILL.for_round(ROUND, SETUP, transfers, bets)) == moved


def test_only_the_sale_of_a_bank_belongs_to_a_round_of_what_people_pay_each_other_between_rounds():
    paid = (
        Transfer(ANA, BEN, 40, LedgerReason.BANK_SOLD),
        Transfer(ANA, BEN, 30, LedgerReason.ANTE_FORFEITED),
        Transfer(Pot.MIDDLE, BEN, 20, LedgerReason.ANTE_BACK),
    )
    sale, forfeit, back = TILL.for_lobby(ROUND, paid)
    assert sale == moves(A, B, 40, "bank sold")
    assert [(each.amount, each.round) for each in (forfeit, back)] == [(30, POT_ROUND), (20, POT_ROUND)]
    assert (back.payer, back.payee) == (TABLE, B)


def test_a_void_round_repays_who_put_in_more_than_they_got_and_the_house_settles_its_share():
    assert list(TILL.for_void(ROUND, {BEN: 50, ANA: 100, 103: -30}, 150)) == [
        moves(TABLE, A, 100, "round void"),
        moves(TABLE, B, 50, "round void"),
    ]
    assert next(TILL.for_void(ROUND, {ANA: 100}, 30)) == moves(HOUSE, TABLE, 70, "round void")
    assert next(TILL.for_void(ROUND, {ANA: 100}, 130)) == moves(TABLE, HOUSE, 30, "round void")
