"""python -m data.check: a sound database passes, and every kind of damage is found."""

import asyncio
import contextlib
import re
import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest
from small_bank import (
    ANN,
    BLACKJACK,
    BOB,
    GUILD,
    HOUSE,
    NOON,
    OTHER_GUILD,
    bets,
    change,
    fund,
    gets,
    member,
    pays,
    step,
)
from small_match import three_matches

from data.check import CHECKS, main, open_for_check, problems
from data.ledger.allowances import Allowances, DailyTerms
from data.ledger.bank import Bank, Order
from data.ledger.books import read as read_books
from data.ledger.chips import Chips
from data.ledger.history import History
from data.ledger.ledger import Account
from data.ledger.reasons import LedgerReason
from data.people import house_player
from data.store.sqlite.migrate import migrations
from data.store.store import Store
from data.tables.old_moves import OldMoves
from data.tables.tables import Earned, MoveRow, Result, RoundStart, Tables

DEAL = RoundStart(1, "{}")


def moves(number, *actions):
    return tuple(MoveRow(number, 0, action, clock=False) for action in actions)


async def an_evening(path):
    """Table 1: one round over, a second one running. Table 2: bets for the first round. Table 3: closed.

    Ann and Bob have looked at their graphs.
    """
    store = await Store.open(path)
    chips, tables = Chips(store), Tables(store)
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
        results=(Result(ANN, -50), Result(BOB, 30)), earned=(Earned(BOB, "split"),),
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
        await History(store).curve(GUILD, user, 100)
    await store.close()


@pytest.fixture
async def evening(tmp_path, monkeypatch):
    monkeypatch.setattr("data.ledger.history.BLOCK", 2)
    monkeypatch.setattr("data.ledger.history.WORTH_KEEPING", 1)
    path = tmp_path / "bot.sqlite3"
    await an_evening(path)
    return path


def found(path):
    with contextlib.closing(open_for_check(path)) as db:
        return problems(db)


def without_guards(db, table):
    """Take away a table's keys, constraints, indexes and triggers, so that any row can be written into it."""
    db.execute(f"CREATE TABLE bare AS SELECT * FROM {table}")
    db.execute(f"DROP TABLE {table}")
    db.execute(f"ALTER TABLE bare RENAME TO {table}")


async def a_season(store):
    """Another server, where somebody collects on two days, and then a season begins."""
    for day in (0, 1):
        terms = DailyTerms(200, percent=10, most_days=7)
        await Allowances(store).claim_daily(OTHER_GUILD, ANN, terms, NOON + timedelta(days=day))
    order = Order("season:1", OTHER_GUILD, BOB, "New season", NOON + timedelta(days=2), 1000)
    await Bank(store).reset(order, None, "Spring")


async def a_round_with_a_house_player(store):
    """Ann wins 5 chips of one that has come to a table."""
    tables = Tables(store)
    saved = await tables.create(BLACKJACK, NOON)
    player, lot = member(house_player(saved.id, 0)), Account.table(GUILD, saved.id)
    brought = pays(HOUSE, player, 300, LedgerReason.HOUSE_PURSE, table=saved.id)
    staked = pays(player, lot, 5, "bet", round=1)
    saved = await step(tables, saved, started=DEAL, postings=(brought, staked))
    results = (Result(ANN, 5, from_house=5), Result(player.owner, -5))
    await step(tables, saved, ended=True, postings=(gets(ANN, saved.id, 5, 1),), results=results)


