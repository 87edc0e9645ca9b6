"""A small server for the store's tests: Ann, Bob and Cy, a house, and Blackjack tables."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import count

import psycopg
import pytest

from data.check import open_for_check, problems
from data.checks.findings import dialect_of
from data.ledger.allowances import DailyTerms
from data.ledger.ledger import Account, Posting
from data.store.store import Store, StoreError
from data.tables.tables import Change, NewTable

GUILD, OTHER_GUILD = 2**62 + 1, 2**62 + 2  # Discord's ids need more than 32 bits, and more than a float holds
ANN, BOB, CY = 2**62 + 11, 2**62 + 12, 2**62 + 13
NOON = datetime(2026, 3, 14, 12, 0, 0, 123456, UTC)
SEED, COMMITMENT = bytes(range(32)), "0f" * 32
HOUSE = Account.house(GUILD)

BLACKJACK = NewTable(
    guild=GUILD, channel=2**62 + 5, game="blackjack", host=ANN, options='{"decks": 8}', minimum=10, maximum=500,
    pace="normal", lobby="{}", seed=SEED, commitment=COMMITMENT,
)  # fmt: skip

DAILY = DailyTerms(200)

on_sqlite = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
"""For what is about the file, its journal or how SQLite finds rows."""
on_postgres = pytest.mark.parametrize("database", ["postgres"], indirect=True)
REFUSED = (sqlite3.IntegrityError, psycopg.IntegrityError)
"""What a database raises that is to keep a promise."""

_keys = count(1)


def member(user):
    return Account.member(GUILD, user)


def pays(payer, payee, amount, why="test", **about):
    """A posting with a key of its own; the account of a table already says which table it is."""
    about.setdefault("key", f"test:{next(_keys)}")
    owners = [account.owner for account in (payer, payee) if account.kind.value == "table"]
    if owners:
        about.setdefault("table", owners[0])
    return Posting(payer=payer, payee=payee, amount=amount, why=why, **about)


def bets(user, table, amount, round_number):
    return pays(member(user), Account.table(GUILD, table), amount, "bet", round=round_number)


def gets(user, table, amount, round_number):
    return pays(Account.table(GUILD, table), member(user), amount, "bet back", round=round_number)


def later(minutes):
    return NOON + timedelta(minutes=minutes)


def change(saved, **what):
    return Change(saved.id, saved.guild, saved.version, **what)


async def step(tables, saved, **what):
    """Commit a change to the table `saved`, and return the table as it is afterwards."""
    await tables.commit(change(saved, **what), NOON)
    return await tables.get(saved.id)


async def fund(chips, **amounts):
    """Give chips from the house: `ann=100` and so on."""
    who = {"ann": ANN, "bob": BOB, "cy": CY}
    await chips.post([pays(HOUSE, member(who[name]), amount) for name, amount in amounts.items()], NOON)


async def everything(store):
    """All rows of all tables except the count of transactions, to see that nothing changed."""

    def work(db):
        names = sorted(dialect_of(db).columns(db))
        rows = {name: db.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall() for name in names}
        return rows | {"meta": [row for row in rows["meta"] if row[0] != "transactions"]}

    return await store.read(work)


def damage(store):
    """What is wrong with the open database, read beside the bot as an owner would."""
    with closing(open_for_check(store.where)) as db:
        return problems(db)


async def refusal(path):
    """The one sentence of the refusal to open it; the file is unchanged."""
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(StoreError) as refused:
        await Store.open(path)
    assert (path.read_bytes() if path.is_file() else None) == before
    sentence = str(refused.value)
    assert "\n" not in sentence
    assert sentence.endswith(".")
    return sentence
