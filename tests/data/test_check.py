"""python -m data.check: a sound database passes, and every kind of damage is found."""

import asyncio
import contextlib
import json
import re
import sqlite3
import time
from datetime import timedelta
from pathlib import Path

import pytest
from damaged import break_it, breaking_in, without_guards
from small_bank import Purses, everything, gets, member, opened, pays, step
from small_evening import ANNS_BLOCK, DAMAGED, DEAL, GRAPHS, LEDGER, added, found, named
from small_match import daily_deal, three_matches
from small_server import ANN, BLACKJACK, BOB, GUILD, HOUSE, NOON, OTHER_GUILD, on_sqlite

from data.check import CHECKS, main, open_for_check
from data.ledger.allowances import Allowances, DailyTerms
from data.ledger.bank import Bank, BankOrder
from data.ledger.books import read as read_books
from data.ledger.ledger import Account
from data.ledger.reasons import LedgerReason
from data.ledger.seasons import SeasonChange
from data.people import house_player
from data.store.sqlite.migrate import migrations
from data.store.store import Store
from data.tables.daily import DailyDeals, today
from data.tables.old_moves import OldMoves
from data.tables.tables import RoundResult, Tables


async def a_season(store):
    """Another server, where somebody collects on two days, and then a season begins."""
    for day in (0, 1):
        terms = DailyTerms(200, percent=10, most_days=7)
        await Allowances(store).claim_daily(OTHER_GUILD, ANN, terms, NOON + timedelta(days=day))
    order = BankOrder("season:1", OTHER_GUILD, BOB, "New season", NOON + timedelta(days=2), 1000)
    await Bank(store).reset(order, None, SeasonChange("Spring"))


async def a_round_with_a_house_player(store):
    """Ann wins 5 chips of one that has come to a table."""
    tables = Tables(store)
    saved = await tables.create(BLACKJACK, NOON)
    player, lot = member(house_player(saved.id, 0)), Account.table(GUILD, saved.id)
    brought = pays(HOUSE, player, 300, LedgerReason.HOUSE_PURSE, table=saved.id)
    staked = pays(player, lot, 5, "bet", round=1)
    saved = await step(tables, saved, started=DEAL, postings=(brought, staked))
    results = (RoundResult(ANN, 5, from_house=5), RoundResult(player.owner, -5))
    await step(tables, saved, ended=True, postings=(gets(ANN, saved.id, 5, 1),), results=results)


