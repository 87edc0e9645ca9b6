"""`/table list`: who sits where, and a button that sits its reader down or leads there."""

import discord
import pytest

from tests.cogs.guest import LatePress
from tests.cogs.shown import walk


def ways(answer):
    """The buttons beside the tables: their labels, and where those lead that are links."""
    return [(c["label"], c.get("url", "")) for c in walk(answer.result.response.components) if c["type"] == 2]


def link(table):
    house = table.house
    return f"https://discord.com/channels/{house.guild.id}/{house.channel.id}/{table.message.id}"


async def test_it_shows_who_is_at_each_table_and_what_is_free(ana, ben):
    said = (await ben.command("table list")).said
    assert (
        said == "No table is open. Open one with /blackjack open, /pokdeng open, /pontoon open, or /fivehundred open."
    )
    first, second = await ana.opens(), await ben.opens(minimum=20, maximum=60, seats=3)
    await ana.press("Sit", second)
    listed = await ben.command("table list")
    assert listed.said.splitlines() == [
        "### 2 open tables",
        "Blackjack · table 1",
        "Nobody yet",
        "-# 10-500 chips · 7 free seats · waiting for players",
        "Blackjack · table 2",
        "Ana",
        "-# 20-60 chips · 2 free seats · waiting for players",
    ]
    assert ways(listed) == [("Join", ""), ("Join", "")]
    assert ways(await ana.command("table list")) == [("Join", ""), ("Your seat", link(second))]
    assert first.live is not None


async def test_join_takes_a_seat_and_says_where_and_what_to_press(house, ana, ben, table):
    await ana.press("Sit", table)
    listed = await ben.command("table list")
    answers = await house.at_once(*(ben.about_to_press_on(listed, "Join") for _ in range(2)))
    assert [answer.said for answer in answers] == ["You have seat 2 at table 1. Press Bet 10 there."] * 2
    assert ways(answers[0]) == [("Go to the table", link(table))]
    await house.wait(2)
    assert table.line("2 Ben") == "2 Ben –"
    assert table.live.lobby.seats.count(ben.id) == 1
    crowd = await ana.opens("pokdeng")
    assert ("Go there", link(crowd)) in ways(await ana.command("table list")), "it has no seats"


@pytest.mark.parametrize("game", ["pontoon", "fivehundred"])
async def test_join_works_at_other_games_with_seats(ana, ben, game):
    table = await ana.opens(game)
    answer = await (await ben.command("table list")).press("Join")
    assert answer.said == "You have seat 1 at table 1."
    assert table.live.lobby.seat_of(ben.id) == 0


async def test_where_the_last_seat_or_the_table_is_gone_meanwhile_join_says_so(ana, ben):
    table = await ana.opens(seats=1)
    listed = await ben.command("table list")
    await ana.press("Sit", table)
    assert (await listed.press("Join")).said == "Every seat is taken. You can watch until one is free."
    assert ways(await ben.command("table list")) == [("Watch", link(table))]
    await ana.command("table close", table=1)
    assert (await listed.press("Join")).said == "The host has closed this table."


async def test_tables_elsewhere_come_after_those_here_and_name_their_channel(house, ana, ben):
    await ana.opens()
    here, house.channel = house.channel, house.guild.create_text_channel("casino")
    await ana.opens()
    said = (await ben.command("table list")).said
    assert said.index("table 2\n") < said.index(f"table 1 <#{here.id}>")


async def test_a_long_list_has_pages(house, ana, ben):
    await house.sets({"tables_per_person": 25, "tables_per_channel": 25})
    for _ in range(20):
        await ana.opens(minimum=100_000, maximum=1_000_000)
    listed = await ben.command("table list")
    shown = list(walk(listed.result.response.components))
    assert len(shown) <= 40
    assert ("table 8\n" in listed.said, "table 9\n" in listed.said) == (True, False)
    await listed.press("Next")
    await listed.press("Next")
    assert "table 20\n" in listed.said
    assert "Next" not in listed.left
    await house.wait(61)  # thirty commands a minute are allowed
    for number in range(5, 21):
        await ana.command("table close", table=number)
    await listed.press("Previous")
    assert "### 4 open tables" in listed.said


async def test_a_table_in_a_channel_that_somebody_does_not_see_is_not_listed_and_not_joined(house, ana, ben):
    hidden = house.guild.create_text_channel(
        "hidden",
        overwrites={
            house.guild.default_role: discord.PermissionOverwrite(view_channel=False),
            ana.member: discord.PermissionOverwrite(view_channel=True),
            house.guild.me: discord.PermissionOverwrite(view_channel=True),
        },
    )
    await ana.member.slash(hidden, "blackjack open")
    assert "No table is open." in (await ben.command("table list")).said
    assert ways(await ana.command("table list")) == [("Join", "")]
    cy = house.guest("Cy")
    await house.app.open_tables.find(1).arrange(cy.id, lambda lobby: lobby.sit(cy.id))
    assert [label for label, _ in ways(await cy.command("table list"))] == ["Your seat"]
    assert ways(await house.guest("Boss", manages=True).command("table list")) == [("Join", "")]
    await ben.opens()
    listed = await ben.command("table list")
    forged = LatePress(ben, listed.result.response.message, "Join", "join:1")
    assert (await forged.press()).said == "There is no open table 1 here. See /table list."
    assert house.app.open_tables.find(1).lobby.seat_of(ben.id) is None
