"""A small server for the store's tests: Ann, Bob and Cy, a house, and how Blackjack is played there."""

import sqlite3
from datetime import UTC, datetime

import psycopg
import pytest

from data.ledger.allowances import DailyTerms
from data.ledger.ledger import Account
from data.tables.tables import NewTable, RoundStart

GUILD, OTHER_GUILD = 2**62 + 1, 2**62 + 2  # Discord's ids need more than 32 bits, and more than a float holds
ANN, BOB, CY = 2**62 + 11, 2**62 + 12, 2**62 + 13
NOON = datetime(2026, 3, 14, 12, 0, 0, 123456, UTC)
SEED, COMMITMENT = bytes(range(32)), "0f" * 32
HOUSE = Account.house(GUILD)

BLACKJACK = NewTable(
    guild=GUILD, channel=2**62 + 5, game="blackjack", host=ANN, options='{"decks": 8}', minimum=10, maximum=500,
    pace="normal", lobby="{}", seed=SEED, commitment=COMMITMENT,
)  # fmt: skip

DEAL = RoundStart(1, "{}")
DAILY = DailyTerms(200)

on_sqlite = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
"""For what is about the file, its journal or how SQLite finds rows."""
on_postgres = pytest.mark.parametrize("database", ["postgres"], indirect=True)
REFUSED = (sqlite3.IntegrityError, psycopg.IntegrityError)
"""What a database raises that is to keep a promise."""


def add(key):
    """Writes a row that belongs to no server."""
    return lambda db: db.execute("INSERT INTO meta (key, value) VALUES (?, '')", (key,))
