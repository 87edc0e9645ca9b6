"""Five Hundred at a slow pace, over days: mentions for whoever's turn it is, away players shown, nobody forgotten."""

import re

import pytest

from tests.cogs.panel import Panel

HOUR = 3600
AWAY = "Ben, your hands are played automatically until you press anything"


def mentions(house):
    """The messages that mention somebody, without the link to the table."""
    texts = [line for text in house.texts() for line in text.split("\n") if "continues here" not in text]
    return [line.rpartition(": ")[0] for line in texts if ": https://" in line]


async def test_the_lobby_the_heading_and_the_list_of_tables_say_that_it_is_slow(two):
    table = await two.sit_down(pace="slow")
    assert "A slow match: everyone has a day for each turn, so it can last for weeks." in table.text
    assert "slow, a day a turn" in (await two.ben.command("play")).said
    await table.plays("Ana Start")
    assert "to 500 points · slow, a day a turn · " in table.text.replace("hints on · ", "")


async def test_a_turn_begins_with_a_mention_that_is_replaced_at_half_time_and_disappears_when_they_act(two):
    await two.start(pace="slow")
    assert mentions(two.house) == ["Ana, it's your turn"]
    first = two.house.messages()[-1].id
    await two.house.wait(11 * HOUR)
    assert two.house.messages()[-1].id == first
    await two.house.wait(2 * HOUR)
    assert mentions(two.house) == ["Ana, it's your turn"]
    assert two.house.messages()[-1].id != first
    await two.plays("Ana Pass")
    assert mentions(two.house) == ["Ben, it's your turn"]


async def test_between_deals_only_players_who_are_not_yet_ready_are_mentioned(two):
    table = await two.start(pace="slow")
    await two.all_pass()
    assert "Press Ready for the next deal: Ana and Ben · ⏳ in 86400 s" in table.text
    assert mentions(two.house) == ["Ana, the others are waiting for you to press Ready"]  # Ben has just acted
    await two.house.wait(13 * HOUR)
    assert mentions(two.house) == ["Ana and Ben, the others are waiting for you to press Ready"]
    await table.plays("Ana Ready")
    assert mentions(two.house) == ["Ben, the others are waiting for you to press Ready"]
    await table.plays("Ben Ready")
    assert [text for text in mentions(two.house) if "Ready" in text] == []


@pytest.mark.usefixtures("without_substitutes")
async def test_a_player_whom_the_clock_plays_for_is_told_so_once_and_not_with_every_missed_turn(two):
    table = await two.start(pace="slow")
    await two.all_pass()
    for deal in (2, 3, 4):
        await table.plays("Ana Ready")
        while table.live.table.rounds < deal:
            await two.house.wait(24 * HOUR + 1)
        assert "Ben is away" in table.text
        while table.live.table.is_playing:
            two.panels.clear()
            await two.plays("Ana Pass")
    assert mentions(two.house).count(AWAY) == 1
    sent = [each.json or {} for each in two.house.env.http_requests if each.path.endswith("/messages")]
    others = [each for each in sent if re.search("it's your turn.*press anything", str(each.get("content")), re.DOTALL)]
    pinged = [str(two.ben.id) in each["allowed_mentions"]["users"] for each in others]
    assert pinged == [True, False, False], "Ben, when he is told beside Ana's turn, and not beside her later ones"


@pytest.mark.usefixtures("without_substitutes")
async def test_whoever_is_back_is_no_longer_told_that_they_are_away_nor_when_they_leave_then(two, restart):
    table = await two.start()
    await two.bids(two.ana, "8 tricks", "Hearts")
    await two.house.wait(61)
    assert mentions(two.house) == [AWAY]
    await restart()
    assert mentions(two.house) == [AWAY]
    await two.ben.press("My hand", table)
    assert AWAY not in mentions(two.house)
    await (await table.plays("Ben Leave")).press("Leave")
    await two.house.wait(20)
    assert mentions(two.house) == ["Ana, it's your turn"]


async def test_a_mention_moves_with_its_table_to_where_a_new_process_finds_it(two, restart):
    await two.start(pace="slow")
    first, two.house.channel = two.house.channel, two.house.guild.create_text_channel("elsewhere")
    matches = await two.ana.command("fivehundred matches")
    await Panel(two.ana, matches).choose("Look at a match…", "Match 1")
    await two.ana.about_to_press_on(matches, "Bring it here").press()
    await two.house.wait(1)
    assert mentions(two.house) == ["Ana, it's your turn"]
    await restart()
    two.panels.clear()
    await two.plays("Ana Pass")
    assert mentions(two.house) == ["Ben, it's your turn"]
    two.house.channel = first
    assert mentions(two.house) == []


async def test_after_a_pause_the_late_are_told_that_the_others_wait(match_of):
    three = match_of(3)
    table = await three.start()
    await three.table.plays("Ana Pause, others Yes")
    for name, told in (
        ("", []),
        ("Ana", ["Ben and Cy, the others are waiting for you to press Continue"]),
        ("Ben", ["Cy, the others are waiting for you to press Continue"]),
        ("Cy", []),
    ):
        if name:
            await table.plays(f"{name} Continue")
        assert mentions(three.house) == told


async def test_a_server_without_mentions_gets_none(two):
    await two.house.sets({"mentions": False})
    await two.start(pace="slow")
    await two.house.wait(25 * HOUR)
    assert mentions(two.house) == []
