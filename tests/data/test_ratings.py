"""Ratings: written with the match that changes them, in its order, and the same when worked out again from all."""

import asyncio
import sqlite3
from contextlib import closing

import pytest
from small_bank import ANN, BOB, CY, GUILD, NOON, OTHER_GUILD, damage
from small_match import FIRST_WINS, begun, dealt, row

from data.check import open_for_check, problems
from data.guild.forget_member import Departures
from data.store.sqlite.migrate import migrations, prepare
from data.store.sqlite.patience import Patience
from data.store.store import Store
from data.tables.ratings import Ratings, rebuild
from data.tables.skill import Skill, after

BEFORE_RATINGS = 18


@pytest.fixture
def ratings(store):
    return Ratings(store)


async def played(tables, *players):
    """A rated match that the first of two has won."""
    saved = await begun(tables, players, chips=0)
    return await dealt(tables, saved, row(1, points=(500, 0)), **FIRST_WINS)


def sound(store):
    assert damage(store) == []


async def kept(store):
    """Every rating there is."""
    return dict(await store.read(lambda db: db.execute("SELECT person, mu FROM ratings").fetchall()))


def test_the_winner_rises_and_the_loser_falls_by_less_the_surer_one_is():
    (new,), (fallen,) = after([[Skill()], [Skill()]], [1, 2])
    assert new.mu > 25 > fallen.mu
    assert new.sigma < 25 / 3
    assert (new.matches, fallen.matches) == (1, 1)
    (sure,), _ = after([[Skill(25, 2)], [Skill()]], [1, 2])
    assert 0 < sure.mu - 25 < new.mu - 25


def test_partners_rise_together_and_sides_that_come_in_alike_change_alike():
    ours, theirs = after([[Skill(), Skill()], [Skill(), Skill()]], [2, 1])
    assert ours[0] == ours[1]
    assert ours[0].mu < theirs[0].mu
    first, second, third = after([[Skill()], [Skill()], [Skill()]], [1, 2, 2])
    assert second == third
    assert first[0].mu > second[0].mu


async def test_a_match_that_is_won_changes_the_ratings_of_its_players(store, ratings, tables):
    await played(tables, ANN, BOB)
    (first, skill), (second, other) = await ratings.ladder(GUILD)
    assert (first, second) == (ANN, BOB)
    assert skill.ordinal > 0 > other.ordinal
    assert await ratings.ladder(OTHER_GUILD) == []
    await played(tables, BOB, ANN)
    assert [skill.matches for _, skill in await ratings.ladder(GUILD)] == [2, 2]
    sound(store)


async def test_matches_of_the_same_people_that_end_at_once_all_count(store, ratings, tables):
    saved = [await begun(tables, players, chips=0) for players in ((ANN, BOB), (BOB, CY), (CY, ANN), (ANN, CY))]
    await asyncio.gather(*(dealt(tables, each, row(1, points=(500, 0)), **FIRST_WINS) for each in saved))
    matches = {person: skill.matches for person, skill in await ratings.ladder(GUILD)}
    assert matches == {ANN: 3, BOB: 2, CY: 3}
    sound(store)


async def test_ratings_worked_out_again_are_the_same(store, tables):
    for players in ((ANN, BOB), (BOB, CY), (ANN, CY), (CY, BOB), (ANN, BOB)):
        await played(tables, *players)
    before = await kept(store)
    await store.write(lambda db: db.execute("UPDATE ratings SET mu = 1, matches = 9"))
    await store.write(lambda db: rebuild(db, GUILD))
    assert await kept(store) == before


@pytest.mark.parametrize("is_erased", [False, True])
async def test_a_forgotten_player_is_not_listed_and_the_others_keep_their_ratings(store, ratings, tables, is_erased):
    await played(tables, ANN, BOB)
    await played(tables, BOB, CY)
    before = await ratings.ladder(GUILD)
    departures = Departures(store)
    await departures.forget(GUILD, BOB, NOON)
    if is_erased:
        await departures.erase()
    assert await ratings.ladder(GUILD) == [each for each in before if each[0] != BOB]
    assert BOB not in await kept(store)
    sound(store)
    was = await kept(store)
    await store.write(lambda db: rebuild(db, GUILD))
    assert await kept(store) == was


async def test_somebody_who_comes_back_begins_as_a_newcomer(store, ratings, tables):
    await played(tables, ANN, BOB)
    await Departures(store).forget(GUILD, BOB, NOON)
    await played(tables, BOB, ANN)
    assert dict(await ratings.ladder(GUILD))[BOB].matches == 1
    sound(store)
    await Departures(store).erase()
    sound(store)


