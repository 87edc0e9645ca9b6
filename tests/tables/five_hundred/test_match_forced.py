"""For those who want it, the bot plays a card that is the only legal one, a second after that came about."""

import pytest

from data.tables.saved import MadeBy
from games.core import IllegalAction
from games.five_hundred import Phase
from tables.clock import Pace
from tables.five_hundred import match
from tables.five_hundred.match_state import Habit
from tests.cogs.five_hundred.house import Deals
from tests.tables.five_hundred.match_room import GUS, match_state
from tests.tables.room import ANA, BEN, CY

ANAS = "AC KC QC JC 10C 9C 8C AH KH QH"
BENS = "5C AS KS QS JD 10S 9S 8S 7S 6S"


@pytest.fixture(autouse=True)
def stacked(monkeypatch):
    deals = Deals()
    deals.stand_in(monkeypatch)
    deals.deal(ANAS, BENS)


async def ana_leads(hall, **about):
    """Ana plays 7 no trumps sans kitty and is to lead; Ben has one club, and wants forced cards to be played."""
    table = await hall.started(players=4, **about)
    await table.act(ANA, table.question_id, "bid 7N sans")
    while table.play.round.phase is not Phase.PLAY:
        await hall.room.act(table, min(table.people_asked), "pass")
    await switched(table, BEN, True)
    return table


@pytest.fixture
async def table(hall):
    return await ana_leads(hall)


async def switched(table, person, on, habit=Habit.PLAYS_FORCED):
    await table.arrange(person, lambda lobby: match.change_habit(lobby, person, habit, on), quietly=True)


def played(table):
    return [str(played.card) for trick in table.play.round.play.tricks for played in trick.cards]


async def a_second_later(hall, table):
    """Ben's card is on the table, as a move of the bot's."""
    assert played(table) == ["AC"]
    await hall.room.pass_time(table, 1)
    assert played(table) == ["AC", "5C"]
    assert (await hall.room.saved(table)).running.moves[-1].made_by is MadeBy.BOT


async def test_the_only_legal_card_is_played_after_a_second_in_the_players_place(hall, table):
    await table.act(ANA, table.question_id, "play AC")
    await a_second_later(hall, table)
    moves = (await hall.room.saved(table)).running.moves
    assert (moves[-1].seat, moves[-1].action) == (1, "play 5C")
    assert table.play.to_act == {2}
    seconds = (table.deadline - hall.room.clock.now()).total_seconds()
    assert 29 < seconds <= 30


async def test_nothing_is_played_before_the_second_is_over_or_for_players_without_the_switch(hall, table):
    await switched(table, BEN, False)
    await table.act(ANA, table.question_id, "play AC")
    hall.room.clock.move(29)
    assert table.forced_move() is None
    await hall.room.pass_time(table, 2)
    assert table.lobby.missed == {BEN: 1}, "the clock played it"


async def test_the_switch_is_off_at_first_and_survives_deals_and_restarts(hall, table):
    assert match_state(table).plays_forced == (BEN,)
    await hall.play_out(table)
    table = await hall.again(table)
    assert match_state(table).plays_forced == (BEN,)
    await switched(table, CY, True)
    assert match_state(table).plays_forced == (BEN, CY)
    await switched(table, BEN, False)
    assert match_state(await hall.again(table)).plays_forced == (CY,)
    with pytest.raises(IllegalAction, match="Only this match's players"):
        await switched(table, GUS, True)


async def test_nobody_else_sees_the_switch_and_it_moves_no_clock(hall, table):
    drawn, before = [], (table.question_id, table.deadline, table.play)
    table.on_change = lambda: drawn.append(1)
    hall.room.clock.move(5)
    await switched(table, CY, True)
    assert drawn == []
    assert (table.question_id, table.deadline, table.play) == before


async def test_switched_on_with_only_one_legal_card_it_plays_that_card_a_second_later(hall, table):
    await switched(table, BEN, False)
    await table.act(ANA, table.question_id, "play AC")
    hall.room.clock.move(10)
    await switched(table, BEN, True)
    await a_second_later(hall, table)


async def test_a_card_waits_for_its_second_through_a_restart(hall, table):
    await table.act(ANA, table.question_id, "play AC")
    table = await hall.again(table)
    await a_second_later(hall, table)


async def test_a_pause_holds_back_the_card_until_the_match_continues(hall, table):
    await table.act(ANA, table.question_id, "play AC")
    await hall.all_agree(table, ANA, match.ask_pause)
    assert table.forced_move() is None
    await hall.all_say(table, match.go_on)
    await a_second_later(hall, table)


async def test_a_forced_card_is_neither_a_missed_turn_nor_a_sign_of_life(hall, table):
    table.lobby = table.lobby.missed_turn(BEN)
    await table.act(ANA, table.question_id, "play AC")
    ends_at = table.ends_at
    await a_second_later(hall, table)
    assert (table.lobby.missed, table.ends_at) == ({BEN: 1}, ends_at)


async def test_a_press_within_the_second_plays_only_one_card(hall, table):
    await table.act(ANA, table.question_id, "play AC")
    await table.act(BEN, table.question_id, "play 5C")
    await hall.room.pass_time(table, 31)  # Cy is late
    assert played(table)[:2] == ["AC", "5C"]
    assert len(played(table)) == 3


async def test_at_a_slow_pace_nobody_is_called_for_a_card_that_the_bot_plays(hall):
    table, called = await ana_leads(hall, pace=Pace.SLOW), []
    table.on_call = called.append
    await table.act(ANA, table.question_id, "play AC")
    await a_second_later(hall, table)
    assert called == [frozenset({CY})]
