"""One machine decides what is sent to Discord when, and what follows from a late answer, a wrong one, or none."""

import asyncio
import re
from collections import Counter
from functools import partial
from itertools import product
from random import Random
from types import SimpleNamespace

import discord
import pytest

from cogs.app.replies.requests import Outcome
from cogs.table.sending import NEXT, At, Happening
from tables.events import Arrange
from tests.cogs.panel import Panel
from tests.cogs.shown import Table

introduced = pytest.mark.usefixtures("as_users_have_it")

POINTER = re.compile(r"continues here: https://discord.com/channels/\d+/\d+/(\w+)")
LATE = 3.5
"""Seconds until a late answer comes: longer than SimCord waits, shorter than the bot does."""
REFUSED = {500: 0, 429: 0, 400: 0, 404: 10008}
"""The wrong answers of a Discord that does nothing, and their codes."""


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


@introduced
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


@introduced
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


@introduced
async def test_a_table_whose_opening_answer_is_lost_is_open_where_discord_has_the_message(house, ana, ben, answers):
    answers.lost("callback")
    await ana.command("blackjack open")
    table = Table(house, 1)
    assert (await ben.press("Sit", table)).said == ""
    assert table.line("1 Ben") == "1 Ben –"
    assert copies(house) == [(table.message.id, "live")]


@introduced
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


def test_each_pair_of_a_state_and_what_may_happen_is_listed_or_an_error():
    always, answers = {Happening.CHANGED, Happening.SAME, Happening.STOPPED}, {*Outcome, Happening.OVERTAKEN}
    for at, what in product(At, {*Happening, *Outcome}):
        may_be = what in always or (at in {At.FLYING, At.BEHIND}) == (what in answers)
        assert ((at, what) in NEXT) == (at is At.STOPPED or may_be), (at, what)
        assert at is not At.STOPPED or NEXT[at, what] is At.STOPPED


class Moody:
    """A Discord that answers edits and posts late, wrongly or never, or does them later, until it `is_well`."""

    def __init__(self, house, random, view):
        self.is_well, self.most_at_once, self.pressed = False, 0, {}
        self._random, self._view, self._flying, self._before, self._posts = random, view, Counter(), None, {}
        house.between(self._passing)

    async def _passing(self, send, route, **more):
        parts = route.url.partition("/v10/")[2].split("/")
        is_answer = "callback" in parts and (more.get("payload") or {}).get("type") == 7
        if not (is_answer or route.method == "PATCH" or parts[-1] == "messages"):
            return await send()
        if nonce := (more.get("json") or {}).get("nonce"):
            send = partial(self._once, send, nonce)
        numbers = [part.rpartition("_")[2] for part in parts]
        edited = next((self.pressed[number] for number in numbers if number in self.pressed), numbers[-1])
        is_latest = edited == str(self._view.message.id)
        self._flying[edited] += is_latest
        self.most_at_once = max(self.most_at_once, self._flying[edited])
        try:
            return await self._answer(send, is_latest)
        finally:
            self._flying[edited] -= is_latest

    async def _once(self, send, nonce):
        if nonce not in self._posts:
            self._posts[nonce] = asyncio.ensure_future(send())
        return await self._posts[nonce]

    async def _answer(self, send, is_latest):
        fate = "well" if self.is_well else self._random.choice(["well", "late", "later", "done", "never", *REFUSED])
        is_too_much = fate == self._before == 400 or (fate == 404 and not is_latest)
        self._before = fate
        if fate == "later":
            return await asyncio.shield(asyncio.ensure_future(self._later(send)))
        answer = await send() if fate in {"well", "late", "done"} or is_too_much else None
        if fate in {"late", "never"}:
            await asyncio.sleep(self._random.uniform(1, 8) if fate == "late" else 300)
        if fate == "done" or answer is None:
            status = fate if fate in REFUSED else 502
            kind = discord.NotFound if status == 404 else discord.HTTPException
            raise kind(SimpleNamespace(status=status, reason=""), {"code": REFUSED.get(fate, 0), "message": ""})
        return answer

    async def _later(self, send):
        await asyncio.sleep(self._random.uniform(5, 12))
        return await send()


@pytest.mark.parametrize("seed", range(4))
async def test_when_discord_is_well_again_one_copy_shows_the_table_and_the_others_point_to_it(
    house, people, table, seed
):
    random, early = Random(seed), []
    view = house.app.presses.view_of(table.live.table)
    moody = Moody(house, random, view)
    for _ in range(14):
        guest, lobby = random.choice(people), table.live.table.lobby
        verb = random.choice(("leave" if guest.id in lobby.seats else "sit", "bump"))
        way = f"b:1:{table.live.table.question_id}:{verb}"
        early.append(guest.about_to_press("Sit", table, as_if=way))
        if random.random() < 0.3 and verb != "bump":
            with house.as_the_bot():
                await table.live.do(Arrange(guest.id, lambda lobby, who=guest.id, verb=verb: getattr(lobby, verb)(who)))
        else:
            press = early.pop(random.randrange(len(early)))
            press.dispatch()
            moody.pressed[str(press._record.id)] = press._message["id"]
        await house.wait(random.choice((0.2, 1, 2.5, 12)))
    moody.is_well, house.expects_faults = True, bool(house.env.errors)  # of two answers the second is refused
    await house.wait(14)
    seated = {house.names[who] for who in table.live.table.lobby.seats if who is not None}
    assert {line.split()[1] for line in table.text.splitlines() if line.endswith(" –")} == seated
    assert [number for number, what in copies(house) if what == "live"] == [view.message.id] == [table.message.id]
    assert moody.most_at_once == 1
