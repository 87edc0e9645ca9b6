"""What is left of a forgotten person in old rows, which nobody plays with any more: found beside the bot, then changed.

The transaction that forgets somebody changes all that counts from then on, and keeps in `erasures` whose traces are
still to go. To find them, all rows of the server are read as a long read; the writer only gets the numbers of rows to
change, a few at a time, so that no press waits for it. Rows that are written after that transaction are not looked
at: the person may be back. A process that dies on the way leaves the row in `erasures`, and the next start goes on;
what is changed already is not found again.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import dataclass, replace
from functools import partial

from data.guild.owned import HERE, OWNED, Owned
from data.shards import Shards
from data.store.database import Database, SqlParameters, number_of_row
from data.store.store import Store


@dataclass(frozen=True, slots=True)
class _Traces:
    """The rows of one `table` that may name somebody, as a condition, and the changes that each of them needs.

    They are found `along` an index among the rows of the server, or of the person. `text` is a column whose JSON names
    people; `:before` and `:after` are that text.
    """

    table: str
    condition: str
    changes: tuple[str, ...]
    along: str = HERE
    text: str = "NULL"


def _traces(owned: Owned) -> _Traces:
    number, text = number_of_row(owned.table), owned.json
    named = (
        *(f"{column} = :person" for column in owned.ids),
        *(f"INSTR({column}, :text) > 0" for column in (*owned.texts, *filter(None, [text]))),
    )
    rewrite = [f"UPDATE {owned.table} SET {text} = :after WHERE {number} = :row AND {text} = :before"] if text else []
    return _Traces(
        owned.table,
        f"{owned.guild} = :guild AND {owned.later} AND ({' OR '.join(named)})",
        (*owned.forget(f"{number} = :row"), *rewrite),
        owned.among(HERE) if owned.by == "guild" or text else "TRUE",
        text or "NULL",
    )


_NAMED_IN_REASON = "INSTR(reason, :text) > 0"
_MINE = ":account IN (payer, payee)"
_LEDGER = next(owned for owned in OWNED if owned.table == "ledger")
TRACES = (
    # A reason on somebody's own rows is about them; on others only one that names them is forgotten.
    _Traces(
        "ledger",
        f"guild = :guild AND (:person IN ({', '.join(_LEDGER.ids)}) OR {_NAMED_IN_REASON}"
        f" OR ({_MINE} AND (reason IS NOT NULL OR INSTR(key, :text) > 0)))",
        (
            *replace(_LEDGER, texts=()).forget("id = :row"),
            "UPDATE ledger SET reason = NULL"
            f" WHERE id = :row AND reason IS NOT NULL AND ({_MINE} OR {_NAMED_IN_REASON})",
            "UPDATE ledger SET key = REPLACE(key, :text, :number)"
            f" WHERE id = :row AND {_MINE} AND INSTR(key, :text) > 0",
        ),
    ),
    *(_traces(owned) for owned in OWNED if owned.later),
)


def digest_of(db: Database, text: str) -> str | None:
    """What is kept of an id, alone or in a server; None until somebody has left, because there is no key before."""
    key = db.execute("SELECT value FROM meta WHERE key = 'departure key'").fetchone()
    return key and hmac.new(bytes.fromhex(key[0]), text.encode(), hashlib.sha256).hexdigest()


def has_kept_try(db: Database, user_id: int, what: str) -> bool:
    """Whether `user_id` has tried `what` before they were forgotten, and it isn't over."""
    row = (digest_of(db, str(user_id)), what)
    return db.execute("SELECT 1 FROM kept_tries WHERE digest = ? AND what = ?", row).fetchone() is not None


def keep_erasure(db: Database, guild: int, user_id: int, stand_in: int, account: int | None) -> None:
    """Keep that the traces of `user_id` are still to go, within the transaction that forgets them."""
    last = {
        traces.table: db.execute(
            f"SELECT COALESCE(MAX({number_of_row(traces.table)}), 0) FROM {traces.table}"
        ).fetchone()[0]
        for traces in TRACES
    }
    db.execute("INSERT INTO erasures VALUES (?, ?, ?, ?, ?)", (stand_in, guild, user_id, account, json.dumps(last)))


async def erase(store: Store, shards: Shards) -> bool:
    """Change the traces of all who were forgotten, those before a restart too. Returns whether there were any."""
    # Those who were forgotten first come first: of somebody who came back, the old rows belong to the first number.
    pending = await store.find(
        f"SELECT stand_in, guild, person, account, last FROM erasures WHERE {shards.in_sql('guild')}"
        " ORDER BY stand_in DESC"
    )
    for stand_in, guild, user_id, account, last in pending:
        about = {"guild": guild, "person": user_id, "stand_in": stand_in, "account": account}
        about |= {"text": str(user_id), "number": str(stand_in)}
        for traces in TRACES:
            of_these = about | {"last": json.loads(last)[traces.table]}
            rows = await store.long_read(partial(_find, traces=traces, about=of_these))
            await store.write_each(rows, partial(_change, traces=traces, about=about), guild)
        await store.write(partial(_forget_erasure, stand_in=stand_in), guild)
    return bool(pending)


def _find(db: Database, traces: _Traces, about: SqlParameters) -> list[int]:
    """The numbers of the rows that may name somebody."""
    number = number_of_row(traces.table)
    found = db.execute(
        f"SELECT {number} FROM {traces.table} WHERE {number} <= :last AND {traces.along} AND {traces.condition}", about
    )
    return [row for (row,) in found]


def _change(db: Database, row: int, traces: _Traces, about: SqlParameters) -> None:
    """Change a row as it is now, if it still names somebody: others write too since it was found."""
    about = about | {"row": row}
    sql = f"SELECT {traces.text} FROM {traces.table} WHERE {number_of_row(traces.table)} = :row AND {traces.condition}"
    for (text,) in db.execute(sql, about).fetchall():
        after = text and rewritten(text, about["person"], about["stand_in"])
        for change in traces.changes:
            db.execute(change, about | {"before": text, "after": after})


def _forget_erasure(db: Database, stand_in: int) -> None:
    db.execute("DELETE FROM erasures WHERE stand_in = ?", (stand_in,))


def rewrite_at_once(db: Database, owned: Owned, about: SqlParameters) -> dict[int, str]:
    """Let the JSON of the rows that count from now on name `:person` no more; those that did, as they are now."""
    number, found = number_of_row(owned.table), f"{owned.at_once} AND INSTR({owned.json}, :text) > 0"
    rows = db.execute(f"SELECT {number}, {owned.json} FROM {owned.table} WHERE {found}", about).fetchall()
    after = {row: rewritten(text, about["person"], about["stand_in"]) for row, text in rows}
    changes = [(text, row) for row, text in after.items()]
    db.executemany(f"UPDATE {owned.table} SET {owned.json} = ? WHERE {number} = ?", changes)
    return after


def rewritten(text: str, user_id: int, stand_in: int) -> str:
    """JSON `text` with `stand_in` wherever the number `user_id` stands, as a value or as a name.

    Nothing else is as large as an id: the first days of Discord gave ids above 10**15, the most that one amount is.
    """

    def walk(value: object) -> object:
        if isinstance(value, dict):
            return {str(stand_in) if name == str(user_id) else name: walk(inner) for name, inner in value.items()}
        if isinstance(value, list):
            return [walk(inner) for inner in value]
        if isinstance(value, str) and value == str(user_id):
            return str(stand_in)
        return stand_in if value == user_id else value

    return json.dumps(walk(json.loads(text)), separators=(",", ":"))
