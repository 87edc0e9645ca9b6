"""One machine decides what is sent to Discord when, and what follows from a late answer, a wrong one, or none."""

import asyncio
import logging
import re
from contextlib import suppress
from functools import partial
from itertools import product
from random import Random
from types import SimpleNamespace

import discord
import pytest
from simcord.enums import ComponentType, InteractionType
from simcord.results import InteractionResult

from cogs.app.replies.requests import Outcome
from cogs.table.sending import NEXT, At, Happening, left
from cogs.tournament.course import Course
from data.tables.tournaments import Tournaments
from tables.events import Act, Arrange
from tests.cogs.five_hundred.house import Match
from tests.cogs.guest import OnItsWay
from tests.cogs.panel import Panel
from tests.cogs.shown import BUTTON, Table, walk
from tests.cogs.tournament.cup import Cup

introduced = pytest.mark.usefixtures("as_users_have_it")

POINTER = re.compile(r"continues here: https://discord.com/channels/\d+/\d+/(\w+)")
LATE = 3.5
"""Seconds until a late answer comes: longer than SimCord waits, shorter than the bot does."""
REFUSED = {500: 0, 429: 0, 400: 0, 404: 10008}
"""The wrong answers of a Discord that does nothing, and their codes."""
MOODS = ("well", "late", "later", "done", "never", *REFUSED)


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
    await table.plays("Ana Bump, 8 s")
    first, second = answers.posts
    assert first["nonce"] == second["nonce"]
    assert first["enforce_nonce"] is True
    await table.plays("20 s, Ana Bump, 2 s")
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


@introduced
async def test_a_mention_that_was_lost_is_found_and_deleted_when_whom_it_calls_has_acted(house, match_of, answers):
    match = match_of(2)
    await match.sit_down(pace="slow")
    answers.lost("post")
    await match.ana.press("Start", match.table)
    await house.sets({"mentions": False})  # so that nobody else is called
    await match.plays("Ana Pass, 20 s")
    *_, lost, found = [post for post in answers.posts if post["content"]]
    assert lost["nonce"] == found["nonce"]
    assert "".join(house.texts()).count("your turn") == 1  # what was found is deleted; Discord makes one of both


def test_each_pair_of_a_state_and_what_may_happen_is_listed_or_an_error():
    always, answers = {Happening.CHANGED, Happening.SAME, Happening.STOPPED}, {*Outcome, Happening.OVERTAKEN}
    for at, what in product(At, {*Happening, *Outcome}):
        may_be = what in always or (at in {At.FLYING, At.BEHIND}) == (what in answers)
        assert ((at, what) in NEXT) == (at is At.STOPPED or may_be), (at, what)
        assert at is not At.STOPPED or NEXT[at, what] is At.STOPPED


class PublicMessage:
    """The message of a table where people sit down and leave, and have it posted again."""

    moods = MOODS

    def __init__(self, house, deals, random):
        self.house, self.random, self.early = house, random, []
        self.people = house.guests("Ana Ben")

    async def begins(self):
        self.table = await self.people[0].opens()
        self.view = self.house.app.presses.view_of(self.table.live.table)

    def counts(self, message):
        return message == self.view.message.id  # to an older copy its pointer may come twice

    async def changes(self):
        guest, lobby = self.random.choice(self.people), self.table.live.table.lobby
        verb = self.random.choice(("leave" if guest.id in lobby.seats else "sit", "bump"))
        way = f"b:1:{self.table.live.table.question_id}:{verb}"
        self.early.append(guest.about_to_press("Sit", self.table, as_if=way))
        if self.random.random() < 0.3 and verb != "bump":
            await self.table.live.do(Arrange(guest.id, lambda lobby: getattr(lobby, verb)(guest.id)))
        else:
            self.early.pop(self.random.randrange(len(self.early))).dispatch()

    async def is_right(self):
        seated = {self.house.names[who] for who in self.table.live.table.lobby.seats if who is not None}
        assert {line.split()[1] for line in self.table.text.splitlines() if line.endswith(" –")} == seated
        live = [number for number, what in copies(self.house) if what == "live"]
        assert live == [self.view.message.id] == [self.table.message.id]


