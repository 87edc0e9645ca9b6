"""A match pauses when all agree or nobody is there, even in a deal, and continues when everybody is back."""

import re

import pytest

from cogs.table.parts import PATTERN, Address
from games.core import IllegalAction
from games.five_hundred import Phase
from tables.clock import Pace
from tables.draft import Begun
from tables.events import Close
from tables.five_hundred import match
from tables.five_hundred.match_state import (
    MatchStage,
    Proposal,
    ProposalKind,
    awaited_to_agree,
    awaited_to_go_on,
    stage_of,
)
from tests.tables.five_hundred.match_room import CY, DEE, GUS, match_state
from tests.tables.room import ANA, BEN, HOST

DAYS = 13 * 86_400
"""A match that nobody has touched for longer than this ends."""


async def test_a_deal_pauses_when_all_agree_and_continues_with_a_full_turn(hall):
    live = await hall.started(players=3)
    asked, play = live.table.question_id, live.table.play
    await hall.says(live, ANA, match.ask_pause)
    assert awaited_to_agree(live.table.lobby) == [BEN, CY]
    await hall.agrees(live, CY)
    assert not match_state(live).paused
    assert live.table.deadline is not None
    await hall.agrees(live, BEN)
    assert match_state(live).paused
    assert live.table.deadline is None
    with pytest.raises(IllegalAction, match=r"The match is paused. It continues when everyone is back."):
        await hall.move(live)
    assert (live.table.question_id, live.table.play, live.table.deadline) == (asked, play, None)
    hall.room.clock.move(DAYS)
    for person in (CY, ANA):
        await hall.says(live, person, match.go_on)
        assert live.table.deadline is None
    assert awaited_to_go_on(live.table.lobby) == [BEN]
    await hall.says(live, BEN, match.go_on)
    assert not match_state(live).paused
    seconds = (live.table.deadline - hall.room.clock.now()).total_seconds()
    assert 59 < seconds <= 60
    assert (live.table.question_id, live.table.play) == (asked, play)
    await hall.play_out(live)


async def test_one_no_is_enough_and_the_asker_may_withdraw(hall):
    live = await hall.started(players=3)
    for person in (BEN, ANA):
        await hall.says(live, ANA, match.ask_pause)
        with pytest.raises(IllegalAction, match=f"<@{ANA}>'s question comes first"):
            await hall.says(live, CY, match.ask_pause)
        with pytest.raises(IllegalAction, match="isn't your turn"):
            await hall.agrees(live, ANA)
        with pytest.raises(IllegalAction, match="Only this match's players"):
            await hall.agrees(live, GUS)
        await hall.agrees(live, person, match.refuse)
        assert match_state(live).proposal is None
        with pytest.raises(IllegalAction, match="decided already"):
            await hall.agrees(live, CY)
    assert not match_state(live).paused


async def test_a_yes_to_one_proposal_is_not_a_yes_to_another(hall):
    live = await hall.started(players=3)
    await hall.play_out(live)
    await hall.says(live, ANA, match.ask_pause)
    seen = match_state(live).proposal.key
    await hall.agrees(live, ANA, match.refuse)
    await hall.says(live, BEN, match.ask_end)
    for verb in (match.agree, match.refuse):
        with pytest.raises(IllegalAction, match="decided already"):
            await hall.says(live, CY, verb, seen)
    assert match_state(live).proposal.agreed == ()


async def test_a_proposal_fits_into_a_buttons_address(hall):
    live = await hall.started(players=3)
    proposal = Proposal(ProposalKind.GONE, 2**63 - 1, 2**63 - 2)
    address = Address(10**17, f"{10**8}.{10**5}", "yes", proposal.key)
    assert re.fullmatch(PATTERN, str(address))
    assert len(f"b:{address}") <= 100
    assert Address.of(
        re.fullmatch(PATTERN, str(Address(live.table.id, live.table.question_id, "move", "bid open-misere sans")))
    ) == (Address(live.table.id, live.table.question_id, "move", "bid open-misere sans"))


async def test_a_player_who_is_away_is_not_asked_and_comes_back_by_pressing(hall):
    live = await hall.started(players=3)
    await let_time_run_out(hall, live, BEN)
    await hall.says(live, ANA, match.ask_pause)
    await hall.agrees(live, CY)
    assert match_state(live).paused
    assert awaited_to_go_on(live.table.lobby) == [ANA, BEN, CY]
    await hall.all_say(live, match.go_on, ANA, CY, BEN)
    assert not live.table.lobby.is_away(BEN)
    assert not match_state(live).paused


