"""Matches in the small bank: one still running with antes in the pot, one that was won, one that was given up."""

from dataclasses import replace

from small_bank import change, fund, member, pays, step
from small_server import ANN, BLACKJACK, BOB, CY, DEAL, GUILD, NOON

from data.ledger.flows import Flow
from data.ledger.ledger import Account
from data.tables.daily import today
from data.tables.matches import DealRow, MatchChange, MatchOutcome

FIRST_WINS = {"outcome": MatchOutcome.WON, "winners": (0,), "standing": ((0, 0, 1), (1, 1, 2))}
"""How a rated match between two ends that seat 0 wins."""
FIVE_HUNDRED = replace(BLACKJACK, game="five_hundred", options='{"players": 2}')


def ante(user, table, chips=100):
    return pays(member(user), Account.table(GUILD, table), chips, "ante", round=0)


def back(user, table, chips=100, why="ante back"):
    return pays(Account.table(GUILD, table), member(user), chips, why, round=0)


def row(deal, contractor=0, bid="7H", made=True, points=(200, 10), partner=None, dealer=None, **about):
    """Deal number `deal` between two players; they take turns as the dealer."""
    dealer = deal % 2 if dealer is None else dealer
    return DealRow(deal, dealer, contractor, partner, bid, made, (9, 1), points, f"the record of deal {deal}", **about)


def thrown_in(deal):
    return DealRow(deal, deal % 2, None, None, None, None, (0, 0), (0, 0), f"the record of deal {deal}")


async def begun(tables, players, chips=100, house="{}"):
    """A match between two people, with their antes."""
    saved = await tables.create(replace(FIVE_HUNDRED, house=house), NOON)
    seats = tuple(enumerate(players))
    antes = tuple(ante(person, saved.id, chips) for person in players if chips)
    return await step(tables, saved, postings=antes, match=MatchChange(starts=True, players=seats))


async def dealt(tables, saved, deal, postings=(), flows=(), **ends):
    """A deal from beginning to end."""
    saved = await step(tables, saved, started=DEAL)
    return await step(tables, saved, ended=True, postings=postings, flows=flows, match=MatchChange(deal=deal, **ends))


async def daily_deal(tables, person, points, guild=GUILD, at=NOON):
    """Somebody plays the daily deal of `NOON`, which has been drawn, and ends it at `at`."""
    saved = await tables.create(replace(FIVE_HUNDRED, guild=guild, host=person, daily=today(NOON)), NOON)
    saved = await step(tables, saved, match=MatchChange(starts=True, players=((0, person), (1, CY))))
    saved = await step(tables, saved, started=DEAL)
    ends = MatchChange(deal=row(1), outcome=MatchOutcome.ABANDONED, daily=points)
    await tables.commit(change(saved, ended=True, match=ends), at)


async def three_matches(chips, tables):
    """Ann and Bob play on; Ann has won against Cy, who took Bob's seat after the first deal; Bob and Cy gave up."""
    await fund(chips, ann=1000, bob=1000, cy=1000)
    running = await begun(tables, (ANN, BOB))
    running = await dealt(tables, running, row(1))
    running = await dealt(tables, running, row(2, contractor=1, made=False, points=(30, -200)))
    won = await begun(tables, (ANN, BOB))
    won = await dealt(tables, won, row(1, contractor=1, points=(20, 160)))
    taken = (ante(CY, won.id), back(BOB, won.id))
    won = await step(tables, won, postings=taken, match=MatchChange(players=((1, CY),), since=2))
    won = await dealt(tables, won, row(2, contractor=1, made=False, points=(40, -160)))
    prize = (back(ANN, won.id, 200, "antes won"),)
    won = await dealt(tables, won, row(3, points=(500, 0)), prize, (Flow(CY, ANN, 100),), **FIRST_WINS)
    abandoned = await begun(tables, (BOB, CY), chips=0)
    abandoned = await dealt(tables, abandoned, thrown_in(1))
    over = MatchChange(outcome=MatchOutcome.ABANDONED)
    abandoned = await step(tables, abandoned, closed=True, match=over)
    return running, won, abandoned
