"""How a match starts: seats are picked or drawn, everybody is ready or the host starts, and everybody pays the ante."""

from dataclasses import replace

import pytest

from data.ledger.ledger import InsufficientChips
from games.core import IllegalAction
from tables.clock import Pace
from tables.events import Arrange, Leave
from tables.five_hundred import match
from tables.five_hundred.five_hundred_adapter import FiveHundredGame
from tables.five_hundred.match_state import MatchStage, MatchState, stage_of, with_state
from tables.lobby import Lobby
from tests.tables.five_hundred.match_room import CY, DEE, ELI, GUS, match_state
from tests.tables.room import ANA, BEN, GUILD, HOST


async def seated(hall, *people, **options):
    live = await hall.open(**options)
    await hall.all_say(live, match.sit, *people)
    return live


async def test_people_take_seats_and_change_them_to_choose_their_partners(hall):
    live = await seated(hall, ANA, BEN)
    assert live.table.lobby.seats == (ANA, BEN, None, None)
    for person, seat, said in (
        (BEN, 0, f"<@{ANA}> has seat 1"),
        (BEN, 1, "You have seat 2 already"),
        (CY, 4, "can't read that"),
        (CY, -1, "can't read that"),
    ):
        with pytest.raises(IllegalAction, match=said):
            await hall.says(live, person, match.take_seat, seat)
    await hall.says(live, CY, match.take_seat, 3)
    await hall.says(live, BEN, match.take_seat, 2)
    assert live.table.lobby.seats == (ANA, None, BEN, CY)
    assert live.table.terms.options.partners(0) == (2,)
    await hall.says(live, DEE, match.sit)
    assert live.table.lobby.seats == (ANA, DEE, BEN, CY)


async def test_it_starts_when_all_are_ready_again_after_the_last_change_of_seats(hall):
    live = await seated(hall, ANA, BEN, CY)
    await hall.says(live, ANA, match.ready)
    await hall.says(live, BEN, match.take_seat, 3)
    assert live.table.lobby.ready == frozenset()
    await hall.says(live, ANA, match.ready)
    for drawn in (True, False):
        await live.do(Arrange(HOST, lambda lobby, drawn=drawn: match.draw_seats(lobby, drawn=drawn)))
        assert live.table.lobby.ready == frozenset()
    await hall.all_say(live, match.ready, ANA, BEN, CY)
    await hall.says(live, DEE, match.sit)
    assert not live.table.is_playing
    await hall.says(live, DEE, match.ready)
    assert (live.table.is_playing, stage_of(live.table.lobby)) == (True, MatchStage.DEAL)


async def test_the_host_starts_without_waiting_but_not_with_a_free_seat(hall):
    live = await seated(hall, ANA, BEN, CY)
    with pytest.raises(IllegalAction, match="all 4 seats"):
        await live.do(Arrange(HOST, match.start))
    await hall.says(live, DEE, match.sit)
    await live.do(Arrange(HOST, match.start, salt="salt"))
    assert live.table.is_playing
    with pytest.raises(IllegalAction, match="started already"):
        await live.do(Arrange(HOST, match.start))


async def test_seats_and_the_first_dealer_are_drawn_by_the_promised_shuffle(hall):
    orders, dealers = set(), set()
    for _ in range(6):
        live = await seated(hall, ANA, BEN, CY, DEE)
        await live.do(Arrange(HOST, lambda lobby: match.draw_seats(lobby, drawn=True)))
        await hall.all_say(live, match.ready)
        assert set(live.table.lobby.seats) == {ANA, BEN, CY, DEE}
        assert match_state(live).players == live.table.lobby.seats == live.table.play.setup.people
        orders.add(live.table.lobby.seats)
        dealers.add(dealer := live.table.play.round.auction.dealer)
        gathered = match.start(match.with_state(live.table.lobby, players=(), dealing=False, points=(), random=False))
        assert MatchState.of(match.after_change(live.table.terms, gathered, live.table.shuffle)).dealer == dealer
    assert min(len(orders), len(dealers)) > 1


