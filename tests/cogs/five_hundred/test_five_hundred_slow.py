"""Five Hundred at a slow pace, over days: mentions for whoever's turn it is, away players shown, nobody forgotten."""

import pytest

HOUR = 3600


@pytest.fixture
def two(match_of):
    return match_of(2)


def mentions(house):
    """The messages that mention somebody, without the link to the table."""
    return [text.rpartition(": ")[0] for text in house.texts() if ": https://" in text and "continues here" not in text]


async def test_the_lobby_the_heading_and_the_list_of_tables_say_that_it_is_slow(two):
    table = await two.ana.opens("fivehundred", players=2, pace="slow")
    assert "A slow match: everyone has a day for each turn, so it can last for weeks." in table.text
    assert "slow: a day for each turn" in (await two.ben.command("table list")).said
    two.table = table
    for guest in two.people:
        await guest.press("Sit", table)
    await two.ana.press("Start", table)
    assert "to 500 points · slow: a day for each turn · " in table.text.replace("hints on · ", "")


async def test_a_turn_begins_with_a_mention_that_disappears_when_that_person_acts(two):
    await two.start(pace="slow")
    assert mentions(two.house) == ["Ana, it's your turn"]
    await two.press(two.ana, "Pass")
    assert mentions(two.house) == ["Ben, it's your turn"]


async def test_at_half_time_another_mention_replaces_the_first(two):
    await two.start(pace="slow")
    first = two.house.messages()[-1].id
    await two.house.wait(11 * HOUR)
    assert two.house.messages()[-1].id == first
    await two.house.wait(2 * HOUR)
    assert mentions(two.house) == ["Ana, it's your turn"]
    assert two.house.messages()[-1].id != first


async def test_between_deals_only_players_who_are_not_yet_ready_are_mentioned(two):
    table = await two.start(pace="slow")
    await two.press(two.ana, "Pass")
    await two.press(two.ben, "Pass")
    assert "Press Ready for the next deal. If nobody does, the match pauses in 86400 s." in table.text
    assert mentions(two.house) == ["Ana, press Ready for the next deal"]  # Ben has just acted
    await two.house.wait(13 * HOUR)
    assert mentions(two.house) == ["Ana and Ben, press Ready for the next deal"]
    await two.ana.press("Ready", table)
    assert mentions(two.house) == ["Ben, press Ready for the next deal"]
    await two.ben.press("Ready", table)
    assert [text for text in mentions(two.house) if "Ready" in text] == []


@pytest.mark.usefixtures("without_substitutes")
async def test_a_player_whom_the_clock_plays_for_is_told_so_once(two):
    table = await two.start(pace="slow")
    await two.press(two.ana, "Pass")
    await two.press(two.ben, "Pass")
    await two.ana.press("Ready", table)
    await two.house.wait(24 * HOUR + 1)
    assert not table.live.is_playing
    await two.house.wait(24 * HOUR + 1)
    assert table.live.is_playing
    said = "Ben, your hands are played automatically until you press anything"
    assert mentions(two.house).count(said) == 1
    assert "Ben has been away since <t:" in table.text
    await two.ben.press("My hand", table)
    assert "Ben has been away" not in table.text
    assert mentions(two.house).count(said) == 1


@pytest.mark.usefixtures("without_substitutes")
async def test_nobody_is_told_with_every_missed_turn_that_they_are_away(two):
    table = await two.start(pace="slow")
    said = "Ben, your hands are played automatically until you press anything"
    await two.press(two.ana, "Pass")
    await two.press(two.ben, "Pass")
    for deal in (2, 3, 4):
        await two.ana.press("Ready", table)
        while table.live.rounds < deal:
            await two.house.wait(24 * HOUR + 1)
        while table.live.is_playing:
            two._panels.clear()
            await two.press(two.ana, "Pass")
    assert mentions(two.house).count(said) == 1


async def test_after_a_restart_the_mention_still_disappears(two, restart):
    await two.start(pace="slow")
    await restart()
    assert mentions(two.house) == ["Ana, it's your turn"]
    two._panels.clear()
    await two.press(two.ana, "Pass")
    assert mentions(two.house) == ["Ben, it's your turn"]


async def test_after_a_pause_the_late_are_told_that_the_others_wait(match_of):
    three = match_of(3)
    table = await three.start()
    await three.ana.press("Pause", table)
    for guest in (three.ben, three.cy):
        await guest.press("Yes", table)
    assert mentions(three.house) == []
    await three.ana.press("Continue", table)
    assert mentions(three.house) == ["Ben and Cy, the others are waiting for you to press Continue"]
    await three.ben.press("Continue", table)
    assert mentions(three.house) == ["Cy, the others are waiting for you to press Continue"]
    await three.cy.press("Continue", table)
    assert mentions(three.house) == []


async def test_a_server_without_mentions_gets_none(two):
    await two.house.sets({"mentions": False})
    await two.start(pace="slow")
    await two.house.wait(25 * HOUR)
    assert mentions(two.house) == []
