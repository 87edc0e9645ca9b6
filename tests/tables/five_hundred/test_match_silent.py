"""Moves nobody else is told of change nothing others can see: a joker left free, a look at one's own cards."""

import pytest

from games.core import IllegalAction
from games.five_hundred import Phase
from tables.five_hundred import match
from tables.five_hundred.match_state import Habit
from tables.table import StaleClick
from tests.cogs.five_hundred.house import Deals
from tests.tables.room import ANA, BEN, CY

LEFT_FREE = "nominate none"
JOKER = "JOKER AS AC AD AH KS KC KD KH QS"


@pytest.fixture(autouse=True)
def stacked(monkeypatch):
    deals = Deals()
    deals.stand_in(monkeypatch)
    deals.deal(JOKER)


@pytest.fixture
async def table(hall):
    """Ana holds the joker, plays 8 no trumps, and is to lead."""
    table = await hall.started(players=4)
    await table.act(ANA, table.question_id, "bid 8N")
    while table.play.round.phase is not Phase.PLAY:
        await hall.room.act_as_the_clock(table, min(table.people_asked))
    return table


async def seen(hall, table):
    """All that the public can tell: the question, the news, when time is up and when the late are called."""
    saved = await hall.room.saved(table)
    return table.question_id, table.play.events, table.deadline, saved.deadline


async def left_free(table):
    await table.act(ANA, table.question_id_of(ANA), LEFT_FREE)


async def test_a_joker_left_free_changes_neither_clock_nor_news_nor_address_nor_picture(hall, table):
    before, drawn, called = await seen(hall, table), [], []
    table.on_change, table.on_call = lambda: drawn.append(1), called.append
    number, asked = table.rounds, int(table.question_id.split(".")[1])
    hall.room.clock.move(12)
    await left_free(table)
    assert await seen(hall, table) == before
    assert (drawn, called) == ([], [])
    assert table.play.round.play.nomination is not None
    await table.act(ANA, table.question_id_of(ANA), "play AS")
    assert table.question_id == f"{number}.{asked + 1}", "the next question has the same address as without it"


async def test_the_call_still_comes_halfway_through_the_time_that_began_before_it(hall, table):
    """And who missed a turn is still away after the next one: a silent press shows nobody that its player is there."""
    called = []
    table.on_call = called.append
    table.lobby = table.lobby.missed_turn(ANA)
    hall.room.clock.move(14)
    await left_free(table)
    await hall.room.pass_time(table, 16)
    assert called == [frozenset({ANA})]
    assert table.play.round.play.trick is not None, "the clock led a card 30 seconds after the question"
    assert table.lobby.is_away(ANA)


async def test_a_second_press_of_a_private_button_is_stale(hall, table):
    own = table.question_id_of(ANA)
    await left_free(table)
    for move in (LEFT_FREE, "nominate H", "play AS"):
        with pytest.raises(StaleClick):
            await table.act(ANA, own, move)
    assert table.question_id_of(ANA) != own
    assert [table.question_id_of(person) for person in (BEN, CY)] == [f"{table.question_id}.0"] * 2
    with pytest.raises(IllegalAction, match="can't read that"):
        await left_free(table)


async def test_after_a_restart_it_still_does_not_show(hall, table):
    before = await seen(hall, table)
    await left_free(table)
    own = table.question_id_of(ANA)
    again = await hall.again(table)
    assert (again.question_id, again.question_id_of(ANA), again.play.events) == (before[0], own, before[1])
    assert again.play == table.play
    await again.act(ANA, own, "play AS")


async def test_looking_at_ones_cards_in_another_players_turn_is_seen_by_nobody_and_nothing_else_is_possible(hall):
    table = await hall.started(players=4, habits=[Habit.FACE_DOWN])
    for move in ("pass", "bid 6S", "bid blind-misere"):
        with pytest.raises(IllegalAction, match="turn"):
            await table.act(CY, table.question_id_of(CY), move)
    before, drawn = await seen(hall, table), []
    table.on_change = lambda: drawn.append(1)
    hall.room.clock.move(12)
    await table.act(CY, table.question_id_of(CY), "look")
    assert await seen(hall, table) == before
    assert drawn == []
    assert table.play.round.view(2).hand is not None
    again = await hall.again(table)
    assert again.play == table.play
    assert (again.question_id, again.play.events) == before[:2]
    await again.act(ANA, again.question_id, "pass")


async def test_nobody_looks_at_their_cards_in_a_paused_deal(hall):
    table = await hall.started(players=2, habits=[Habit.FACE_DOWN])
    await hall.all_agree(table, ANA, match.ask_pause)
    with pytest.raises(IllegalAction, match="The match is paused"):
        await table.act(BEN, table.question_id_of(BEN), "look")
    assert table.play.round.view(1).hand is None
    assert (table.deadline, (await hall.room.saved(table)).deadline) == (None, None)
