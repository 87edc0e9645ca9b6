"""Club evenings in the database: each step is taken once, and tables and standings are those of one evening."""

import asyncio
import json
from dataclasses import replace

import pytest
from small_bank import opened
from small_server import ANN, BLACKJACK, BOB, GUILD, NOON, OTHER_GUILD

from data.guild.evenings import Evening, Evenings
from data.guild.settings import Defaults, Settings
from data.store.postgres import migrate as postgres
from data.store.sqlite import migrate as sqlite
from data.store.store import Store
from data.tables.tables import Tables

STARTS = 1_800_000_000
BOT = 99
BY_BOT = replace(BLACKJACK, host=BOT)


def evening(**about):
    return Evening(**{"guild": GUILD, "starts": STARTS, "ends": STARTS + 10_800, "channel": 7} | about)


@pytest.fixture
def evenings(store):
    return Evenings(store)


async def test_an_evening_begins_once_by_whoever_is_first_and_ends(evenings, store):
    assert await evenings.plan(evening())
    (planned,) = (await evenings.all()).values()
    begun = await asyncio.gather(*(evenings.begin(planned) for _ in range(3)))
    assert [each.since for each in begun if each is not None] == [0]
    assert (await evenings.all())[GUILD] == evening(since=0) == (await Evenings(store).all())[GUILD]
    await evenings.forget(planned)
    assert await evenings.all() == {}


async def test_an_evening_that_is_there_is_not_planned_anew_and_one_that_was_moved_does_not_begin(evenings):
    assert await evenings.plan(evening())
    assert not await evenings.plan(evening(starts=STARTS - 900))
    assert await evenings.begin(evening(starts=STARTS - 900)) is None
    await evenings.forget(evening(starts=STARTS - 900))
    await evenings.keep_event(evening(), 5)
    assert await evenings.all() == {GUILD: evening(event=5)}


async def test_its_tables_are_those_that_the_bot_opens_there_from_its_beginning_on(evenings, store):
    tables = Tables(store)
    await evenings.plan(evening())
    await tables.create(BY_BOT, NOON)
    begun = await evenings.begin(evening())
    assert await evenings.last_lobby(begun, BOT, "blackjack") is None
    await tables.create(BLACKJACK, NOON)
    await tables.create(replace(BY_BOT, guild=OTHER_GUILD), NOON)
    assert await evenings.last_lobby(begun, BOT, "blackjack") is None
    for lobby in ("{}", '{"last": 1}'):
        await tables.create(replace(BY_BOT, lobby=lobby), NOON)
    assert await evenings.last_lobby(begun, BOT, "blackjack") == '{"last": 1}'
    assert await evenings.last_lobby(begun, BOT, "pontoon") is None


_PLAYED = """
    INSERT INTO matches (table_id, guild, started_at, ended_at, outcome)
        VALUES (:mine, :guild, 1, 2, 'won'), (:alone, :guild, 1, 2, 'won'), (:other, :guild, 1, 2, 'won');
    INSERT INTO match_players (table_id, seat, since, person, won)
        VALUES (:mine, 0, 1, :ann, 1), (:mine, 1, 1, :bob, 0), (:alone, 0, 1, :bob, 1), (:alone, 1, 1, :robot, 0),
            (:other, 0, 1, :bob, 1), (:other, 1, 1, :ann, 0)"""


async def test_matches_count_that_were_won_against_members_at_the_evenings_tables(evenings, store, wrong_books):
    tables = Tables(store)
    before, other, mine, alone = [
        (await tables.create(replace(BLACKJACK, host=host), NOON)).id for host in (BOT, ANN, BOT, BOT)
    ]
    about = {
        "guild": GUILD, "mine": mine, "alone": alone, "other": other, "ann": ANN, "bob": BOB,
        "robot": -(10**15) - alone * 100,
    }  # fmt: skip

    def work(db):
        for sql in _PLAYED.split(";"):
            db.execute(sql, about)

    await store.write(work)
    found = await evenings.standings(evening(since=before), BOT, 10)
    assert [(each.user_id, each.score, each.rounds) for each in found.matches] == [(ANN, 1, 1)]
    assert found.chips == ()


# From before an evening was one setting

ONE_SETTING = next(number for number, sql in sqlite.migrations() if "ADD COLUMN since" in sql)
SIX = ("channel", "day", "time", "zone", "hours", "games_off")
OTHERWISE = (2**60 + 7, 0, "07:45", "America/New_York", 6, ["blackjack", "pontoon"])
NO_EVENING = {"at": 1, "defaults": {"evening_channel": 0, "starting_chips": 1000}}


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_what_was_set_before_is_one_value_and_an_evening_that_was_on_goes_on(kind, request, tmp_path, with_steps):
    database = tmp_path / "old" if kind == "sqlite" else request.getfixturevalue("postgres").empty()
    set_before = {GUILD: {"channel": GUILD}, OTHER_GUILD: dict(zip(SIX, OTHERWISE, strict=True)), 3: {"day": 1}}
    module = sqlite if kind == "sqlite" else postgres
    with with_steps([step for step in module.migrations() if step[0] < ONE_SETTING], kind):
        store = await Store.open(database, now=NOON)
    tables = [(await Tables(store).create(BY_BOT, NOON)).id for _ in range(3)]

    def work(db):
        for guild, values in set_before.items():
            for name, value in values.items():
                db.execute(
                    "INSERT INTO settings (guild, name, value) VALUES (?, ?, ?)",
                    (guild, f"evening_{name}", json.dumps(value)),
                )
        db.execute("INSERT INTO meta (key, value) VALUES ('defaults of shard 0 of 1', ?)", (json.dumps(NO_EVENING),))
        for guild, phase in ((GUILD, "called"), (OTHER_GUILD, "planned"), (3, "over"), (4, "open")):
            row = (guild, STARTS, STARTS + 10_800, 7, phase)
            db.execute("INSERT INTO evenings (guild, starts, ends, channel, phase) VALUES (?, ?, ?, ?, ?)", row)
        db.executemany(
            "INSERT INTO evening_tables (table_id, guild) VALUES (?, ?)", [(table, GUILD) for table in tables[1:]]
        )

    await store.write(work)
    await store.close()
    async with opened(database, now=NOON) as store:
        kept = await Settings(store).all()
        defaults = Defaults(store)
        await defaults.read()
        evenings = await Evenings(store).all()
    usual = {"channel": GUILD, "day": 4, "time": "20:00", "zone": "UTC", "hours": 3, "games_off": []}
    assert {guild: {name: json.loads(text) for name, text in found.items()} for guild, found in kept.items()} == {
        GUILD: {"evening": usual},
        OTHER_GUILD: {"evening": set_before[OTHER_GUILD]},
    }
    assert defaults.of(GUILD) == {"evening": None, "starting_chips": 1000}
    since = {guild: each.since for guild, each in evenings.items()}
    assert since == {GUILD: tables[0], OTHER_GUILD: None, 4: tables[2]}
