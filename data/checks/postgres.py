"""What is particular to PostgreSQL when a database is examined: its catalog, its references, its list of tables.

The server itself sees to its pages (`pg_checksums`) and its indexes (`pg_amcheck`).
"""

from __future__ import annotations

from collections import defaultdict

import psycopg

from data.checks.claims import Check, Cut
from data.store.database import Database, number_of_row
from data.store.errors import StoreError
from data.store.postgres.connection import SCHEMA, PostgresDatabase, for_reading
from data.store.postgres.migrate import make_in, version_of
from data.store.where import PostgresUrl

FAILURES: tuple[type[Exception], ...] = (psycopg.ProgrammingError, psycopg.DataError)
_NEW = f"{SCHEMA}_of_this_version"
_made_by: dict[str, dict[str, str]] = {}
"""What such a schema consists of, by the version of the server."""
_CATALOG = """
    SELECT CASE c.relkind WHEN 'r' THEN 'table' WHEN 'i' THEN 'index' WHEN 'S' THEN 'sequence' WHEN 'v' THEN 'view'
            ELSE 'relation' END || ' ' || c.relname,
        concat_ws(' ', c.relkind, c.relpersistence, c.relrowsecurity)
    FROM pg_class c WHERE c.relnamespace = :schema::regnamespace AND c.relkind NOT IN ('c', 't')
    UNION ALL
    SELECT 'table ' || c.relname, concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), l.collname,
        a.attnotnull, a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid))
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    LEFT JOIN pg_collation l ON l.oid = a.attcollation
    WHERE c.relnamespace = :schema::regnamespace AND c.relkind = 'r'
    UNION ALL
    SELECT 'table ' || c.relname, concat_ws(' ', o.conname, pg_get_constraintdef(o.oid, TRUE), o.convalidated)
    FROM pg_class c JOIN pg_constraint o ON o.conrelid = c.oid AND o.contype NOT IN ('n', 't')
    WHERE c.relnamespace = :schema::regnamespace
    UNION ALL
    SELECT 'index ' || c.relname,
        concat_ws(' ', pg_get_indexdef(c.oid, 0, TRUE), i.indisvalid, i.indisready, i.indislive)
    FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid WHERE c.relnamespace = :schema::regnamespace
    UNION ALL
    SELECT 'trigger ' || t.tgname, concat_ws(' ', pg_get_triggerdef(t.oid, TRUE), t.tgenabled)
    FROM pg_class c JOIN pg_trigger t ON t.tgrelid = c.oid AND NOT t.tgisinternal
    WHERE c.relnamespace = :schema::regnamespace
    UNION ALL
    SELECT 'table ' || c.relname, concat_ws(' ', o.conname, t.tgtype, t.tgenabled)
    FROM pg_class c JOIN pg_trigger t ON t.tgrelid = c.oid AND t.tgisinternal
    JOIN pg_constraint o ON o.oid = t.tgconstraint
    WHERE c.relnamespace = :schema::regnamespace
    UNION ALL
    SELECT 'rule ' || r.rulename, pg_get_ruledef(r.oid, TRUE)
    FROM pg_class c JOIN pg_rewrite r ON r.ev_class = c.oid AND r.rulename <> '_RETURN'
    WHERE c.relnamespace = :schema::regnamespace
    UNION ALL
    SELECT 'function ' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')',
        concat_ws(' ', pg_get_function_result(p.oid), g.lanname, p.provolatile, p.proisstrict, p.prosecdef, p.prosrc)
    FROM pg_proc p JOIN pg_language g ON g.oid = p.prolang WHERE p.pronamespace = :schema::regnamespace"""
"""What a schema consists of: names, and what is said of each."""
_REFERENCES = """
    SELECT c.relname, p.relname,
        (SELECT string_agg(format('c.%I = p.%I', a.attname, b.attname), ' AND ')
        FROM unnest(o.conkey, o.confkey) AS k (child, parent)
        JOIN pg_attribute a ON a.attrelid = o.conrelid AND a.attnum = k.child
        JOIN pg_attribute b ON b.attrelid = o.confrelid AND b.attnum = k.parent),
        (SELECT string_agg(format('c.%I IS NOT NULL', a.attname), ' AND ')
        FROM unnest(o.conkey) AS k (child) JOIN pg_attribute a ON a.attrelid = o.conrelid AND a.attnum = k.child)
    FROM pg_constraint o JOIN pg_class c ON c.oid = o.conrelid JOIN pg_class p ON p.oid = o.confrelid
    WHERE o.contype = 'f' AND c.relnamespace = ?::regnamespace AND p.relnamespace = c.relnamespace
    ORDER BY 1, 2, 3"""
_COLUMNS = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = ?"


def open_to_read(url: PostgresUrl) -> tuple[PostgresDatabase, int]:
    """A connection whose transactions see one state each, in autocommit mode, and the version of the database, any.

    Raises StoreError when a newer bot made it, or another program; when there is none, or it can't be read.
    """
    db = for_reading(url.text, str(url))
    try:
        version = version_of(db, str(url))
    except BaseException:
        db.close()
        raise
    if not version:
        db.close()
        raise StoreError(f"The database {url} has none of the bot's tables.")
    return db, version


def own_checks(db: Database) -> tuple[Check, ...]:
    """See `Dialect`: every reference leads somewhere, also where a server was told not to look."""
    references = db.execute(_REFERENCES, (SCHEMA,)).fetchall()
    lost = [
        f"SELECT '{child}' AS child, c.{number_of_row(child)} AS number, '{parent}' AS parent FROM {SCHEMA}.{child} c"
        f" WHERE {is_set} AND NOT EXISTS (SELECT 1 FROM {SCHEMA}.{parent} p WHERE {leads})"
        for child, parent, leads, is_set in references
    ]
    return (
        Check(
            "every reference leads somewhere",
            f"SELECT {len(references)}",
            " UNION ALL ".join(lost) or "SELECT 1 WHERE FALSE",
            "row {1} of {0} refers to a row of {2} that isn't there",
            Cut.FILE,
        ),
    )


def wanted(db: Database) -> dict[str, str]:
    """See `Dialect`: a schema of this version is made beside the bot's, looked at, and taken back."""
    assert isinstance(db, PostgresDatabase)
    version = db.execute("SHOW server_version").fetchone()[0]
    if version not in _made_by:
        db.execute("SAVEPOINT new")
        make_in(db, _NEW)
        _made_by[version] = _catalog(db, _NEW)
        db.execute("ROLLBACK TO new")
    return _made_by[version]


def present(db: Database) -> dict[str, str]:
    """See `Dialect`."""
    return _catalog(db, SCHEMA)


def _catalog(db: Database, schema: str) -> dict[str, str]:
    parts = defaultdict(list)
    for name, part in db.execute(_CATALOG, {"schema": schema}):
        parts[name].append(part)
    return {name: "\n".join(sorted(said)) for name, said in parts.items()}


def columns(db: Database) -> dict[str, set[str]]:
    """See `Dialect`."""
    found = defaultdict(set)
    for table, column in db.execute(_COLUMNS, (SCHEMA,)):
        found[table].add(column)
    return found
