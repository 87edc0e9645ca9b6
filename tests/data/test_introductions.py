"""Every member meets a game once in a server, and whoever has played it before knows it."""

import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest
from small_bank import ANN, BOB, CY, GUILD, NOON, OTHER_GUILD

from data.check import open_for_check
from data.guild.forget_member import Departures
from data.guild.introductions import Introductions
from data.store.sqlite.connection import BusyTimeout
from data.store.sqlite.migrate import migrations, prepare
from data.store.store import Store

BEFORE = next(number for number, sql in migrations() if "CREATE TABLE introductions" in sql) - 1


@pytest.fixture
def introductions(store):
    return Introductions(store)


async def test_a_game_is_met_once_by_each_member_in_each_server(introductions):
    assert await introductions.is_first(GUILD, ANN, "pontoon", NOON)
    assert not await introductions.is_first(GUILD, ANN, "pontoon", NOON + timedelta(days=900))
    assert await introductions.is_first(GUILD, ANN, "blackjack", NOON)
    assert await introductions.is_first(GUILD, BOB, "pontoon", NOON)
    assert await introductions.is_first(OTHER_GUILD, ANN, "pontoon", NOON)


async def test_a_row_is_on_the_disk_before_anything_is_shown(introductions, store):
    await introductions.is_first(GUILD, ANN, "pontoon", NOON)
    with closing(open_for_check(store.where)) as other:
        assert other.execute("SELECT guild, person, game FROM introductions").fetchall() == [(GUILD, ANN, "pontoon")]


async def test_somebody_who_was_forgotten_meets_every_game_again(introductions, store):
    await introductions.is_first(GUILD, ANN, "pontoon", NOON)
    await introductions.is_first(GUILD, BOB, "pontoon", NOON)
    await Departures(store).forget(GUILD, ANN, NOON)
    assert await introductions.is_first(GUILD, ANN, "pontoon", NOON)
    assert not await introductions.is_first(GUILD, BOB, "pontoon", NOON)


async def test_whoever_has_played_a_game_before_knows_it_already(tmp_path, monkeypatch):
    path = tmp_path / "old.sqlite3"
    with monkeypatch.context() as patch:
        patch.setattr("data.store.sqlite.migrate.migrations", lambda: migrations()[:BEFORE])
        prepare(path, BusyTimeout(), NOON).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("INSERT INTO accounts (guild, kind, owner, chips) VALUES (?, 'member', ?, 0)", (GUILD, CY))
        db.execute(
            "INSERT INTO records (account, game, rounds, won, lost, net, biggest) VALUES (1, 'pontoon', 1, 0, 0, 0, 0)"
        )
        db.execute(
            "INSERT INTO tables (id, guild, channel, game, host, options, minimum, maximum, pace, lobby, opened_at)"
            " VALUES (1, ?, 5, 'five_hundred', ?, '{}', 0, 0, 'normal', '{}', 1)",
            (GUILD, ANN),
        )
        db.execute("INSERT INTO matches (table_id, guild, started_at) VALUES (1, ?, 1)", (GUILD,))
        seated = "INSERT INTO match_players (table_id, seat, since, person) VALUES (1, ?, 1, ?)"
        db.executemany(seated, [(0, ANN), (1, -1)])
        db.commit()
    store = await Store.open(path)
    introductions = Introductions(store)
    first = {
        (who, game)
        for who in (ANN, BOB, CY)
        for game in ("pontoon", "five_hundred")
        if await introductions.is_first(GUILD, who, game, NOON)
    }
    assert first == {(ANN, "pontoon"), (BOB, "pontoon"), (BOB, "five_hundred"), (CY, "five_hundred")}
    await store.close()
