"""A practice match that one member plays: it waits for them, without a clock, and ends a day after their last press.

How long its house players take is measured by what the table waits for them, and a press a second.
"""

from dataclasses import replace

import pytest

from data.tables.matches import Ending, MatchOutcome
from games.core import Phrase
from games.five_hundred import MakeBid, Phase
from players.choice import Choice, Option
from players.workers.thinkers import answer_here
from tables.clock import Pace
from tables.events import Arrange, Leave
from tables.five_hundred import match
from tables.five_hundred.adapter import FiveHundredGame
from tables.game import Terms
from tables.modes import Practice
from tests.tables.five_hundred.match_room import match_state
from tests.tables.room import ANA, BEN, TableTime, looks_away

HOUR, DAY = 3600, 86_400
LONGEST = 2
"""Seconds until a house player has acted."""


@pytest.fixture
def room(room):
    room.services = replace(room.services, think=answer_here, house_slowness=lambda one: 1 if one == ANA else DAY)
    return room


async def practised(hall, players):
    """Ana's match against house players, in its first deal."""
    await hall.room.meet(ANA, BEN)
    options = FiveHundredGame.options(players=players)
    terms = Terms(0, 0, options, Pace.NORMAL, Practice(substitutes=True))
    live = await hall.room.open(terms, FiveHundredGame())
    await hall.says(live, ANA, match.sit)
    for _ in range(players - 1):
        await live.do(Arrange(ANA, lambda lobby: lobby.add_house_player(live.table.id)))
    await live.do(Arrange(ANA, match.start, salt="salt"))
    return live


@pytest.fixture
async def alone(hall):
    """Ana's match against one house player, in its first deal; it is her turn."""
    live = await practised(hall, 2)
    await her_turn(hall, live)
    return live


async def her_turn(hall, live):
    """The house plays until Ana is asked, or the deal is over."""
    while live.table.is_playing and ANA not in live.table.people_asked:
        await hall.room.pass_time(live, LONGEST)


async def ended(hall, live, seconds):
    """Whether the table ends by itself within so many seconds."""
    await looks_away(hall, seconds)
    return live.table.is_closed


async def test_whoever_looks_away_for_an_hour_finds_the_same_card_to_play(hall, alone):
    called = []
    alone.on_call = alone.on_away = called.append
    table = alone.table
    await looks_away(hall, HOUR)
    assert alone.table is table
    assert not any((table.lobby.is_away(ANA), table.is_paused(table.lobby), table.deadline, called))
    assert not match_state(alone).gone
    await hall.move(alone)
    assert alone.table.play != table.play


async def test_between_two_deals_it_waits_too_and_the_next_begins_with_her_press(hall, alone):
    while alone.table.is_playing:
        await hall.move(alone)
        await her_turn(hall, alone)
    await looks_away(hall, HOUR)
    assert not any((alone.table.is_playing, alone.table.is_paused(alone.table.lobby), alone.table.deadline))
    await hall.says(alone, ANA, match.ready)
    assert alone.table.is_playing


async def test_it_ends_a_day_after_her_last_press_and_a_house_player_is_nobody_who_presses(hall, alone):
    await looks_away(hall, DAY / 2)
    await hall.move(alone)
    acts_at, before = alone.table.acts_at, alone.table.play
    await her_turn(hall, alone)
    assert alone.table.play != before
    assert alone.table.acts_at == acts_at
    assert not await ended(hall, alone, DAY - 10 * LONGEST)
    assert await ended(hall, alone, 10 * LONGEST)
    assert await hall.ended(alone) == (MatchOutcome.ABANDONED, Ending.IDLE)


async def test_a_restart_does_not_give_it_another_day_but_an_hour_at_least(hall, alone):
    await looks_away(hall, DAY - 5 * HOUR)
    live = await hall.again(alone)
    assert not await ended(hall, live, 4 * HOUR + HOUR / 2)
    live = await hall.again(live)
    assert not await ended(hall, live, HOUR - 60)
    assert await ended(hall, live, 120)


async def test_a_second_member_brings_the_clock_and_takes_it_along(hall, alone):
    await hall.says(alone, BEN, match.sit)
    assert not alone.table.waits_for_one(alone.table.lobby)
    assert 0 < (alone.table.deadline - hall.room.clock.now()).total_seconds() <= 60
    await hall.room.pass_time(alone, 61)
    assert alone.table.lobby.is_away(ANA)
    await alone.do(Leave(BEN))
    assert alone.table.waits_for_one(alone.table.lobby)
    assert alone.table.deadline is None


@pytest.mark.thorough
async def test_a_defender_waits_35_seconds_a_deal_at_most_and_plays_eight_in_ten_minutes(hall, monkeypatch):
    async def think(question, _entropy):
        deal = live.table.play.round
        bids = [action for action in deal.legal_actions(question.seat) if isinstance(action, MakeBid)]
        wants = question.seat == 1 and deal.phase is Phase.AUCTION and deal.auction.standing is None
        action = bids[0] if wants else deal.default_action(question.seat)
        return Choice((Option(str(action), 0.0),), Phrase(""))

    hall.room.services = replace(hall.room.services, think=think)
    hall.open_tables = hall.room.open_tables = hall.room.another_floor(FiveHundredGame())
    live, table_time = await practised(hall, 4), TableTime(monkeypatch)
    deals = []
    while table_time.seconds < 600 and live.table.is_kept:
        began = table_time.seconds
        while live.table.is_playing:
            if ANA in live.table.people_asked:
                table_time.seconds += 1
                await hall.room.act_as_the_clock(live, ANA)
            else:
                await hall.room.pass_time(live, 0)
        assert (live.table.play.round.contract.seat, len(live.table.play.round.play.complete)) == (1, 10)
        deals.append(table_time.seconds - began)
        table_time.seconds += 1
        if live.table.is_kept:
            await hall.says(live, ANA, match.ready)
    assert max(deals) <= 35
    assert 600 / (sum(deals) / len(deals) + 1) >= 8
