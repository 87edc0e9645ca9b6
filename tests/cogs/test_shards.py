"""A bot of several shards, in one process and in two that take turns here: each does everything for its own servers."""

import asyncio
import json
import logging
import sqlite3
from contextlib import closing

import pytest

from cogs.app.bot import App
from data.guild.owned import OWNED, Owned
from data.guild.personal_data import TRACES
from data.shards import Shards
from tests.cogs.conftest import SETTLE_SECONDS

DAY = 24 * 3600
FIRST, SECOND = Shards(4, (0, 1)), Shards(4, (2, 3))


def in_shard(house, shard):
    """From now on the guests are in a new server of this shard."""
    house.guild = house.env.create_guild(shard_id=shard)
    house.channel = house.guild.create_text_channel("tables")


@pytest.mark.simcord(settle_timeout=SETTLE_SECONDS, shard_count=3)
async def test_a_table_plays_in_a_server_of_any_shard_and_continues_after_a_restart(house):
    for shard in range(3):
        in_shard(house, shard)
        ana = house.guest("Ana")
        house.deal("5S 6D v 9H then 2C 10D")
        table = await ana.opens()
        await ana.bets(100, table)
        await house.restart()
        await ana.press("Hit", table)
        assert table.line("Ana ") == "5S 6D 2C = 13 · Ana 100"
        await ana.command("top")
        assert "1. Ana 1,000" in house.texts()[-1]


def rows_of(house, guild):
    """All rows of the database that belong to a server, and whether it was left."""
    with closing(sqlite3.connect(house.app.store.where)) as db:
        return {
            each.table: db.execute(f"SELECT * FROM {each.table} WHERE {each.among('guild = ?')}", (guild,)).fetchall()
            for each in (*OWNED, Owned("guilds_left"))
        }


@pytest.fixture
def two_servers(house):
    """`await two_servers(start)`: a table in play in a server of shard 3, and one in shard 1; returns both."""

    async def plays(shard):
        in_shard(house, shard)
        ana = house.guest("Ana")
        house.deal("5S 6D v 9H then 2C 10D")
        table = await ana.opens()
        await ana.bets(100, table)
        await ana.command("daily")
        await house.sets({"daily_chips": 50})
        return ana, table

    async def two_servers():
        theirs = (*await plays(3), house.guild, house.channel)
        return theirs, (*await plays(1), house.guild, house.channel)

    return two_servers


@pytest.fixture
def start_with(house, make_app):
    """Stop the bot, and start a process with these shards."""

    async def start_with(shards):
        await house.env.restart_bot(make_app(shards=shards))
        house.env.http_requests.clear()

    return start_with


async def leave_work(house, guild):
    """A process has died in the middle of a reset and of forgetting somebody in a server."""
    last = json.dumps({traces.table: 0 for traces in TRACES})

    def work(db):
        db.execute(
            "INSERT INTO resets (guild, key, actor, reason, starting, at) VALUES (?, 'b', 9, 'x', 5, 0)", (guild,)
        )
        db.execute("INSERT INTO erasures VALUES (-77, ?, 77, NULL, ?)", (guild, last))
        db.execute("INSERT INTO departed (guild, digest, left_at) VALUES (?, 'long ago', 0)", (guild,))

    await house.app.store.write(work)


FOUR_SHARDS = pytest.mark.simcord(settle_timeout=SETTLE_SECONDS, shard_count=4)


@FOUR_SHARDS
async def test_nothing_happens_in_the_servers_of_another_process_which_continues_with_them(
    house, two_servers, start_with
):
    (their_ana, theirs, their_guild, their_channel), (ana, mine, guild, _) = await two_servers()
    await leave_work(house, their_guild.id)
    before = rows_of(house, their_guild.id)
    await start_with(FIRST)
    assert (theirs.live, mine.live is None) == (None, False)
    await ana.press("Hit", mine)
    assert mine.line("Ana ") == "5S 6D 2C = 13 · Ana 100"
    assert [house.app.servers.of(each.id).daily_chips for each in (guild, their_guild)] == [50, 200], "not theirs"
    for _ in range(32):
        await house.wait(DAY)
    assert rows_of(house, their_guild.id) == before
    assert not [request.path for request in house.env.http_requests if str(their_channel.id) in request.path]
    await start_with(SECOND)
    house.guild, house.channel = their_guild, their_channel
    assert (mine.live, theirs.live is None) == (None, False)
    await their_ana.press("Hit", theirs)
    assert theirs.line("Ana ") == "5S 6D 2C = 13 · Ana 100"
    assert rows_of(house, guild.id)["guilds_left"] == []


@FOUR_SHARDS
async def test_only_the_process_of_a_server_notices_that_it_was_removed_and_deletes_its_data(
    house, two_servers, start_with
):
    (*_, their_guild, _), (*_, guild, _) = await two_servers()
    for each in (their_guild, guild):
        house.env.backend.remove_guild(each.id)
    await start_with(FIRST)
    for _ in range(32):
        await house.wait(DAY)
    assert not any(rows_of(house, guild.id).values())
    assert rows_of(house, their_guild.id)["accounts"] != []


async def test_a_replacement_brings_no_table_back_before_the_first_process_has_ended(house, entropy, caplog):
    caplog.set_level(logging.INFO, "data.store.locks")
    ana = house.guest("Ana")
    table = await ana.opens()
    store, failing = house.app.store, house.app.store.on_failure
    replacement = App(store, entropy=entropy)
    store.on_failure = failing
    starting = asyncio.create_task(replacement.setup_hook())
    while "waiting for shard 0 of 1, which another process has" not in caplog.messages:
        assert not starting.done()
        await asyncio.sleep(0)
    assert len(replacement.tree.get_commands()) > 5, "everything else is ready"
    assert replacement.may_connect.is_set(), "its sessions may begin"
    await ana.bets(100, table)
    assert replacement.open_tables.find(table.number) is None
    starting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await starting
    assert table.live is not None


async def test_a_process_that_follows_another_answers_neither_presses_nor_commands_until_it_takes_over(house):
    ana = house.guest("Ana")
    table = await ana.opens()
    await ana.press("Leave", table)
    house.app.follow()
    house.env.http_requests.clear()
    ana.about_to_press("Sit", table).dispatch()
    ana.about_to_command("balance").dispatch()
    await house.wait(1)
    assert not house.env.http_requests
    house.app.take_over()
    await ana.press("Sit", table)
    assert table.line("1 Ana") == "1 Ana –"
    assert (await ana.command("balance")).said.startswith("### You have 1,000 chips\n")
