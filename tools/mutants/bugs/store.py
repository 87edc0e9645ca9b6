"""The database: whether acknowledged writes are there, backups, and who may open it."""

from tools.mutants.bug import Bug

WRITER = ("tests/data/test_writer.py",)
STORE = ("tests/data/test_store.py",)
HOLD = ("tests/data/test_hold.py",)
BACKUP = ("tests/data/test_backup.py",)
OLD_MOVES = ("tests/data/test_old_moves.py",)

BUGS = (
    Bug(
        "The tables of one server are looked for among those of all",
        "data/migrations/0030_tables_of_guild.sql",
        "CREATE INDEX tables_of_guild ON tables (guild);",
        "",
        ("tests/data/test_indexes.py",),
    ),
    Bug(
        "A server's people export all at once",
        "cogs/mydata/cog.py",
        "self._exports.setdefault(guild, asyncio.Lock())",
        "asyncio.Lock()",
        ("tests/cogs/mydata/test_exports.py",),
    ),
    Bug(
        "A failing write forgets the writes waiting behind it",
        "data/store/lane.py",
        "        finally:\n            if self._waiting:\n",
        "        except Exception:\n            self._waiting.clear()\n            raise\n"
        "        finally:\n            if self._waiting:\n",
        WRITER,
    ),
    Bug(
        "A shared commit that fails forgets the writes waiting behind it",
        "data/store/lane.py",
        "            return [error] * len(works)\n",
        "            self._waiting.clear()\n            return [error] * len(works)\n",
        WRITER,
    ),
    Bug(
        "A failing part of a transaction leaves its half-done work to the others",
        "data/store/lane.py",
        '            db.execute("ROLLBACK TO part")\n',
        "",
        WRITER,
    ),
    Bug(
        "A commit is acknowledged before the disk has it",
        "data/store/sqlite/file.py",
        '    db.execute("PRAGMA synchronous = FULL")',
        '    db.execute("PRAGMA synchronous = NORMAL")',
        STORE,
    ),
    Bug(
        "An acknowledged write is not on the disk after a power cut",
        "data/store/sqlite/file.py",
        '    db.execute("PRAGMA synchronous = FULL")',
        '    db.execute("PRAGMA synchronous = NORMAL")',
        cuts=40,
    ),
    Bug(
        "A read can write",
        "data/store/sqlite/file.py",
        'Connection(f"{self._uri}?mode=ro")',
        'Connection(f"{self._uri}?mode=rw")',
        STORE,
    ),
    Bug(
        "Two bots open the same database",
        "data/store/sqlite/hold.py",
        '            lock.execute("BEGIN EXCLUSIVE")',
        '            lock.execute("BEGIN")',
        HOLD,
    ),
    Bug(
        "Two bots open the same database under two names",
        "data/store/sqlite/hold.py",
        "        fcntl.fcntl(file, fcntl.F_OFD_SETLK, _one_byte())",
        "        pass",
        HOLD,
    ),
    Bug(
        "Deleted rows stay in the write-ahead log",
        "data/guild/forget_member.py",
        "        if await erase(self._store, self._shards):\n            await self._store.purge()",
        "        await erase(self._store, self._shards)",
        ("tests/data/test_departures.py", "tests/data/test_traces.py"),
    ),
    Bug(
        "New rows of somebody who is back are erased with their old ones",
        "data/guild/traces.py",
        "json.loads(last)[traces.table])",
        "99)",
        ("tests/data/test_departures.py", "tests/data/test_traces.py"),
    ),
    Bug(
        "A round whose moves are deleted is not marked, and found again each day",
        "data/tables/old_moves.py",
        "SET setup = ?, moves_kept = 0",
        "SET setup = ?, moves_kept = 1",
        OLD_MOVES,
    ),
    Bug(
        "What a transaction had no time for keeps its moves until the next day",
        "data/tables/old_moves.py",
        "done + looked_at",
        "done + SLICE",
        OLD_MOVES,
    ),
    Bug(
        "A restored backup gives out table numbers again",
        "data/backup/sqlite.py",
        "        mark_as_copy(copy, now)",
        "        pass",
        ("tests/data/test_restored.py",),
    ),
    Bug(
        "A newer bot's database is opened and changed",
        "data/store/sqlite/migrate.py",
        "    if version > known:\n",
        "    if version > 10 * known:\n",
        STORE,
    ),
    Bug(
        "A backup gets its name before its bytes are on the disk",
        "data/backup/copies.py",
        "        _sync(draft)\n",
        "",
        BACKUP,
    ),
    Bug(
        "A backup is reported before its name is on the disk",
        "data/backup/copies.py",
        "            _sync(target.parent)",
        "            pass",
        BACKUP,
    ),
    Bug(
        "A backup replaces a file that took its name in the meantime",
        "data/backup/copies.py",
        "            os.link(draft, target)\n",
        "            draft.replace(target)\n",
        BACKUP,
    ),
    Bug(
        "A copy with wrong chips is kept as a good one",
        "data/backup/sqlite.py",
        "    if found:\n        raise StoreError(\n",
        "    if len(found) > 9:\n        raise StoreError(\n",
        BACKUP,
    ),
    Bug(
        "Two changes are made to one version of a table",
        "data/tables/tables.py",
        "AND version = ? AND closed_at IS NULL",
        "AND ? >= 0 AND closed_at IS NULL",
        ("tests/data/test_saved_tables.py",),
    ),
    Bug(
        "A seed with a salt is given another one",
        "data/tables/tables.py",
        "WHERE table_id = ? AND revealed_at IS NULL AND salt IS NULL",
        "WHERE table_id = ? AND revealed_at IS NULL",
        ("tests/data/test_saved_tables.py",),
    ),
    Bug(
        "The shuffle of a table that closes stays secret for ever",
        "data/tables/tables.py",
        "    db.execute(_REVEAL, (at, change.table))\n    db.execute(_CLOSE, (at, change.table))",
        "    db.execute(_CLOSE, (at, change.table))",
        ("tests/data/test_saved_tables.py",),
    ),
    Bug(
        "A table's number is given out again after its server's data was deleted",
        "data/migrations/0001_foundation.sql",
        "INTEGER PRIMARY KEY AUTOINCREMENT",
        "INTEGER PRIMARY KEY",
        ("tests/data/test_saved_tables.py",),
    ),
    Bug(
        "The days until a server's data is deleted start again with every start",
        "data/guild/forget_guild.py",
        "ON CONFLICT (guild) DO NOTHING",
        "ON CONFLICT (guild) DO UPDATE SET left_at = excluded.left_at",
        ("tests/data/test_removed.py",),
    ),
    Bug(
        "Deleting the data of one server can delete a row of another",
        "data/guild/forget_guild.py",
        "WHERE {number_of_row(table)} = ? AND {_GUILD_OF[dict(OWNED)[table]]} = ?",
        "WHERE {number_of_row(table)} = ? AND ? > 0",
        ("tests/data/test_removed.py",),
    ),
    Bug(
        "A connection does the first thing asked for again and again",
        "data/store/sqlite/connection.py",
        "self._units.popleft().carry_out(self)",
        "self._units[0].carry_out(self)",
        ("tests/data/test_connection.py",),
    ),
)