class Mention:
    """What mentions whoever's turn it is in a slow match."""

    moods = tuple(mood for mood in MOODS if mood != 404)

    def __init__(self, house, deals, random):
        self.house, self.random = house, random
        self.match = Match(house, deals, 2)

    async def begins(self):
        self.table = await self.match.start(pace="slow")
        self.view = self.house.app.presses.view_of(self.table.live.table)

    def counts(self, message):
        return True

    async def changes(self):
        table = self.table.live.table
        if table.is_playing:
            seat = self.random.choice([*table.play.to_act])
            action = Act(table.play.setup.people[seat], table.question_id, str(table.play.round.default_action(seat)))
            await self.table.live.do(action)
        else:
            who, way = self.random.choice(self.match.people), f"b:1:{table.question_id}:ready"
            who.about_to_press("Ready", self.table, as_if=way).dispatch()

    async def is_right(self):
        calls = self.view.message.calls
        shown = [text for text in self.house.texts() if ": https://" in text and "continues" not in text]
        assert shown == [*filter(None, [self.house.say(calls._text(*calls._due))])]


class PrivatePanel(Mention):
    """The panel of somebody in such a match who opens it again and again, and presses on it."""

    def __init__(self, house, deals, random):
        super().__init__(house, deals, random)
        self.opened = []

    async def begins(self):
        await super().begins()
        self.opens()
        await self.house.wait(1)

    def opens(self):
        way = f"b:1:{self.table.live.table.question_id}:hand"
        self.opened.append(self.match.ana.about_to_press("My hand", self.table, as_if=way))
        self.opened[-1].dispatch()

    def panels(self):
        found = [InteractionResult(self.house.env, press._record).response for press in self.opened]
        return [message for message in found if message is not None and message.ephemeral]

    async def changes(self):
        what = self.random.random()
        ways = [(m, part["custom_id"]) for m in self.panels() for part in walk(m.components) if part["type"] == BUTTON]
        if what < 0.4:
            await super().changes()
        elif what < 0.6 or not ways:
            with suppress(StopIteration):  # the table's message may be gone
                self.opens()
        else:
            message, way = self.random.choice(ways)
            data = {"custom_id": way, "component_type": ComponentType.BUTTON}
            OnItsWay(self.match.ana, InteractionType.MESSAGE_COMPONENT, data, message.message).dispatch()

    async def is_right(self):
        (panel,), who = self.panels(), self.match.ana.id
        drawn = await self.view.panels._draw(who, self.view.panels._open[who].words)
        assert self.house.read(self.house.raw(panel)) == self.house.read(drawn.to_components())


class Announcement:
    """The announcement of a tournament for which people sign up."""

    moods = Mention.moods
    counts = Mention.counts

    def __init__(self, house, deals, random):
        self.house, self.random, self.cup = house, random, Cup(house)
        self.names = house.guests("Ana Ben Cy Dee")
        self.there = set()

    async def begins(self):
        await self.cup.opens(self.house.guest("Mia", manages=True), start="10d")
        await self.house.wait(10)
        self.tournaments = Tournaments(self.house.app.store)

    async def changes(self):
        who = self.random.choice(self.names)
        of = await self.tournaments.get(1)
        if who.id in self.there:
            await self.tournaments.withdraw(of, who.id)
        else:
            await self.tournaments.sign_up(of, who.id, None, 128, self.house.env.now())
        self.there ^= {who.id}
        self.house.app.get_cog("Posts").redraw(1)

    async def is_right(self):
        posts, of = self.house.app.get_cog("Posts"), await self.tournaments.get(1)
        drawn = posts._announcement(await Course.read(self.tournaments, of))
        assert self.cup.text == self.house.read(drawn.to_components())


