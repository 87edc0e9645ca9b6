"""Discord's answer to a post comes late, or never: a press on the new message still counts as one on the table."""

import asyncio
import itertools
import re

import pytest

from tests.cogs.panel import Panel
from tests.cogs.shown import Table

pytestmark = pytest.mark.usefixtures("as_users_have_it")

POINTER = re.compile(r"continues here: https://discord.com/channels/\d+/\d+/(\w+)")
LATE = 3.5
"""Seconds until a late answer comes: longer than SimCord waits, shorter than the bot does."""


class Answers:
    """Requests take effect at once, but the answer to the next one can be late or lost."""

    def __init__(self, house):
        self._fate = None
        self.posts = []
        """The posted messages."""
        house.between(self._passing)

    def late(self, kind):
        """The answer to the next request of this `kind`, "post" or "callback", comes late."""
        self._fate = kind, LATE

    def lost(self, kind):
        """The answer never comes, and the connection breaks."""
        self._fate = kind, None

    async def _passing(self, send, route, **more):
        answer = await send()
        if route.method == "POST" and route.url.endswith("/messages"):
            self.posts.append(more.get("json"))
        kind = "callback" if "callback" in route.url else "post" if route.method == "POST" else ""
        if self._fate is not None and self._fate[0] == kind:
            (_, seconds), self._fate = self._fate, None
            if seconds is None:
                raise ConnectionResetError("the answer is lost")
            await asyncio.sleep(seconds)
        return answer


@pytest.fixture
def answers(house):
    return Answers(house)


def copies(house):
    """The copies of a table's message, oldest first: "live" with buttons, or the message that the copy points to."""
    said = [(message.id, house.read(house.raw(message))) for message in house.messages()]
    return [(number, int(found[1]) if (found := POINTER.search(text)) else "live") for number, text in said]


async def test_a_press_on_a_table_just_opened_is_played_and_the_link_to_it_is_its_channel(house, ana, ben, answers):
    answers.late("callback")
    ana.about_to_command("blackjack open").dispatch()
    await house.wait(0.5)
    shown = str((await ben.command("play")).result.response.components)
    assert "Blackjack" in shown
    assert "/None" not in shown
    table = Table(house, 1)
    sit = ben.about_to_press("Sit", table)
    sit.dispatch()
    await house.wait(0.5)
    assert sit.answer().said == ""
    assert ben.id in table.live.table.lobby.seats
    await house.wait(LATE + 2)
    assert table.line("1 Ben") == "1 Ben –"
    assert copies(house) == [(table.message.id, "live")]
    assert (await ana.press("Sit", table)).said == ""
    assert table.line("2 Ana") == "2 Ana –"


async def test_after_a_post_whose_answer_is_lost_a_press_leaves_one_live_copy(house, ana, ben, table, answers):
    await house.wait(20)
    old = table.message
    answers.lost("post")
    ana.about_to_press("Bump", table).dispatch()
    await house.wait(1.5)
    made = table.message
    assert made.id != old.id
    assert (await ben.press("Sit", table)).said == ""
    await house.wait(8)
    assert copies(house) == [(old.id, made.id), (made.id, "live")]
    assert table.line("1 Ben") == "1 Ben –"


async def test_a_post_is_tried_again_with_the_same_nonce_so_that_discord_makes_one_message(table, house, ana, answers):
    await house.wait(20)
    answers.lost("post")
    await ana.press("Bump", table)
    await house.wait(8)
    first, second = answers.posts
    assert first["nonce"] == second["nonce"]
    assert first["enforce_nonce"] is True
    await house.wait(20)
    await ana.press("Bump", table)
    await house.wait(2)
    assert len(answers.posts) == 3
    assert answers.posts[2]["nonce"] != second["nonce"]


async def test_presses_on_a_message_just_posted_again_and_on_the_older_copy_are_played_and_that_points_to_it(
    house, ana, ben, cy, table, answers
):
    await house.wait(20)
    old, late = table.message, cy.about_to_press("Sit", table)
    answers.late("post")
    ana.about_to_press("Bump", table).dispatch()
    await house.wait(1.5)
    assert table.message.id != old.id
    late.dispatch()
    await house.wait(0.3)
    ben.about_to_press("Sit", table).dispatch()
    await house.wait(LATE + 2)
    assert {ben.id, cy.id} <= set(table.live.table.lobby.seats)
    assert copies(house) == [(old.id, table.message.id), (table.message.id, "live")]


async def test_copies_only_ever_point_to_newer_ones_whichever_is_pressed_and_whenever(
    house, ana, ben, cy, table, answers
):
    for fate, whose in itertools.product(("late", "lost"), (0, -1)):
        await house.wait(20)
        before = cy.about_to_press("Rules", table)
        getattr(answers, fate)("post")
        ana.about_to_press("Bump", table).dispatch()
        await house.wait(1.2)
        after = ben.about_to_press("Leave" if ben.id in table.live.table.lobby.seats else "Sit", table)
        for press in (before, after)[:: 1 if whose else -1]:
            press.dispatch()
            await house.wait(0.2)
        await house.wait(10)
        found = copies(house)
        assert all(what == "live" or what > number for number, what in found)
        newest = max(number for number, what in found if what == "live")
        assert house.app.presses.view_of(table.live.table).message.id == newest


async def test_a_table_whose_opening_answer_is_lost_is_open_where_discord_has_the_message(house, ana, ben, answers):
    answers.lost("callback")
    await ana.command("blackjack open")
    table = Table(house, 1)
    assert (await ben.press("Sit", table)).said == ""
    assert table.line("1 Ben") == "1 Ben –"
    assert copies(house) == [(table.message.id, "live")]


async def test_a_match_on_its_way_to_another_channel_continues_where_somebody_presses(house, match_of, answers):
    match = match_of(4)
    table = await match.start()
    old, first = table.message, house.channel
    await house.wait(20)
    house.channel = house.guild.create_text_channel("elsewhere")
    matches = await match.ana.command("fivehundred matches")
    await Panel(match.ana, matches).choose("Look at a match…", "Match 1")
    answers.late("callback")
    match.ana.about_to_press_on(matches, "Bring it here").dispatch()
    await house.wait(0.5)
    hand = match.ben.about_to_press("My hand", table)
    hand.dispatch()
    await house.wait(0.5)
    assert "hand" in hand.answer().said
    assert table.live.table.channel == house.channel.id
    await house.wait(LATE + 2)
    new = table.message
    house.channel = first
    assert str(new.id) in house.read(house.raw(old))
