"""Whoever sits down at a Pontoon table is shown at once; who is left out, away or loses a seat reads why."""

import pytest

from tests.cogs.panel import Panel
from tests.cogs.pontoon.house import a_deal, begun, dry, finish

AWAY = "away: Eve, out after a deal"
NEEDED = "need 600, half aside"


async def test_whoever_sits_down_in_a_deal_is_in_from_the_next(five):
    table = await a_deal(five)
    await table.plays("Fay Sit")
    assert table.line("-# joins") == "-# joins next deal: Fay"
    hand = await Panel.of(five.house.named("Fay"), table)
    await finish(five, table)
    assert table.line("-# joins") == "-# joins next deal: Fay"
    assert hand.text.startswith("no cards until the next deal")


@pytest.mark.usefixtures("generous")
async def test_whoever_sits_down_while_a_kitty_or_bids_are_waited_for_is_shown(five):
    table = await dry(five)
    await table.plays("Fay Sit")
    assert table.line("-# joins") == "-# joins next deal: Fay"
    await table.plays("Ana Auction the bank")
    assert "Ana auctions the bank." in table.text
    await table.plays("Gus Sit")
    assert table.line("-# joins") == "-# joins next deal: Fay and Gus"


async def test_everybody_reads_why_a_player_is_left_out_of_a_deal(five, packs):
    packs.draw("AS 2S")
    packs.deal("10C 7D v 10S 7C")
    table = await five.ana.opens("pontoon", minimum=300, maximum=400)
    await table.plays("Ana Sit, Ben Sit, Cy Sit")
    await five.spent(five.cy, 500)
    await table.plays("Ana Start")
    assert f"not dealt in: Cy {NEEDED}" in table.text
    assert (await Panel.of(five.cy, table)).text == NEEDED
    await table.plays("Dee Sit")
    assert "joins next deal: Dee" in table.text
    assert (await Panel.of(five.dee, table)).text == "you join next deal"
    await (await table.plays("Ben Leave")).press("Leave")
    assert "Leaving after this deal: Ben" in table.text


async def test_the_host_starts_the_first_deal_or_whoever_sits_where_the_host_does_not(house):
    table = await house.guest("Ana").opens("pontoon")
    assert (await table.plays("Ben Sit, Cy Sit, Dee Start")).said == "the host starts the first deal"
    assert "ready" not in table.text, "nobody has said so"
    assert (await table.plays("Ana Sit, Ben Start")).said == "the host starts the first deal"
    await table.plays("Ana Leave, Ben Start")
    assert "Start" not in table.buttons


async def test_a_member_too_poor_for_the_table_gets_no_seat(house):
    table = await house.guest("Ana").opens("pontoon", minimum=501, maximum=600)
    assert "too few chips: 1,000 of 1,002" in (await table.plays("Ben Sit")).said
    assert table.live.table.lobby.seat_of(house.named("Ben").id) is None


async def eve_is_away(five):
    """Eve has missed her turns in two deals; the next one begins in 20 s."""
    table = await begun(five)
    await five.plays("Ben Minimum 10, Cy Minimum 10, Dee Minimum 10, 31 s, Ben Stick, Cy Stick, Dee Stick")
    await table.plays("Ana Pay 18 and up")
    assert "away: " not in table.text
    await five.house.wait(21)
    while table.live.table.is_playing:
        await five.house.wait(3)
    assert AWAY in table.text
    return table


@pytest.mark.thorough
async def test_whoever_is_away_sits_a_deal_out_and_reads_then_that_the_seat_is_lost(five):
    table = await eve_is_away(five)
    chips = await five.eve.chips()
    await five.house.wait(21)
    assert AWAY in table.text
    assert table.live.table.play.setup.people[4] is None
    while table.live.table.is_playing:
        await five.house.wait(31)
    assert table.line("-# timed out") == "-# timed out, seat lost: Eve"
    assert await five.eve.chips() == chips
    await table.plays("Eve Sit")
    assert "seat lost" not in table.text
    assert "joins next deal: Eve" in table.text


@pytest.mark.thorough
async def test_any_button_brings_back_whoever_is_away(five):
    table = await eve_is_away(five)
    assert (await table.plays("Eve Sit")).said == "seat 5 already"
    assert "away: " not in table.text


@pytest.mark.thorough
async def test_whoever_comes_back_in_a_deal_that_began_without_them_is_in_from_the_next(five):
    table = await eve_is_away(five)
    await five.house.wait(21)
    said = (await table.plays("Eve My hand")).said
    assert "you join next deal" in said
    assert table.line("-# joins") == "-# joins next deal: Eve"
    assert "away: " not in table.text