async def test_everybody_pays_the_ante_once(hall):
    live = await hall.started(players=3, ante=120)
    assert await hall.room.balances(ANA, BEN, CY) == [880, 880, 880]
    assert await hall.room.chips.at_tables(GUILD, ANA) == [(live.table.id, 120)]
    live = await hall.again(live)
    await hall.play_out(live)
    await hall.all_say(live, match.ready)
    assert await hall.room.balances(ANA, BEN, CY) == [880, 880, 880]


async def test_a_match_waits_for_somebody_who_can_pay_the_ante(hall):
    live = await seated(hall, ANA, BEN, CY, DEE, ante=400)
    elsewhere = await seated(hall, CY, ELI, players=2, ante=700)
    await hall.all_say(elsewhere, match.ready)
    await hall.all_say(live, match.ready, ANA, BEN, CY)
    with pytest.raises(InsufficientChips) as refused:
        await hall.says(live, DEE, match.ready)
    assert refused.value.account.owner == CY
    with pytest.raises(InsufficientChips):
        await live.do(Arrange(HOST, match.start, salt="salt"))
    await live.do(Leave(CY))
    await hall.says(live, GUS, match.sit)
    await live.do(Arrange(HOST, match.start, salt="salt"))
    assert live.table.is_playing


async def test_a_table_where_nobody_sits_down_closes_after_ten_minutes_or_at_a_slow_pace_after_a_day(hall):
    live = await seated(hall, ANA)
    await hall.room.pass_time(live, 601)
    assert live.table.is_closed
    live = await hall.open(Pace.SLOW)
    hall.room.clock.move(86_000)
    await hall.says(live, ANA, match.sit)
    assert not live.table.is_closed
    await hall.room.pass_time(live, 86_401)
    assert live.table.is_closed


async def test_before_the_match_nobody_proposes_anything_and_in_it_nobody_sits_down(hall):
    live = await seated(hall, ANA, BEN)
    before = live.table.lobby
    for verb in (match.ask_pause, match.ask_end, match.go_on):
        with pytest.raises(IllegalAction):
            await hall.says(live, ANA, verb)
    with pytest.raises(IllegalAction, match="Only this match's players"):
        await hall.says(live, CY, match.ready)
    assert live.table.lobby == before
    live = await hall.started(players=2)
    for verb, more in ((match.sit, ()), (match.take_seat, (0,)), (match.ask_seat, (0,))):
        with pytest.raises(IllegalAction):
            await hall.says(live, GUS, verb, *more)
    with pytest.raises(IllegalAction, match="have seat 1 already"):
        await hall.says(live, ANA, match.sit)


def test_once_a_match_has_begun_its_seats_are_neither_chosen_nor_drawn_and_a_pause_is_asked_for_once():
    state = MatchState(players=(ANA, BEN), started=True, dealing=True)
    lobby = Lobby(seats=(ANA, BEN), game_state=state)
    for press in (
        lambda: match.take_seat(lobby, ANA, 1),
        lambda: match.draw_seats(lobby, True),
        lambda: match.start(lobby),
        lambda: match.invite(lobby, CY, (ANA, BEN)),
    ):
        with pytest.raises(IllegalAction, match="This match has started already"):
            press()
    with pytest.raises(IllegalAction, match="That has been decided already"):
        match.ask_pause(with_state(lobby, paused=True), ANA)


async def test_whom_the_bots_owner_has_blocked_decides_nothing(hall):
    hall.room.services = replace(hall.room.services, blocked=lambda: {BEN})
    hall.open_tables = hall.room.open_tables = hall.room.another_floor(FiveHundredGame())
    live = await seated(hall, ANA)
    with pytest.raises(IllegalAction, match="has blocked you"):
        await hall.says(live, BEN, match.sit)
