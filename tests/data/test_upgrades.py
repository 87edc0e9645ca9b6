"""Databases of older bots: each is brought to this version with all that is in it, or stays what it was."""

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime

import pytest
from small_bank import Purses, bets, damage, gets, member, pays
from small_server import ANN, BOB, CY, GUILD, HOUSE, NOON

from data.guild.introductions import Introductions
from data.guild.settings import Settings
from data.ledger.ledger import Account, post
from data.ledger.ranking import BoardQuery, Ranking
from data.store.postgres.migrate import migrations as postgres_migrations
from data.store.sqlite.migrate import APPLICATION, migrations
from data.store.store import Store
from data.tables.ratings import Ratings
from data.tables.results import Record, Results, week_of
from tables.settings.schema import Schema
from tests.tables.settings.offered import GAMES

BEFORE_RESULTS, BEFORE_RATINGS, BEFORE_HOUSE_PLAYERS = 2, 18, 22
BEFORE_INTRODUCTIONS = next(number for number, sql in migrations() if "CREATE TABLE introductions" in sql) - 1
GIVING = next(number for number, sql in migrations() if "'between_members'" in sql)
A_DAY = 24 * 60 * 60


def test_migrations_are_numbered_from_1_without_gaps():
    assert [number for number, _ in migrations()] == list(range(1, len(migrations()) + 1))


async def test_a_failed_migration_leaves_the_version_it_started_from(tmp_path, monkeypatch):
    path = tmp_path / "bot.sqlite3"
    await (await Store.open(path)).close()
    broken = (migrations()[-1][0] + 1, "CREATE TABLE half (id INTEGER); INSERT INTO nowhere VALUES (1);")
    with monkeypatch.context() as patch:
        patch.setattr("data.store.sqlite.migrate.migrations", lambda: [*migrations(), broken])
        with pytest.raises(sqlite3.OperationalError, match="nowhere"):
            await Store.open(path)
    store = await Store.open(path)
    names = await store.read(lambda db: {row[0] for row in db.execute("SELECT name FROM sqlite_master")})
    assert "half" not in names
    await store.close()


async def test_an_older_database_is_upgraded_with_its_contents(tmp_path, monkeypatch, caplog):
    caplog.set_level("INFO", "data.store.sqlite.migrate")
    path = tmp_path / "bot.sqlite3"
    store = await Store.open(path)
    await Purses(store).open_member(GUILD, 5, 1000, NOON)
    await store.close()
    newest = migrations()[-1][0]
    assert caplog.messages == [f"the database {path} is new"]
    caplog.clear()
    steps = [
        *migrations(),
        (newest + 1, "CREATE TABLE later (id INTEGER PRIMARY KEY);"),
        (newest + 2, "CREATE TABLE latest (id INTEGER PRIMARY KEY);"),
    ]
    monkeypatch.setattr("data.store.sqlite.migrate.migrations", lambda: steps)
    for _ in range(2):  # the second time there is nothing left to do
        store = await Store.open(path)
        assert await store.read(lambda db: db.execute("PRAGMA user_version").fetchone()) == (newest + 2,)
        assert await store.read(lambda db: db.execute("PRAGMA application_id").fetchone()) == (APPLICATION,)
        assert await store.read(lambda db: db.execute("SELECT * FROM later").fetchall()) == []
        assert await Purses(store).balance(GUILD, 5) == 1000
        await store.close()
    begun, done = caplog.messages
    assert begun.startswith(f"bringing the database {path}, ")
    assert f" MB, from version {newest} to {newest + 2}; " in begun
    assert done == f"the database {path} is of version {newest + 2} now"


# From before results were kept


def post_as_then(db, postings):
    """Post into a ledger that has no reasons yet and knows nothing of resets."""
    db.execute("ALTER TABLE ledger ADD COLUMN reason TEXT")
    db.execute("CREATE TABLE resets (guild BIGINT)")
    post(db, postings, NOON)
    db.execute("DROP TABLE resets")
    db.execute("ALTER TABLE ledger DROP COLUMN reason")


