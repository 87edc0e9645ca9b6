"""`/owner announce`: a line at every table from its next redraw on, for a while."""

import pytest

from data.guild.announcement import Announcements

LINE = "📣 Back in *an hour*"


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


async def test_every_table_shows_it_below_its_name_from_the_next_redraw_on(house, table, announce, ana, make_owned):
    said = (await announce()).said.splitlines()
    assert said[:2] == ["every table will show:", r"📣 Back in \*an hour\*"]
    assert said[2].endswith("by Olga")
    assert "📣" not in table.text
    lines = await redrawn(house, table)
    assert lines[:2] == [f"### Blackjack · table {table.number}", r"📣 Back in \*an hour\*"]
    for game in ("pokdeng", "pontoon"):
        assert (await ana.opens(game)).text.splitlines()[1].startswith("📣 ")
    assert (await house.guest("Ben").opens("fivehundred")).text.splitlines()[1].startswith("📣 ")
    practice = await ana.command("pontoon practice")
    assert practice.said.splitlines()[1].startswith("📣 "), "a private table shows it to its host"
    await make_owned()
    await announce(f"@everyone\n# <@{ana.id}> **now**")
    lines = await redrawn(house, table)
    assert lines[1] == f"📣 @\u200beveryone # <@\u200b{ana.id}> \\*\\*now\\*\\*", "nobody is mentioned"


async def test_it_goes_after_a_day_or_as_many_hours_as_were_given(house, table, announce):
    await announce(hours=2)
    await house.wait(7000)
    other = await house.guest("Ben").opens()
    assert "📣" in other.text
    await house.wait(300)
    assert "📣" not in (await house.guest("Cy").opens()).text


async def test_it_is_shown_with_a_way_to_take_it_back_for_the_owner_alone(house, olga, table, announce):
    for text in ("\u200b", "  \n "):
        assert (await announce(text)).said == "write at most 200 letters"
    assert (await olga.command("owner announce")).said == "nothing announced"
    await announce()
    shown = await olga.command("owner announce")
    answer = await house.guest("Ben").forges(shown.result.response.message, "announced:back")
    assert answer.said == "only for the owner"
    assert "📣" in (await redrawn(house, table))[1]
    await shown.press("Take it back")
    assert shown.said == "nothing announced any more"
    assert "📣" not in (await redrawn(house, table))[1]


async def test_a_restart_shows_it_still_until_another_process_has_taken_it_back(
    house, table, announce, make_owned, store
):
    await announce()
    await make_owned()
    assert "📣" in (await redrawn(house, table))[1]
    with house.as_the_bot():
        await Announcements(store).take_back()
        await house.app.heartbeat.beat()
    assert "📣" not in (await redrawn(house, table))[1]


async def test_a_table_that_has_closed_does_not_show_it_for_ever(house, table, announce, olga):
    await announce()
    await house.wait(610)
    assert table.text.splitlines() == [
        f"### Blackjack · table {table.number}",
        "this table closed. closed as nobody played. all chips back.",
    ]


async def test_a_table_whose_picture_has_no_room_for_it_goes_without(house, table, announce, monkeypatch):
    await announce("x" * 200)
    monkeypatch.setattr("cogs.table.parts.MOST_TEXT", 250)
    assert "📣" not in (await redrawn(house, table))[1]
