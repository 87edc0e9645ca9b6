"""Puzzles in the database: from whose deals they may be made, and that the first try counts."""

import json
from datetime import timedelta

import pytest
from small_bank import step
from small_match import begun, daily_deal, row
from small_server import ANN, BOB, CY, DEAL, GUILD, NOON, OTHER_GUILD

from data.guild.export import Export
from data.guild.forget_member import Departures
from data.languages import DEALS_AS_PUZZLES, Languages
from data.tables.daily import DailyDeals, today
from data.tables.matches import Ending, MatchChange, MatchOutcome
from data.tables.puzzles import Position, Puzzles, week_of

WEEK = week_of(NOON)
BEFORE, AFTER = NOON - timedelta(hours=1), NOON + timedelta(hours=1)
OVER = {"outcome": MatchOutcome.ABANDONED}
BISCUIT = -(10**15)


@pytest.fixture
def puzzles(store):
    return Puzzles(store)


@pytest.fixture
def allow(store):
    """Somebody allows that their deals become puzzles, or takes it back."""

    async def allow(*people, at=BEFORE, on=True):
        for person in people:
            await Languages(store).switch(GUILD, person, DEALS_AS_PUZZLES, at, on=on)

    return allow


async def played(tables, *players, **ends):
    """A match of one deal; its table."""
    saved = await begun(tables, players, chips=0)
    saved = await step(tables, saved, started=DEAL)
    await step(tables, saved, ended=True, match=MatchChange(deal=row(1), **(OVER | ends)))
    return saved.id


async def may_be(puzzles, now=AFTER):
    """The tables of the deals that may become puzzles."""
    return [table for table, _, _ in await puzzles.deals(now, 10)]


async def test_a_deal_may_be_one_once_all_who_played_it_have_allowed_that(tables, puzzles, allow):
    await allow(ANN)
    both, alone = await played(tables, ANN, BOB), await played(tables, ANN, BISCUIT)
    assert await may_be(puzzles) == [alone]
    await allow(BOB)
    assert await may_be(puzzles) == [alone, both]
    assert await puzzles.deals(AFTER, 1) == [(alone, 1, "the record of deal 1")]


async def test_what_was_dealt_before_somebody_allowed_it_never_is_one(tables, puzzles, allow):
    await allow(ANN)
    await played(tables, ANN, BOB)
    await allow(BOB, at=AFTER)
    assert await may_be(puzzles) == []
    await allow(ANN, on=False)
    await allow(ANN, at=AFTER)
    assert await may_be(puzzles) == []


async def test_whoever_played_in_the_match_before_a_deal_has_a_say_and_who_came_later_has_not(tables, puzzles, allow):
    await allow(ANN, CY)
    saved = await begun(tables, (ANN, CY), chips=0)
    for deal, player in ((1, BOB), (2, CY)):
        saved = await step(tables, saved, started=DEAL)
        ends = OVER if deal == 2 else {}
        comes = ((1, player),) if deal == 1 else ()
        saved = await step(
            tables, saved, ended=True, match=MatchChange(deal=row(deal), players=comes, since=deal + 1, **ends)
        )
    assert [deal for _, deal, _ in await puzzles.deals(AFTER, 10)] == [1]


@pytest.mark.parametrize("ends", [{"outcome": None}, {"ending": Ending.VOID, "ended_by": BOB, "reason": "a quarrel"}])
async def test_matches_that_go_on_or_are_void_make_none(tables, puzzles, allow, ends):
    await allow(ANN, BOB)
    await played(tables, ANN, BOB, **ends)
    assert await may_be(puzzles) == []


async def test_a_daily_deal_and_an_old_deal_make_none(store, tables, puzzles, allow):
    await allow(ANN, CY)
    await DailyDeals(store, iter([bytes([n]) * 32 for n in range(9)]).__next__).deal(today(NOON))
    await daily_deal(tables, ANN, 120)
    assert await may_be(puzzles) == []
    table = await played(tables, ANN, CY)
    assert await may_be(puzzles, NOON + timedelta(days=27)) == [table]
    assert await may_be(puzzles, NOON + timedelta(days=29)) == []