async def test_earlier_rounds_get_their_results_from_the_ledger(older_file):
    table = Account.table(GUILD, 1)
    rounds = (
        (bets(ANN, 1, 50, 1), bets(BOB, 1, 30, 1), bets(CY, 1, 20, 1), pays(table, HOUSE, 50, "lose", round=1),
         pays(HOUSE, member(BOB), 30, "win", table=1, round=1), pays(table, member(BOB), 30, "stake back", round=1),
         pays(table, member(CY), 20, "stake back", round=1)),
        (pays(member(BOB), member(ANN), 80, "bank sold", table=1, round=2), bets(CY, 1, 10, 2), gets(CY, 1, 10, 2),
         bets(ANN, 1, 40, 2), pays(table, member(BOB), 40, "bank wins", round=2)),
        (bets(ANN, 1, 5, 3), pays(table, member(ANN), 5, "round void", round=3)),
    )  # fmt: skip
    path = older_file(BEFORE_RESULTS)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(
            "INSERT INTO tables (guild, channel, game, host, options, minimum, maximum, pace, lobby, opened_at,"
            " closed_at) VALUES (?, 5, 'pontoon', ?, '{}', 10, 500, 'normal', '{}', 1, 9)",
            (GUILD, ANN),
        )
        db.execute("INSERT INTO shuffles VALUES (1, 1, x'00', '', NULL, 1, 9)")
        post_as_then(db, [pays(HOUSE, member(person), 1000) for person in (ANN, BOB, CY)])
        for number, postings in enumerate(rounds, 1):
            db.execute("INSERT INTO rounds VALUES (1, ?, 1, '{}', 1, 2, ?)", (number, number == 3))
            db.execute("UPDATE tables SET round = ?", (number,))
            post_as_then(db, postings)
    store = await Store.open(path)
    kept = await store.read(
        lambda db: db.execute(
            "SELECT r.round, a.owner, r.net FROM results r JOIN accounts a ON a.id = r.account ORDER BY 1, 2"
        ).fetchall()
    )
    assert kept == [(1, ANN, -50), (1, BOB, 30), (1, CY, 0), (2, ANN, -40), (2, BOB, 40)]
    assert [await Results(store).records(GUILD, person) for person in (ANN, BOB)] == [
        [Record("pontoon", rounds=2, won=0, lost=2, tied=0, net=-90, biggest=0)],
        [Record("pontoon", rounds=2, won=2, lost=0, tied=0, net=70, biggest=40)],
    ]
    week = await Ranking(store).by_net(BoardQuery(GUILD, ANN, 9), "pontoon", datetime.fromtimestamp(2, UTC))
    assert [(each.user_id, each.score, each.rounds) for each in week.first] == [(BOB, 70, 2), (CY, 0, 1), (ANN, -90, 2)]
    await store.close()
    assert damage(store) == []


# From before matches were rated


def old_match(db, table, *, ended, players, won, points, outcome="won", ending=None, bid="7H"):
    db.execute(
        "INSERT INTO tables (id, guild, channel, game, host, options, minimum, maximum, pace, lobby, round, opened_at,"
        " closed_at) VALUES (?, ?, 5, 'five_hundred', ?, '{}', 0, 0, 'normal', '{}', 1, 1, 99)",
        (table, GUILD, ANN),
    )
    db.execute("INSERT INTO shuffles VALUES (?, ?, x'00', '', NULL, 1, 9)", (table, table))
    db.execute("INSERT INTO matches (table_id, guild, started_at, ended_at, outcome, ending) VALUES (?, ?, 1, ?, ?, ?)",
               (table, GUILD, ended, outcome, ending))  # fmt: skip
    for seat, person in enumerate(players):
        is_winner = int(seat in won) if outcome == "won" else None
        db.execute("INSERT INTO match_players (table_id, seat, since, person, won) VALUES (?, ?, 1, ?, ?)",
                   (table, seat, person, is_winner))  # fmt: skip
    if points is None:
        return
    db.execute("INSERT INTO rounds VALUES (?, 1, 1, '{}', 1, 2, 0, ?, '')", (table, table))
    db.execute(
        "INSERT INTO match_deals VALUES (?, 1, 1, 0, ?, NULL, ?, ?, ?, ?, '', 9)",
        (table, bid and 0, bid, bid and 1, str([0] * len(players)), str(list(points))),
    )


