"""`python -m data.check [path]`: does the database keep every promise that the code makes about it?

Each check is a claim, a query that counts what it is about, and a query whose rows contradict it. The file is only
read, as of one instant, also while the bot runs. Exit status 1 when a claim is contradicted or the file can't be
read.
"""

from __future__ import annotations

import argparse
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from data.guild.forget_guild import look_past_what_goes
from data.ledger.ledger import MAX_AMOUNT
from data.store.database import Database
from data.store.database_path import database_path
from data.store.errors import StoreError
from data.store.sqlite.errors import in_a_sentence
from data.store.sqlite.migrate import APPLICATION, migrations
from data.tools.claims import CARRIED, HOLDS, LYING, SIDES, SUMS, Check, Cut
from data.tools.claims_curves import CHECKS as CURVE_CHECKS
from data.tools.claims_house_players import CHECKS as HOUSE_PLAYER_CHECKS
from data.tools.claims_matches import CHECKS as MATCH_CHECKS
from data.tools.claims_ratings import CHECKS as RATING_CHECKS
from data.tools.claims_ratings import expect_ratings
from data.tools.claims_records import CHECKS as RECORD_CHECKS
from data.tools.claims_seasons import CHECKS as SEASON_CHECKS

_SHOWN = 10  # contradictions printed per check


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found: how many things it looked at and a sentence for each that is wrong."""

    claim: str
    count: int
    problems: tuple[str, ...]


_LEDGER = "SELECT COUNT(*) FROM ledger"
_ACCOUNTS = "SELECT COUNT(*) FROM accounts"
_TABLES = "SELECT COUNT(*) FROM tables"
_ROUNDS = "SELECT COUNT(*) FROM rounds"
_MOVES = "SELECT COUNT(*) FROM moves"

CHECKS = (
    Check(
        "the file is whole",
        "PRAGMA page_count",
        "SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
        "{0}",
        Cut.FILE,
    ),
    Check(
        "every reference leads somewhere",
        "SELECT COUNT(*) FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) WHERE m.type = 'table'",
        'SELECT "table", rowid, parent FROM pragma_foreign_key_check',
        "row {1} of {0} refers to a row of {2} that isn't there",
        Cut.FILE,
    ),
    Check(
        "each balance is the sum of its ledger rows",
        _ACCOUNTS,
        "SELECT a.id, a.kind, a.owner, a.guild, a.chips, SUM(s.chips) FROM accounts a JOIN"
        f" (SELECT account, chips FROM {SIDES} UNION ALL SELECT account, chips FROM carried"
        "  UNION ALL SELECT id, 0 FROM accounts) s ON s.account = a.id"
        " GROUP BY a.id HAVING a.chips <> SUM(s.chips)",
        "account {0} ({1} {2} of server {3}) has {4} chips, its rows add up to {5}",
        Cut.BALANCES,
    ),
    Check(
        "the accounts of each server add up to 0",
        "SELECT COUNT(DISTINCT guild) FROM accounts",
        "SELECT guild, SUM(chips) FROM accounts GROUP BY guild HAVING SUM(chips) <> 0",
        "the accounts of server {0} add up to {1}",
        Cut.BALANCES,
    ),
    Check(
        "no member and no table is below 0",
        "SELECT COUNT(*) FROM accounts WHERE kind <> 'house'",
        "SELECT id, kind, owner, guild, chips FROM accounts WHERE kind <> 'house' AND chips < 0",
        "account {0} ({1} {2} of server {3}) has {4} chips",
        Cut.BALANCES,
    ),
    Check(
        "every amount is a whole number of chips within its bounds",
        _LEDGER,
        f"SELECT id, amount FROM ledger WHERE typeof(amount) <> 'integer' OR amount NOT BETWEEN 1 AND {MAX_AMOUNT}",
        "ledger row {0} moves {1} chips",
        Cut.ROWS,
    ),
    Check(
        "the balances beside each ledger row follow from the rows before it",
        _LEDGER,
        "SELECT s.id, s.account, s.after, s.due + COALESCE(c.chips, 0) FROM (SELECT id, account, after,"
        f" SUM(chips) OVER (PARTITION BY account ORDER BY id) AS due FROM {SIDES}) s"
        " LEFT JOIN carried c ON c.account = s.account WHERE s.after <> s.due + COALESCE(c.chips, 0)",
        "ledger row {0} says that account {1} then had {2} chips; it had {3}",
        Cut.ROWS,
    ),
    Check(
        "every key is used once",
        "SELECT COUNT(*) FROM main.ledger WHERE guild IN (SELECT guild FROM accounts)",
        # Counted in the index of keys alone, whichever slice of the ledger is looked at.
        "SELECT l.key, COUNT(*) FROM (SELECT key FROM main.ledger GROUP BY key HAVING COUNT(*) > 1) d"
        " JOIN main.ledger l ON l.key = d.key WHERE l.guild IN (SELECT guild FROM accounts)"
        " GROUP BY l.key HAVING COUNT(*) > 1",
        "the key {0} is used {1} times",
        Cut.BALANCES,
    ),
    Check(
        "every posting stays within its server",
        _LEDGER,
        f"SELECT s.id, s.guild, a.id, a.guild FROM {SIDES} s JOIN accounts a ON a.id = s.account"
        " WHERE a.guild <> s.guild",
        "ledger row {0} of server {1} moves chips of account {2} of server {3}",
        Cut.ROWS,
    ),
    Check(
        "every posting with a table's account names that table and a round",
        "SELECT COUNT(*) FROM ledger WHERE table_id IS NOT NULL",
        f"SELECT s.id, a.owner FROM {SIDES} s JOIN accounts a ON a.id = s.account AND a.kind = 'table'"
        " LEFT JOIN tables t ON t.id = a.owner AND t.guild = a.guild"
        " WHERE t.id IS NULL OR s.round IS NULL OR s.table_id IS NULL OR s.table_id <> a.owner",
        "ledger row {0} moves chips of table {1} and doesn't say so, or there is no such table",
        Cut.ROWS,
    ),
    Check(
        "nothing is left at a closed table",
        "SELECT COUNT(*) FROM tables WHERE closed_at IS NOT NULL",
        "SELECT t.id, a.chips FROM tables t JOIN accounts a ON a.kind = 'table' AND a.owner = t.id"
        " WHERE t.closed_at IS NOT NULL AND a.chips <> 0",
        "{1} chips are left at the closed table {0}",
    ),
    Check(
        "nothing is left of a round that ended",
        "SELECT COUNT(*) FROM rounds WHERE ended_at IS NOT NULL",
        f"SELECT h.table_id, h.round, h.chips FROM {LYING} h"
        " JOIN rounds r ON r.table_id = h.table_id AND r.round = h.round"
        " WHERE h.chips <> 0 AND r.ended_at IS NOT NULL",
        "round {1} of table {0} ended with {2} chips in the table's account",
    ),
    Check(
        "no running round has paid out more than was put in",
        "SELECT COUNT(*) FROM rounds WHERE ended_at IS NULL",
        f"SELECT h.table_id, h.round, h.chips FROM {LYING} h"
        " JOIN rounds r ON r.table_id = h.table_id AND r.round = h.round"
        " WHERE h.chips < 0 AND r.ended_at IS NULL",
        "round {1} of table {0} has {2} chips in the table's account",
    ),
    Check(
        "what lies at a table between rounds is its members', for the next round",
        "SELECT COUNT(*) FROM tables WHERE closed_at IS NULL",
        f"SELECT h.table_id, h.round, h.chips, COALESCE(SUM(m.chips), 0), COALESCE(MIN(m.chips), 0) FROM {LYING} h"
        " JOIN tables t ON t.id = h.table_id"
        f" LEFT JOIN {HOLDS} m ON m.table_id = h.table_id AND m.round = h.round WHERE h.round > t.round"
        " GROUP BY h.table_id, h.round, h.chips, t.round"
        " HAVING h.chips <> COALESCE(SUM(m.chips), 0) OR COALESCE(MIN(m.chips), 0) < 0"
        " OR (h.chips <> 0 AND h.round <> t.round + 1)",
        "{2} chips lie at table {0} for round {1}, of which members put in {3}, the least of them {4}",
    ),
    Check(
        "the rounds of each table count from 1, and only the last may be running",
        _ROUNDS,
        "SELECT t.id, t.round, COUNT(r.round) FROM tables t LEFT JOIN rounds r ON r.table_id = t.id"
        " GROUP BY t.id, t.round HAVING COUNT(r.round) <> t.round OR COALESCE(MAX(r.round), 0) <> t.round"
        " OR SUM(CASE WHEN r.ended_at IS NULL AND r.round < t.round THEN 1 ELSE 0 END) > 0",
        "table {0} is at round {1} and has {2} rounds, or an earlier one never ended",
    ),
    Check(
        "no round runs at a closed table",
        "SELECT COUNT(*) FROM tables WHERE closed_at IS NOT NULL",
        "SELECT t.id, r.round FROM tables t JOIN rounds r ON r.table_id = t.id AND r.ended_at IS NULL"
        " WHERE t.closed_at IS NOT NULL",
        "round {1} runs at the closed table {0}",
    ),
    Check(
        "what a round brought everybody is the sum of their ledger rows of it",
        "SELECT COUNT(*) FROM results",
        "SELECT x.table_id, x.round, x.account, x.net, COALESCE(s.won, 0) FROM results x"
        " LEFT JOIN sums s ON s.table_id = x.table_id AND s.round = x.round AND s.account = x.account"
        " WHERE x.net <> COALESCE(s.won, 0) UNION ALL"
        " SELECT s.table_id, s.round, s.account, 0, s.won FROM sums s"
        "  JOIN accounts a ON a.id = s.account AND a.kind = 'member'"
        "  JOIN rounds r ON r.table_id = s.table_id AND r.round = s.round AND r.ended_at IS NOT NULL AND r.void = 0"
        "  LEFT JOIN results x ON x.table_id = s.table_id AND x.round = s.round AND x.account = s.account"
        " WHERE s.won <> 0 AND x.account IS NULL",
        "round {1} of table {0} brought account {2} {3} chips, by the ledger {4}",
    ),
    Check(
        "only rounds that are over, and counted, have results",
        "SELECT COUNT(*) FROM results",
        "SELECT x.table_id, x.round, x.account FROM results x"
        " JOIN rounds r ON r.table_id = x.table_id AND r.round = x.round WHERE r.ended_at IS NULL OR r.void = 1",
        "round {1} of table {0} has a result of account {2} and is running or void",
    ),
    Check(
        "every move was made on a version that its table has passed",
        _MOVES,
        "SELECT m.table_id, m.version, t.version FROM moves m JOIN tables t ON t.id = m.table_id"
        " WHERE m.version >= t.version",
        "table {0} is at version {2} and has a move made on {1}",
    ),
    Check(
        "no move of a commit is missing",
        "SELECT COUNT(*) FROM (SELECT 1 FROM moves GROUP BY table_id, version)",
        "SELECT table_id, version, COUNT(*), MIN(n), MAX(n) FROM moves GROUP BY table_id, version"
        " HAVING MIN(n) <> 0 OR MAX(n) <> COUNT(*) - 1",
        "the moves that table {0} made on version {1} are {2}, numbered from {3} to {4}",
    ),
    Check(
        "the rounds of a table were played one after the other",
        _ROUNDS,
        "SELECT table_id, round, first, last_before FROM (SELECT table_id, round, MIN(version) AS first,"
        " LAG(MAX(version)) OVER (PARTITION BY table_id ORDER BY round) AS last_before"
        " FROM moves GROUP BY table_id, round) WHERE first <= last_before",
        "round {1} of table {0} has a move made on version {2}, the round before it one made on {3}",
    ),
    Check(
        "a round whose moves are not kept is over, and none of them is left",
        "SELECT COUNT(*) FROM rounds WHERE moves_kept = 0",
        "SELECT r.table_id, r.round FROM rounds r WHERE r.moves_kept = 0 AND (r.ended_at IS NULL"
        " OR EXISTS (SELECT 1 FROM moves m WHERE m.table_id = r.table_id AND m.round = r.round))",
        "round {1} of table {0} should have no moves, and has some or is running",
    ),
    Check(
        "each open table has one secret shuffle, its newest, and a closed one has none",
        _TABLES,
        "SELECT t.id, COUNT(s.id) FROM tables t LEFT JOIN shuffles s ON s.table_id = t.id AND s.revealed_at IS NULL"
        " GROUP BY t.id, t.closed_at HAVING COUNT(s.id) <> (CASE WHEN t.closed_at IS NULL THEN 1 ELSE 0 END)"
        " OR MAX(s.id) <> (SELECT MAX(id) FROM shuffles WHERE table_id = t.id)",
        "table {0} has {1} secret shuffles, or the secret one isn't the newest",
    ),
    Check(
        "every round was dealt from a shuffle of its own table, which stays secret while it runs",
        _ROUNDS,
        "SELECT r.table_id, r.round, s.table_id FROM rounds r JOIN shuffles s ON s.id = r.shuffle"
        " WHERE s.table_id <> r.table_id OR (r.ended_at IS NULL AND s.revealed_at IS NOT NULL)",
        "round {1} of table {0} was dealt from a shuffle of table {2}, or is running and its shuffle is shown",
    ),
    *RECORD_CHECKS,
    *MATCH_CHECKS,
    *CURVE_CHECKS,
    *SEASON_CHECKS,
    *HOUSE_PLAYER_CHECKS,
    *RATING_CHECKS,
)


def examine(db: Database) -> list[Finding]:
    """Run every check on one state of the database. A file too damaged to go on raises sqlite3.DatabaseError."""
    db.execute("BEGIN")
    try:
        with suppress(sqlite3.OperationalError):  # its table is gone; that is a finding of its own
            look_past_what_goes(db)
        db.execute(CARRIED)
        add_up(db)
        with suppress(sqlite3.OperationalError):  # a table is gone; the claims about it say so
            expect_ratings(db)
        return [_schema_finding(db), *(finding(db, check) for check in CHECKS)]
    finally:
        db.execute("ROLLBACK")


def add_up(db: Database) -> None:
    """Add up once what several claims about tables are about, in what `db` shows."""
    with suppress(sqlite3.OperationalError):  # a table is gone; the claims about it say so
        for statement in SUMS:
            db.execute(statement)


def finding(db: Database, check: Check) -> Finding:
    """What is wrong with one claim about what `db` shows."""
    try:
        count = db.execute(check.count).fetchone()[0]
        return Finding(check.claim, count, tuple(check.told.format(*row) for row in db.execute(check.wrong)))
    except sqlite3.OperationalError as error:  # a table is gone, say; the other checks may still tell more
        return Finding(check.claim, 0, (f"this can't be checked: {error}",))


def _schema_finding(db: Database) -> Finding:
    """Whether every table, index and trigger that keeps the promises is there, just as this version makes it."""
    with closing(sqlite3.connect(":memory:")) as fresh:
        for _, sql in migrations():
            fresh.executescript(sql)
        wanted, there = _schema(fresh), _schema(db)
    problems = [f"{name} is missing" for name in sorted(wanted.keys() - there.keys())]
    problems += [f"{name} is not of this version" for name in sorted(there.keys() - wanted.keys())]
    problems += [f"{name} was altered" for name in sorted(wanted.keys() & there.keys()) if wanted[name] != there[name]]
    return Finding("every table, index and trigger is this version's", len(wanted), tuple(problems))


def _schema(db: Database) -> dict[str, str]:
    rows = db.execute("SELECT type || ' ' || name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite%'")
    return dict(rows.fetchall())


def problems(db: Database) -> list[str]:
    """Everything that is wrong with the database, a sentence each; nothing when it is sound."""
    return [problem for finding in examine(db) for problem in finding.problems]


def open_for_check(path: Path) -> sqlite3.Connection:
    """A connection that only reads, in autocommit mode.

    Raises:
        StoreError: There is no database of this bot's version at `path`, or it can't be read.
    """
    db, version, known = *open_to_read(path), migrations()[-1][0]
    if version != known:
        db.close()
        raise StoreError(f"The database {path} has version {version}; this check is for version {known}.")
    return db


def open_to_read(path: Path) -> tuple[sqlite3.Connection, int]:
    """A connection that only reads, in autocommit mode, to a database of any version, and that version.

    Raises:
        StoreError: There is none at `path`, it belongs to another program, or it can't be read.
    """
    if not path.is_file():
        raise StoreError(f"There is no database at {path}.")
    with in_a_sentence(path):
        db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)
        try:
            return db, _version_of_ours(db, path)
        except BaseException:
            db.close()
            raise


def _version_of_ours(db: sqlite3.Connection, path: Path) -> int:
    if db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
        raise StoreError(f"The database {path} belongs to another program.")
    version: int = db.execute("PRAGMA user_version").fetchone()[0]
    return version


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the database named on the command line, print a line per check, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m data.check", description="Check every invariant of the database.")
    parser.add_argument(
        "path", nargs="?", type=Path, help="default: the bot's own, DATABASE_PATH in the environment or .env"
    )
    args = parser.parse_args(arguments)
    try:
        path = args.path or database_path()
        with closing(open_for_check(path)) as db, in_a_sentence(path):
            findings = examine(db)
    except StoreError as error:
        print(error, file=sys.stderr)
        return 1
    for finding in findings:
        print(f"{'FAIL' if finding.problems else 'ok  '} {finding.claim} ({finding.count:,} looked at)")
        for problem in finding.problems[:_SHOWN]:
            print(f"       {problem}")
        if len(finding.problems) > _SHOWN:
            print(f"       and {len(finding.problems) - _SHOWN:,} more")
    wrong = sum(len(finding.problems) for finding in findings)
    print(f"{path}: {len(findings)} checks, {f'{wrong:,} problems' if wrong else 'all hold'}.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
