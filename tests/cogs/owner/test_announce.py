"""`/owner announce`: a line at every table from its next redraw on, for a while."""

import pytest

from data.guild.announcement import Announcements

LINE = "-# 📣 Back in *an hour*"

A_MINUTE = 61
"""Seconds."""


@pytest.fixture
def announce(olga):
    async def announce(text="Back in *an hour*", **options):
        return await olga.command("owner announce", text=text, **options)

    return announce


@pytest.fixture
async def table(house, olga):
    return await house.guest("Ana").opens()


async def redrawn(house, table):
    """The lines of the table once somebody has pressed there."""
    await house.guest("Guest").press("Sit", table)
    return table.text.splitlines()


async def test_every_table_shows_it_below_its_name_from_the_next_redraw_on(house, table, announce):
    said = (await announce()).said.splitlines()
    assert said[:2] == ["Every table shows this from its next redraw on:", r"-# 📣 Back in \*an hour\*"]
    assert said[2].endswith("Olga wrote it.")
    assert "📣" not in table.text
    lines = await redrawn(house, table)
    assert lines[:2] == [f"### Blackjack · table {table.number}", r"-# 📣 Back in \*an hour\*"]


@pytest.mark.parametrize("game", ["pokdeng", "pontoon", "fivehundred"])
async def test_the_tables_of_every_game_show_it(house, olga, announce, game):
    await announce()
    table = await house.guest("Ana").opens(game)
    assert table.text.splitlines()[1].startswith("-# 📣 ")


async def test_it_goes_after_a_day_or_as_many_hours_as_were_given(house, table, announce):
    await announce(hours=2)
    await house.wait(7000)
    other = await house.guest("Ben").opens()
    assert "📣" in other.text
    await house.wait(300)
    assert "📣" not in (await house.guest("Cy").opens()).text


async def test_mentions_and_line_breaks_in_it_do_nothing(house, table, announce, ana):
    await announce(f"@everyone\n# <@{ana.id}> **now**")
    lines = await redrawn(house, table)
    assert lines[1] == f"-# 📣 @\u200beveryone # <@\u200b{ana.id}> \\*\\*now\\*\\*"


async def test_it_is_shown_with_a_way_to_take_it_back(house, olga, table, announce):
    assert (await olga.command("owner announce")).said == "Nothing is announced."
    await announce()
    shown = await olga.command("owner announce")
    await shown.press("Take it back")
    assert shown.said == "Nothing is announced any more. Tables lose the line with their next redraw."
    assert "📣" not in (await redrawn(house, table))[1]


async def test_only_the_owner_takes_it_back(house, olga, table, announce):
    shown = await announce()
    answer = await house.guest("Ben").forges(shown.result.response.message, "announced:back")
    assert answer.said == "Only whoever runs the bot can do that."
    assert "📣" in (await redrawn(house, table))[1]


async def test_another_announcement_takes_its_place(house, table, announce):
    await announce()
    await announce("Never mind.")
    assert (await redrawn(house, table))[1] == "-# 📣 Never mind."


async def test_a_restart_shows_it_still(house, table, announce, make_owned):
    await announce()
    await make_owned()
    assert "📣" in (await redrawn(house, table))[1]


async def test_what_another_process_announces_is_shown_within_a_minute(house, table, announce, store):
    await announce()
    with house.as_the_bot():
        await Announcements(store).take_back()
    await house.wait(A_MINUTE)
    assert "📣" not in (await redrawn(house, table))[1]


async def test_a_table_that_has_closed_does_not_show_it_for_ever(house, table, announce, olga):
    await announce()
    await house.wait(610)
    assert table.text.splitlines() == [
        f"### Blackjack · table {table.number}",
        "This table has closed because nobody played for a while. All chips are back with their owners.",
    ]


async def test_a_table_whose_picture_has_no_room_for_it_goes_without(house, table, announce, monkeypatch):
    await announce("x" * 200)
    monkeypatch.setattr("cogs.table.parts.MOST_TEXT", 250)
    assert "📣" not in (await redrawn(house, table))[1]


async def test_a_private_table_shows_it_to_its_host(house, olga, announce):
    await announce()
    ana = house.guest("Ana")
    answer = await ana.command("pontoon practice")
    assert answer.said.splitlines()[1].startswith("-# 📣 ")


@pytest.mark.parametrize("text", ["\u200b", "  \n "])
async def test_nothing_is_no_announcement(olga, announce, text):
    assert (await announce(text)).said == "Write a line of at most 200 characters."
