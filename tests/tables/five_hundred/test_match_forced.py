"""For those who want it, the bot plays a card that is the only legal one, a second after that came about."""

import pytest
from msgspec.structs import replace

from data.tables.saved import MadeBy
from games.core import IllegalAction
from games.five_hundred import Phase
from tables.clock import Pace
from tables.events import Act, Arrange
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
    live = await hall.started(players=4, **about)
    await live.do(Act(ANA, live.table.question_id, "bid 7N sans"))
    while live.table.play.round.phase is not Phase.PLAY:
        await hall.room.act(live, min(live.table.people_asked), "pass")
    await switched(live, BEN, True)
    return live


@pytest.fixture
async def live(hall):
    return await ana_leads(hall)


async def switched(live, person, on, habit=Habit.PLAYS_FORCED):
    await live.do(Arrange(person, lambda lobby: match.change_habit(lobby, person, habit, on), quietly=True))


def played(live):
    return [str(played.card) for trick in live.table.play.round.play.tricks for played in trick.cards]


async def a_second_later(hall, live):
    """Ben's card is on the table, as a move of the bot's."""
    assert played(live) == ["AC"]
    await hall.room.pass_time(live, 1)
    assert played(live) == ["AC", "5C"]
    assert (await hall.room.saved(live)).running.moves[-1].made_by is MadeBy.BOT


async def test_the_only_legal_card_is_played_after_a_second_in_the_players_place(hall, live):
    await live.do(Act(ANA, live.table.question_id, "play AC"))
    await a_second_later(hall, live)
    moves = (await hall.room.saved(live)).running.moves
    assert (moves[-1].seat, moves[-1].action) == (1, "play 5C")
    assert live.table.play.to_act == {2}
    seconds = (live.table.deadline - hall.room.clock.now()).total_seconds()
    assert 29 < seconds <= 30


async def test_nothing_is_played_before_the_second_is_over_or_for_players_without_the_switch(hall, live):
    await switched(live, BEN, False)
    await live.do(Act(ANA, live.table.question_id, "play AC"))
    hall.room.clock.move(29)
    assert live.table.forced_move() is None
    await hall.room.pass_time(live, 2)
    assert live.table.lobby.missed == {BEN: 1}, "the clock played it"


async def test_the_switch_is_off_at_first_and_survives_deals(hall, live):
    assert match_state(live).plays_forced == (BEN,)
    await hall.play_out(live)
    assert match_state(live).plays_forced == (BEN,)
    await switched(live, CY, True)
    assert match_state(live).plays_forced == (BEN, CY)
    await switched(live, BEN, False)
    assert match_state(live).plays_forced == (CY,)
    with pytest.raises(IllegalAction, match="Only this match's players"):
        await switched(live, GUS, True)


async def test_nobody_else_sees_the_switch_and_it_moves_no_clock(hall, live):
    drawn, before = [], (live.table.question_id, live.table.deadline, live.table.play)
    live.on_change = lambda: drawn.append(1)
    hall.room.clock.move(5)
    await switched(live, CY, True)
    assert drawn == []
    assert (live.table.question_id, live.table.deadline, live.table.play) == before


async def test_switched_on_with_only_one_legal_card_it_plays_that_card_a_second_later(hall, live):
    await switched(live, BEN, False)
    await live.do(Act(ANA, live.table.question_id, "play AC"))
    hall.room.clock.move(10)
    await switched(live, BEN, True)
    await a_second_later(hall, live)


async def test_a_pause_holds_back_the_card_until_the_match_continues(hall, live):
    await live.do(Act(ANA, live.table.question_id, "play AC"))
    await hall.all_agree(live, ANA, match.ask_pause)
    assert live.table.forced_move() is None
    await hall.all_say(live, match.go_on)
    await a_second_later(hall, live)


async def test_a_forced_card_is_neither_a_missed_turn_nor_a_sign_of_life(hall, live):
    live.table = replace(live.table, lobby=live.table.lobby.missed_turn(BEN))
    await live.do(Act(ANA, live.table.question_id, "play AC"))
    ends_at = live.table.ends_at
    await a_second_later(hall, live)
    assert (live.table.lobby.missed, live.table.ends_at) == ({BEN: 1}, ends_at)


async def test_a_press_within_the_second_plays_only_one_card(hall, live):
    await live.do(Act(ANA, live.table.question_id, "play AC"))
    await live.do(Act(BEN, live.table.question_id, "play 5C"))
    await hall.room.pass_time(live, 31)  # Cy is late
    assert played(live)[:2] == ["AC", "5C"]
    assert len(played(live)) == 3


async def test_at_a_slow_pace_nobody_is_called_for_a_card_that_the_bot_plays(hall):
    live, called = await ana_leads(hall, pace=Pace.SLOW), []
    live.on_call = called.append
    await live.do(Act(ANA, live.table.question_id, "play AC"))
    await a_second_later(hall, live)
    assert called == [frozenset({CY})]