@pytest.mark.sampled
async def test_a_sound_database_passes_and_every_check_has_something_to_look_at(evening, capsys):
    async with opened(evening) as store:
        await three_matches(Purses(store), Tables(store))
        await DailyDeals(store, lambda: bytes(32)).deal(today(NOON))
        await daily_deal(Tables(store), ANN, 120)
        await a_season(store)
        await a_round_with_a_house_player(store)
        old = await step(Tables(store), await Tables(store).create(BLACKJACK, NOON), started=DEAL)
        await step(Tables(store), old, ended=True)
        await store.write(lambda db: db.execute("UPDATE rounds SET ended_at = 1 WHERE table_id = ?", (old.id,)))
        assert await OldMoves(store).delete(NOON) == 1
    assert main([named(evening)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(line.startswith("ok  ") for line in lines[:-1])
    assert not any("(0 looked at)" in line for line in lines)
    assert lines[-1] == f"{evening}: {len(lines) - 1} checks, all hold."
    assert len(lines) > len(CHECKS)


IN_THE_FILE_ALONE = {"trigger ledger_row_deleted", "table bookmarks", "server 7", "refers to a row"}


@DAMAGED
def test_damage_is_found_also_slice_by_slice_in_the_books_of_the_server(evening, capsys, bare, statements, said):
    break_it(evening, statements, bare)
    problems = found(evening)
    assert any(said in problem for problem in problems), problems
    assert main([named(evening)]) == 1
    out = capsys.readouterr().out
    assert "FAIL" in out
    assert re.search(r"\d+ problems\.$", out)
    if not any(word in said for word in IN_THE_FILE_ALONE):
        with contextlib.closing(open_for_check(evening)) as db:
            problems = read_books(db, GUILD, rows=2, rounds=1).problems
        assert any(said in problem for problem in problems), (said, problems)


@on_sqlite
def test_part_of_a_chip_is_found_in_a_file(evening):
    break_it(evening, [added(amount="1.5")], LEDGER)
    assert "ledger row 99 moves 1.5 chips" in found(evening)


@pytest.mark.sampled
@pytest.mark.parametrize("what", GRAPHS)
def test_a_damaged_graph_is_found(evening, what):
    with breaking_in(evening) as db:
        (points,) = db.execute(f"SELECT points FROM curves WHERE {ANNS_BLOCK}").fetchone()
        damaged = json.dumps(GRAPHS[what](*json.loads(points)))
        db.execute(f"UPDATE curves SET points = ? WHERE {ANNS_BLOCK}", (damaged,))
    (problem,) = found(evening)
    assert "isn't what its rows say" in problem
    with contextlib.closing(open_for_check(evening)) as db:
        assert read_books(db, GUILD).problems == [problem]


@on_sqlite
def test_a_damaged_page_is_found(evening, capsys):
    with evening.open("r+b") as file:
        file.seek(4096 * 5)
        file.write(b"\xff" * 4096)
    assert main([named(evening)]) == 1
    captured = capsys.readouterr()
    assert "FAIL the file is whole" in captured.out or "is damaged" in captured.err


def test_only_the_first_ten_problems_of_a_check_are_printed(evening, capsys):
    with breaking_in(evening) as db:
        without_guards(db, LEDGER)
        db.executemany(added().replace("99", "CAST(? AS BIGINT)"), [(number,) for number in range(100, 130)])
        db.execute("UPDATE ledger SET amount = -1 WHERE id >= 100")
    assert main([named(evening)]) == 1
    assert "and 20 more" in capsys.readouterr().out


async def test_the_check_changes_nothing_and_sees_what_a_running_bot_has_written(evening, capsys):
    store = await Store.open(evening)
    await Purses(store).post([pays(HOUSE, member(ANN), 7)], NOON)
    before = await everything(store)
    assert main([named(evening)]) == 0
    assert await everything(store) == before
    assert "balances beside each ledger row follow from the rows before it (14 looked at)" in capsys.readouterr().out
    await store.close()


@on_sqlite
def test_a_file_can_not_be_written_by_the_check(evening):
    is_refused = pytest.raises(sqlite3.OperationalError, match="readonly")
    with contextlib.closing(open_for_check(evening)) as db, is_refused:
        db.execute("DELETE FROM meta")


# Slice by slice, beside those who play


def test_slices_look_at_as_much_as_one_single_check(evening):
    with contextlib.closing(open_for_check(evening)) as db:
        whole = read_books(db, GUILD)
    with contextlib.closing(open_for_check(evening)) as db:
        assert read_books(db, GUILD, rows=1, rounds=1) == whole
    assert whole.problems == []


async def test_play_between_two_slices_is_no_problem_and_the_write_ahead_log_is_free_then(
    evening, open_store, instead_of
):
    store, emptied = await open_store(evening), []
    chips, loop = Purses(store), asyncio.get_running_loop()

    async def play():
        await chips.post([pays(HOUSE, member(ANN), 7), pays(member(ANN), HOUSE, 3)], NOON)
        await store.purge()
        log = evening.with_name(f"{evening.name}-wal") if isinstance(evening, Path) else None
        emptied.append(log is None or log.stat().st_size == 0)

    def play_between(_sleep, _seconds):
        if len(emptied) < 9:
            asyncio.run_coroutine_threadsafe(play(), loop).result()

    instead_of(time, "sleep", play_between)
    books = await store.beside(lambda db: read_books(db, GUILD, rows=3, rounds=1))
    assert books.problems == []
    assert emptied == [True] * 9
    assert books.rows == 13 + 2 * 9


# What can't be checked


def one_sentence(capsys, path):
    assert main([str(path)]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


def test_a_missing_file_is_one_sentence_also_if_it_is_the_bots_own(tmp_path, capsys, monkeypatch):
    path = tmp_path / "none.sqlite3"
    assert one_sentence(capsys, path) == f"There is no database at {path}.\n"
    assert list(tmp_path.iterdir()) == []
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DATABASE_PATH", raising=False)
    assert main([]) == 1
    assert capsys.readouterr().err == f"There is no database at {Path('data/bot.sqlite3')}.\n"
    (tmp_path / ".env").write_text("DATABASE_PATH=elsewhere.sqlite3\n")
    assert main([]) == 1
    assert capsys.readouterr().err == "There is no database at elsewhere.sqlite3.\n"


@on_sqlite
def test_no_database_another_programs_and_another_version_are_one_sentence(evening, tmp_path, capsys):
    diary = tmp_path / "diary"
    diary.write_text("Dear diary, we played cards. " * 100)
    assert "is not a database" in one_sentence(capsys, diary)
    (tmp_path / "half made").touch()  # a move that was killed while it checked what it was to bring
    assert one_sentence(capsys, tmp_path / "half made").startswith("There is nothing of the bot in the database ")
    with contextlib.closing(sqlite3.connect(tmp_path / "other")) as db:
        db.execute("CREATE TABLE bookmarks (url TEXT)")
    assert "belongs to another program" in one_sentence(capsys, tmp_path / "other")
    with contextlib.closing(sqlite3.connect(evening)) as db:
        db.execute(f"PRAGMA user_version = {migrations()[-1][0] + 1}")
    assert "this check is for version" in one_sentence(capsys, evening)
