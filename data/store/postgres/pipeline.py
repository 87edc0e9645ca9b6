"""A transaction whose statements go to the server together, and are answered when somebody looks.

A way to the server and back takes longer than most statements do. So nothing waits for one before its rows are looked
at, or how many there are. When one fails the server skips those behind it, COMMIT too, and the next look raises what it
said.

A condition of the transaction (data/store/sql.py) is looked at by the server as well.

Whenever the client waits, or leaves the server alone with the locks that it has asked for, it has sent a Sync. So a
server whose client stands still knows that it is idle in a transaction, and ends that after a while.

psycopg has pipelines as well, but what it does for each statement takes longer than the way that is saved. So this goes
to libpq through `psycopg.pq`, with psycopg's conversion of values.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, Self, TypeAlias

import psycopg
from psycopg.adapt import PyFormat, Transformer
from psycopg.errors import error_from_result
from psycopg.generators import fetch, send
from psycopg.pq import ConnStatus, DiagnosticField, ExecStatus
from psycopg.pq.abc import PGresult

from data.store.database import Changes
from data.store.postgres.connection import statement
from data.store.sql import Guarding, Refusal

PREPARED = 256
"""Statements that the server keeps prepared for one connection."""
_CHANGES = (b"INSERT", b"UPDATE", b"DELETE")
_Key: TypeAlias = tuple[str, tuple[int, ...]]
"""A statement, and PostgreSQL's numbers of the types of its parameters."""
_REFUSE = "SELECT refuse(to_json(r)) FROM ({}) r"
_MUST_CHANGE = """
    WITH changed AS ({} RETURNING 1)
    SELECT CASE WHEN COUNT(*) = 0 THEN refuse('{{}}') END FROM changed"""
_REFUSED = b"CT001"
"""The code of what `refuse` raises."""


class Session(psycopg.Connection[Any]):
    """A connection, and what its server has prepared for it."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.prepare_threshold = None  # by itself psycopg would let the server forget everything at each ROLLBACK
        self.values = Transformer(self)
        """Converts values from Python and to it."""
        self.prepared: dict[_Key, bytes] = {}
        """The names of the statements that are prepared."""
        self.count = 0
        """How many there ever were."""


class Answer:
    """What a statement has found or changed: `Rows`. Looking waits for the server until the transaction is over."""

    __slots__ = ("_left", "_pipeline", "_result", "changes")

    def __init__(self, pipeline: Pipeline, changes: Changes) -> None:
        self._pipeline = pipeline
        self.changes = changes
        self._result: PGresult | None = None
        self._left: Iterator[Any] = iter(())

    @property
    def rowcount(self) -> int:
        """How many rows the statement has inserted, updated or deleted."""
        return self._look().command_tuples or 0

    @property
    def description(self) -> list[tuple[str]] | None:
        """The columns, each with its name; None when there are no rows."""
        result = self._look()
        names = [result.fname(column) or b"" for column in range(result.nfields)]
        return [(name.decode(),) for name in names] or None

    def fetchone(self) -> Any:
        """The next row, None when there are no more."""
        return next(iter(self), None)

    def fetchall(self) -> list[Any]:
        """All rows that are left."""
        return list(self)

    def __iter__(self) -> Iterator[Any]:
        self._look()
        return self._left

    def come(self, result: PGresult) -> None:
        """The server has answered."""
        self._result = result
        if result.ntuples:
            self._left = iter(self._pipeline.rows(result))
        if (result.command_status or b"").startswith(_CHANGES):
            self.changes.rows += result.command_tuples or 0

    def _look(self) -> PGresult:
        while self._result is None:
            self._pipeline.receive()
        return self._result


class _Sent(NamedTuple):
    """What is not answered yet."""

    answer: Answer
    key: _Key | None = None
    """The statement that is to be prepared."""
    refusal: Refusal | None = None
    """Raised if the server refuses it."""
    changes: int = 0
    """The rows that it has changed at least when it isn't refused."""


