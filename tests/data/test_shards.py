"""Which servers are a process's: by Discord's formula, in SQL too; and nothing is done to those of other processes."""

import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta

import pytest
from small_match import FIRST_WINS, FIVE_HUNDRED, row
from small_server import ANN, BOB, DEAL, NOON

from data.guild.forget_guild import KEPT, Removed
from data.guild.forget_member import Departures
from data.guild.owned import OWNED, Owned
from data.guild.settings import Settings
from data.ledger.bank import Bank, BankOrder
from data.ledger.history import History
from data.shards import ALL, Shards
from data.store.store import seconds
from data.tables.matches import MatchChange
from data.tables.old_moves import OldMoves
from data.tables.ratings import Ratings
from data.tables.tables import Change, MoveRow

HERE, THERE = 2**40 << 22, (2**40 + 1) << 22
MINE = Shards(2, (0,))


def test_only_shards_that_there_are_can_be_served_each_once_and_in_order():
    for count, ids in ((1, ()), (4, (4,)), (4, (-1, 0)), (4, (2, 1)), (4, (1, 1)), (0, (0,)), (0, ())):
        with pytest.raises(ValueError, match="are no shards"):
            Shards(count, ids)


def test_a_server_is_in_one_shard_of_all_and_sql_says_the_same():
    guild = 81384788765712384
    assert [number for number in range(16) if Shards(16, (number,)).serve(guild)] == [(guild >> 22) % 16]
    assert ALL.serve(guild)
    assert (ALL.share, Shards(4, (0, 3)).share, Shards(16, (2,)).share) == (1, 0.5, 1 / 16)
    chance = random.Random(1)
    with closing(sqlite3.connect(":memory:")) as db:
        for _ in range(300):
            count, guild = chance.randint(1, 50), chance.randrange(1, 2**63)
            shards = Shards(count, tuple(sorted(chance.sample(range(count), chance.randint(1, count)))))
            sql = f"SELECT {shards.in_sql('guild')} FROM (SELECT ? AS guild)"
            assert bool(db.execute(sql, (guild,)).fetchone()[0]) == shards.serve(guild)


async def settle(store, chips, tables, guild):
    """A server in which everything waits for the process that it belongs to."""
    for user in (ANN, BOB):
        await chips.open_member(guild, user, 1000, NOON)
    await Settings(store).change(guild, {"daily_chips": "70"}, ANN, NOON)
    await tables.create(replace(FIVE_HUNDRED, guild=guild), NOON)
    await play(tables, guild)
    for number in range(3):
        await Bank(store).give(BankOrder(f"gave:{guild}:{number}", guild, BOB, "well done", NOON), BOB, 5)
    await Departures(store).forget(guild, ANN, NOON)

    def more(db):
        db.execute("DELETE FROM ratings WHERE guild = ?", (guild,))
        mine = db.execute("SELECT id FROM accounts WHERE guild = ? AND owner = ?", (guild, BOB)).fetchone()[0]
        record = (mine, "blackjack", 9, 9, 0, 9, 9)
        db.execute(
            "INSERT INTO records (account, game, rounds, won, lost, net, biggest) VALUES (?, ?, ?, ?, ?, ?, ?)", record
        )
        db.execute(
            "INSERT INTO resets (guild, key, actor, reason, starting, at) VALUES (?, ?, 9, 'new', 500, ?)",
            (guild, f"bank:{guild}", seconds(NOON)),
        )

    await store.write(more)


async def play(tables, guild):
    """Ann wins a match against Bob."""
    saved = await tables.create(replace(FIVE_HUNDRED, guild=guild), NOON)

    async def step(**what):
        now = await tables.get(saved.id)
        await tables.commit(Change(saved.id, guild, now.version, now.round, **what), NOON)

    await step(match=MatchChange(starts=True, players=((0, ANN), (1, BOB))))
    for deal, ends in ((1, {}), (2, {}), (3, FIRST_WINS)):
        await step(started=DEAL)
        await step(moves=(MoveRow(deal, 0, "bid"),))
        await step(ended=True, match=MatchChange(deal=row(deal), **ends))


async def rows_of(store, guild):
    """All rows that belong to a server, and whether it was left."""

    def work(db):
        found = {}
        for owned in (*OWNED, Owned("guilds_left")):
            rows = f"SELECT * FROM {owned.table} WHERE {owned.among('guild = ?')} ORDER BY 1, 2"
            found[owned.table] = db.execute(rows, (guild,)).fetchall()
        return found

    return await store.read(work)


def changed(before, after):
    """The tables of the database that are not the same any more."""
    return {table for table in before if before[table] != after[table]}


WORK = {
    "resets are finished": (lambda store: Bank(store).finish_resets(MINE), {"resets", "accounts", "ledger"}),
    "ratings are worked out": (lambda store: Ratings(store).catch_up(MINE), {"ratings"}),
    "traces of people who left are erased": (lambda store: Departures(store, MINE).erase(), {"erasures"}),
    "their digests are": (
        lambda store: Departures(store, MINE).forget_digests(NOON + timedelta(days=31)),
        {"departed"},
    ),
    "points of graphs are kept": (lambda store: History(store, 1, 1).keep_long_curves(MINE), {"curves"}),
    "moves of old rounds are deleted": (
        lambda store: OldMoves(store).delete(NOON + timedelta(days=1), MINE),
        {"moves", "rounds"},
    ),
    "removals are noticed": (lambda store: Removed(store, MINE).compare([], NOON), {"guilds_left"}),
}


@pytest.fixture
async def two_servers(store, chips, tables):
    """One of this process and one of another."""
    for guild in (HERE, THERE):
        await settle(store, chips, tables, guild)


@pytest.mark.parametrize("what", WORK)
async def test_what_goes_over_all_servers_leaves_those_of_other_processes_alone(two_servers, store, what, wrong_books):
    work, touched = WORK[what]
    here, there = await rows_of(store, HERE), await rows_of(store, THERE)
    await work(store)
    assert changed(here, await rows_of(store, HERE)) >= touched
    assert changed(there, await rows_of(store, THERE)) == set()


async def test_a_process_has_the_settings_and_tables_of_its_servers_and_deletes_what_is_left_of_them(
    two_servers, store, tables
):
    assert set(await Settings(store).all(MINE)) == {HERE}
    assert {saved.guild for saved in await tables.live(MINE)} == {HERE}
    assert {saved.guild for saved in await tables.live()} == {HERE, THERE}
    there = await rows_of(store, THERE)
    await Removed(store).compare([], NOON)
    assert await Removed(store, Shards(2, (1,))).due(NOON + KEPT) == [THERE], "the other process has begun to"
    for guild in await Removed(store, MINE).due(NOON + KEPT):
        while await Removed(store, MINE).delete_some(guild):
            pass
    assert not any((await rows_of(store, HERE)).values())
    assert changed(there, await rows_of(store, THERE)) == {"guilds_left"}
