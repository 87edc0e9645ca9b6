"""Pontoon for practice by one member: who brings the clock, what a bank costs, and how long house players take."""

import pytest

from games.core import IllegalAction
from games.pontoon import Phase
from players.workers.thinkers import answer_here
from tables.modes import Practice
from tables.pontoon import bank
from tables.pontoon.bank_state import banker_of, next_asked
from tests.tables.pontoon.test_house_players import Hall, hall
from tests.tables.room import ANA, BEN, TableTime

__all__ = ["hall"]


async def asked(hall, live):
    """The house plays until Ana is asked something, in a deal or before the next."""
    while ANA not in live.table.people_asked and live.table.is_playing:
        await hall.room.pass_time(live, 2)


async def test_the_stakes_of_the_house_fall_at_once(hall, monkeypatch):
    live = await hall.opened(ANA, house=2, mode=Practice)
    await hall.says(live, ANA, bank.start)
    await asked(hall, live)
    house = TableTime(monkeypatch)
    await hall.room.act_as_the_clock(live, ANA)
    await hall.room.pass_time(live, 0)
    assert (live.table.play.round.phase, house.seconds) == (Phase.PLAY, 0.5), "of the first to play"


async def test_whoever_is_promised_a_seat_brings_the_clock_at_once(hall):
    live = await hall.opened(ANA, house=7, mode=Practice)
    assert live.table.is_playing
    await asked(hall, live)
    await hall.says(live, BEN, lambda lobby: lobby.sit(BEN))
    assert BEN not in live.table.lobby.seats
    assert live.table.deadline is not None


async def test_where_no_chips_move_a_bank_is_given_and_never_sold(hall):
    live = await hall.opened(ANA, house=2, mode=Practice)
    await hall.deals_until(live, lambda person: person == ANA)
    with pytest.raises(IllegalAction, match="Banks can't be sold here, only given away"):
        await hall.says(live, ANA, lambda lobby: bank.offer(live.table.terms, lobby, ANA, None, 5))
    await hall.says(
        live, ANA, lambda lobby: bank.offer(live.table.terms, lobby, ANA, live.table.lobby.house_players[0], 0)
    )


@pytest.mark.thorough
async def test_a_banker_waits_eight_seconds_at_most_for_the_next_decision(room, monkeypatch):
    hall, house = Hall(room, answer_here), TableTime(monkeypatch)
    live = await hall.opened(ANA, house=4, mode=Practice)
    await hall.says(live, ANA, bank.start)
    waits = []
    while len(waits) < 2:
        await asked(hall, live)
        if not live.table.is_playing and banker_of(live.table.lobby) is None:
            while banker_of(live.table.lobby) is None and next_asked(live.table.lobby) != ANA:
                await hall.room.pass_time(live, 0)
            if banker_of(live.table.lobby) is None:
                await hall.says(live, ANA, lambda lobby: bank.take(live.table.terms, lobby, ANA))
        house.seconds = 0.0
        if live.table.is_playing:
            await hall.room.act_as_the_clock(live, ANA)
        else:
            await hall.all_ready(live)
        await asked(hall, live)
        waits += [house.seconds] if live.table.is_playing and banker_of(live.table.lobby) == ANA else []
    assert max(waits) <= 8
    room.sound()
