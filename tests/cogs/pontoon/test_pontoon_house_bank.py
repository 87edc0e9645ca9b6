"""A member, the house and the bank: no chips come out of the house without a deal."""

from datetime import timedelta

import pytest

from cogs.table import message, panels
from games.pontoon import COVERED
from tables import house_turns
from tables.pontoon.bank_state import banker_of
from tests.cogs.pontoon.house import Panel

LIMIT = 100
SENT_AWAY, STAYS = "Send house player away", "has just taken the bank, and deals once before leaving."


@pytest.fixture
async def table(house, packs, monkeypatch):
    """Ana is the host and holds the bank; a house player and Ben have played one deal against it."""
    monkeypatch.setattr(message, "REDRAW_EVERY", timedelta(0))
    monkeypatch.setattr(panels, "EDITED_EVERY", timedelta(0))
    packs.draw("AS 2S 3S")
    ana, ben = house.guests("Ana Ben")
    table = await ana.opens("pontoon", minimum=LIMIT, maximum=LIMIT)
    await ana.press("Sit", table)
    await ana.press("Add house player", table)
    await ben.press("Sit", table)
    packs.deal("10C 9D", "8H 9C", bank="10S 7C", number=1)
    await ana.press("Start", table)
    while table.live.is_playing:
        await house.wait(20)
    table.ana, table.ben = ana, ben
    return table


async def sell(guest, table, to, price):
    form = await guest.press("Sell the bank", table)
    return await form.fill(to=[str(to)], chips=str(price))


async def test_the_host_gets_nothing_from_a_house_player_for_the_bank(house, table):
    (player,), before = table.live.lobby.house_players, await table.ana.chips()
    said = (await sell(table.ana, table, player, 1)).said
    assert "pays nothing for your bank. Offer it for 0." in said
    await sell(table.ana, table, player, 0)
    await house.wait(2.5)
    assert banker_of(table.live.lobby) == player
    assert await table.ana.chips() == before


@pytest.mark.thorough
async def test_nobody_gets_more_than_a_deal_is_worth_and_the_banker_deals_before_it_goes(house, table):
    (player,) = table.live.lobby.house_players
    await sell(table.ana, table, table.ben.id, 0)
    await table.ben.press("Take the bank", table)
    before = await table.ben.chips()
    await sell(table.ben, table, player, 6)
    await house.wait(2.5)
    assert banker_of(table.live.lobby) == table.ben.id
    await sell(table.ben, table, player, 5)
    await house.wait(2.5)
    assert banker_of(table.live.lobby) == player
    assert "Ben gets the chips when" in table.text
    assert await table.ben.chips() == before
    assert STAYS in (await table.ana.press(SENT_AWAY, table)).said
    assert player in table.live.lobby.seats
    await house.wait(21)
    assert table.live.is_playing
    assert await table.ben.chips() == before + 5 - COVERED * LIMIT
    await table.ana.press(SENT_AWAY, table)
    while table.live.is_playing:
        await house.wait(20)
    assert player not in table.live.lobby.seats


async def test_nobody_is_paid_for_a_bank_whose_table_closes_before_the_house_player_deals(house, table):
    (player,) = table.live.lobby.house_players
    await sell(table.ana, table, table.ben.id, 0)
    await table.ben.press("Take the bank", table)
    before = await table.ben.chips()
    await sell(table.ben, table, player, 5)
    await house.wait(2.5)
    assert banker_of(table.live.lobby) == player
    await (await table.ana.press("Close table", table)).press("Close table")
    assert table.live is None
    assert await table.ben.chips() == before


async def test_nobody_is_offered_the_moves_of_a_house_players_bank(house, packs, monkeypatch):
    monkeypatch.setattr(message, "REDRAW_EVERY", timedelta(0))
    monkeypatch.setattr(house_turns, "LEAST_SECONDS", 60.0)
    packs.draw("AS 2S")
    packs.deal("10C 9D", bank="10S 4C", number=1)
    ana = house.guest("Ana")
    table = await ana.opens("pontoon", minimum=LIMIT, maximum=LIMIT)
    await ana.press("Add house player", table)
    await ana.press("Sit", table)
    await ana.press("Start", table)
    panel = await Panel.of(ana, table)
    await panel.press("Minimum 100")
    await panel.press("Stick")
    assert banker_of(table.live.lobby) != ana.id
    assert "draw or stay" in table.text
    assert not {"Draw", "Stay"} & {label.partition(",")[0] for label in table.buttons}
