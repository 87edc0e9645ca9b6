"""Somebody is forgotten whose match goes on: it goes on without them, and their ante has its way in the books."""

import pytest

from cogs.five_hundred import match
from cogs.table.forgetting import forget, leave_all
from data.departures import Departures
from games.core import IllegalAction
from tests.cogs.match_room import GUS, MatchRoom, standing
from tests.cogs.room import ANA, BEN, CY, GUILD


@pytest.fixture
def hall(room):
    return MatchRoom(room)


async def forgotten(hall, person):
    """`person` leaves everything and is forgotten; the number that stands for them."""
    await leave_all(hall.floor, GUILD, person)
    departures = Departures(hall.room.store)
    departure = await forget(hall.floor, GUILD, person, lambda: departures.forget(GUILD, person, hall.room.clock.now()))
    return departure.stand_in


async def between_deals(hall, **options):
    table = await hall.started(players=3, **options)
    await hall.play_out(table)
    return table


async def test_in_the_middle_of_a_deal_the_deal_comes_first(hall):
    table = await hall.started(players=3)
    with pytest.raises(IllegalAction, match="is not over"):
        await forgotten(hall, BEN)
    assert BEN in table.lobby.seats
    await hall.play_out(table)
    stand_in = await forgotten(hall, BEN)
    assert standing(table).players == (ANA, stand_in, CY)
    hall.sound()


async def test_somebody_new_takes_the_seat_of_who_was_forgotten(hall):
    table = await between_deals(hall, ante=50)
    stand_in = await forgotten(hall, BEN)
    await hall.says(table, GUS, match.ask_seat, 1)
    await hall.agrees(table, ANA)
    await hall.agrees(table, CY)
    assert standing(table).players == (ANA, GUS, CY)
    (row, _deals) = await hall.row(table)
    assert [(player.seat, player.person) for player in row.players] == [(0, ANA), (1, stand_in), (1, GUS), (2, CY)]
    assert await hall.room.balances(stand_in, BEN) == [0, None]
    hall.sound()
    await hall.play_match(table)
    hall.sound()


async def test_a_match_without_them_can_end_and_another_process_never_knew_them(hall):
    table = await between_deals(hall, ante=50)
    stand_in = await forgotten(hall, BEN)
    table = await hall.again(table)
    assert str(BEN) not in str(table.lobby)
    await table.close(ANA)
    assert await hall.room.balances(ANA, CY, stand_in) == [1000, 1000, 0]
    hall.sound()
