"""How long house players take in a practice match: what the table waits for them is measured, and a press a second."""

from dataclasses import replace

import pytest

from games.core import Phrase
from players.choice import Choice, Option
from players.workers.thinkers import answer_here
from tables.clock import Pace
from tables.events import Arrange
from tables.five_hundred import match
from tables.five_hundred.five_hundred_adapter import FiveHundredGame
from tables.game import Terms
from tables.modes import Practice
from tests.tables.five_hundred.match_room import simplest
from tests.tables.room import ANA, BEN, TableTime


@pytest.fixture
def room(room):
    room.services = replace(room.services, think=answer_here, house_slowness=lambda one: 1 if one == ANA else 86_400)
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


async def test_a_house_player_is_as_quick_as_whoever_practises_likes(hall):
    live = await practised(hall, 2)
    while ANA not in live.table.people_asked:
        await hall.room.pass_time(live, 2)


@pytest.mark.thorough
async def test_a_defender_waits_35_seconds_a_deal_at_most_and_plays_eight_in_ten_minutes(hall, monkeypatch):
    async def think(question, _entropy):
        deal = live.table.play.round
        move = simplest(deal, 1) if question.seat == 1 else str(deal.default_action(question.seat))
        return Choice((Option(move, 0.0),), Phrase(""))

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