class Moody:
    """A Discord that answers late, wrongly or never, or does what it is asked for later, until it `is_well`."""

    def __init__(self, house, random, screen):
        self.is_well, self.most_at_once, self.waiting = False, 0, 0
        self._random, self._screen, self._flying, self._posts = random, screen, [], {}
        self._interactions = house.env.backend.interactions
        house.between(self._passing)

    async def _passing(self, send, route, **more):
        parts = route.url.partition("/v10/")[2].split("/")
        kind = (more.get("payload") or {}).get("type") if "callback" in parts else route.method
        is_new = kind == 4 and isinstance(self._screen, PrivatePanel)
        is_delete = kind == "DELETE" and parts[0] == "channels"
        if not (kind in {7, "PATCH"} or is_new or is_delete or parts[-1] == "messages"):
            return await send()
        if nonce := (more.get("json") or {}).get("nonce"):
            send = partial(self._once, send, nonce)
        numbers = [part.rpartition("_")[2] for part in parts]
        record = next(
            (self._interactions[int(n)] for n in numbers if n.isdigit() and int(n) in self._interactions), None
        )

        def message():
            if record is None:
                return int(numbers[-1]) if numbers[-1].isdigit() else nonce
            is_other = is_new and record.message_id == record.source_message_id  # the press was acknowledged instead
            return record.source_message_id if kind == 7 else (not is_other and record.message_id) or record.id

        self._flying.append(message)
        self.waiting += 1
        at_once = [each() for each in self._flying]
        self.most_at_once = max(
            [self.most_at_once, *(at_once.count(each) for each in at_once if self._screen.counts(each))]
        )
        try:
            return await self._answer(send, is_new, self._screen.counts(message()))
        finally:
            self._flying.remove(message)
            self.waiting -= 1

    async def _once(self, send, nonce):
        if nonce not in self._posts:
            self._posts[nonce] = asyncio.ensure_future(send())
        return await asyncio.shield(self._posts[nonce])

    async def _answer(self, send, is_new, is_latest):
        mood = "well" if self.is_well else self._random.choice(self._screen.moods)
        if (mood == 404 and not is_latest) or (mood in {"done", "never"} and is_new):
            mood = "well"
        if mood == "later":
            later = asyncio.ensure_future(self._later(send))
            later.add_done_callback(asyncio.Future.exception)  # of two answers the second is refused
            return await asyncio.shield(later)
        answer = await send() if mood in {"well", "late", "done"} else None
        if mood in {"late", "never"}:
            await asyncio.sleep(self._random.uniform(1, 4 if is_new else 8) if mood == "late" else 300)
        if mood == "done" or mood in REFUSED:
            status = mood if mood in REFUSED else 502
            kind = discord.NotFound if status == 404 else discord.HTTPException
            raise kind(SimpleNamespace(status=status, reason=""), {"code": REFUSED.get(mood, 0), "message": ""})
        return answer

    async def _later(self, send):
        self.waiting += 1
        try:
            await asyncio.sleep(self._random.uniform(5, 12))
            return await send()
        finally:
            self.waiting -= 1


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("screen", [PublicMessage, PrivatePanel, Mention, Announcement])
async def test_when_discord_is_well_again_every_screen_shows_its_table(house, deals, caplog, screen, seed):
    random, before = Random(seed), left()
    screen = screen(house, deals, random)
    await screen.begins()
    moody = Moody(house, random, screen)
    for _ in range(14):
        with house.as_the_bot():
            await screen.changes()
        await house.wait(random.choice((0.2, 1, 2.5, 12)))
    moody.is_well = True
    while moody.waiting:
        await house.wait(1)
    await house.wait(10)
    for _ in range(9):
        if left() > before:
            await house.wait(65)
    await screen.is_right()
    assert moody.most_at_once == 1
    house.expects_faults = any(record.levelno >= logging.ERROR for record in caplog.records)
