"""A copy of a database that is put in its place: the numbers of tables go on behind all that were given out meanwhile.

They stand in messages that Discord still shows, and a button of one must never lead to another table. A copy carries
the time when it was made. Whoever opens it moves the numbers on by more than there can have been tables since, and
takes the time away.
"""

from __future__ import annotations

import sqlite3
from datetime import datetime

_COPIED_AT = "copied at"
TABLES_IN_A_SECOND = 1
"""More tables than a bot opens in a second, on the average of a long time."""
TABLES_AT_ONCE = 10_000
"""More tables than a bot opens at once, and what a clock that was set back may take away."""


def mark_as_copy(db: sqlite3.Connection, now: datetime) -> None:
    """Mark `db` as a copy made now; the copy of a copy that was never opened keeps its older mark."""
    db.execute(
        "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO NOTHING", (_COPIED_AT, str(now.timestamp()))
    )


def is_copy(db: sqlite3.Connection) -> bool:
    """Whether `db` is a copy of another database, on which no bot has run yet."""
    return db.execute("SELECT 1 FROM meta WHERE key = ?", (_COPIED_AT,)).fetchone() is not None


def move_past_what_was_given_out(db: sqlite3.Connection, now: datetime) -> None:
    """Where `db` is a copy, move the numbers of tables on, and forget that it is one; within a transaction."""
    for (copied_at,) in db.execute("DELETE FROM meta WHERE key = ? RETURNING value", (_COPIED_AT,)).fetchall():
        since = max(0, int(now.timestamp() - float(copied_at)))
        step = since * TABLES_IN_A_SECOND + TABLES_AT_ONCE
        # AUTOINCREMENT keeps the last number there, once there was a table.
        if not db.execute("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'tables'", (step,)).rowcount:
            db.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('tables', ?)", (step,))
