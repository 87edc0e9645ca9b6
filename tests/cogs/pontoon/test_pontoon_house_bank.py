"""A member, the house and the bank: no chips come out of the house without a deal."""

from datetime import timedelta

import pytest

from games.pontoon import COVERED
from tables.pontoon.bank_state import banker_of
from tests.cogs.panel import Panel

pytestmark = pytest.mark.paces(message=timedelta(0))

LIMIT = 100
SENT_AWAY, STAYS = "Send house player away", "has just taken the bank, and deals once before leaving."


@pytest.fixture
async def table(house, packs):
    """Ana is the host and holds the bank; a house player and Ben have played one deal against it."""
    packs.draw("AS 2S 3S")
    packs.deal("10C 9D, 8H 9C v 10S 7C")
    table = await house.guest("Ana").opens("pontoon", minimum=LIMIT, maximum=LIMIT)
    await table.plays("Ana Sit, Ana Add house player, Ben Sit, Ana Start")
    while table.live.table.is_playing:
        await house.wait(20)
    return table


async def sell(table, seller, to, price):
    """Offer the bank, and give a house player the time to think unless that is refused; returns the refusal."""
    said = (await (await table.plays(f"{seller} Sell the bank")).fill(to=[str(to)], chips=str(price))).said
    if not said:
        await table.house.wait(2.5)
    return said


async def bens(house, table):
    """Ben, who can't send the house player away, has got the bank; returns the house player and Ben's chips."""
    await sell(table, "Ana", house.named("Ben").id, 0)
    await table.plays("Ben Take the bank")
    (player,) = table.live.table.lobby.house_players
    return player, await house.named("Ben").chips()


async def test_the_host_gets_nothing_from_a_house_player_for_the_bank(house, table):
    (player,), before = table.live.table.lobby.house_players, await house.chips("Ana")
    assert "pays nothing for your bank. Offer it for 0." in await sell(table, "Ana", player, 1)
    await sell(table, "Ana", player, 0)
    assert banker_of(table.live.table.lobby) == player
    assert STAYS in (await table.plays(f"Ana {SENT_AWAY}")).said
    assert await house.chips("Ana") == before


@pytest.mark.thorough
async def test_nobody_gets_more_than_a_deal_is_worth_and_the_banker_deals_before_it_goes(house, table):
    player, before = await bens(house, table)
    await sell(table, "Ben", player, 6)
    assert banker_of(table.live.table.lobby) == house.named("Ben").id
    await sell(table, "Ben", player, 5)
    assert banker_of(table.live.table.lobby) == player
    assert "Ben gets the chips when" in table.text
    assert await house.chips("Ben") == [before]
    assert STAYS in (await table.plays(f"Ana {SENT_AWAY}")).said
    assert player in table.live.table.lobby.seats
    await house.wait(21)
    assert table.live.table.is_playing
    assert await house.chips("Ben") == [before + 5 - COVERED * LIMIT]
    await table.plays(f"Ana {SENT_AWAY}")
    while table.live.table.is_playing:
        await house.wait(20)
    assert player not in table.live.table.lobby.seats


async def test_nobody_is_paid_for_a_bank_whose_table_closes_before_the_house_player_deals(house, table):
    player, before = await bens(house, table)
    await sell(table, "Ben", player, 5)
    assert banker_of(table.live.table.lobby) == player
    await (await table.plays("Ana Close table")).press("Close table")
    assert table.live is None
    assert await house.chips("Ben") == [before]


@pytest.mark.paces(house=60.0)
async def test_nobody_is_offered_the_moves_of_a_house_players_bank(house, packs):
    packs.draw("AS 2S")
    packs.deal("10C 9D v 10S 4C")
    table = await house.guest("Ana").opens("pontoon", minimum=LIMIT, maximum=LIMIT)
    await table.plays("Ana Add house player, Ana Sit, Ana Start")
    panel = await Panel.of(house.named("Ana"), table)
    await panel.press("Minimum 100")
    await panel.press("Stick")
    assert banker_of(table.live.table.lobby) != house.named("Ana").id
    assert "draw or pay" in table.text
    assert not {"Draw", "Stay"} & {label.partition(",")[0] for label in table.buttons}
