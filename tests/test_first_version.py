"""A database that the bot's first version left in the middle of its games is opened with this version and played on.

That database is tests/data/version_1.sql: schema 1, three people with chips, a Blackjack table with bets on its second
round, another one in its fourth round, Pok Deng with bets on a used shoe, and Pontoon in its second deal, which began
under rules that are no longer played.
"""

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from data.store.store import Store
from data.tables.tables import Tables
from tables.open_tables import OpenTables
from tables.round_in_play import RulesChanged
from tables.services import Services
from tools.torture.audit import Auditor
from tools.torture.games import GAMES
from tools.torture.runs import Torture

DUMP = Path(__file__).parent / "data" / "version_1.sql"
ASKED = {"1": "1.b", "2": "4.2", "3": "2.b", "4": "2.b"}
"""The open question of each table in the first version; the one of the void Pontoon deal is over."""
NOW = datetime(2030, 1, 1, 12, 1, tzinfo=UTC)
"""A minute after the last thing the first version wrote."""
KEPT = (
    "SELECT guild, kind, owner, chips FROM accounts ORDER BY id",
    "SELECT id, payer, payee, amount, why, at, table_id, round, payer_after, payee_after, key FROM ledger ORDER BY id",
    "SELECT table_id, round, seat, action, clock FROM moves ORDER BY rowid",
    "SELECT id, table_id, seed, commitment, salt FROM shuffles ORDER BY id",
)
"""What a migration must leave alone."""
DEALT_WITH = """
    SELECT s.seed, r.setup, t.options FROM rounds r JOIN tables t ON t.id = r.table_id
    JOIN shuffles s ON s.id = (SELECT MAX(id) FROM shuffles WHERE table_id = t.id AND created_at < r.started_at)"""
"""The options of the rounds in the dump, which their tables may drop when play continues."""


def rows(path):
    with closing(sqlite3.connect(path)) as db:
        return [db.execute(sql).fetchall() for sql in KEPT]


async def void_what_is_played_otherwise_now(store):
    """Resume the tables once: the deal of Pontoon is void, and everybody gets their chips from it back."""
    faults = []
    services = Services(
        Tables(store), lambda: NOW, lambda: b"1" * 32, lambda table, error: faults.append((table, error))
    )
    open_tables = OpenTables(services)
    for played in GAMES:
        open_tables.offer(played.game)
    await open_tables.resume()
    open_tables.stop()
    assert [(table.game.name, type(error)) for table, error in faults] == [("pontoon", RulesChanged)]
    assert await store.read(chips_at_pontoon) == 0


def chips_at_pontoon(db):
    return db.execute("SELECT chips FROM accounts WHERE kind = 'table' AND owner = 4").fetchone()[0]


@pytest.fixture
async def torture(tmp_path):
    """The database after its migration, and everything acknowledged before it."""
    path = tmp_path / "bot.sqlite3"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(DUMP.read_text())
        assert db.execute("PRAGMA user_version").fetchone() == (1,)
    before = rows(path)
    store = await Store.open(path)
    assert rows(path) == before
    await void_what_is_played_otherwise_now(store)
    await store.close()
    torture = Torture(path, seed=1)
    torture.kills = 1  # its clock starts after the times in the dump
    for number, claim in enumerate(Auditor(path).look().done):
        torture.claims.hear(json.dumps(["try", number, claim]))
        torture.claims.hear(json.dumps(["did", number]))
    with closing(sqlite3.connect(path)) as db:
        for seed, setup, options in db.execute(DEALT_WITH):
            torture.claims.hear(json.dumps(["deals", seed.hex(), json.dumps(json.loads(setup)["body"]), options]))
    return torture


def test_every_table_continues_where_it_was_every_round_can_be_finished_and_chips_are_returned(torture):
    assert torture.look().asked == ASKED
    torture.finish()
    assert torture.found.lobbies == {}


@pytest.mark.thorough
def test_people_continue_playing_through_kills(torture):
    torture.look()
    for _ in range(3):
        torture.kill_once()
    torture.finish()
    assert torture.claims.acknowledged > 0
