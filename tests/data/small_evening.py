"""An evening in the small bank, and how it can be damaged past all that keeps the bot from it."""

import contextlib

import pytest
from damaged import OTHER_TRIGGER
from small_bank import Purses, bets, change, fund, gets, member, pays, step
from small_server import ANN, BLACKJACK, BOB, DEAL, GUILD, HOUSE, NOON

from data.check import open_for_check, problems
from data.ledger.history import History
from data.ledger.ledger import Account
from data.store.store import Store
from data.store.where import PostgresUrl
from data.tables.tables import Earned, MoveRow, RoundResult, Tables


def moves(number, *actions):
    return tuple(MoveRow(number, 0, action) for action in actions)


async def an_evening(path):
    """Table 1: one round over, a second one running. Table 2: bets for the first round. Table 3: closed.

    Ann and Bob have looked at their graphs, which are kept after a few rows.
    """
    store = await Store.open(path)
    chips, tables = Purses(store), Tables(store)
    await fund(chips, ann=1000, bob=1000)
    one = await step(tables, await tables.create(BLACKJACK, NOON), postings=(bets(ANN, 1, 50, 1), bets(BOB, 1, 20, 1)))
    one = await step(tables, one, started=DEAL, salt="1")
    one = await step(tables, one, moves=moves(1, "hit", "stand"))
    settled = (
        pays(Account.table(GUILD, 1), HOUSE, 50, "lost", round=1),
        gets(BOB, 1, 20, 1),
        pays(HOUSE, member(BOB), 30, "won", table=1, round=1),
    )
    one = await step(
        tables, one, moves=moves(1, "stand"), ended=True, new_seed=(b"2" * 32, "2"), postings=settled,
        results=(RoundResult(ANN, -50), RoundResult(BOB, 30)), earned=(Earned(BOB, "split"),),
    )  # fmt: skip
    # Before the second round Bob sells Ann the bank, and takes a bet back.
    sold = pays(member(ANN), member(BOB), 80, "bank sold", table=1, round=2)
    between = (sold, bets(BOB, 1, 5, 2), gets(BOB, 1, 5, 2))
    one = await step(tables, one, started=DEAL, postings=(*between, bets(ANN, 1, 40, 2)))
    await step(tables, one, moves=moves(2, "double"))
    two = await tables.create(BLACKJACK, NOON)
    await step(tables, two, postings=(bets(ANN, 2, 60, 1), bets(BOB, 2, 10, 1)))
    three = await step(tables, await tables.create(BLACKJACK, NOON), started=DEAL, ended=True)
    await tables.commit(change(three, closed=True), NOON)
    for user in (ANN, BOB):
        await History(store, block=2, worth_keeping=1).curve(GUILD, user, 100)
    await store.close()


def found(where):
    with contextlib.closing(open_for_check(where)) as db:
        return problems(db)


def named(where):
    """A database as the command line has it."""
    return where.text if isinstance(where, PostgresUrl) else str(where)


LEDGER = "ledger"
LAST = "(SELECT MAX(id) FROM ledger)"
HOUSE_ID, ANN_ID = "(SELECT id FROM accounts WHERE kind = 'house')", f"(SELECT id FROM accounts WHERE owner = {ANN})"
TABLE_1 = "(SELECT id FROM accounts WHERE kind = 'table' AND owner = 1)"
ANNS_BLOCK = f"account = {ANN_ID} AND last_row = (SELECT MIN(last_row) FROM curves WHERE account = {ANN_ID})"
ROW = {
    "id": "99", "guild": "guild", "key": "'new'", "payer": "payer", "payee": "payee", "amount": "5", "why": "why",
    "table_id": "NULL", "round": "NULL", "at": "at", "payer_after": "0", "payee_after": "0",
}  # fmt: skip


def added(**columns):
    row = ROW | columns
    return f"INSERT INTO ledger ({', '.join(row)}) SELECT {', '.join(row.values())} FROM ledger WHERE id = {LAST}"


