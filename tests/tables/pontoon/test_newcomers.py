"""Pontoon among members who may lose only so much to each other: what is above it goes back, in the books and shown."""

from dataclasses import replace

import pytest

from data.ledger.limits import TransferLimits
from tables.lobby import Back
from tests.tables.pontoon.test_player_banked import after_a_deal, draw_for_ana
from tests.tables.room import ANA, BEN, CY

__all__ = ["draw_for_ana"]


@pytest.fixture
def strict(room):
    room.services = replace(room.services, limits=lambda _guild: TransferLimits(rounds=20, among_members=4))


async def test_a_deal_brings_nobody_more_than_newcomers_may_lose(room, strict):
    live = await after_a_deal(room)
    balances = dict(zip((ANA, BEN, CY), await room.balances(ANA, BEN, CY), strict=True))
    assert all(abs(chips - 1000) <= 4 for chips in balances.values())
    assert live.table.lobby.back
    assert {who: chips - 1000 for who, chips in balances.items() if chips != 1000} == {
        who: net for who, net in live.table.lobby.nets.items() if net
    }
    assert {back.why for back in live.table.lobby.back} == {"members"}
    assert all(isinstance(back, Back) for back in live.table.lobby.back)
    room.sound()


async def test_without_a_limit_nothing_goes_back(room):
    live = await after_a_deal(room)
    assert live.table.lobby.back == ()
    assert max(abs(chips - 1000) for chips in await room.balances(ANA, BEN, CY)) > 4
