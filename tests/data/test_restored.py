"""A backup in the place of the database: the number of a table that a message may still name is never given again."""

import shutil
from datetime import timedelta
from types import SimpleNamespace

import pytest
from small_bank import damage, opened
from small_server import BLACKJACK, NOON

from data.backup.sqlite import back_up
from data.tables.tables import Tables


@pytest.fixture
def clock():
    """The clock that the bot reads at its start."""
    return SimpleNamespace(now_is=NOON)


async def opens(path, count, clock):
    """Start the bot there, open so many tables, and stop it; returns their numbers."""
    async with opened(path, now=clock.now_is) as store:
        numbers = [(await Tables(store).create(BLACKJACK, NOON)).id for _ in range(count)]
        assert damage(store) == []
    return numbers


def put_back(copy, path):
    for file in path.parent.glob(f"{path.name}*"):
        file.unlink()
    shutil.copy(copy, path)


@pytest.mark.thorough
async def test_a_restored_backup_gives_out_no_number_again(tmp_path, clock):
    path = tmp_path / "data" / "bot.sqlite3"
    assert await opens(path, 3, clock) == [1, 2, 3]
    copy = back_up(path, tmp_path / "copy.sqlite3", NOON).path
    lost = await opens(path, 500, clock)
    clock.now_is = NOON + timedelta(hours=6)
    put_back(copy, path)
    first = await opens(path, 2, clock)
    assert first[0] > max(lost)
    assert first[1] == first[0] + 1
    assert await opens(path, 1, clock) == [first[1] + 1], "only the first start on it moves them"

    clock.now_is += timedelta(days=3)
    lost = await opens(path, 500, clock)
    clock.now_is += timedelta(hours=1)
    put_back(copy, path)
    again = await opens(path, 1, clock)
    assert again[0] > max(lost), "the same copy again"
    assert again[0] < 10**9, "people type them"


async def test_a_copy_without_a_table_counts_on_from_the_tables_opened_after_it(tmp_path, clock):
    path = tmp_path / "data" / "bot.sqlite3"
    await opens(path, 0, clock)
    copy = back_up(path, tmp_path / "copy.sqlite3", NOON).path
    lost = await opens(path, 5, clock)
    put_back(copy, path)
    assert (await opens(path, 1, clock))[0] > max(lost)


@pytest.mark.parametrize("clock_moves", [timedelta(days=-400), timedelta(days=1)], ids=["set back", "copy of a copy"])
async def test_a_clock_set_back_and_a_copy_of_a_copy_give_out_no_number_again(tmp_path, clock, clock_moves):
    path = tmp_path / "data" / "bot.sqlite3"
    await opens(path, 1, clock)
    copy = back_up(path, tmp_path / "copy.sqlite3", NOON).path
    if clock_moves > timedelta(0):  # it is as old as the first
        copy = back_up(copy, tmp_path / "second.sqlite3", NOON + clock_moves).path
    lost = await opens(path, 50, clock)
    clock.now_is = NOON + clock_moves
    put_back(copy, path)
    assert (await opens(path, 1, clock))[0] > max(*lost, clock_moves.total_seconds())


async def test_an_ordinary_start_continues_counting(tmp_path, clock):
    path = tmp_path / "data" / "bot.sqlite3"
    assert await opens(path, 2, clock) == [1, 2]
    back_up(path, tmp_path / "copy.sqlite3", NOON)
    clock.now_is = NOON + timedelta(days=9)
    assert await opens(path, 2, clock) == [3, 4]
