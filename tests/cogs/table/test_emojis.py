"""The card faces on a simulated Discord: uploaded once, found again, completed after a failure."""

import asyncio
import base64
import logging
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import discord
import pytest
import simcord

from cogs.pok_deng.road import EMOJIS as ROAD
from cogs.table.emojis import CARDS, CardEmojis
from data.store.locks import LocksHere
from games.cards import Card, parse_cards
from games.pok_deng import Mark
from tests import discord_api

pytestmark = pytest.mark.usefixtures("new_application")

ACE = Card.parse("AS")
LOST_FLUSH = Mark.parse("Lf")
NAMED = {face: pictures.emoji_name(face) for pictures in (CARDS, ROAD) for face in pictures.faces}
FACES, NAMES = list(NAMED), sorted(NAMED.values())


class FacesBot(discord.Client):
    """A bot that has card faces and nothing else; `before_upload` is called with the number of uploads so far."""

    def __init__(self, before_upload: Callable[[int], None] = lambda _: None, locks: LocksHere | None = None) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.locks = locks or LocksHere()
        self.faces = CardEmojis()
        self.faces.offer(ROAD)
        self.before_upload = before_upload
        self.uploads = 0

    async def setup_hook(self) -> None:
        self.faces.start(self, self.locks)

    async def close(self) -> None:
        await self.faces.stop()
        await super().close()

    async def create_application_emoji(self, *, name: str, image: bytes) -> discord.Emoji:
        self.before_upload(self.uploads)
        self.uploads += 1
        return await super().create_application_emoji(name=name, image=image)


@pytest.fixture
def simcord_bot() -> discord.Client:
    return discord.Client(intents=discord.Intents(guilds=True))


@pytest.fixture
def env(simcord_env: simcord.Env) -> simcord.Env:
    """A Discord on which the bot with the faces has never been started."""
    return simcord_env


async def start(
    env: simcord.Env, before_upload: Callable[[int], None] = lambda _: None, locks: LocksHere | None = None
) -> FacesBot:
    """Start the bot and wait until the background is quiet; `locks` are those it shares with other processes."""
    bot = FacesBot(before_upload, locks)
    await env.restart_bot(bot)
    await env.settle()
    return bot


def refuse(env: simcord.Env, method: str, status: int) -> None:
    """Let the next emoji request of this kind fail. The bot's own code calls it, so `env.inject_error` won't do."""
    path = "/applications/*/emojis*"
    env.backend.faults.append(
        {"method": method, "path": path, "status": status, "code": 0, "message": "refused by the test", "times": 1}
    )


def on_discord(env: simcord.Env) -> list[str]:
    return sorted(emoji.name for emoji in env.backend.application_emojis.values())


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.thorough
def test_before_the_start_cards_are_text() -> None:
    faces = CardEmojis()
    assert [faces.text(card) for card in (*parse_cards("AS 10H JOKER"), None)] == ["A♠", "10♥", "🃏", "▮"]


def test_discord_accepts_the_names_and_a_new_drawing_has_a_new_one() -> None:
    assert [name for name in NAMES if not re.fullmatch("[A-Za-z0-9_]{2,32}", name)] == []
    assert len(set(NAMES)) == len(FACES)
    assert [replace(CARDS, version=version).emoji_name(ACE) for version in (1, 2)] == [
        "ace_of_spades",
        "ace_of_spades_v2",
    ]
    assert replace(ROAD, version=2).emoji_name(LOST_FLUSH) == "lost_flush_v2"


def test_whoever_hears_a_card_hears_its_rank_and_suit_or_that_it_lies_face_down() -> None:
    heard = [NAMED[card].replace("_", " ") for card in (*parse_cards("KS 10H 2C 13D JOKER"), None)]
    assert heard == ["king of spades", "ten of hearts", "two of clubs", "thirteen of diamonds", "joker", "face down"]
    assert NAMED[Mark.parse("Wb")] == "won_flush_pair"


async def test_the_first_start_uploads_every_face_the_second_none_and_both_find_them(env: simcord.Env) -> None:
    env.backend.create_application_emoji("ace_of_spades_v0")
    bot = await start(env)
    assert on_discord(env) == NAMES
    ids = {emoji.name: emoji.id for emoji in env.backend.application_emojis.values()}
    for face in FACES:
        assert bot.faces.text(face) == f"<:{NAMED[face]}:{ids[NAMED[face]]}>"
    sent = {r.json["name"]: r.json["image"] for r in env.http_requests if r.method == "POST"}
    for pictures, face in ((CARDS, ACE), (CARDS, None), (ROAD, LOST_FLUSH)):
        picture = base64.b64encode(pictures.png(face)).decode()
        assert sent[NAMED[face]] == f"data:image/png;base64,{picture}"
    assert {request.method for request in env.http_requests if "/emojis" in request.path} == {"GET", "POST", "DELETE"}
    assert discord_api.problems(env.http_requests) == []
    second = await start(env, locks=Theirs())  # it has nothing to wait for
    assert (bot.uploads, second.uploads) == (len(FACES), 0)
    assert [second.faces.text(face) for face in FACES] == [bot.faces.text(face) for face in FACES]


