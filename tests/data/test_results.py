"""What people won or lost in rounds, including rounds that ended before that was recorded."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from small_bank import ANN, BLACKJACK, BOB, CY, GUILD, HOUSE, NOON, bets, damage, fund, gets, member, pays, step

from data.ledger.ledger import Account, post
from data.ledger.ranking import BoardQuery, Ranking
from data.store.sqlite.connection import BusyTimeout
from data.store.sqlite.migrate import migrations, prepare
from data.store.store import Store
from data.tables.results import Record, Result, Results
from data.tables.tables import RoundStart

BEFORE_RESULTS = 2
TABLE = 1


@pytest.fixture
def old_file(tmp_path, monkeypatch):
    """The database of a bot that recorded no results yet, with one closed table."""
    path = tmp_path / "bot.sqlite3"
    with monkeypatch.context() as patch:
        patch.setattr("data.store.sqlite.migrate.migrations", lambda: migrations()[:BEFORE_RESULTS])
        prepare(path, BusyTimeout(), NOON).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute(
            "INSERT INTO tables (guild, channel, game, host, options, minimum, maximum, pace, lobby, opened_at,"
            " closed_at) VALUES (?, 5, 'pontoon', ?, '{}', 10, 500, 'normal', '{}', 1, 9)",
            (GUILD, ANN),
        )
        db.execute("INSERT INTO shuffles VALUES (1, 1, x'00', '', NULL, 1, 9)")
        post_as_then(db, [pays(HOUSE, member(person), 1000) for person in (ANN, BOB, CY)])
        db.commit()
    return path


def post_as_then(db, postings):
    """Post into a ledger that has no reasons yet and knows nothing of resets."""
    db.execute("ALTER TABLE ledger ADD COLUMN reason TEXT")
    db.execute("CREATE TABLE resets (guild BIGINT)")
    post(db, postings, NOON)
    db.execute("DROP TABLE resets")
    db.execute("ALTER TABLE ledger DROP COLUMN reason")


def play(path, number, *postings, void=0):
    with closing(sqlite3.connect(path)) as db:
        db.execute("INSERT INTO rounds VALUES (?, ?, 1, '{}', 1, 2, ?)", (TABLE, number, void))
        db.execute("UPDATE tables SET round = ?", (number,))
        post_as_then(db, postings)
        db.commit()


async def test_earlier_rounds_get_their_results_from_the_ledger(old_file):
    table = Account.table(GUILD, TABLE)
    lost = pays(table, HOUSE, 50, "lose", round=1)
    won = pays(HOUSE, member(BOB), 30, "win", table=TABLE, round=1)
    back = pays(table, member(BOB), 30, "stake back", round=1)
    tied = pays(table, member(CY), 20, "stake back", round=1)
    play(old_file, 1, bets(ANN, TABLE, 50, 1), bets(BOB, TABLE, 30, 1), bets(CY, TABLE, 20, 1), lost, won, back, tied)

    sold = pays(member(BOB), member(ANN), 80, "bank sold", table=TABLE, round=2)
    regretted = bets(CY, TABLE, 10, 2), gets(CY, TABLE, 10, 2)
    paid = pays(table, member(BOB), 40, "bank wins", round=2)
    play(old_file, 2, sold, *regretted, bets(ANN, TABLE, 40, 2), paid)

    play(old_file, 3, bets(ANN, TABLE, 5, 3), pays(table, member(ANN), 5, "round void", round=3), void=1)

    store = await Store.open(old_file)
    kept = await store.read(
        lambda db: db.execute(
            "SELECT r.round, a.owner, r.net FROM results r JOIN accounts a ON a.id = r.account ORDER BY 1, 2"
        ).fetchall()
    )
    records = {name: await Results(store).records(GUILD, person) for name, person in (("Ann", ANN), ("Bob", BOB))}
    assert records == {
        "Ann": [Record("pontoon", rounds=2, won=0, lost=2, tied=0, net=-90, biggest=0)],
        "Bob": [Record("pontoon", rounds=2, won=2, lost=0, tied=0, net=70, biggest=40)],
    }
    weeks = Ranking(store).by_net(BoardQuery(GUILD, ANN, 9), "pontoon", datetime.fromtimestamp(2, UTC))
    assert [(standing.user_id, standing.score, standing.rounds) for standing in (await weeks).first] == [
        (BOB, 70, 2), (CY, 0, 1), (ANN, -90, 2),
    ]  # fmt: skip
    await store.close()
    assert kept == [(1, ANN, -50), (1, BOB, 30), (1, CY, 0), (2, ANN, -40), (2, BOB, 40)]
    assert damage(store) == []


async def test_a_record_grows_with_every_round_of_its_game(store, chips, tables):
    await fund(chips, ann=1000)
    rounds = {"blackjack": (-30, 0, 45, 20), "pontoon": (-5,)}
    for game, nets in rounds.items():
        table = await tables.create(replace(BLACKJACK, game=game), NOON)
        for number, net in enumerate(nets, 1):
            table = await step(tables, table, started=RoundStart(1, "{}"), postings=(bets(ANN, table.id, 30, number),))
            lot = Account.table(GUILD, table.id)
            paid = [pays(lot, HOUSE, -net, "lost", round=number)] if net < 0 else []
            paid += [gets(ANN, table.id, 30 + min(net, 0), number)] if net > -30 else []
            paid += [pays(HOUSE, member(ANN), net, "won", table=table.id, round=number)] if net > 0 else []
            table = await step(tables, table, ended=True, postings=tuple(paid), results=(Result(ANN, net),))
    assert await Results(store).records(GUILD, ANN) == [
        Record("blackjack", rounds=4, won=2, lost=1, tied=1, net=35, biggest=45),
        Record("pontoon", rounds=1, won=0, lost=1, tied=0, net=-5, biggest=0),
    ]
    assert await Results(store).records(GUILD, BOB) == []
    assert damage(store) == []