DAMAGE = [
    ("balance", "", [f"UPDATE accounts SET chips = chips + 1 WHERE owner = {ANN}"], "its rows add up to"),
    ("chips from nowhere", "", [f"UPDATE accounts SET chips = chips + 1 WHERE owner = {ANN}"], "add up to 1"),
    ("member below 0", "", ["PRAGMA ignore_check_constraints = ON",
                            "UPDATE accounts SET chips = -1 WHERE kind <> 'house'"],
     "has -1 chips"),
    ("trigger gone", "", ["DROP TRIGGER ledger_row_deleted"], "trigger ledger_row_deleted is missing"),
    ("trigger replaced", "", ["DROP TRIGGER ledger_row_deleted",
                              OTHER_TRIGGER],
     "trigger ledger_row_deleted was altered"),
    ("cards of another table", "", ["UPDATE rounds SET shuffle = (SELECT MAX(id) FROM shuffles) WHERE round = 1"],
     "was dealt from a shuffle of table 3"),
    ("seed shown too early", "", ["UPDATE shuffles SET revealed_at = 1"], "is running and its shuffle is shown"),
    ("table gone", "", ["DROP TABLE shuffles"], "this can't be checked: "),
    ("table of somebody else", "", ["CREATE TABLE bookmarks (url TEXT)"], "table bookmarks is not of this version"),
    ("row gone", LEDGER, [f"DELETE FROM ledger WHERE id = {LAST}"], "its rows add up to"),
    ("row gone in the middle", LEDGER, ["DELETE FROM ledger WHERE id = 3"], "then had"),
    ("running balance", LEDGER, ["UPDATE ledger SET payer_after = payer_after + 1 WHERE id = 4"], "then had"),
    ("key twice", LEDGER, [added(key="key")], "is used 2 times"),
    ("amount 0", LEDGER, [added(amount="0")], "row 99 moves 0 chips"),
    ("negative amount", LEDGER, [added(amount="-5")], "row 99 moves -5 chips"),
    ("huge amount", LEDGER, [added(amount="1000000000000001")], "moves 1000000000000001 chips"),
    ("other server", LEDGER, ["UPDATE ledger SET guild = 7 WHERE id = 1"], "ledger row 1 of server 7 moves chips"),
    ("table not named", LEDGER, ["UPDATE ledger SET table_id = NULL WHERE id = 3"], "row 3 moves chips of table 1"),
    ("wrong table named", LEDGER, ["UPDATE ledger SET table_id = 2 WHERE id = 3"], "row 3 moves chips of table 1"),
    ("round not named", LEDGER, ["UPDATE ledger SET round = NULL WHERE id = 3"], "row 3 moves chips of table 1"),
    ("no such table", "", ["DROP TRIGGER account_owner_changed", "UPDATE accounts SET owner = 9 WHERE owner = 2"],
     "there is no such table"),
    ("chips at a closed table", "", ["UPDATE tables SET closed_at = 5 WHERE id = 2"],
     "70 chips are left at the closed"),
    ("round over, chips left", "", ["UPDATE rounds SET ended_at = 5 WHERE table_id = 1"], "ended with 40 chips"),
    ("paid out too much", LEDGER, [added(payer=TABLE_1, payee=HOUSE_ID, amount="41", table_id="1", round="2")],
     "round 2 of table 1 has -1 chips"),
    ("house in the lobby", LEDGER, [added(payer=HOUSE_ID, table_id="2", round="1", amount="5")],
     "75 chips lie at table 2 for round 1, of which members put in 70"),
    ("hold below 0", LEDGER, [added(payer="payee", payee=ANN_ID, table_id="2", round="1", amount="61")],
     "the least of them -1"),
    ("bet for no round", LEDGER, ["UPDATE ledger SET round = 2 WHERE table_id = 2"], "lie at table 2 for round 2"),
    ("record", "", ["UPDATE records SET lost = lost - 1, rounds = rounds + 3 WHERE lost = 1"],
     "in blackjack (with house players: 0) has 3 rounds, 0 won, -1 lost"),
    ("week", "", ["UPDATE records SET week_net = week_net + 7 WHERE net = 30"],
     "has 1 rounds of blackjack with 37 chips; its results say 1 with 30"),
    ("achieved in a round that runs", "", ["UPDATE achievements SET round = 2"], "achieved split in round 2"),
    ("another week", "", ["UPDATE records SET week = week + 1 WHERE net = 30"],
     "has 1 rounds of blackjack with 30 chips; its results say 0 with 0"),
    ("result", "", ["UPDATE results SET net = 31 WHERE net = 30"], "chips, by the ledger 30"),
    ("result gone", "", ["DELETE FROM results WHERE net = 30"], "brought account 3 0 chips, by the ledger 30"),
    ("result of somebody who was not there", "", ["UPDATE results SET account = 1 WHERE net = 30"],
     "brought account 1 30 chips, by the ledger 0"),
    ("bank sold is no part of a round", "", ["UPDATE rounds SET ended_at = 5 WHERE table_id = 1",
                                             "INSERT INTO results VALUES (1, 2, (SELECT id FROM accounts WHERE owner = "
                                             f"{BOB}), 80, NULL)"], "chips, by the ledger 0"),
    ("result of a void round", "", ["UPDATE rounds SET void = 1 WHERE round = 1 AND table_id = 1"], "or void"),
    ("round missing", "", ["DELETE FROM rounds WHERE table_id = 1 AND round = 1"], "is at round 2 and has 1"),
    ("round number", "", ["UPDATE tables SET round = 3 WHERE id = 1"], "is at round 3 and has 2 rounds"),
    ("two rounds running", "", ["DROP INDEX rounds_running", "UPDATE rounds SET ended_at = NULL"],
     "or an earlier one never ended"),
    ("round at a closed table", "", ["UPDATE tables SET closed_at = 5 WHERE id = 1"], "round 2 runs at the closed"),
    ("move to come", "", ["UPDATE tables SET version = 5 WHERE id = 1"], "is at version 5 and has a move made on 5"),
    ("first move gone", "", ["DELETE FROM moves WHERE version = 2 AND n = 0"], "are 1, numbered from 1 to 1"),
    ("move in the middle gone", "moves", ["UPDATE moves SET n = 2 WHERE n = 1"], "are 2, numbered from 0 to 2"),
    ("move of another round", "", ["UPDATE moves SET round = 2 WHERE version = 2 AND n = 1",
                                   "UPDATE moves SET round = 1 WHERE version = 5"],
     "the round before it one made on 5"),
    ("moves that should be gone", "", ["UPDATE rounds SET moves_kept = 0 WHERE ended_at > 0"],
     "round 1 of table 1 should have no moves"),
    ("moves gone too early", "", ["DELETE FROM moves WHERE version = 5",
                                  "UPDATE rounds SET moves_kept = 0 WHERE ended_at IS NULL"], "or is running"),
    ("move of no round", "", ["UPDATE moves SET round = 8 WHERE version = 5"], "refers to a row of rounds"),
    ("seed shown", "", ["UPDATE shuffles SET revealed_at = 5 WHERE table_id = 2"], "table 2 has 0 secret shuffles"),
    ("older seed secret", "", ["DROP INDEX shuffles_secret",
                               "UPDATE shuffles SET revealed_at = CASE WHEN id = 1 THEN NULL ELSE 5 END"],
     "the secret one isn't the newest"),
    ("no shuffle", "", ["DELETE FROM shuffles WHERE table_id = 2"], "table 2 has 0 secret shuffles"),
    ("end of a graph", "", [f"UPDATE curves SET last_row = last_row + 1 WHERE {ANNS_BLOCK}"],
     "isn't what its rows say"),
    ("owner of a graph", "", [f"UPDATE curves SET account = {HOUSE_ID} WHERE {ANNS_BLOCK}"], "isn't what its rows say"),
    ("part of a graph gone", "", [f"DELETE FROM curves WHERE {ANNS_BLOCK}"], "isn't what its rows say"),
    ("account gone", "", ["DELETE FROM accounts WHERE kind = 'house'"],
     "refers to a row of accounts that isn't there"),
]  # fmt: skip


DAMAGED = pytest.mark.parametrize(
    ("bare", "statements", "said"), [row[1:] for row in DAMAGE], ids=[row[0] for row in DAMAGE]
)


GRAPHS = {
    "first balance": lambda first, last: [[first[0], 999], last],
    "last balance": lambda first, last: [first, [last[0], 949]],
    "lowest balance": lambda first, last: [first, [5, 3], last],
    "highest balance": lambda first, last: [first, [5, 1001], last],
    "first time": lambda first, last: [[5, first[1]], last],
    "last time": lambda first, last: [first, [5, last[1]]],
}
