"""Club evenings in the database: each step is taken once, and tables and standings are those of one evening."""

import asyncio
from dataclasses import replace

import pytest
from small_server import ANN, BLACKJACK, BOB, GUILD, NOON, OTHER_GUILD

from data.guild.evenings import Evening, EveningOver, Evenings, Phase
from data.tables.tables import Tables

STARTS = 1_800_000_000
TABLE = replace(BLACKJACK, evening=STARTS)


def evening(**about):
    return Evening(**{"guild": GUILD, "starts": STARTS, "ends": STARTS + 10_800, "channel": 7} | about)


@pytest.fixture
def evenings(store):
    return Evenings(store)


async def test_each_step_is_taken_once_by_whoever_is_first(evenings):
    assert await evenings.plan(evening())
    for phase in (Phase.OPEN, Phase.CALLED, Phase.OVER):
        there = [await evenings.of(GUILD) for _ in range(3)]
        taken = await asyncio.gather(*(evenings.take(each, phase) for each in there))
        assert sorted(taken) == [False, False, True]
    assert (await evenings.all())[GUILD].phase is Phase.OVER
    assert await evenings.of(OTHER_GUILD) is None


async def test_an_evening_that_goes_on_is_neither_planned_anew_nor_cancelled(evenings):
    assert await evenings.plan(evening())
    assert await evenings.plan(evening(starts=STARTS - 900))
    moved = await evenings.of(GUILD)
    assert not await evenings.take(evening(), Phase.OPEN), "it begins at another time"
    assert await evenings.take(moved, Phase.OPEN)
    assert not await evenings.plan(evening())
    await evenings.cancel(moved)
    assert (await evenings.of(GUILD)).plan == moved.plan
    assert await evenings.take(moved, Phase.OVER)
    assert await evenings.plan(evening())
    await evenings.cancel(evening())
    assert await evenings.of(GUILD) is None


async def test_a_table_is_an_evenings_from_its_opening_on_and_opens_for_none_that_is_over(evenings, store):
    tables, planned = Tables(store), evening()
    await evenings.plan(planned)
    for is_on in (False, True, True, False):
        if is_on:
            await tables.create(TABLE, NOON)
        else:
            with pytest.raises(EveningOver):
                await tables.create(TABLE, NOON)
            await evenings.take(planned, Phase.OPEN)
        planned = await evenings.of(GUILD)
        if len(planned.tables) == 2:
            await evenings.take(planned, Phase.OVER)
    assert len(await tables.live()) == 2, "nothing is left of a table that may not open"
    assert list(planned.tables.values()) == ["blackjack", "blackjack"]
    await evenings.plan(evening(starts=STARTS + 604_800, ends=STARTS + 604_900))
    assert (await evenings.of(GUILD)).tables == {}


_PLAYED = """
    INSERT INTO evenings (guild, starts, ends, channel, phase) VALUES (:guild, 1, 2, 7, 'called');
    INSERT INTO evening_tables (table_id, guild) VALUES (:mine, :guild), (:alone, :guild);
    INSERT INTO matches (table_id, guild, started_at, ended_at, outcome)
        VALUES (:mine, :guild, 1, 2, 'won'), (:alone, :guild, 1, 2, 'won'), (:other, :guild, 1, 2, 'won');
    INSERT INTO match_players (table_id, seat, since, person, won)
        VALUES (:mine, 0, 1, :ann, 1), (:mine, 1, 1, :bob, 0), (:alone, 0, 1, :bob, 1), (:alone, 1, 1, :robot, 0),
            (:other, 0, 1, :bob, 1), (:other, 1, 1, :ann, 0)"""


async def test_matches_count_that_were_won_against_members_at_the_evenings_tables(evenings, store):
    tables = Tables(store)
    mine, alone, other = [(await tables.create(BLACKJACK, NOON)).id for _ in range(3)]
    about = {
        "guild": GUILD, "mine": mine, "alone": alone, "other": other, "ann": ANN, "bob": BOB,
        "robot": -(10**15) - alone * 100,
    }  # fmt: skip

    def work(db):
        for sql in _PLAYED.split(";"):
            db.execute(sql, about)

    await store.write(work)
    found = await evenings.standings(GUILD, 10)
    assert [(each.user_id, each.score, each.rounds) for each in found.matches] == [(ANN, 1, 1)]
    assert found.chips == ()
