"""What data.check asks of a PostgreSQL database: whether it is as this version makes it, whole, and of one instant."""

from tools.mutants.bug import Bug

CHECK = ("tests/data/test_check.py",)
SERVER = ("tests/data/test_check_server.py",)

BUGS = (
    Bug(
        "A trigger that a server was told not to ask passes for one that works",
        "data/checks/postgres.py",
        "pg_get_triggerdef(t.oid, TRUE), t.tgenabled)",
        "pg_get_triggerdef(t.oid, TRUE))",
        SERVER,
    ),
    Bug(
        "References that a server was told not to keep pass for ones that it keeps",
        "data/checks/postgres.py",
        "o.conname, t.tgtype, t.tgenabled)",
        "o.conname, t.tgtype)",
        SERVER,
    ),
    Bug(
        "A function that does something else than this version's passes for it",
        "data/checks/postgres.py",
        "p.prosecdef, p.prosrc)",
        "p.prosecdef)",
        SERVER,
    ),
    Bug(
        "A table that is empty after a crash of the server passes for one that is not",
        "data/checks/postgres.py",
        "c.relkind, c.relpersistence, c.relrowsecurity)",
        "c.relkind, c.relrowsecurity)",
        SERVER,
    ),
    Bug(
        "A server that shows only some of a table's rows passes",
        "data/checks/postgres.py",
        "c.relkind, c.relpersistence, c.relrowsecurity)",
        "c.relkind, c.relpersistence)",
        SERVER,
    ),
    Bug(
        "A constraint that refuses less than this version's passes for it",
        "data/checks/postgres.py",
        "pg_get_constraintdef(o.oid, TRUE), o.convalidated)",
        "o.convalidated)",
        SERVER,
    ),
    Bug(
        "An index that the server could not finish passes for a good one",
        "data/checks/postgres.py",
        "i.indisvalid, i.indisready, i.indislive)",
        "i.indislive)",
        SERVER,
    ),
    Bug(
        "A rule that keeps rows from being written passes",
        "data/checks/postgres.py",
        "r.ev_class = c.oid AND r.rulename <> '_RETURN'",
        "r.ev_class = c.oid AND r.rulename = '_RETURN'",
        SERVER,
    ),
    Bug(
        "References on a server are held against another column than the one they lead to",
        "data/checks/postgres.py",
        "b.attrelid = o.confrelid AND b.attnum = k.parent)",
        "b.attrelid = o.confrelid AND b.attnum = k.child)",
        CHECK,
    ),
    Bug(
        "References on a server are not looked at",
        "data/checks/postgres.py",
        '" UNION ALL ".join(lost) or "SELECT 1 WHERE FALSE"',
        '"SELECT 1 WHERE FALSE"',
        CHECK,
    ),
    Bug(
        "A row on a server that refers to nothing at all is taken for a lost one",
        "data/checks/postgres.py",
        " WHERE {is_set} AND NOT EXISTS",
        " WHERE NOT EXISTS",
        CHECK,
    ),
    Bug(
        "A value that no such column can have ends the check of a server",
        "data/checks/postgres.py",
        "(psycopg.ProgrammingError, psycopg.DataError)",
        "(psycopg.ProgrammingError,)",
        SERVER,
    ),
    Bug(
        "A table that is gone ends the check of a server",
        "data/checks/postgres.py",
        "(psycopg.ProgrammingError, psycopg.DataError)",
        "(psycopg.DataError,)",
        CHECK,
    ),
    Bug(
        "After a claim that can't be checked on a server no other one is",
        "data/checks/findings.py",
        '        db.execute("ROLLBACK TO part")\n',
        "",
        CHECK,
    ),
    Bug(
        "The claims about a server are of different instants",
        "data/store/postgres/connection.py",
        r"default_transaction_isolation=repeatable\ read",
        r"default_transaction_isolation=read\ committed",
        SERVER,
    ),
    Bug(
        "The claims are held against empty tables beside the bot's on a server",
        "data/checks/postgres.py",
        '        db.execute("ROLLBACK TO new")\n',
        "",
        CHECK,
    ),
    Bug(
        "An empty PostgreSQL database passes for one of this bot",
        "data/checks/postgres.py",
        "    if not version:\n",
        "    if version is None:\n",
        SERVER,
    ),
    Bug(
        "An older database on a server is held against this version's claims",
        "data/check.py",
        "    if version != known:\n",
        "    if version > known:\n",
        SERVER,
    ),
)
