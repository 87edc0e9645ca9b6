"""The books of one server, read slice by slice: they find what a check of everything finds, beside those who play."""

import asyncio
import contextlib

from damaged import break_it
from small_bank import (
    ANN,
    GUILD,
    HOUSE,
    NOON,
    member,
    on_sqlite,
    pays,
)
from small_evening import (
    DAMAGED,
)

from data.check import open_for_check
from data.ledger.books import read as read_books
from data.ledger.chips import Chips
from data.store.store import Store


@DAMAGED
def test_checking_a_servers_books_slice_by_slice_finds_it_too(evening, monkeypatch, bare, statements, said):
    monkeypatch.setattr("data.ledger.books.ROWS", 2)
    monkeypatch.setattr("data.ledger.books.ROUNDS", 1)
    break_it(evening, statements, bare)
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


@on_sqlite
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


async def test_play_between_two_slices_is_no_problem(evening, open_store, monkeypatch):
    monkeypatch.setattr("data.ledger.books.ROWS", 3)
    monkeypatch.setattr("data.ledger.books.ROUNDS", 1)
    store, played = await open_store(evening), []
    chips, loop = Chips(store), asyncio.get_running_loop()

    async def play():
        await chips.post([pays(HOUSE, member(ANN), 7), pays(member(ANN), HOUSE, 3)], NOON)

    def play_between(_seconds):
        if len(played) < 9:
            played.append(asyncio.run_coroutine_threadsafe(play(), loop).result())

    monkeypatch.setattr("data.ledger.books.time.sleep", play_between)
    books = await store.beside(lambda db: read_books(db, GUILD))
    assert books.problems == []
    assert books.rows == 13 + 2 * len(played)
    assert len(played) == 9