class Pipeline(Guarding):
    """A transaction on a connection: a `Database`. Use it as a context, which takes back what was not committed.

    What the server refuses comes out as psycopg.Error.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._server = session.pgconn
        self._sent: deque[_Sent] = deque()
        self._ends = 0
        """Sync messages that the server hasn't answered yet."""
        self._is_flushed = self._is_over = False
        self.changes = Changes()
        """In which the statements from now on count."""

    def __enter__(self) -> Self:
        for _ in range(2):  # what the server said last, and that it has gone, is known before anything is sent
            self._server.consume_input()
        self._server.enter_pipeline_mode()
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(psycopg.OperationalError):  # the connection is broken, and with it the transaction is gone
            if not self._is_over:
                self._drop()
            self._server.exit_pipeline_mode()
            self._session.rollback()

    @property
    def total_changes(self) -> int:
        """Rows that were changed since `changes` was set; waits for the server."""
        while self._sent:
            self.receive()
        return self.changes.rows

    def execute(self, sql: str, parameters: Sequence[Any] | Mapping[str, Any] = (), /) -> Answer:
        """Send one statement. `?`, `?1` and `:name` stand for the parameters."""
        known = statement(sql)
        return self._send(known.sql, known.arguments(parameters))

    def executemany(self, sql: str, parameters: Iterable[Sequence[Any]], /) -> None:
        """Send one statement with each of the parameters."""
        known = statement(sql)
        for each in parameters:
            self._send(known.sql, known.arguments(each))

    def refuse(self, sql: str, parameters: Sequence[Any], refusal: Refusal, /) -> None:
        """Let the transaction fail if a query finds a row."""
        known = statement(_REFUSE.format(sql))
        self._send(known.sql, known.arguments(parameters), refusal)

    def must_change(self, sql: str, parameters: Sequence[Any], refusal: Refusal, /) -> None:
        """Send a statement, and let the transaction fail if it changes no row."""
        known = statement(_MUST_CHANGE.format(sql))
        self._send(known.sql, known.arguments(parameters), refusal, 1)

    def hurry(self) -> None:
        """Let the server begin with what it has been asked for, before anybody looks."""
        self._server.pipeline_sync()
        self._ends += 1
        self._session.wait(send(self._server))
        self._is_flushed = True

    def commit(self) -> None:
        """End the transaction, and wait until it is written."""
        self.execute("COMMIT")
        self.end()

    def end(self) -> None:
        """Wait until all is answered, and nothing more is asked."""
        if not self._is_flushed:
            self.hurry()
        while self._sent:
            self._take_next()
        self._take_ends()
        self._is_over = True

    def receive(self) -> None:
        """Wait for the next answer."""
        if not self._is_flushed:
            self.hurry()
        self._take_next()

    def rows(self, result: PGresult) -> list[Any]:
        """The rows of a result."""
        values = self._session.values
        values.set_pgresult(result)
        return values.load_rows(0, result.ntuples, tuple)

    def _send(self, sql: str, arguments: Sequence[Any], refusal: Refusal | None = None, changes: int = 0) -> Answer:
        values = self._session.values
        given = values.dump_sequence(arguments, [PyFormat.AUTO] * len(arguments))
        key = (sql, values.types or ())
        name = self._session.prepared.get(key) or self._prepare(key)
        self._server.send_query_prepared(name, given, values.formats)
        return self._asked(refusal=refusal, changes=changes)

    def _prepare(self, key: _Key) -> bytes:
        """Let the server prepare a statement, in place of the oldest one when there are many."""
        prepared = self._session.prepared
        if len(prepared) >= PREPARED:
            self._server.send_close_prepared(prepared.pop(next(iter(prepared))))
            self._asked()
        self._session.count += 1
        name = prepared[key] = b"s%d" % self._session.count
        self._server.send_prepare(name, key[0].encode(), key[1])
        self._asked(key)
        return name

    def _asked(self, key: _Key | None = None, refusal: Refusal | None = None, changes: int = 0) -> Answer:
        self._is_flushed = False
        answer = Answer(self, self.changes)
        self._sent.append(_Sent(answer, key, refusal, changes))
        return answer

    def _take_next(self) -> None:
        """Take the next answer. Raises what it says, and then nothing is on its way any more."""
        result = self._next()
        while result is not None and result.status == ExecStatus.PIPELINE_SYNC:
            self._ends -= 1
            result = self._next()
        if result is None:
            raise psycopg.OperationalError("the connection is lost")
        if result.status == ExecStatus.FATAL_ERROR:
            refusal = self._sent[0].refusal
            self._drop()
            if refusal is not None and result.error_field(DiagnosticField.SQLSTATE) == _REFUSED:
                why = result.error_field(DiagnosticField.MESSAGE_PRIMARY) or b"{}"
                raise refusal(tuple(json.loads(why).values()))
            raise error_from_result(result)
        self._server.get_result()  # None: that was the whole answer
        sent = self._sent.popleft()
        sent.answer.come(result)
        sent.answer.changes.rows += sent.changes

    def _drop(self) -> None:
        """Let nobody hear what is on its way. What was to be prepared may not be."""
        for sent in self._sent:
            if sent.key is not None:
                self._session.prepared.pop(sent.key, None)
        self._sent.clear()
        self.hurry()
        self._take_ends()

    def _take_ends(self) -> None:
        """Take what is left to the last Sync, behind which the server takes up its work when something has failed."""
        while self._ends and self._server.status == ConnStatus.OK:
            result = self._next()
            self._ends -= result is not None and result.status == ExecStatus.PIPELINE_SYNC

    def _next(self) -> PGresult | None:
        result: PGresult | None = self._session.wait(fetch(self._server))
        return result
