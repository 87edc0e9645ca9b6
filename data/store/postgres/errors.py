"""What is said when PostgreSQL fails: one sentence for the owner, in one place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import errors

from data.store.errors import Away, StoreError

_SENTENCES: dict[type[psycopg.Error], str] = {
    errors.DiskFull: "The disk of the database {where} is full; make room and start again.",
    errors.IoError: "The disk of the database {where} fails ({detail}).",
    errors.ReadOnlySqlTransaction: "The database {where} can't be written to; is it a standby?",
    errors.InsufficientPrivilege: "The database {where} refuses the bot: {detail}",
    errors.DataCorrupted: "The database {where} is damaged ({detail}); restore a backup.",
    errors.IndexCorrupted: "The database {where} is damaged ({detail}); restore a backup.",
}

_REFUSED = re.compile(
    r"password authentication failed.*|(?:role|database) .* does not exist|no pg_hba\.conf entry.*"
    r"|transaction blocks not allowed.*"
)
"""What a server says to somebody who connects, or a pooler that lends a connection to each statement, has no code."""

_AWAY: dict[type[psycopg.Error], str] = {
    errors.TooManyConnections: "The database {where} has no connection left for the bot.",
    errors.LockNotAvailable: "Somebody holds what the bot needs in the database {where}.",
}
"""What another try may find otherwise, on another connection, or on another server behind the same address."""


class Clash(StoreError):
    """Two transactions were in each other's way, and this one was taken back. It can be run again."""


@contextmanager
def in_a_sentence(where: str) -> Iterator[None]:
    """Turn an error of the server `where` into a StoreError; any other is a bug's and passes."""
    try:
        yield
    except psycopg.Error as error:
        sentence = said_of(error, where)
        if sentence is None:
            raise
        raise sentence from error


def said_of(error: psycopg.Error, where: str) -> StoreError | None:
    """What is said of an error; None of a bug's."""
    detail = str(error).strip().partition("\n")[0]
    if isinstance(error, errors.SerializationFailure | errors.DeadlockDetected):
        return Clash(f"Transactions in the database {where} keep being in each other's way ({detail}).")
    for kind, sentence in _SENTENCES.items():
        if isinstance(error, kind):
            return StoreError(sentence.format(where=where, detail=detail))
    if refused := _REFUSED.search(detail):
        return StoreError(f"The database {where} doesn't let the bot in: {refused[0].rstrip('.')}.")
    for kind, sentence in _AWAY.items():
        if isinstance(error, kind):
            return Away(sentence.format(where=where))
    if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
        return Away(f"The database {where} can't be reached: {detail.rstrip('.')}.")
    return None
