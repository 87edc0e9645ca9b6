"""The daily deal in the database: once for each person on all servers, in time, and days in a row."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from small_match import FIVE_HUNDRED, daily_deal
from small_server import ANN, BOB, CY, GUILD, NOON, OTHER_GUILD

from data.guild.forget_member import Departures
from data.tables.daily import BegunBefore, DailyDeals, Entry, Standing, ended, in_a_row, noon, today

DAY = today(NOON)
MIDNIGHT = noon(DAY) + timedelta(hours=12)


@pytest.fixture
async def deals(store):
    deals = DailyDeals(store, iter([bytes([n]) * 32 for n in range(9)]).__next__)
    await deals.deal(DAY)
    return deals


async def begin(tables, person, guild=GUILD):
    """Somebody begins today's deal."""
    return await tables.create(replace(FIVE_HUNDRED, guild=guild, host=person, daily=DAY), NOON)


@pytest.mark.parametrize(
    ("played", "day", "count"),
    [
        ("", 20, 0),
        ("20", 20, 1),
        ("19", 20, 1),
        ("18 19 20", 20, 3),
        ("17 18 20", 20, 3),
        ("16 17 20", 20, 1),
        ("11 13 14 15 16 17 18 20", 20, 8),
        ("11 13 14 15 16 17 19 20", 20, 7),
        ("18 19 20 22", 20, 3),
    ],
)
def test_days_in_a_row_forgive_one_day_of_any_seven(played, day, count):
    assert in_a_row([int(each) for each in played.split()], day) == count


def test_a_day_is_over_at_midnight_and_its_results_are_final_an_hour_later():
    assert (today(MIDNIGHT - timedelta(seconds=1)), today(MIDNIGHT)) == (DAY, DAY + 1)
    assert ended(MIDNIGHT + timedelta(minutes=59)) == DAY - 1
    assert ended(MIDNIGHT + timedelta(minutes=60)) == DAY


async def test_the_seed_of_a_day_is_drawn_the_day_before_and_stays(deals):
    first, tomorrow = await deals.deal(DAY), await deals.commitment(DAY + 1)
    assert await deals.deal(DAY) == first
    assert (await deals.deal(DAY + 1)).commitment == tomorrow
    assert first.commitment != tomorrow


async def test_two_processes_that_draw_at_once_draw_one_deal(store, deals):
    other = DailyDeals(store, lambda: bytes(32))
    one, two = await asyncio.gather(deals.deal(DAY + 5), other.deal(DAY + 5))
    assert one == two


async def test_a_deal_is_begun_once_on_all_servers_and_a_refused_table_is_not_there(store, deals, tables):
    saved = await begin(tables, ANN)
    for guild in (GUILD, OTHER_GUILD):
        with pytest.raises(BegunBefore):
            await begin(tables, ANN, guild)
    assert await store.find("SELECT id FROM tables") == [(saved.id,)]
    entry = await deals.entry(DAY, ANN)
    assert (entry.guild, entry.table, entry.points) == (GUILD, saved.id, None)
    assert await deals.entry(DAY, BOB) is None


@pytest.mark.parametrize(("minutes", "points"), [(59, 120), (60, None)])
async def test_a_deal_counts_until_its_results_are_final(deals, tables, minutes, points):
    await daily_deal(tables, ANN, 120, at=MIDNIGHT + timedelta(minutes=minutes))
    assert (await deals.entry(DAY, ANN)).points == points
    assert await deals.in_a_row(DAY, ANN) == (points is not None)


async def test_places_are_those_of_the_server_and_of_all_and_equals_share_one(deals, tables):
    await daily_deal(tables, ANN, 120)
    await daily_deal(tables, BOB, 200, OTHER_GUILD)
    await daily_deal(tables, CY, 120)
    await begin(tables, CY + 1)
    assert await deals.standing(DAY, GUILD, 120) == Standing(place=2, played=3, place_here=1, played_here=2)
    assert await deals.board(DAY, GUILD, 5) == [(ANN, 120), (CY, 120)]
    assert await deals.board(DAY, GUILD, 1) == [(ANN, 120)]


async def test_the_house_plays_a_deal_once(deals):
    await deals.keep_record(DAY, "first")
    await deals.keep_record(DAY, "second")
    assert (await deals.deal(DAY)).record == "first"


async def test_nobody_begins_the_deal_again_by_being_forgotten_until_its_results_are_posted(store, tables, deals):
    await daily_deal(tables, ANN, 50)
    departures = Departures(store)
    await departures.forget(GUILD, ANN, NOON)
    assert await deals.entry(DAY, ANN) == Entry(0, 0, None)
    assert await deals.entry(DAY, BOB) is None
    for guild in (GUILD, OTHER_GUILD):
        with pytest.raises(BegunBefore):
            await begin(tables, ANN, guild)
    await departures.forget_digests(MIDNIGHT + timedelta(minutes=59))
    assert await deals.entry(DAY, ANN) is not None
    await departures.forget_digests(MIDNIGHT + timedelta(minutes=60))
    assert await store.find("SELECT * FROM kept_tries") == []
    assert await deals.entry(DAY + 1, ANN) is None


async def test_a_day_whose_results_are_posted_leaves_nothing_of_who_is_forgotten(store, tables, deals):
    await daily_deal(tables, ANN, 50)
    await Departures(store).forget(GUILD, ANN, MIDNIGHT + timedelta(hours=1))
    assert await store.find("SELECT * FROM kept_tries") == []


async def test_of_each_server_the_last_day_whose_results_were_sent_is_known(deals):
    assert not await deals.is_posted(GUILD, DAY)
    for day in (DAY + 1, DAY):
        await deals.keep_post(GUILD, day)
        assert [await deals.is_posted(GUILD, DAY + later) for later in (0, 1, 2)] == [True, True, False]
    assert not await deals.is_posted(OTHER_GUILD, DAY)
