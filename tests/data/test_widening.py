"""Versions that only widen PostgreSQL's tables: they run beside older processes, and nobody waits for that."""

import asyncio
import logging
import re

import psycopg
import pytest
from test_departures import NAMED

from data.move.postgres import held
from data.store.postgres.migrate import WIDENS, migrations
from data.store.store import Store, StoreError

NARROW = "CREATE TABLE narrow (id BIGINT);"
RELEASED = 42
"""The first release's version: nothing older runs beside it."""
OPENING = """
    SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'card-tables'"""


@pytest.fixture
def with_more(with_steps):
    """`with with_more("CREATE TABLE ..."):` a newer version whose last migrations are these runs."""
    start = migrations()[-1][0] + 1
    return lambda *sqls: with_steps([*migrations(), *enumerate(sqls, start)], "postgres")


async def opened_in(url):
    """The store, where nobody stands in its way."""
    return await asyncio.wait_for(Store.open(url), 20)


async def waits(url, reason, caplog):
    """Somebody who opens the store and waits for this."""
    caplog.set_level(logging.INFO, "data.store.postgres.migrate")
    opening = asyncio.create_task(Store.open(url))
    while f"waiting for the database {url}, which {reason}" not in caplog.messages:
        await asyncio.sleep(0)
        assert not opening.done()
    return opening


async def test_a_version_that_only_widens_the_tables_runs_beside_an_older_one_which_may_start_again(
    url, with_more, caplog
):
    known, wider = migrations()[-1][0], [WIDENS + f"CREATE TABLE later_{number} (id BIGINT);" for number in range(2)]
    old = await Store.open(url)
    for count in (1, 2, 2):
        with with_more(*wider[:count]):
            new = await opened_in(url)
            assert await new.read(lambda db: db.execute("SELECT version FROM schema_version").fetchone()) == (
                known + count,
            )
            await new.set_meta("by the new one", str(count))
            await new.close()
    await old.set_meta("by the old one", "after")
    again = await opened_in(url)
    assert await again.meta_under("by ") == {"by the new one": "2", "by the old one": "after"}
    with with_more(*wider, NARROW):
        opening = await waits(url, "is changed once no older process uses it", caplog)
        await old.close()
        await again.close()
        await (await asyncio.wait_for(opening, 20)).close()
    with pytest.raises(StoreError, match=f"has version {known + 3}, made by a newer bot"):
        await Store.open(url)
    with with_more(*wider), pytest.raises(StoreError, match=f"this one knows versions up to {known + 2}"):
        await Store.open(url)


async def test_while_a_newer_version_waits_older_processes_start_again_and_told_to_stop_it_leaves_nothing(
    url, with_more, run, caplog
):
    old = await Store.open(url)
    with with_more(NARROW):
        opening = await waits(url, "is changed once no older process uses it", caplog)
    await (await opened_in(url)).close()
    opening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await opening
    async with asyncio.timeout(20):
        while run(OPENING).fetchone() != (0,):  # noqa: ASYNC110 - nobody is told of the server's sessions
            await asyncio.sleep(0)
    await old.close()


async def test_of_processes_that_wait_together_one_brings_the_database_to_their_version(url, with_more, caplog):
    old = await Store.open(url)
    with with_more(NARROW):
        opening = [await waits(url, "is changed once no older process uses it", caplog) for _ in range(3)]
        await old.close()
        for store in await asyncio.wait_for(asyncio.gather(*opening), 20):
            await store.close()


async def test_a_bot_says_that_it_waits_for_a_move_and_opens_what_was_moved(url, caplog):
    await (await Store.open(url)).close()
    with held(url):
        opening = await waits(url, "another process moves or changes", caplog)
    await (await asyncio.wait_for(opening, 20)).close()


async def test_a_database_is_not_widened_while_a_table_is_in_use_and_nobody_waits_behind_that(url, with_more, caplog):
    old = await Store.open(url)
    with with_more(WIDENS + "ALTER TABLE meta ADD COLUMN later TEXT;"), psycopg.connect(url.text) as reader:
        reader.execute("SELECT * FROM main.meta")
        opening = await waits(url, "has tables in use", caplog)
        await asyncio.wait_for(old.get_meta("x"), 20)
        reader.rollback()
        await (await asyncio.wait_for(opening, 20)).close()
    await old.close()


_COMMENT, _BODY = re.compile("--.*"), re.compile(r"\$\$.*?\$\$", re.DOTALL)
_HARMLESS = re.compile(
    r"CREATE TABLE \w+ \(|CREATE FUNCTION|ALTER TABLE \w+ ADD COLUMN \w+ \w+( COLLATE \"C\")?( NOT NULL DEFAULT .*)?$"
)


@pytest.mark.parametrize("number", [number for number, sql in migrations() if sql.startswith(WIDENS)])
def test_a_migration_that_says_so_only_widens(number):
    sql = _BODY.sub("", _COMMENT.sub("", dict(migrations())[number]))
    made = set(re.findall(r"CREATE TABLE (\w+)", sql))
    for step in filter(None, map(str.strip, sql.split(";"))):
        index = re.match(r"CREATE INDEX \w+ ON (\w+) ", step)
        assert _HARMLESS.match(step) or (index and index[1] in made), step
    added = {f"{table}.{column}" for table, column in re.findall(r"ALTER TABLE (\w+) ADD COLUMN (\w+)", sql)}
    left = [place for place in NAMED if place in added or place.partition(".")[0] in made]
    assert number <= RELEASED or not left, f"an older process forgets somebody and leaves their id in {left}"
