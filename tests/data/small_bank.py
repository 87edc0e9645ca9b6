"""What is done in the store's tests: chips are paid, changes committed, rounds played, and the books looked at."""

from contextlib import asynccontextmanager, closing
from datetime import timedelta
from itertools import count

import pytest
from small_server import ANN, BLACKJACK, BOB, CY, DEAL, GUILD, HOUSE, NOON

from data.check import open_for_check, problems
from data.checks.findings import dialect_of
from data.ledger.chips import Chips
from data.ledger.ledger import Account, Posting, post
from data.people import is_house_player
from data.store.store import Store, StoreError
from data.tables.tables import Change, RoundResult, Tables

_keys = count(1)


class Purses(Chips):
    """Chips that move for any reason."""

    async def post(self, postings, now):
        made = tuple(postings)
        await self._store.write(lambda db: post(db, made, now), made[0].payer.guild if made else None)


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
    return Change(saved.id, saved.guild, saved.version, saved.round, **what)


async def step(tables, saved, now=NOON, **what):
    """Commit a change to the table `saved`, and return the table as it is afterwards."""
    await tables.commit(change(saved, **what), now)
    return await tables.get(saved.id)


@asynccontextmanager
async def opened(where, *how, **more):
    """The store there; afterwards no bot has it open."""
    store = await Store.open(where, *how, **more)
    yield store
    await store.close()


async def next_table(where):
    """The number of the table that is opened in a database next."""
    async with opened(where, now=NOON) as store:
        saved = await Tables(store).create(BLACKJACK, NOON)
    return saved.id


async def play(tables, table, nets, *, stake=50, at=NOON, **about):
    """A round in which everybody stakes as much, and wins or loses what `nets` says for them.

    Returns what the end of the round has written, and the table as it is afterwards.
    """
    number, lot = table.round + 1, Account.table(GUILD, table.id)
    staked = tuple(bets(person, table.id, stake, number) for person in nets)
    await tables.commit(change(table, started=DEAL, postings=staked), at)
    paid, is_with_house = [], any(map(is_house_player, nets))
    for person, net in nets.items():
        paid += [pays(lot, HOUSE, -net, "lost", round=number)] if net < 0 else []
        paid += [gets(person, table.id, stake + min(net, 0), number)] if stake + net > 0 else []
        paid += [pays(HOUSE, member(person), net, "won", table=table.id, round=number)] if net > 0 else []
    results = tuple(
        RoundResult(person, net, from_house=net if is_with_house and not is_house_player(person) else None)
        for person, net in nets.items()
    )
    end = change(await tables.get(table.id), ended=True, postings=tuple(paid), results=results, **about)
    written = await tables.commit(end, at)
    return written, await tables.get(table.id)


class PowerCut(Exception):
    """The process dies here."""


def after_reads(store, patch, happens):
    """Await `happens(found)` after each long read from now on, with what it found."""
    read = store.long_read

    async def watched(work):
        found = await read(work)
        await happens(found)
        return found

    patch.setattr(store, "long_read", watched)


def after_writes(store, patch, happens):
    """Await `happens(n)` after the n-th transaction from now on; its own transactions don't count."""
    write, numbers = store.write, count(1)

    async def watched(work, guild=None):
        result = await write(work, guild)
        store.write = write
        try:
            await happens(next(numbers))
        finally:
            store.write = watched
        return result

    patch.setattr(store, "write", watched)


async def fund(chips, **amounts):
    """Give chips from the house: `ann=100` and so on."""
    who = {"ann": ANN, "bob": BOB, "cy": CY}
    await chips.post([pays(HOUSE, member(who[name]), amount) for name, amount in amounts.items()], NOON)


async def everything(store):
    """All rows of all tables, to see that nothing changed; the count of transactions and their receipts left out."""

    def work(db):
        names = sorted(dialect_of(db).columns(db).keys() - {"receipts"})
        rows = {name: db.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall() for name in names}
        return rows | {"meta": [row for row in rows["meta"] if row[0] != "transactions"]}

    return await store.read(work)


@asynccontextmanager
async def nothing_done(store, refusal, match=None):
    """What is tried within is refused so, and not a row has changed."""
    before = await everything(store)
    with pytest.raises(refusal, match=match) as refused:
        yield refused
    assert await everything(store) == before


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
