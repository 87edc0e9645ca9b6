"""Moves from one database to another, and dumps of a server's: whether all is there, and what half of one leaves."""

from mutants.bug import Bug

MOVE = ("tests/data/test_move.py",)
DUMP = ("tests/data/test_backup_postgres.py",)

BUGS = (
    Bug(
        "Half a move to PostgreSQL is opened",
        "data/move/postgres.py",
        '        self.db.execute("UPDATE schema_version SET version = ?", (MOVING,))',
        "        pass",
        MOVE,
    ),
    Bug(
        "Half a move to SQLite is opened",
        "data/move/sqlite.py",
        '        self.db.execute(f"PRAGMA application_id = {MOVING}")',
        "        pass",
        MOVE,
    ),
    Bug(
        "What an earlier move left stays in the target",
        "data/move/sqlite.py",
        "self.db.execute(f'DROP TABLE \"{name}\"')",
        "pass",
        MOVE,
    ),
    Bug(
        "A move gives out numbers of tables again",
        "data/move/moving.py",
        "max(start.highest(table), last)",
        "last",
        MOVE,
    ),
    Bug(
        "A move doesn't compare what it wrote with what it read",
        "data/move/moving.py",
        "    if str(brought) != str(taken):",
        "    if not taken:",
        MOVE,
    ),
    Bug(
        "A source is moved beside a bot that writes to it",
        "data/move/postgres.py",
        "        if db.execute(_TAKE, (OPEN,)).fetchone()[0]:",
        "        if db.execute(_TAKE, (OPEN,)):",
        MOVE,
    ),
    Bug(
        "A move empties a target with rows",
        "data/move/sqlite.py",
        "LIMIT 1').fetchone() is not None:",
        "LIMIT 0').fetchone() is not None:",
        MOVE,
    ),
    Bug(
        "A text with the character NUL becomes another one on the way",
        "data/move/rows.py",
        '            if r"\\x00" in written:',
        '            if r"\\x00\\x00" in written:',
        MOVE,
    ),
    Bug(
        "A copy is moved with numbers that may have been given out since",
        "data/move/sqlite.py",
        "version < known or is_copy(self.db)",
        "version < known",
        MOVE,
    ),
    Bug(
        "A dump with wrong chips is kept as a good one",
        "data/backup/postgres.py",
        "for problem in each.problems):",
        "for problem in each.problems[9:]):",
        DUMP,
    ),
    Bug(
        "Everyone on the machine can read the password while a dump is restored",
        "data/backup/programs.py",
        "        name = make_conninfo(dbname=url.name)",
        "        name = make_conninfo(url.text)",
        DUMP,
    ),
    Bug(
        "A database that was lent for the check keeps what was in the dump",
        "data/backup/trial.py",
        'f"DROP SCHEMA IF EXISTS {SCHEMA}, {_MARK} CASCADE"',
        'f"DROP SCHEMA IF EXISTS {_MARK} CASCADE"',
        DUMP,
    ),
    Bug(
        "A database with rows is emptied to check a dump in it",
        "data/backup/trial.py",
        "if _has(connection, _MARK):",
        "if _has(connection, _MARK) or _has(connection, SCHEMA):",
        DUMP,
    ),
    Bug(
        "What a killed backup left stops the next one",
        "data/backup/trial.py",
        "            connection.execute(drop)  # a killed backup left it\n",
        "",
        DUMP,
    ),
    Bug(
        "A dump restored over its own database gives out numbers of tables again",
        "data/store/postgres/migrate.py",
        "        || '{SCHEMA}.schema_version'::regclass::oid",
        "        || '{SCHEMA}'",
        DUMP,
    ),
)
