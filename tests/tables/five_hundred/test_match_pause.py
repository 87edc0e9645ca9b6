"""A match pauses when all agree or nobody is there, even in a deal, and continues when everybody is back."""

import re

import pytest

from cogs.table.parts import PATTERN, Address
from games.core import IllegalAction
from games.five_hundred import Phase
from tables.clock import Pace
from tables.five_hundred import match
from tables.five_hundred.match_state import (
    MatchStage,
    Proposal,
    ProposalKind,
    awaited_to_agree,
    awaited_to_go_on,
    stage_of,
)
from tables.table import Begun
from tests.tables.five_hundred.match_room import CY, DEE, GUS, match_state
from tests.tables.room import ANA, BEN, HOST

DAYS = 13 * 86_400
"""A match that nobody has touched for longer than this ends."""


async def test_a_deal_pauses_when_all_agree_and_continues_with_a_full_turn(hall):
    table = await hall.started(players=3)
    asked, play = table.question_id, table.play
    await hall.says(table, ANA, match.ask_pause)
    assert awaited_to_agree(table.lobby) == [BEN, CY]
    await hall.agrees(table, CY)
    assert not match_state(table).paused
    assert table.deadline is not None
    await hall.agrees(table, BEN)
    assert match_state(table).paused
    assert table.deadline is None
    with pytest.raises(IllegalAction, match=r"The match is paused. It continues when everyone is back."):
        await hall.move(table)
    assert (table.question_id, table.play, table.deadline) == (asked, play, None)
    hall.room.clock.move(DAYS)
    for person in (CY, ANA):
        await hall.says(table, person, match.go_on)
        assert table.deadline is None
    assert awaited_to_go_on(table.lobby) == [BEN]
    await hall.says(table, BEN, match.go_on)
    assert not match_state(table).paused
    seconds = (table.deadline - hall.room.clock.now()).total_seconds()
    assert 59 < seconds <= 60
    assert (table.question_id, table.play) == (asked, play)
    await hall.play_out(table)


async def test_one_no_is_enough_and_the_asker_may_withdraw(hall):
    table = await hall.started(players=3)
    for person in (BEN, ANA):
        await hall.says(table, ANA, match.ask_pause)
        with pytest.raises(IllegalAction, match=f"<@{ANA}>'s question comes first"):
            await hall.says(table, CY, match.ask_pause)
        with pytest.raises(IllegalAction, match="isn't your turn"):
            await hall.agrees(table, ANA)
        with pytest.raises(IllegalAction, match="Only this match's players"):
            await hall.agrees(table, GUS)
        await hall.agrees(table, person, match.refuse)
        assert match_state(table).proposal is None
        with pytest.raises(IllegalAction, match="decided already"):
            await hall.agrees(table, CY)
    assert not match_state(table).paused


async def test_a_yes_to_one_proposal_is_not_a_yes_to_another(hall):
    table = await hall.started(players=3)
    await hall.play_out(table)
    await hall.says(table, ANA, match.ask_pause)
    seen = match_state(table).proposal.key
    await hall.agrees(table, ANA, match.refuse)
    await hall.says(table, BEN, match.ask_end)
    for verb in (match.agree, match.refuse):
        with pytest.raises(IllegalAction, match="decided already"):
            await hall.says(table, CY, verb, seen)
    assert match_state(table).proposal.agreed == ()


async def test_a_proposal_fits_into_a_buttons_address(hall):
    table = await hall.started(players=3)
    proposal = Proposal(ProposalKind.GONE, 2**63 - 1, 2**63 - 2)
    address = Address(10**17, f"{10**8}.{10**5}", "yes", proposal.key)
    assert re.fullmatch(PATTERN, str(address))
    assert len(f"b:{address}") <= 100
    assert Address.of(
        re.fullmatch(PATTERN, str(Address(table.id, table.question_id, "move", "bid open-misere sans")))
    ) == (Address(table.id, table.question_id, "move", "bid open-misere sans"))


async def test_a_player_who_is_away_is_not_asked_and_comes_back_by_pressing(hall):
    table = await hall.started(players=3)
    await let_time_run_out(hall, table, BEN)
    await hall.says(table, ANA, match.ask_pause)
    await hall.agrees(table, CY)
    assert match_state(table).paused
    assert awaited_to_go_on(table.lobby) == [ANA, BEN, CY]
    await hall.all_say(table, match.go_on, ANA, CY, BEN)
    assert not table.lobby.is_away(BEN)
    assert not match_state(table).paused