async def test_matches_from_before_count_in_the_order_in_which_they_ended(older_file):
    """A match of three, one of two pairs, one by default; two that never counted, one in which everyone passed, and
    more against the same opponent than count in a day."""
    path = older_file(BEFORE_RATINGS)
    with closing(sqlite3.connect(path)) as db, db:
        old_match(db, 1, ended=30, players=(ANN, BOB, CY), won=(0,), points=(500, -40, 60))
        old_match(db, 2, ended=20, players=(ANN, BOB, CY, 9), won=(1, 3), points=(20, 500))
        old_match(db, 3, ended=10, players=(ANN, BOB, CY), won=(2,), points=(0, 90, 10), ending="default")
        old_match(db, 4, ended=40, players=(ANN, BOB), won=(0,), points=None, ending="default")
        old_match(db, 5, ended=50, players=(ANN, BOB), won=(), points=(300, 20), outcome="abandoned", ending="agreed")
        old_match(db, 6, ended=60, players=(CY, 9), won=(0,), points=(0, 0), ending="default", bid=None)
        for number in range(7, 12):
            old_match(db, number, ended=number, players=(CY, 8), won=(0,), points=(500, 0))
        old_match(db, 12, ended=A_DAY, players=(CY, 8), won=(0,), points=(500, 0))
    store = await Store.open(path)
    counted = await store.read(lambda db: db.execute("SELECT table_id, rated, unrated FROM matches").fetchall())
    assert [row[0] for row in sorted(counted, key=lambda row: row[1] or 99)][:7] == [7, 8, 9, 3, 2, 1, 12]
    unrated = {table: why for table, number, why in counted if number is None}
    assert unrated == {4: "passed", 5: None, 6: "passed", 10: "often", 11: "often"}
    places = await store.read(
        lambda db: db.execute("SELECT table_id, group_concat(place) FROM match_players GROUP BY table_id").fetchall()
    )
    assert places == [(1, "1,3,2"), (2, "2,1,2,1"), (3, "2,2,1")] + [
        (table, "1,2" if table in (7, 8, 9, 12) else None) for table in range(4, 13)
    ]
    ratings = Ratings(store)
    assert await ratings.ladder(GUILD) == []
    await ratings.catch_up()
    before = await ratings.ladder(GUILD)
    assert {person: skill.matches for person, skill in before} == {ANN: 3, BOB: 3, CY: 7, 8: 4, 9: 1}
    await ratings.catch_up()
    assert await ratings.ladder(GUILD) == before
    await store.close()
    assert not any("rat" in problem for problem in damage(store))


# From before there were house players, and introductions


async def test_rounds_of_before_were_played_without_the_house(older_file):
    path = older_file(BEFORE_HOUSE_PLAYERS)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("INSERT INTO accounts VALUES (1, ?, 'member', ?, 0)", (GUILD, ANN))
        db.execute("INSERT INTO records VALUES (1, 'pontoon', 9, 5, 3, 70, 40, ?, 2, -8)", (week_of(NOON.timestamp()),))
    store = await Store.open(path)
    assert await Results(store).records(GUILD, ANN) == [Record("pontoon", 9, 5, 3, 1, 70, 40)]
    board = await Ranking(store).by_net(BoardQuery(GUILD, ANN, 9), "pontoon", NOON)
    assert [(each.score, each.rounds) for each in board.first] == [(-8, 2)]
    await store.close()


async def test_whoever_has_played_a_game_before_knows_it_already(older_file):
    path = older_file(BEFORE_INTRODUCTIONS)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("INSERT INTO accounts (guild, kind, owner, chips) VALUES (?, 'member', ?, 0)", (GUILD, CY))
        db.execute(
            "INSERT INTO records (account, game, rounds, won, lost, net, biggest) VALUES (1, 'pontoon', 1, 0, 0, 0, 0)"
        )
        old_match(db, 1, ended=None, players=(ANN, -1), won=(), points=None, outcome=None)
    store = await Store.open(path)
    first = {
        (who, game)
        for who in (ANN, BOB, CY)
        for game in ("pontoon", "five_hundred")
        if await Introductions(store).is_first(GUILD, who, game, NOON)
    }
    assert first == {(ANN, "pontoon"), (BOB, "pontoon"), (BOB, "five_hundred"), (CY, "five_hundred")}
    await store.close()


# From before giving had four settings


OWN_GIVING = (
    ({}, {}),
    ({"transfers": "off", "transfer_tax": 25}, {"gifts": 100}),
    ({"transfers": "taxed"}, {"gifts": 10}),
    ({"transfers": "taxed", "transfer_tax": 90}, {"gifts": 90}),
    ({"transfer_tax": 25}, {}),
    ({"transfer_rounds": 0}, {"givers": [30, 0]}),
    ({"transfer_account_days": 0}, {"givers": [0, 20]}),
    ({"transfer_account_days": 7, "transfer_rounds": 1}, {"givers": [7, 1]}),
    ({"transfer_cap": 80}, {"between_members": 80}),
    ({"newcomer_losses": 80}, {"between_members": 80}),
    ({"transfer_cap": 90, "transfer_received": 300, "newcomer_losses": 80}, {"between_members": 300}),
    ({"transfer_received": 300, "newcomer_losses": 500_000}, {"between_members": 500_000}),
    ({"transfer_cap": 0}, {"between_members": 0}),
    ({"transfer_cap": 0, "transfer_received": 300, "newcomer_losses": 80}, {"between_members": 0}),
    ({"transfer_received": 0, "newcomer_losses": 0}, {}),
    ({"transfer_cap": 80, "transfer_received": 0, "newcomer_losses": 0}, {"between_members": 80}),
    ({"transfer_received": 500, "newcomer_losses": 80}, {}),
    ({"house_winnings": 0, "daily_chips": 5}, {"house_winnings": 0, "daily_chips": 5}),
    (
        {
            "transfers": "taxed", "transfer_tax": 15, "transfer_cap": 100, "transfer_received": 200,
            "transfer_rounds": 3, "transfer_account_days": 9, "newcomer_losses": 50, "house_winnings": 70,
        },
        {"gifts": 15, "givers": [9, 3], "between_members": 200, "house_winnings": 70},
    ),
)  # fmt: skip
"""What a server had set itself, and what it has since."""