@pytest.mark.parametrize("status", [403, 500])
async def test_a_refused_face_is_shown_as_text_and_tried_again_later_and_stops_no_other(
    env: simcord.Env, caplog: pytest.LogCaptureFixture, status: int
) -> None:
    bot = await start(env, lambda uploads: refuse(env, "POST", status) if uploads in (30, 50) else None)
    missing = [FACES[30], FACES[50]]
    assert [face for face in FACES if not bot.faces.text(face).startswith("<:")] == missing
    assert [bot.faces.text(face) for face in missing] == [CARDS.plain(face) for face in missing]
    assert [line[:34] for line in warnings(caplog)] == ["76 of 78 card faces are on Discord"]
    await env.advance_time(59)
    assert bot.uploads == len(FACES)
    await env.advance_time(2)
    assert on_discord(env) == NAMES
    assert all(bot.faces.text(face).startswith("<:") for face in FACES)
    assert len(warnings(caplog)) == 1
    await env.advance_time(7200)
    assert bot.uploads == len(FACES) + 2


async def test_a_face_that_is_refused_again_and_again_is_tried_less_often(env: simcord.Env) -> None:
    bot = await start(env, lambda uploads: refuse(env, "POST", 400) if uploads >= 77 else None)
    for _ in range(4 * 60):
        await env.advance_time(60)
    assert bot.uploads - len(FACES) == 8  # after 1, 3, 7, 15, 31, 63, 123 and 183 minutes


async def test_a_bug_in_the_background_is_logged_and_leaves_text(
    env: simcord.Env, caplog: pytest.LogCaptureFixture
) -> None:
    def crash(uploads: int) -> None:
        raise ZeroDivisionError

    bot = await start(env, crash)
    assert bot.faces.text(ACE) == "A♠"
    assert [record.exc_info[0] for record in caplog.records if record.exc_info] == [ZeroDivisionError]


async def test_without_the_list_of_emojis_nothing_is_uploaded_and_the_list_is_asked_for_again(
    env: simcord.Env, caplog: pytest.LogCaptureFixture
) -> None:
    await start(env)
    env.inject_error("GET", "/applications/*/emojis", status=500)
    bot = await start(env)
    assert bot.uploads == 0
    assert bot.faces.text(ACE) == "A♠"
    assert len(warnings(caplog)) == 1
    await env.advance_time(61)
    assert bot.uploads == 0
    assert bot.faces.text(ACE).startswith("<:")


async def test_stopping_in_the_middle_leaves_the_rest_to_the_next_start(env: simcord.Env) -> None:
    stops: list[asyncio.Task[None]] = []

    def stop(uploads: int) -> None:
        if uploads == 10:
            stops.append(asyncio.create_task(bot.faces.stop()))

    bot = FacesBot(stop)
    await env.restart_bot(bot)
    await env.settle()
    assert len(stops) == 1
    assert bot.uploads - 1 <= len(on_discord(env)) < len(NAMES), "the last one may not have reached Discord"

    await start(env)
    assert on_discord(env) == NAMES


async def test_outdated_faces_are_deleted_and_other_emojis_left_alone(env: simcord.Env) -> None:
    others = [
        "party",
        "AS",
        "AS_v1",
        "ace_of_spades_v",
        "ace_of_spades_v9",
        "xace_of_spades_v0",
        "won_v",
        "won_lost_v0",
    ]
    for name in ["ace_of_spades_v0", "joker_v0", "face_down_v0", "tie_pair_v0", *others]:
        env.backend.create_application_emoji(name)
    bot = await start(env)
    assert on_discord(env) == sorted([*NAMES, *others])
    assert bot.uploads == len(FACES)


async def test_outdated_faces_stay_until_the_new_ones_are_complete_and_a_refused_deletion_costs_no_face(
    env: simcord.Env, caplog: pytest.LogCaptureFixture
) -> None:
    env.backend.create_application_emoji("ace_of_spades_v0")
    refuse(env, "DELETE", 403)
    bot = await start(env, lambda uploads: refuse(env, "POST", 500) if uploads == 77 else None)
    assert "ace_of_spades_v0" in on_discord(env)
    await env.advance_time(61)
    assert all(bot.faces.text(face).startswith("<:") for face in FACES)
    assert len(warnings(caplog)) == 2
    await start(env)
    assert on_discord(env) == NAMES


class Theirs(LocksHere):
    """Locks that another process has for the next minute."""

    async def take(self, name: str, **how: Any) -> None:
        await asyncio.sleep(60)
        await super().take(name, **how)


async def test_while_another_process_uploads_what_is_there_is_shown_and_nothing_is_uploaded_twice(
    env: simcord.Env,
) -> None:
    env.backend.create_application_emoji(NAMED[ACE])
    bot = await start(env, locks=Theirs())
    assert bot.faces.text(ACE).startswith("<:")
    assert bot.faces.text(LOST_FLUSH) == ROAD.plain(LOST_FLUSH)
    for name in set(NAMES) - {NAMED[ACE]}:
        env.backend.create_application_emoji(name)
    await env.advance_time(61)
    assert bot.uploads == 0
    assert all(bot.faces.text(face).startswith("<:") for face in FACES)


async def test_when_the_process_that_uploads_dies_another_takes_over(env: simcord.Env) -> None:
    bot = await start(env, locks=Theirs())
    assert bot.uploads == 0
    env.backend.create_application_emoji(NAMED[ACE])
    await env.advance_time(61)
    assert bot.uploads == len(FACES) - 1
    assert on_discord(env) == NAMES
