"""Moves nobody else is told of change nothing others can see: a joker left free, a look at one's own cards."""

import pytest
from msgspec.structs import replace

from games.core import IllegalAction
from games.five_hundred import Phase
from tables.events import Act
from tables.five_hundred.match_state import Habit
from tests.cogs.five_hundred.house import Deals
from tests.tables.room import ANA, CY

LEFT_FREE = "nominate none"
JOKER = "JOKER AS AC AD AH KS KC KD KH QS"


@pytest.fixture(autouse=True)
def stacked(monkeypatch):
    deals = Deals()
    deals.stand_in(monkeypatch)
    deals.deal(JOKER)


@pytest.fixture
async def live(hall):
    """Ana holds the joker, plays 8 no trumps, and is to lead."""
    live = await hall.started(players=4)
    await live.do(Act(ANA, live.table.question_id, "bid 8N"))
    while live.table.play.round.phase is not Phase.PLAY:
        await hall.room.act_as_the_clock(live, min(live.table.people_asked))
    return live


async def seen(hall, live):
    """All that the public can tell: the question, the news, when time is up and when the late are called."""
    saved = await hall.room.saved(live)
    return live.table.question_id, live.table.play.events, live.table.deadline, saved.deadline


async def left_free(live):
    await live.do(Act(ANA, live.table.question_id_of(ANA), LEFT_FREE))


async def test_a_joker_left_free_changes_neither_clock_nor_news_nor_address_nor_picture(hall, live):
    before, drawn, called = await seen(hall, live), [], []
    live.on_change, live.on_call = lambda: drawn.append(1), called.append
    number, asked = live.table.rounds, int(live.table.question_id.split(".")[1])
    hall.room.clock.move(12)
    await left_free(live)
    assert await seen(hall, live) == before
    assert (drawn, called) == ([], [])
    assert live.table.play.round.play.nomination is not None
    await live.do(Act(ANA, live.table.question_id_of(ANA), "play AS"))
    assert live.table.question_id == f"{number}.{asked + 1}", "the next question has the same address as without it"


async def test_the_call_still_comes_halfway_through_the_time_that_began_before_it(hall, live):
    """And who missed a turn is still away after the next one: a silent press shows nobody that its player is there."""
    called = []
    live.on_call = called.append
    live.table = replace(live.table, lobby=live.table.lobby.missed_turn(ANA))
    hall.room.clock.move(14)
    await left_free(live)
    await hall.room.pass_time(live, 16)
    assert called == [frozenset({ANA})]
    assert live.table.play.round.play.trick is not None, "the clock led a card 30 seconds after the question"
    assert live.table.lobby.is_away(ANA)


async def test_looking_at_ones_cards_in_another_players_turn_is_seen_by_nobody_and_nothing_else_is_possible(hall):
    live = await hall.started(players=4, habits=[Habit.FACE_DOWN])
    for move in ("pass", "bid 6S", "bid blind-misere"):
        with pytest.raises(IllegalAction, match="turn"):
            await live.do(Act(CY, live.table.question_id_of(CY), move))
    before, drawn = await seen(hall, live), []
    live.on_change = lambda: drawn.append(1)
    hall.room.clock.move(12)
    await live.do(Act(CY, live.table.question_id_of(CY), "look"))
    assert await seen(hall, live) == before
    assert drawn == []
    assert live.table.play.round.view(2).hand is not None
    again = await hall.again(live)
    assert again.table.play == live.table.play
    assert (again.table.question_id, again.table.play.events) == before[:2]
    await again.do(Act(ANA, again.table.question_id, "pass"))