@pytest.mark.parametrize(
    ("damaged", "said"),
    [
        ("UPDATE ratings SET mu = mu + 0.01", "too high by 0.01"),
        ("UPDATE ratings SET matches = 2", "with 1 matches too many"),
        ("DELETE FROM ratings", "the rating of"),
        ("UPDATE match_players SET place = 3 - place", "is rated with other places"),
        ("UPDATE matches SET rated = NULL", "too high by"),
    ],
)
async def test_the_check_finds_ratings_that_do_not_follow_from_the_matches(store, tables, damaged, said):
    await played(tables, ANN, BOB)
    await store.write(lambda db: db.execute(damaged))
    assert any(said in problem for problem in damage(store))


# Matches from before there were ratings


@pytest.fixture
def old_file(tmp_path, monkeypatch):
    """The database of a bot that kept no ratings: a match of three, one of two pairs, one by default, two that don't
    count."""
    path = tmp_path / "old.sqlite3"
    with monkeypatch.context() as patch:
        patch.setattr("data.store.sqlite.migrate.migrations", lambda: migrations()[:BEFORE_RATINGS])
        prepare(path, Patience(), NOON).close()
    with closing(sqlite3.connect(path)) as db:
        old_match(db, 1, ended=30, players=(ANN, BOB, CY), won=(0,), points=(500, -40, 60))
        old_match(db, 2, ended=20, players=(ANN, BOB, CY, 9), won=(1, 3), points=(20, 500))
        old_match(db, 3, ended=10, players=(ANN, BOB, CY), won=(2,), points=(0, 90, 10), ending="default")
        old_match(db, 4, ended=40, players=(ANN, BOB), won=(0,), points=None, ending="default")
        old_match(db, 5, ended=50, players=(ANN, BOB), won=(), points=(300, 20), outcome="abandoned", ending="agreed")
        db.commit()
    return path


def old_match(db, table, *, ended, players, won, points, outcome="won", ending=None):
    db.execute(
        "INSERT INTO tables (id, guild, channel, game, host, options, minimum, maximum, pace, lobby, round, opened_at,"
        " closed_at) VALUES (?, ?, 5, 'five_hundred', ?, '{}', 0, 0, 'normal', '{}', 1, 1, 99)",
        (table, GUILD, ANN),
    )
    db.execute("INSERT INTO shuffles VALUES (?, ?, x'00', '', NULL, 1, 9)", (table, table))
    db.execute("INSERT INTO matches VALUES (?, ?, 1, ?, ?, ?, NULL, NULL)", (table, GUILD, ended, outcome, ending))
    for seat, person in enumerate(players):
        is_winner = int(seat in won) if outcome == "won" else None
        db.execute("INSERT INTO match_players VALUES (?, ?, 1, ?, ?)", (table, seat, person, is_winner))
    if points is None:
        return
    db.execute("INSERT INTO rounds VALUES (?, 1, 1, '{}', 1, 2, 0, ?, '')", (table, table))
    db.execute(
        "INSERT INTO match_deals VALUES (?, 1, 1, 0, NULL, NULL, NULL, NULL, ?, ?, '', 9)",
        (table, str([0] * len(players)), str(list(points))),
    )


async def test_matches_from_before_count_in_the_order_in_which_they_ended(old_file):
    store = await Store.open(old_file)
    counted = await store.read(lambda db: db.execute("SELECT table_id, rated FROM matches ORDER BY 1").fetchall())
    assert counted == [(1, 3), (2, 2), (3, 1), (4, None), (5, None)]
    places = await store.read(
        lambda db: db.execute("SELECT table_id, group_concat(place) FROM match_players GROUP BY table_id").fetchall()
    )
    assert places == [(1, "1,3,2"), (2, "2,1,2,1"), (3, "2,2,1"), (4, None), (5, None)]
    ratings = Ratings(store)
    assert await ratings.ladder(GUILD) == []
    await ratings.catch_up()
    assert {person: skill.matches for person, skill in await ratings.ladder(GUILD)} == {ANN: 3, BOB: 3, CY: 3, 9: 1}
    before = await kept(store)
    await ratings.catch_up()
    assert await kept(store) == before
    await store.close()
    with open_for_check(old_file) as db:
        assert not any("rat" in problem for problem in problems(db))
