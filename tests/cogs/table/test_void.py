"""Rounds that another process can't continue: everybody gets back what they put in, and the table says so."""

import sqlite3
from contextlib import closing

import psycopg
import pytest

from data.store.where import PostgresUrl
from tests.cogs.blackjack.story import STEPS, Story

NOT_GONE_ON = "last round void"
WAITS = "This table can't continue for now. It is kept as it is, and its chips are safe."

SPOILT = {
    "other rules": "UPDATE rounds SET rules = rules - 1",
    "a move nobody knows": "UPDATE moves SET action = 'dance'",
    "a move out of turn": "UPDATE moves SET seat = 3",
    "a setup nobody can read": "UPDATE rounds SET setup = '{'",
}


def spoil(house, sql):
    """Change the database behind the bot's back."""
    where = house.app.store.where
    connect = psycopg.connect if isinstance(where, PostgresUrl) else sqlite3.connect
    with closing(connect(getattr(where, "text", where))) as db, db:
        db.execute(sql.replace("UPDATE ", "UPDATE main."))


def warnings(caplog):
    return "\n".join(record.getMessage() for record in caplog.get_records("call"))


async def told_until(house, phase):
    story = Story(house)
    for step in STEPS[: STEPS.index(phase) + 1]:
        await getattr(story, step)()
    return story


async def test_a_round_begun_under_other_rules_is_void_and_play_continues_from_a_new_shoe(house, restart, caplog):
    story = await told_until(house, "after_a_split")
    shuffle = story.table.live.table.commitment
    move = story.ben.about_to_press("Leave", story.table, as_if=f"b:1:{story.table.live.table.question_id}:move:hit")
    spoil(house, SPOILT["other rules"])
    await restart()
    assert NOT_GONE_ON in story.table.text
    assert "table 1: the round began under rules 0 of Blackjack; these are 1; round 1 is void" in warnings(caplog)
    assert (await move.press()).said == "", "an old button moves no chips"
    assert [await guest.chips() for guest in story.people] == [1000] * 4
    assert story.table.live.table.commitment != shuffle
    house.deal("10S 8D, 10S 9D v 9H then 8C")
    await story.table.plays("Ana bets 100, Ben bets 100")
    assert NOT_GONE_ON not in story.table.text
    await story.table.plays("Ben Stand, Ana Stand")
    assert [await guest.chips() for guest in story.people] == [1100, 1100, 1000, 1000]


@pytest.mark.parametrize("damage", [damage for damage in SPOILT if damage != "other rules"])
async def test_a_round_whose_log_makes_no_sense_is_void(house, restart, damage, caplog):
    story = await told_until(house, "after_a_split")
    spoil(house, SPOILT[damage])
    await restart()
    assert NOT_GONE_ON in story.table.text
    assert [await guest.chips() for guest in story.people] == [1000] * 4
    assert "table 1: round 1 failed" in warnings(caplog)
    house.expects_faults = True


async def test_a_closing_table_whose_round_is_void_closes(house, restart):
    story = await told_until(house, "closing_after_this_round")
    before = [1000 - 40, 1000 + 60, 1000, 1000 - 20]
    spoil(house, SPOILT["other rules"])
    await restart()
    assert story.table.buttons == ["Open again"]
    assert "this table closed. closed by its host. all chips back." in story.table.text
    assert [await guest.chips() for guest in story.people] == before


async def test_a_table_of_a_game_that_is_not_offered_waits_until_it_is(house, restart, caplog):
    story = await told_until(house, "in_the_middle_of_a_hand")
    hit = story.ben.about_to_press("Hit", story.table)
    await restart(parts=("cogs.lobby.lobby_commands", "cogs.chips.chips_commands"))
    assert "table 1 plays blackjack, which is not offered here; it waits" in warnings(caplog)
    assert (await hit.press()).said == WAITS
    assert await story.ben.chips() == 960
    await restart()
    for step in STEPS[STEPS.index("a_split_half_followed") :]:
        await getattr(story, step)()
    assert [await guest.chips() for guest in story.people] == [1000, 1150, 1050, 980]


async def test_a_table_that_cannot_be_read_at_all_does_not_stop_the_others(house, ana, ben, restart, caplog):
    broken, whole = await ana.opens(), await ben.opens()
    await whole.plays("Ana Sit, Ben bets 100")
    spoil(house, "UPDATE tables SET lobby = '{' WHERE id = 1")
    await restart()
    house.expects_faults = True
    assert "table 1 can't be brought back; it stays on disk as it is" in warnings(caplog)
    assert (await ana.press("Sit", broken)).said == WAITS
    await whole.plays("Ana bets 100")
    assert "Dealer" in whole.text