async def test_the_clock_plays_for_nobody_in_a_pause_and_afterwards_for_whoever_is_away(hall):
    table = await hall.started(players=2)
    await let_time_run_out(hall, table, BEN)
    while table.play.people_to_act != {ANA}:
        await hall.move(table)
    await hall.says(table, ANA, match.ask_pause)
    assert match_state(table).paused
    steps = table.play.steps
    hall.room.clock.move(DAYS)
    assert table.play.steps == steps
    await hall.all_say(table, match.go_on)
    assert not match_state(table).paused


async def let_time_run_out(hall, table, person):
    """Until the clock plays for `person`; the others make their own moves."""
    while not table.lobby.is_away(person):
        if table.is_playing and person in table.play.people_to_act:
            await hall.room.pass_time(table, 61)
        elif table.is_playing:
            await hall.move(table)
        else:
            for other in table.lobby.seats:
                if other != person:
                    await hall.says(table, other, match.ready)
            await hall.room.pass_time(table, 41)
    assert table.is_playing


async def test_when_everybody_is_away_the_deal_is_finished_and_no_other_begins(hall):
    table = await hall.started(players=2)
    await hall.until(table, Phase.PLAY)
    while table.is_playing:
        await hall.room.pass_time(table, 31)
    assert table.rounds == 1
    assert table.play.round.result.contract is not None
    assert stage_of(table.lobby) is MatchStage.PAUSED
    assert table.deadline is None
    hall.room.clock.move(DAYS)
    table = await hall.again(table)
    assert stage_of(table.lobby) is MatchStage.PAUSED
    await hall.all_say(table, match.go_on)
    assert table.rounds == 2
    assert table.is_playing


async def test_the_next_deal_begins_when_all_are_ready_or_when_the_window_is_over_and_pauses_without_anybody(hall):
    table = await hall.after_a_deal(players=3)
    assert stage_of(table.lobby) is MatchStage.BETWEEN
    await hall.all_say(table, match.ready)
    assert table.rounds == 2
    await hall.play_out(table)
    await hall.says(table, BEN, match.ready)
    assert table.rounds == 2
    await hall.room.pass_time(table, 41)
    assert table.rounds == 3
    await hall.play_out(table)
    await hall.room.pass_time(table, 41)
    assert stage_of(table.lobby) is MatchStage.PAUSED
    assert (table.salt, table.is_playing) == (None, False)


async def test_at_a_slow_pace_there_is_a_day_and_who_misses_two_is_left_behind(hall):
    table = await hall.after_a_deal(pace=Pace.SLOW, players=3)
    assert 86_399 < (table.deadline - hall.room.clock.now()).total_seconds() <= 86_400
    await hall.all_say(table, match.ready, ANA, BEN)
    await hall.room.pass_time(table, 86_401)
    assert stage_of(table.lobby) is MatchStage.BETWEEN
    assert not table.lobby.is_away(CY)
    await hall.room.pass_time(table, 86_401)
    assert table.is_playing
    assert table.lobby.is_away(CY)


async def test_a_pause_proposed_in_a_deal_can_be_agreed_after_it(hall):
    table = await hall.started(players=2)
    await hall.says(table, ANA, match.ask_pause)
    await hall.play_out(table)
    assert match_state(table).proposal.what is ProposalKind.PAUSE
    await hall.agrees(table, BEN)
    assert stage_of(table.lobby) is MatchStage.PAUSED
    for verb in (match.ready, match.ask_pause):
        with pytest.raises(IllegalAction, match="is paused"):
            await hall.says(table, BEN, verb)
    await hall.says(table, BEN, match.go_on)
    with pytest.raises(IllegalAction, match="back already"):
        await hall.says(table, BEN, match.go_on)


async def test_nobody_closes_a_paused_match_alone_however_long_it_is_paused(hall):
    table = await hall.after_a_deal(players=4, ante=50)
    await hall.all_agree(table, ANA, match.ask_pause)
    with pytest.raises(Begun):
        await table.close(HOST)
    assert (table.deadline, table.lobby.closing) == (None, False)
    hall.room.clock.move(DAYS)
    await hall.says(table, DEE, match.go_on)
    assert not table.is_closed
    table = await hall.again(table)
    assert match_state(table).back == (DEE,)
    await hall.all_say(table, match.go_on, ANA, BEN, CY)
    assert table.is_playing
