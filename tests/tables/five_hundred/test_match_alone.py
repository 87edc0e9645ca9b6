"""A practice match that one member plays: it waits for them, without a clock, and ends a day after their last press.

How long its house players take is measured by what the table waits for them, and a press a second.
"""

import asyncio
from dataclasses import replace

import pytest

from data.tables.matches import Ending, MatchOutcome
from games.core import Phrase
from games.five_hundred import MakeBid, Phase
from players.choice import Choice, Option
from players.workers.thinkers import answer_here
from tables.clock import Pace
from tables.five_hundred import match
from tables.five_hundred.adapter import FiveHundredGame
from tables.terms import HouseTerms, Terms
from tests.tables.five_hundred.match_room import match_state
from tests.tables.room import ANA, BEN, TableTime

HOUR, DAY = 3600, 86_400
LONGEST = 2
"""Seconds until a house player has acted."""


@pytest.fixture
def room(room):
    room.services = replace(room.services, think=answer_here)
    return room


async def practised(hall, players):
    """Ana's match against house players, in its first deal."""
    await hall.room.meet(ANA, BEN)
    options = FiveHundredGame.options(players=players)
    terms = Terms(0, 0, options, Pace.NORMAL, HouseTerms(practice=True, substitutes=True))
    table = await hall.room.open(terms, FiveHundredGame())
    await hall.says(table, ANA, match.sit)
    for _ in range(players - 1):
        await table.arrange(ANA, lambda lobby: lobby.add_house_player(table.id))
    await table.arrange(ANA, match.start, salt="salt")
    return table


@pytest.fixture
async def alone(hall):
    """Ana's match against one house player, in its first deal; it is her turn."""
    table = await practised(hall, 2)
    await her_turn(hall, table)
    return table


async def her_turn(hall, table):
    """The house plays until Ana is asked, or the deal is over."""
    while table.is_playing and ANA not in table.people_asked:
        await hall.room.pass_time(table, LONGEST)


async def looks_away(hall, seconds):
    """Time passes in which Ana presses nothing."""
    for _ in range(4):
        hall.room.clock.move(seconds / 4)
        await asyncio.sleep(0.05)


async def ended(hall, table, seconds):
    """Whether the table ends by itself within so many seconds."""
    await looks_away(hall, seconds)
    return table.is_closed


async def test_whoever_looks_away_for_an_hour_finds_the_same_card_to_play(hall, alone):
    called = []
    alone.on_call = alone.on_away = called.append
    asked, play, version = alone.question_id, alone.play, alone.version
    await looks_away(hall, HOUR)
    assert (alone.question_id, alone.play, alone.version, alone.deadline) == (asked, play, version, None)
    assert not any((alone.lobby.is_away(ANA), alone.is_paused(alone.lobby), match_state(alone).gone, called))
    await hall.move(alone)
    assert alone.play != play


async def test_between_two_deals_it_waits_too_and_the_next_begins_with_her_press(hall, alone):
    while alone.is_playing:
        await hall.move(alone)
        await her_turn(hall, alone)
    await looks_away(hall, HOUR)
    assert not any((alone.is_playing, alone.is_paused(alone.lobby), alone.deadline))
    await hall.says(alone, ANA, match.ready)
    assert alone.is_playing


async def test_it_ends_a_day_after_her_last_press_and_a_house_player_is_nobody_who_presses(hall, alone):
    await looks_away(hall, DAY / 2)
    await hall.move(alone)
    acts_at, before = alone.acts_at, alone.play
    await her_turn(hall, alone)
    assert alone.play != before
    assert alone.acts_at == acts_at
    assert not await ended(hall, alone, DAY - 10 * LONGEST)
    assert await ended(hall, alone, 10 * LONGEST)
    assert await hall.ended(alone) == (MatchOutcome.ABANDONED, Ending.IDLE)


async def test_a_restart_does_not_give_it_another_day_but_an_hour_at_least(hall, alone):
    await looks_away(hall, DAY - 5 * HOUR)
    table = await hall.again(alone)
    assert not await ended(hall, table, 4 * HOUR + HOUR / 2)
    table = await hall.again(table)
    assert not await ended(hall, table, HOUR - 60)
    assert await ended(hall, table, 120)


async def test_a_second_member_brings_the_clock_and_takes_it_along(hall, alone):
    await hall.says(alone, BEN, match.sit)
    assert not alone.waits_for_one(alone.lobby)
    assert 0 < (alone.deadline - hall.room.clock.now()).total_seconds() <= 60
    await hall.room.pass_time(alone, 61)
    assert alone.lobby.is_away(ANA)
    await alone.leave(BEN)
    assert alone.waits_for_one(alone.lobby)
    assert alone.deadline is None


@pytest.mark.thorough
async def test_a_defender_waits_35_seconds_a_deal_at_most_and_plays_eight_in_ten_minutes(hall, monkeypatch):
    async def think(question, _entropy):
        deal = table.play.round
        bids = [action for action in deal.legal_actions(question.seat) if isinstance(action, MakeBid)]
        wants = question.seat == 1 and deal.phase is Phase.AUCTION and deal.auction.standing is None
        action = bids[0] if wants else deal.default_action(question.seat)
        return Choice((Option(str(action), 0.0),), Phrase(""))

    hall.room.services = replace(hall.room.services, think=think)
    hall.open_tables = hall.room.open_tables = hall.room.another_floor(FiveHundredGame())
    table, table_time = await practised(hall, 4), TableTime(monkeypatch)
    deals = []
    while table_time.seconds < 600 and table.is_kept:
        began = table_time.seconds
        while table.is_playing:
            if ANA in table.people_asked:
                table_time.seconds += 1
                await hall.room.act_as_the_clock(table, ANA)
            else:
                await hall.room.pass_time(table, 0)
        assert (table.play.round.contract.seat, len(table.play.round.play.complete)) == (1, 10)
        deals.append(table_time.seconds - began)
        table_time.seconds += 1
        if table.is_kept:
            await hall.says(table, ANA, match.ready)
    assert max(deals) <= 35
    assert 600 / (sum(deals) / len(deals) + 1) >= 8
