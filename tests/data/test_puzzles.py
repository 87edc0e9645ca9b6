"""Puzzles in the database: that the first try counts, and what an older bot has left."""

import json
import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest
from small_bank import opened
from small_server import ANN, BOB, GUILD, NOON, OTHER_GUILD

from data.guild.export import Export
from data.guild.forget_member import Departures
from data.languages import Languages
from data.store.sqlite.migrate import migrations
from data.tables.puzzles import Puzzles, week_of

WEEK = week_of(NOON)
AFTER = NOON + timedelta(hours=1)
BEFORE = next(number for number, sql in migrations() if "DROP TABLE puzzles" in sql) - 1


@pytest.fixture
def puzzles(store):
    return Puzzles(store)


async def test_the_first_try_counts(puzzles):
    await puzzles.finish(WEEK, 1, ANN, GUILD, NOON, solved=False)
    await puzzles.finish(WEEK, 1, ANN, GUILD, AFTER, solved=True)
    await puzzles.finish(WEEK, 1, BOB, OTHER_GUILD, AFTER, solved=True)
    await puzzles.finish(WEEK, 2, ANN, GUILD, AFTER, solved=True)
    assert await puzzles.tries(WEEK, ANN) == {1: False, 2: True}
    assert await puzzles.solved(WEEK, 1) == (1, 2)
    assert await puzzles.solved(WEEK, 3) == (0, 0)


async def test_tries_are_exported_and_forgotten_where_they_were_made(store, puzzles):
    await puzzles.finish(WEEK, 1, ANN, GUILD, NOON, solved=True)
    await puzzles.finish(WEEK, 2, ANN, OTHER_GUILD, NOON, solved=False)
    (found,) = (await Export(store).collect(GUILD, ANN, NOON))["puzzles_tried"]
    assert (found["puzzle"], found["solved_at_first_try"]) == (1, True)
    assert found["week_from"] <= NOON.date().isoformat()
    json.dumps(found)
    await puzzles.finish(WEEK - 1, 1, ANN, GUILD, NOON, solved=True)
    departures = Departures(store)
    await departures.forget(GUILD, ANN, AFTER)
    assert await puzzles.solved(WEEK, 1) == (0, 0)
    assert await puzzles.tries(WEEK, ANN) == {1: False, 2: False}, "it can't be tried first again"
    assert await puzzles.tries(WEEK - 1, ANN) == {}
    await puzzles.finish(WEEK, 1, ANN, OTHER_GUILD, AFTER, solved=True)
    assert await puzzles.solved(WEEK, 1) == (0, 0)
    await departures.forget_digests(NOON + timedelta(days=7))
    assert await puzzles.tries(WEEK, ANN) == {2: False}


async def test_tries_of_old_weeks_go_with_a_new_one(puzzles):
    for week in (WEEK - 6, WEEK - 5):
        await puzzles.finish(week, 1, ANN, GUILD, NOON, solved=True)
    await puzzles.finish(WEEK, 1, BOB, GUILD, NOON, solved=True)
    assert (await puzzles.tries(WEEK - 6, ANN), await puzzles.tries(WEEK - 5, ANN)) == ({}, {1: True})


def test_a_week_begins_on_monday():
    monday = NOON - timedelta(days=NOON.weekday(), hours=12)
    assert week_of(monday) == WEEK
    assert week_of(monday - timedelta(seconds=1)) == WEEK - 1


@pytest.mark.parametrize("version", [BEFORE - 1, BEFORE])
async def test_puzzles_of_members_deals_who_allowed_them_and_tries_at_them_are_gone(older_file, version):
    path = older_file(version)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("INSERT INTO puzzle_tries VALUES (?, 1, ?, ?, 1, 0)", (WEEK, ANN, GUILD))
        db.executemany("INSERT INTO switches (person, name, at) VALUES (?, ?, 0)", [(ANN, "puzzles"), (ANN, "kept")])
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute("INSERT INTO puzzles VALUES (?, 1, 7, 1, 20)", (WEEK,))
    async with opened(path) as store:
        assert await Puzzles(store).tries(WEEK, ANN) == {}
        assert (await Languages(store).of(ANN)).switches == {"kept"}
        assert await store.find("SELECT name FROM sqlite_master WHERE name = 'puzzles'", ()) == []
