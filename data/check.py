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
from data.store.database import Database
from data.store.database_path import database_path
from data.store.errors import StoreError
from data.store.sqlite.errors import in_a_sentence
from data.store.sqlite.migrate import APPLICATION, migrations
from data.tools.claims import CARRIED, SUMS, Check, Cut
from data.tools.claims_curves import CHECKS as CURVE_CHECKS
from data.tools.claims_house_players import CHECKS as HOUSE_PLAYER_CHECKS
from data.tools.claims_ledger import CHECKS as LEDGER_CHECKS
from data.tools.claims_matches import CHECKS as MATCH_CHECKS
from data.tools.claims_ratings import CHECKS as RATING_CHECKS
from data.tools.claims_ratings import expect_ratings
from data.tools.claims_records import CHECKS as RECORD_CHECKS
from data.tools.claims_seasons import CHECKS as SEASON_CHECKS
from data.tools.claims_tables import CHECKS as TABLE_CHECKS

_SHOWN = 10  # contradictions printed per check


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found: how many things it looked at and a sentence for each that is wrong."""

    claim: str
    count: int
    problems: tuple[str, ...]


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
    *LEDGER_CHECKS,
    *TABLE_CHECKS,
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