async def test_a_week_has_its_puzzles_once_and_no_deal_makes_two(tables, puzzles, allow):
    await allow(ANN, BOB)
    one, other = await played(tables, ANN, BOB), await played(tables, ANN, BOB)
    assert not await puzzles.are_made(WEEK)
    await puzzles.keep(WEEK, [Position(one, 1, 20)])
    await puzzles.keep(WEEK, [Position(one, 1, 22), Position(other, 1, 24)])
    assert [(each.number, each.step) for each in await puzzles.of(WEEK)] == [(1, 20)]
    assert await may_be(puzzles) == [other]
    assert await puzzles.are_made(WEEK)


async def test_nothing_is_kept_of_a_deal_that_was_taken_back_while_it_was_searched(tables, puzzles, allow):
    await allow(ANN, BOB)
    table = await played(tables, ANN, BOB)
    await allow(BOB, on=False)
    await puzzles.keep(WEEK, [Position(table, 1, 20)])
    assert not await puzzles.are_made(WEEK)


async def test_whoever_takes_it_back_or_is_forgotten_takes_the_puzzles_back(store, tables, puzzles, allow):
    await allow(ANN, BOB, CY)
    first, second = await played(tables, ANN, BOB), await played(tables, CY, BISCUIT)
    await puzzles.keep(WEEK, [Position(first, 1, 20), Position(second, 1, 21)])
    await allow(BOB, on=False)
    await allow(BOB, at=AFTER)
    assert [each.number for each in await puzzles.of(WEEK)] == [2]
    await Departures(store).forget(GUILD, CY, AFTER)
    assert await puzzles.of(WEEK) == []


async def test_the_first_try_counts(puzzles):
    await puzzles.finish(WEEK, 1, ANN, GUILD, NOON, solved=False)
    await puzzles.finish(WEEK, 1, ANN, GUILD, AFTER, solved=True)
    await puzzles.finish(WEEK, 1, BOB, OTHER_GUILD, AFTER, solved=True)
    await puzzles.finish(WEEK, 2, ANN, GUILD, AFTER, solved=True)
    assert await puzzles.tries(WEEK, ANN) == {1: False, 2: True}
    assert await puzzles.solved(WEEK, 1) == (1, 2)
    assert await puzzles.solved(WEEK, 3) == (0, 0)


async def test_tries_are_exported_and_forgotten_where_they_were_made(store, puzzles):
    await puzzles.finish(WEEK, 1, ANN, GUILD, NOON, solved=True)
    await puzzles.finish(WEEK, 2, ANN, OTHER_GUILD, NOON, solved=False)
    (found,) = (await Export(store).collect(GUILD, ANN, NOON))["puzzles_tried"]
    assert (found["puzzle"], found["solved_at_first_try"]) == (1, True)
    assert found["week_from"] <= NOON.date().isoformat()
    json.dumps(found)
    await Departures(store).forget(GUILD, ANN, AFTER)
    assert await puzzles.tries(WEEK, ANN) == {2: False}


async def test_what_is_left_of_old_weeks_goes_with_new_puzzles(tables, puzzles, allow):
    await allow(ANN, BOB)
    table = await played(tables, ANN, BOB)
    for week in (WEEK - 6, WEEK - 5):
        await puzzles.finish(week, 1, ANN, GUILD, NOON, solved=True)
    await puzzles.keep(WEEK, [Position(table, 1, 20)])
    assert (await puzzles.tries(WEEK - 6, ANN), await puzzles.tries(WEEK - 5, ANN)) == ({}, {1: True})


def test_a_week_begins_on_monday():
    monday = NOON - timedelta(days=NOON.weekday(), hours=12)
    assert week_of(monday) == WEEK
    assert week_of(monday - timedelta(seconds=1)) == WEEK - 1
