"""A copy of a PostgreSQL database, as the file that `pg_dump` writes: compressed, and restored once to see that it can
be.
"""

from __future__ import annotations

from contextlib import closing
from datetime import datetime
from pathlib import Path

from data.backup.copies import Copy, free_name, give_name, under_another_name
from data.backup.programs import Programs, lent, made_beside
from data.check import verify
from data.checks.postgres import open_to_read
from data.store.postgres.connection import connect
from data.store.postgres.errors import in_a_sentence
from data.store.postgres.migrate import migrations
from data.store.where import PostgresUrl


def back_up(
    url: PostgresUrl, target: Path, now: datetime, pg_dump: Path | None = None, check_in: PostgresUrl | None = None
) -> Copy:
    """Copy the database at `url` into the file `target`, or into the folder `target` under a name made of `now`.

    The database is of this version or an older one. `pg_dump` is the program that writes the copy, with `pg_restore`
    beside it; None looks on the PATH. The copy is checked in `check_in`, an empty database; None makes one for that.
    Raises StoreError when there is no good copy, and nothing with its name; whatever was at `target` is unchanged.
    """
    target = free_name(target, ".dump", now)
    programs = Programs.find(pg_dump)
    programs.verify_are_for(_version_of_the_server(url))
    with under_another_name(target) as draft:
        programs.dump(url, draft)
        with made_beside(url) if check_in is None else lent(check_in) as trial:
            programs.restore(draft, trial, f"The copy can't be restored into {trial}, so none is kept")
            wrong = f"No copy is kept, because something is wrong with the database {url}: "
            checks, is_older = _verify(trial, wrong, " Ask data.check about it.")
        size = draft.stat().st_size
        give_name(draft, target)
    return Copy(target, size, checks, is_older)


def drill(
    url: PostgresUrl, copy: Path, pg_dump: Path | None = None, check_in: PostgresUrl | None = None
) -> tuple[int, bool]:
    """Restore `copy` beside the database at `url`, or into `check_in`, where nothing is left of it afterwards.

    Returns how many checks hold, and whether an older bot made it. Raises StoreError when it is no good copy.
    """
    programs = Programs.find(pg_dump)
    programs.verify_are_for(_version_of_the_server(url))
    with made_beside(url) if check_in is None else lent(check_in) as trial:
        programs.restore(copy, trial, f"The copy {copy} can't be restored")
        return _verify(trial, f"Something is wrong with the copy {copy}: ")


def _version_of_the_server(url: PostgresUrl) -> int:
    """The major version of the server; the database at `url` is the bot's. Raises StoreError."""
    open_to_read(url)[0].close()
    with in_a_sentence(str(url)), closing(connect(url.text)) as connection:
        return connection.info.server_version // 10_000


def _verify(trial: PostgresUrl, wrong: str, advice: str = "") -> tuple[int, bool]:
    """How many checks hold on the copy that was restored, and whether an older bot made it.

    Raises StoreError, which begins with `wrong` and ends with `advice`, when one doesn't.
    """
    db, version = open_to_read(trial)
    with closing(db):
        if version < migrations()[-1][0]:
            return 1, True
        db.execute("ANALYZE")
        return verify(db, wrong, advice), False
