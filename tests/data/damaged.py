"""How a database is damaged past all that keeps the bot from it, and how it is told to refuse more."""

import contextlib
import sqlite3

from small_bank import damage

from data.store.postgres.connection import PostgresDatabase, connect
from data.store.where import PostgresUrl

OTHER_TRIGGER = "CREATE TRIGGER ledger_row_deleted BEFORE DELETE ON meta BEGIN SELECT 1; END"
ON_POSTGRES = {
    "PRAGMA ignore_check_constraints = ON": "ALTER TABLE accounts DROP CONSTRAINT accounts_check",
    "DROP TRIGGER ledger_row_deleted": "DROP TRIGGER ledger_row_deleted ON ledger",
    "DROP TRIGGER account_owner_changed": "SELECT 'it is not asked'",
    "DROP TRIGGER ledger_row_changed": "SELECT 'it is not asked'",
    OTHER_TRIGGER: "CREATE TRIGGER ledger_row_deleted BEFORE DELETE ON meta EXECUTE FUNCTION refuse('no')",
    "DROP TABLE shuffles": "DROP TABLE shuffles CASCADE",
}
SPOILT = set()
"""Databases whose books a test has made wrong."""


@contextlib.contextmanager
def breaking_in(where):
    """A connection that may do what the bot never does, past triggers and references; committed at the end."""
    SPOILT.add(where)
    if isinstance(where, PostgresUrl):
        with contextlib.closing(PostgresDatabase(connect(where.text), str(where))) as db:
            db.execute("SET session_replication_role = replica")
            yield db
    else:
        with contextlib.closing(sqlite3.connect(where)) as db:
            yield db
            db.commit()


def break_it(where, statements, bare=""):
    """Run statements on a database, on PostgreSQL those that stand for them there.

    The table `bare`, when there is one, first loses all that guards it.
    """
    with breaking_in(where) as db:
        if bare:
            without_guards(db, bare)
        for statement in statements:
            db.execute(ON_POSTGRES.get(statement, statement) if isinstance(where, PostgresUrl) else statement)


def finds(store, statements, said):
    """The check of the books finds what these statements, divided by semicolons, have done to them."""
    assert damage(store) == []
    break_it(store.where, ["DROP TRIGGER ledger_row_changed", *statements.split(";")])
    assert any(said in problem for problem in damage(store)), damage(store)


def without_guards(db, table):
    """Take away a table's keys, constraints, indexes and triggers, so that any row can be written into it."""
    db.execute(f"CREATE TABLE bare AS SELECT * FROM {table}")
    db.execute(f"DROP TABLE {table}{'' if isinstance(db, sqlite3.Connection) else ' CASCADE'}")
    db.execute(f"ALTER TABLE bare RENAME TO {table}")


def refuse(db, table, condition="TRUE", said="no"):
    """Let the database refuse new rows of a table, until `allow`."""
    if isinstance(db, sqlite3.Connection):
        does = f"WHEN {condition} BEGIN SELECT RAISE(ABORT, '{said}'); END"
    else:
        does = f"FOR EACH ROW WHEN ({condition}) EXECUTE FUNCTION refuse('{said}')"
    db.execute(f"CREATE TRIGGER refused BEFORE INSERT ON {table} {does}")


def allow(db, table):
    """Let a table take new rows again."""
    db.execute("DROP TRIGGER refused" if isinstance(db, sqlite3.Connection) else f"DROP TRIGGER refused ON {table}")