async def test_a_sound_database_passes_and_every_check_has_something_to_look_at(evening, capsys):
    store = await Store.open(evening)
    await three_matches(Chips(store), Tables(store))
    await a_season(store)
    await a_round_with_a_house_player(store)
    old = await step(Tables(store), await Tables(store).create(BLACKJACK, NOON), started=DEAL)
    await step(Tables(store), old, ended=True)
    await store.write(lambda db: db.execute("UPDATE rounds SET ended_at = 1 WHERE table_id = ?", (old.id,)))
    assert await OldMoves(store).delete(NOON) == 1
    await store.close()
    assert main([str(evening)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(CHECKS) + 2
    assert all(line.startswith("ok  ") for line in lines[:-1])
    assert not any("(0 looked at)" in line for line in lines)
    assert lines[-1] == f"{evening}: {len(CHECKS) + 1} checks, all hold."


LEDGER = "ledger"
LAST = "(SELECT MAX(id) FROM ledger)"
HOUSE_ID, ANN_ID = "(SELECT id FROM accounts WHERE kind = 'house')", f"(SELECT id FROM accounts WHERE owner = {ANN})"
TABLE_1 = "(SELECT id FROM accounts WHERE kind = 'table' AND owner = 1)"
ANNS_FIRST = f"(SELECT MIN(last_row) FROM curves WHERE account = {ANN_ID})"
END = "json_extract(points, '$[1]')"
COPY = (
    "INSERT INTO ledger"
    " SELECT 99, guild, {key}, {payer}, {payee}, {amount}, why, {table}, {round}, actor, at, 0, 0, NULL"
)
ROW = {"key": "'new'", "payer": "payer", "payee": "payee", "amount": "5", "table": "NULL", "round": "NULL"}


def added(**columns):
    return COPY.format(**(ROW | columns)) + f" FROM ledger WHERE id = {LAST}"


DAMAGE = [
    ("balance", "", [f"UPDATE accounts SET chips = chips + 1 WHERE owner = {ANN}"], "its rows add up to"),
    ("chips from nowhere", "", [f"UPDATE accounts SET chips = chips + 1 WHERE owner = {ANN}"], "add up to 1"),
    ("member below 0", "", ["PRAGMA ignore_check_constraints = ON",
                            "UPDATE accounts SET chips = -1 WHERE kind <> 'house'"],
     "has -1 chips"),
    ("trigger gone", "", ["DROP TRIGGER ledger_row_deleted"], "trigger ledger_row_deleted is missing"),
    ("trigger replaced", "", ["DROP TRIGGER ledger_row_deleted",
                              "CREATE TRIGGER ledger_row_deleted BEFORE DELETE ON meta BEGIN SELECT 1; END"],
     "trigger ledger_row_deleted was altered"),
    ("cards of another table", "", ["UPDATE rounds SET shuffle = (SELECT MAX(id) FROM shuffles) WHERE round = 1"],
     "was dealt from a shuffle of table 3"),
    ("seed shown too early", "", ["UPDATE shuffles SET revealed_at = 1"], "is running and its shuffle is shown"),
    ("table gone", "", ["DROP TABLE shuffles"], "this can't be checked: no such table: shuffles"),
    ("table of somebody else", "", ["CREATE TABLE bookmarks (url TEXT)"], "table bookmarks is not of this version"),
    ("row gone", LEDGER, [f"DELETE FROM ledger WHERE id = {LAST}"], "its rows add up to"),
    ("row gone in the middle", LEDGER, ["DELETE FROM ledger WHERE id = 3"], "then had"),
    ("running balance", LEDGER, ["UPDATE ledger SET payer_after = payer_after + 1 WHERE id = 4"], "then had"),
    ("key twice", LEDGER, [added(key="key")], "is used 2 times"),
    ("amount 0", LEDGER, [added(amount="0")], "row 99 moves 0 chips"),
    ("negative amount", LEDGER, [added(amount="-5")], "row 99 moves -5 chips"),
    ("part of a chip", LEDGER, [added(amount="1.5")], "row 99 moves 1.5 chips"),
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
    ("paid out too much", LEDGER, [added(payer=TABLE_1, payee=HOUSE_ID, amount="41", table="1", round="2")],
     "round 2 of table 1 has -1 chips"),
    ("house in the lobby", LEDGER, [added(payer=HOUSE_ID, table="2", round="1", amount="5")],
     "75 chips lie at table 2 for round 1, of which members put in 70"),
    ("hold below 0", LEDGER, [added(payer="payee", payee=ANN_ID, table="2", round="1", amount="61")],
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
    *((f"graph's {what}", "", [f"UPDATE curves SET {change} WHERE account = {ANN_ID} AND last_row = {ANNS_FIRST}"],
       "isn't what its rows say") for what, change in (
        ("first balance", "points = json_replace(points, '$[0][1]', 999)"),
        ("last balance", "points = json_replace(points, '$[1][1]', 949)"),
        ("lowest balance", f"points = json_set(points, '$[2]', {END}, '$[1]', json_array(5, 3))"),
        ("highest balance", f"points = json_set(points, '$[2]', {END}, '$[1]', json_array(5, 1001))"),
        ("first time", "points = json_replace(points, '$[0][0]', 5)"),
        ("last time", "points = json_replace(points, '$[1][0]', 5)"),
        ("end", "last_row = last_row + 1"),
        ("owner", f"account = {HOUSE_ID}"),
    )),
    ("part of a graph gone", "", [f"DELETE FROM curves WHERE last_row = {ANNS_FIRST}"], "isn't what its rows say"),
    ("account gone", "", ["DELETE FROM accounts WHERE kind = 'house'"],
     "refers to a row of accounts that isn't there"),
]  # fmt: skip


@pytest.mark.parametrize(("bare", "statements", "said"), [row[1:] for row in DAMAGE], ids=[row[0] for row in DAMAGE])
def test_damage_is_found(evening, capsys, bare, statements, said):
    with contextlib.closing(sqlite3.connect(evening)) as db:
        if bare:
            without_guards(db, bare)
        for statement in statements:
            db.execute(statement)
        db.commit()
    assert any(said in problem for problem in found(evening)), found(evening)
    assert main([str(evening)]) == 1
    out = capsys.readouterr().out
    assert "FAIL" in out
    assert re.search(r"\d+ problems\.$", out)


@pytest.mark.parametrize(
    ("bare", "statements", "said"), [each[1:] for each in DAMAGE], ids=[each[0] for each in DAMAGE]
)
def test_checking_a_servers_books_slice_by_slice_finds_it_too(evening, monkeypatch, bare, statements, said):
    monkeypatch.setattr("data.ledger.books.ROWS", 2)
    monkeypatch.setattr("data.ledger.books.ROUNDS", 1)
    with contextlib.closing(sqlite3.connect(evening)) as db:
        if bare:
            without_guards(db, bare)
        for statement in statements:
            db.execute(statement)
        db.commit()
    with contextlib.closing(open_for_check(evening)) as db:
        books = read_books(db, GUILD)
    seen_in_the_file_alone = {"trigger ledger_row_deleted", "table bookmarks", "server 7", "refers to a row"}
    if not any(word in said for word in seen_in_the_file_alone):
        assert any(said in problem for problem in books.problems), (said, books.problems)


def test_slices_look_at_as_much_as_one_single_check(evening, monkeypatch):
    with contextlib.closing(open_for_check(evening)) as db:
        whole = read_books(db, GUILD)
    monkeypatch.setattr("data.ledger.books.ROWS", 1)
    monkeypatch.setattr("data.ledger.books.ROUNDS", 1)
    with contextlib.closing(open_for_check(evening)) as db:
        assert read_books(db, GUILD) == whole
    assert whole.problems == []


async def test_the_write_ahead_log_is_free_between_two_slices_and_play_in_between_is_no_problem(evening, monkeypatch):
    monkeypatch.setattr("data.ledger.books.ROWS", 3)
    monkeypatch.setattr("data.ledger.books.ROUNDS", 1)
    store, emptied = await Store.open(evening), []
    chips, loop = Chips(store), asyncio.get_running_loop()

    async def play():
        await chips.post([pays(HOUSE, member(ANN), 7), pays(member(ANN), HOUSE, 3)], NOON)
        await store.purge()
        emptied.append(evening.with_name(f"{evening.name}-wal").stat().st_size == 0)

    def read_while_others_play(db):
        db.set_trace_callback(
            lambda sql: (
                asyncio.run_coroutine_threadsafe(play(), loop).result() if sql == "BEGIN" and len(emptied) < 9 else None
            )
        )
        return read_books(db, GUILD)

    books = await store.beside(read_while_others_play)
    assert books.problems == []
    assert emptied == [True] * 9
    assert books.rows == 13 + 2 * 9
    await store.close()


def test_a_damaged_page_is_found(evening, capsys):
    with evening.open("r+b") as file:
        file.seek(4096 * 5)
        file.write(b"\xff" * 4096)
    assert main([str(evening)]) == 1
    captured = capsys.readouterr()
    assert "FAIL the file is whole" in captured.out or "is damaged" in captured.err


def test_only_the_first_ten_problems_of_a_check_are_printed(evening, capsys):
    with contextlib.closing(sqlite3.connect(evening)) as db:
        without_guards(db, LEDGER)
        db.executemany(added().replace("99", "?"), [(number,) for number in range(100, 130)])
        db.execute("UPDATE ledger SET amount = -1 WHERE id >= 100")
        db.commit()
    assert main([str(evening)]) == 1
    assert "and 20 more" in capsys.readouterr().out


async def test_the_check_only_reads_and_sees_what_a_running_bot_has_written(evening, capsys):
    store = await Store.open(evening)
    await Chips(store).post([pays(HOUSE, member(ANN), 7)], NOON)
    assert main([str(evening)]) == 0
    assert "balances beside each ledger row follow from the rows before it (14 looked at)" in capsys.readouterr().out
    with contextlib.closing(open_for_check(evening)) as db, pytest.raises(sqlite3.OperationalError, match="readonly"):
        db.execute("DELETE FROM meta")
    await store.close()


# What can't be checked


def one_sentence(capsys, path):
    assert main([str(path)]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


def test_a_missing_file_is_one_sentence_and_no_file_is_made(tmp_path, capsys):
    path = tmp_path / "none.sqlite3"
    assert one_sentence(capsys, path) == f"There is no database at {path}.\n"
    assert list(tmp_path.iterdir()) == []


def test_without_a_path_the_bots_own_database_is_checked(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DATABASE_PATH", raising=False)
    assert main([]) == 1
    assert capsys.readouterr().err == f"There is no database at {Path('data/bot.sqlite3')}.\n"
    (tmp_path / ".env").write_text("DATABASE_PATH=elsewhere.sqlite3\n")
    assert main([]) == 1
    assert capsys.readouterr().err == "There is no database at elsewhere.sqlite3.\n"


def test_no_database_another_programs_and_another_version_are_one_sentence(evening, tmp_path, capsys):
    diary = tmp_path / "diary"
    diary.write_text("Dear diary, we played cards. " * 100)
    assert "is not a database" in one_sentence(capsys, diary)
    with contextlib.closing(sqlite3.connect(tmp_path / "other")) as db:
        db.execute("CREATE TABLE bookmarks (url TEXT)")
    assert "belongs to another program" in one_sentence(capsys, tmp_path / "other")
    with contextlib.closing(sqlite3.connect(evening)) as db:
        db.execute(f"PRAGMA user_version = {migrations()[-1][0] + 1}")
    assert "this check is for version" in one_sentence(capsys, evening)