async def test_the_clock_plays_for_nobody_in_a_pause_and_afterwards_for_whoever_is_away(hall):
    live = await hall.started(players=2)
    await let_time_run_out(hall, live, BEN)
    while live.table.play.people_to_act != {ANA}:
        await hall.move(live)
    await hall.says(live, ANA, match.ask_pause)
    assert match_state(live).paused
    steps = live.table.play.steps
    hall.room.clock.move(DAYS)
    assert live.table.play.steps == steps
    await hall.all_say(live, match.go_on)
    assert not match_state(live).paused


async def let_time_run_out(hall, live, person):
    """Until the clock plays for `person`; the others make their own moves."""
    while not live.table.lobby.is_away(person):
        if live.table.is_playing and person in live.table.play.people_to_act:
            await hall.room.pass_time(live, 61)
        elif live.table.is_playing:
            await hall.move(live)
        else:
            for other in live.table.lobby.seats:
                if other != person:
                    await hall.says(live, other, match.ready)
            await hall.room.pass_time(live, 41)
    assert live.table.is_playing


async def test_when_everybody_is_away_the_deal_is_finished_and_no_other_begins(hall):
    live = await hall.started(players=2)
    await hall.until(live, Phase.PLAY)
    while live.table.is_playing:
        await hall.room.pass_time(live, 31)
    assert live.table.rounds == 1
    assert live.table.play.round.result.contract is not None
    assert stage_of(live.table.lobby) is MatchStage.PAUSED
    assert live.table.deadline is None
    hall.room.clock.move(DAYS)
    live = await hall.again(live)
    assert stage_of(live.table.lobby) is MatchStage.PAUSED
    await hall.all_say(live, match.go_on)
    assert live.table.rounds == 2
    assert live.table.is_playing


async def test_the_next_deal_begins_when_all_are_ready_or_when_the_window_is_over_and_pauses_without_anybody(hall):
    live = await hall.after_a_deal(players=3)
    assert stage_of(live.table.lobby) is MatchStage.BETWEEN
    await hall.all_say(live, match.ready)
    assert live.table.rounds == 2
    await hall.play_out(live)
    await hall.says(live, BEN, match.ready)
    assert live.table.rounds == 2
    await hall.room.pass_time(live, 41)
    assert live.table.rounds == 3
    await hall.play_out(live)
    await hall.room.pass_time(live, 41)
    assert stage_of(live.table.lobby) is MatchStage.PAUSED
    assert (live.table.salt, live.table.is_playing) == (None, False)


async def test_at_a_slow_pace_there_is_a_day_and_who_misses_two_is_left_behind(hall):
    live = await hall.after_a_deal(pace=Pace.SLOW, players=3)
    assert 86_399 < (live.table.deadline - hall.room.clock.now()).total_seconds() <= 86_400
    await hall.all_say(live, match.ready, ANA, BEN)
    await hall.room.pass_time(live, 86_401)
    assert stage_of(live.table.lobby) is MatchStage.BETWEEN
    assert not live.table.lobby.is_away(CY)
    await hall.room.pass_time(live, 86_401)
    assert live.table.is_playing
    assert live.table.lobby.is_away(CY)


@pytest.mark.parametrize("deals", [1, 2])
async def test_a_pause_proposed_in_a_deal_can_be_agreed_after_it_or_the_next(hall, deals):
    live = await hall.started(players=2)
    await hall.says(live, ANA, match.ask_pause)
    await hall.play_out(live)
    for _ in range(1, deals):
        await hall.all_say(live, match.ready)
        await hall.play_out(live)
    assert live.table.rounds == deals
    assert match_state(live).proposal.what is ProposalKind.PAUSE
    await hall.agrees(live, BEN)
    assert stage_of(live.table.lobby) is MatchStage.PAUSED
    for verb in (match.ready, match.ask_pause):
        with pytest.raises(IllegalAction, match="is paused"):
            await hall.says(live, BEN, verb)
    await hall.says(live, BEN, match.go_on)
    with pytest.raises(IllegalAction, match="back already"):
        await hall.says(live, BEN, match.go_on)


async def test_nobody_closes_a_paused_match_alone_however_long_it_is_paused(hall):
    live = await hall.after_a_deal(players=4, ante=50)
    await hall.all_agree(live, ANA, match.ask_pause)
    with pytest.raises(Begun):
        await live.do(Close(HOST))
    assert (live.table.deadline, live.table.lobby.closing) == (None, False)
    hall.room.clock.move(DAYS)
    await hall.says(live, DEE, match.go_on)
    assert not live.table.is_closed
    live = await hall.again(live)
    assert match_state(live).back == (DEE,)
    await hall.all_say(live, match.go_on, ANA, BEN, CY)
    assert live.table.is_playing
