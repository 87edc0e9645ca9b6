"""Pontoon with one member, mostly for practice: who brings the clock, what a bank costs, how long the house takes."""

import pytest

from games.core import IllegalAction
from games.pontoon import Phase
from players.workers.thinkers import answer_here
from tables.modes import Chips, Practice
from tables.pontoon import bank
from tables.pontoon.bank_state import BankStage, banker_of, stage_of
from tests.tables.pontoon.test_house_players import Hall, hall
from tests.tables.room import ANA, BEN, TableTime

__all__ = ["hall"]


async def asked(hall, live):
    while ANA not in live.table.people_asked and live.table.is_playing:
        await hall.room.pass_time(live, 2)


@pytest.mark.parametrize(("mode", "first"), [(Practice, 0.5), (Chips, 1.0)])
async def test_the_stakes_of_the_house_fall_at_once(hall, monkeypatch, mode, first):
    live = await hall.opened(ANA, house=2, mode=mode)
    await hall.says(live, ANA, bank.start)
    await asked(hall, live)
    house = TableTime(monkeypatch)
    await hall.room.act_as_the_clock(live, ANA)
    await hall.room.pass_time(live, 0)
    assert (live.table.play.round.phase, house.seconds) == (Phase.PLAY, first), "of the first to play"


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
@pytest.mark.parametrize(("mode", "house", "most"), [(Practice, 4, 8), (Chips, 7, 15)])
async def test_a_banker_alone_at_shoot_pontoon_watches_so_long_at_most(room, packs, monkeypatch, mode, house, most):
    hall, taken = Hall(room, answer_here), TableTime(monkeypatch)
    packs.draw("AS 2S 3S 4S 5S 6S 7S 8S")
    live = await hall.opened(ANA, house=house, shoot=True, mode=mode)

    def next_deal(lobby):
        is_kitty = stage_of(live.table.terms, lobby) is BankStage.KITTY
        return bank.put_up(live.table.terms, lobby, ANA, 100) if is_kitty else bank.ready(live.table.terms, lobby, ANA)

    if None in live.table.lobby.seats:
        await hall.says(live, ANA, bank.start)
    for _ in range(60):
        if ANA in live.table.people_asked:
            await hall.room.act_as_the_clock(live, ANA)
        elif not live.table.is_playing:
            await hall.says(live, ANA, next_deal)
        else:
            await hall.room.pass_time(live, 2)
            assert taken.seconds <= most
            continue
        taken.seconds = 0.0
    assert (live.table.rounds > 1, banker_of(live.table.lobby)) == (True, ANA)