async def test_what_a_server_has_set_about_giving_is_carried_over_once(store):
    """The migration's own statements, on SQLite and on PostgreSQL; each case is a server."""

    def upgrade(db):
        for guild, (had, _) in enumerate(OWN_GIVING, 1):
            db.executemany(
                "INSERT INTO settings (guild, name, value) VALUES (?, ?, ?)",
                [(guild, name, json.dumps(value)) for name, value in had.items()],
            )
        for statement in dict(migrations())[GIVING].split(";\n"):
            db.execute(statement)

    await store.write(upgrade)
    found = await Settings(store).all()
    schema = Schema(GAMES.values())
    for guild, (had, has) in enumerate(OWN_GIVING, 1):
        now = {name: json.loads(text) for name, text in found.get(guild, {}).items()}
        assert now == has, had
        for name, value in now.items():
            schema.settings[name].check(value)


async def test_a_file_of_before_has_its_giving_carried_over_and_a_kill_in_between_changes_nothing(
    older_file, monkeypatch
):
    path = older_file(GIVING - 1)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("INSERT INTO settings VALUES (?, 'transfers', '\"off\"')", (GUILD,))
        db.execute("INSERT INTO settings VALUES (?, 'transfer_received', '700')", (GUILD,))
    killed = [(number, sql + ("SELECT killed;" if number == GIVING else "")) for number, sql in migrations()]
    with monkeypatch.context() as patch:
        patch.setattr("data.store.sqlite.migrate.migrations", lambda: killed)
        with pytest.raises(sqlite3.OperationalError, match="killed"):
            await Store.open(path)
    for _ in range(2):
        store = await Store.open(path)
        assert await Settings(store).all() == {GUILD: {"gifts": "100", "between_members": "700"}}
        await store.close()


async def test_gifts_of_before_count_as_had_without_play_on_their_day(older_file):
    path = older_file(GIVING - 1)
    rows = [(1, 2, 30, "gift", 100), (1, 3, 3, "gift tax", 100), (1, 2, 20, "bank sold", 86_399), (1, 2, 9, "win", 5),
            (2, 1, 8, "gift", 9), (1, 2, 7, "gift", 86_400)]  # fmt: skip
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DELETE FROM ledger")
        for number, (payer, payee, amount, why, at) in enumerate(rows):
            db.execute(
                "INSERT INTO ledger (key, guild, payer, payee, amount, payer_after, payee_after, why, at)"
                " VALUES (?, ?, ?, ?, ?, 0, 0, ?, ?)",
                (f"k{number}", GUILD, payer, payee, amount, why, float(at)),
            )
        flows = [(GUILD, 0, 1, 2, 69, 10), (GUILD, 0, 2, 1, 5, 0), (GUILD, 1, 1, 2, 40, 0), (GUILD, 2, 1, 2, 6, 0)]
        db.executemany("INSERT INTO flows (guild, day, payer, payee, chips, unearned) VALUES (?, ?, ?, ?, ?, ?)", flows)
    store = await Store.open(path)
    sql = "SELECT day, payer, payee, unearned FROM flows ORDER BY day, payer"
    # Never more than all that somebody had: a day that flows don't cover from its beginning has too few of them.
    assert await store.read(lambda db: [tuple(row) for row in db.execute(sql)]) == [
        (0, 1, 2, 60), (0, 2, 1, 5), (1, 1, 2, 7), (2, 1, 2, 0),
    ]  # fmt: skip
    await store.close()


def test_both_kinds_of_databases_carry_the_same_over():
    sqlite, server = (
        [line for line in dict(every)[GIVING].splitlines() if not line.startswith("--")]
        for every in (migrations(), postgres_migrations())
    )
    assert sqlite == server
