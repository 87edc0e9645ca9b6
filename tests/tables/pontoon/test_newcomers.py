"""Pontoon among members who may lose only so much to each other: what is above it goes back, in the books and shown."""

from dataclasses import replace

from data.ledger.limits import TransferLimits
from games.pontoon import Options
from tables.clock import Pace
from tables.events import Arrange
from tables.game import Terms
from tables.lobby import Back
from tables.pontoon import bank
from tables.pontoon.bank_state import after_press
from tables.pontoon.pontoon_adapter import PontoonGame
from tests.tables.room import ANA, BEN, CY


async def test_a_deal_brings_nobody_more_than_newcomers_may_lose(room, packs):
    packs.draw("AS 2S 3S")
    packs.deal("10C 9D, 8H 9C v 10S 7C")
    room.services = replace(room.services, limits=lambda _guild: TransferLimits(rounds=20, among_members=4))
    room.open_tables = room.another_floor(PontoonGame())
    live = await room.open(Terms(10, 100, Options(), Pace.NORMAL), PontoonGame())
    await room.sit(live, ANA, BEN, CY)
    await live.do(Arrange(ANA, lambda lobby: bank.start(after_press(lobby)), salt="salt"))
    await room.play_out(live)
    balances = dict(zip((ANA, BEN, CY), await room.balances(ANA, BEN, CY), strict=True))
    assert all(abs(chips - 1000) <= 4 for chips in balances.values())
    assert live.table.lobby.back
    assert {who: chips - 1000 for who, chips in balances.items() if chips != 1000} == {
        who: net for who, net in live.table.lobby.nets.items() if net
    }
    assert {back.why for back in live.table.lobby.back} == {"members"}
    assert all(isinstance(back, Back) for back in live.table.lobby.back)
    room.sound()
