"""Discord's side of the wire for a ring of people: all commands with their options, private messages, and forms."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

import discord
from discord.enums import InteractionType

from tools.torture.greedy.steps import at_a_table
from tools.world.fake_discord import BUTTON, CHANNEL, EPHEMERAL, SELECT, TOKEN, FakeDiscord, Json, Request, controls
from tools.world.jumping_loop import JumpingLoop

MANAGES = str(discord.Permissions(manage_guild=True, view_channel=True, send_messages=True).value)
LATENCY = 0.2
"""Seconds until Discord has said that it has taken an answer; presses at once meet there."""
FORM = 9
KEPT = 4
"""Private messages of each person that are still read."""
READING = (
    "achievements:", "audit:", "coach:", "deal:", "deals:", "history:", "mydata:", "r:", "seasons:", "settings:",
    "tables:", "top:",
)  # fmt: skip
"""How addresses begin by which no chip ever moves."""
_MOMENT = re.compile(r"<t:[0-9]+:R>")
"""It is rounded up or down as the picture is drawn."""


class RingWire(FakeDiscord):
    """The wire of one server. It remembers what everybody sees, and what each person sees besides."""

    kinds: ClassVar[Sequence[int]] = (BUTTON, SELECT)
    """What people can press."""

    def __init__(self, managers: frozenset[int]) -> None:
        super().__init__()
        self._managers = managers
        self.channel = CHANNEL
        """Where commands are given."""
        self._who: dict[int, int] = {}
        """By interaction: who caused it."""
        self.tables: dict[int, int] = {}
        """By table: the message that everybody sees."""
        self.private: dict[int, dict[int, float]] = {}
        """By person: messages that only they see, oldest first, and when they opened or last pressed on them."""
        self.forms: dict[int, Request] = {}
        """By person: the form that is open."""
        self.asked = 0
        """How many private messages with something to press there have been."""
        self.said: dict[int, str] = {}
        """By person: what the latest private answer says."""

    def _interaction(self, kind: InteractionType, person: int, channel: int, data: Json, on: int = 0) -> Json:
        event = super()._interaction(kind, person, channel, data, on)
        self._who[int(event["id"])] = person
        if person in self._managers:
            event["member"]["permissions"] = MANAGES
        return event

    async def request(self, route: Any, session: Any, *, payload: Any = None, multipart: Any = None, **_: Any) -> Any:
        """Accept what answers an interaction, and take a moment to say so."""
        loop = asyncio.get_running_loop()
        assert isinstance(loop, JumpingLoop)
        await loop.held()
        said = await super().request(route, session, payload=payload, multipart=multipart)
        is_first = route.path.endswith("/callback")
        person = self._who[int(route.webhook_id) if is_first else int(route.webhook_token.removeprefix(TOKEN))]
        about = said["interaction"].get("response_message_id", "0") if is_first else said["id"]
        self._seen_by(person, int(about), loop.time(), was_pressed=is_first)
        if is_first:
            await asyncio.sleep(LATENCY)
        return said

    def _seen_by(self, person: int, message: int, now: float, *, was_pressed: bool) -> None:
        if message in self._places and self._places[message][1] & EPHEMERAL:
            own = self.private.setdefault(person, {})
            before = own.pop(message, 0.0)
            own[message] = now if was_pressed else before
            self.private[person] = dict([*own.items()][-KEPT:])

    def take_in(self) -> list[Request]:
        """Apply all that was sent; learn which forms are open, and where tables are shown."""
        sent = super().take_in()
        for request in sent:
            if request.kind == "answer" and request.type == FORM:
                self.forms[self._who[request.to]] = request
                continue
            if request.kind == "deletion":
                for messages in self.private.values():
                    messages.pop(request.message, None)
                continue
            is_private = bool(self._places.get(request.message, (0, EPHEMERAL))[1] & EPHEMERAL)
            signs = [each["custom_id"] for each in controls(request.body.get("components") or ())]
            if is_private:
                self.asked += any(not sign.startswith(READING) for sign in signs)
                if (text := _text(request.body)) and request.to in self._who:
                    self.said[self._who[request.to]] = text
            elif (sign := next(filter(None, map(at_a_table, signs)), None)) is not None:
                self.tables[sign.table] = request.message
        return sent

    def offered(self, person: int) -> Iterator[tuple[int, Json]]:
        """The buttons and lists that `person` can press, the newest private ones first, with their messages.

        Those that only ever show something are left out.
        """
        seen = [*reversed(self.private.get(person, {})), *reversed(self.tables.values())]
        for message in seen:
            for control in controls(self.shown(message)["components"]):
                reads = control["custom_id"].startswith(READING)
                if not reads and not control.get("disabled") and control["type"] in self.kinds:
                    yield message, control


def _text(body: Json) -> str:
    """All text of a message in a line."""
    return " ".join([body.get("content") or "", *_texts(body.get("components") or ())]).strip()


def _texts(components: Any) -> Iterator[str]:
    for each in components:
        if isinstance(each.get("content"), str):
            yield each["content"].replace("\n", " ")
        yield from _texts(each.get("components") or ())


def plain(components: list[Json]) -> list[str]:
    """The texts and addresses of a picture."""
    found, said = [*components], list[str]()
    while found:
        each = found.pop()
        shown = (str(each[key]) for key in ("content", "custom_id", "label", "disabled") if each.get(key))
        said += [_MOMENT.sub("", text) for text in shown]
        said += [each["emoji"]["name"]] if "emoji" in each else []
        found += each.get("components") or ()
    return said
