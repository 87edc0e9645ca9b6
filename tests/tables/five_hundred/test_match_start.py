"""How a match starts: seats are picked or drawn, everybody is ready or the host starts, and everybody pays the ante."""

from dataclasses import replace

import pytest

from data.ledger.ledger import InsufficientChips
from games.core import IllegalAction
from tables.clock import Pace
from tables.five_hundred import match
from tables.five_hundred.adapter import FiveHundredGame
from tables.five_hundred.match_state import MatchStage, MatchState, stage_of, with_state
from tables.lobby import Lobby
from tests.tables.five_hundred.match_room import CY, DEE, ELI, GUS, match_state
from tests.tables.room import ANA, BEN, GUILD, HOST


async def seated(hall, *people, **options):
    table = await hall.open(**options)
    await hall.all_say(table, match.sit, *people)
    return table


async def test_people_take_seats_and_change_them_to_choose_their_partners(hall):
    table = await seated(hall, ANA, BEN)
    assert table.lobby.seats == (ANA, BEN, None, None)
    for person, seat, said in (
        (BEN, 0, f"<@{ANA}> has seat 1"),
        (BEN, 1, "You have seat 2 already"),
        (CY, 4, "can't read that"),
        (CY, -1, "can't read that"),
    ):
        with pytest.raises(IllegalAction, match=said):
            await hall.says(table, person, match.take_seat, seat)
    await hall.says(table, CY, match.take_seat, 3)
    await hall.says(table, BEN, match.take_seat, 2)
    assert table.lobby.seats == (ANA, None, BEN, CY)
    assert table.terms.options.partners(0) == (2,)
    await hall.says(table, DEE, match.sit)
    assert table.lobby.seats == (ANA, DEE, BEN, CY)


async def test_it_starts_when_all_are_ready_again_after_the_last_change_of_seats(hall):
    table = await seated(hall, ANA, BEN, CY)
    await hall.says(table, ANA, match.ready)
    await hall.says(table, BEN, match.take_seat, 3)
    assert table.lobby.ready == frozenset()
    await hall.says(table, ANA, match.ready)
    for drawn in (True, False):
        await table.arrange(HOST, lambda lobby, drawn=drawn: match.draw_seats(lobby, drawn=drawn))
        assert table.lobby.ready == frozenset()
    await hall.all_say(table, match.ready, ANA, BEN, CY)
    await hall.says(table, DEE, match.sit)
    assert not table.is_playing
    await hall.says(table, DEE, match.ready)
    assert (table.is_playing, stage_of(table.lobby)) == (True, MatchStage.DEAL)


async def test_the_host_starts_without_waiting_but_not_with_a_free_seat(hall):
    table = await seated(hall, ANA, BEN, CY)
    with pytest.raises(IllegalAction, match="all 4 seats"):
        await table.arrange(HOST, match.start)
    await hall.says(table, DEE, match.sit)
    await table.arrange(HOST, match.start, salt="salt")
    assert table.is_playing
    with pytest.raises(IllegalAction, match="started already"):
        await table.arrange(HOST, match.start)


async def test_seats_and_the_first_dealer_are_drawn_by_the_promised_shuffle(hall):
    orders, dealers = set(), set()
    for _ in range(6):
        table = await seated(hall, ANA, BEN, CY, DEE)
        await table.arrange(HOST, lambda lobby: match.draw_seats(lobby, drawn=True))
        await hall.all_say(table, match.ready)
        assert set(table.lobby.seats) == {ANA, BEN, CY, DEE}
        assert match_state(table).players == table.lobby.seats == table.play.setup.people
        orders.add(table.lobby.seats)
        dealers.add(dealer := table.play.round.auction.dealer)
        gathered = match.start(match.with_state(table.lobby, players=(), dealing=False, points=(), random=False))
        assert MatchState.of(match.after_change(table.terms, gathered, table.shuffle)).dealer == dealer
    assert min(len(orders), len(dealers)) > 1


async def test_everybody_pays_the_ante_once(hall):
    table = await hall.started(players=3, ante=120)
    assert await hall.room.balances(ANA, BEN, CY) == [880, 880, 880]
    assert await hall.room.chips.at_tables(GUILD, ANA) == [(table.id, 120)]
    table = await hall.again(table)
    await hall.play_out(table)
    await hall.all_say(table, match.ready)
    assert await hall.room.balances(ANA, BEN, CY) == [880, 880, 880]


async def test_nothing_moves_when_somebody_cannot_pay_the_ante(hall):
    table = await seated(hall, ANA, BEN, CY, DEE, ante=400)
    elsewhere = await seated(hall, CY, ELI, players=2, ante=700)
    await hall.all_say(elsewhere, match.ready)
    await hall.all_say(table, match.ready, ANA, BEN, CY)
    before, version = table.lobby, table.version
    with pytest.raises(InsufficientChips) as refused:
        await hall.says(table, DEE, match.ready)
    assert refused.value.account.owner == CY
    with pytest.raises(InsufficientChips):
        await table.arrange(HOST, match.start, salt="salt")
    assert (table.lobby, table.version, table.is_playing) == (before, version, False)
    assert stage_of(table.lobby) is MatchStage.GATHERING
    assert await hall.room.balances(ANA, BEN, CY, DEE) == [1000, 1000, 300, 1000]
    assert await hall.row(table) is None
    await table.leave(CY)
    await hall.says(table, GUS, match.sit)
    await table.arrange(HOST, match.start, salt="salt")
    assert table.is_playing


async def test_a_table_where_nobody_sits_down_closes_after_ten_minutes_or_at_a_slow_pace_after_a_day(hall):
    table = await seated(hall, ANA)
    await hall.room.pass_time(table, 601)
    assert table.is_closed
    table = await hall.open(Pace.SLOW)
    hall.room.clock.move(86_000)
    await hall.says(table, ANA, match.sit)
    assert not table.is_closed
    await hall.room.pass_time(table, 86_401)
    assert table.is_closed


async def test_before_the_match_nobody_proposes_anything_and_in_it_nobody_sits_down(hall):
    table = await seated(hall, ANA, BEN)
    before = table.lobby
    for verb in (match.ask_pause, match.ask_end, match.go_on):
        with pytest.raises(IllegalAction):
            await hall.says(table, ANA, verb)
    with pytest.raises(IllegalAction, match="Only this match's players"):
        await hall.says(table, CY, match.ready)
    assert table.lobby == before
    table = await hall.started(players=2)
    for verb, more in ((match.sit, ()), (match.take_seat, (0,)), (match.ask_seat, (0,))):
        with pytest.raises(IllegalAction):
            await hall.says(table, GUS, verb, *more)
    with pytest.raises(IllegalAction, match="have seat 1 already"):
        await hall.says(table, ANA, match.sit)


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
    hall.room.services = replace(hall.room.services, is_served=lambda person: person != BEN)
    hall.open_tables = hall.room.open_tables = hall.room.another_floor(FiveHundredGame())
    table = await seated(hall, ANA)
    with pytest.raises(IllegalAction, match="has blocked you"):
        await hall.says(table, BEN, match.sit)
