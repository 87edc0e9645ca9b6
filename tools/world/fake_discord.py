"""Discord's side of the wire for all bots: presses as its gateway brings them, and a REST layer that answers at once.

What Discord would show is kept as text, so that no garbage collection looks through its messages.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import discord
from discord import AppCommandOptionType as OptionType
from discord.enums import InteractionResponseType, InteractionType
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from cogs.pok_deng.road import EMOJIS as ROAD
from cogs.table.emojis import CARDS

GUILD, CHANNEL, BOT, EMOJIS = 10**18, 10**18 + 10**6, 10**18 + 2, 10**18 + 1000
EPHEMERAL = 1 << 6
TOKEN = "token-"
"""Begins the tokens of interactions, in which no character has to be quoted in an address, as in Discord's."""
WHEN = "2030-01-01T12:00:00+00:00"
_SHOWS = (InteractionResponseType.channel_message.value, InteractionResponseType.message_update.value)
_REFUSED: Any = SimpleNamespace(status=400, reason="Bad Request")
"""What HTTPException reads of a response."""
_POSTS = (InteractionResponseType.channel_message.value, InteractionResponseType.deferred_channel_message.value)

BUTTON, SELECT = 2, 3
"""The kinds of what people can press: a button, and a list whose choices the bot names."""
_MEMBER = {"roles": [], "joined_at": WHEN, "flags": 0}
_ARCHIVED = {"archived": False, "auto_archive_duration": 1440, "archive_timestamp": WHEN, "locked": False}
_THREAD = {
    "type": 12,
    "parent_id": str(CHANNEL),
    "owner_id": str(BOT),
    "thread_metadata": _ARCHIVED,
    "message_count": 0,
    "member_count": 1,
}

Json = dict[str, Any]

EMOJI_NAMES = [pictures.emoji_name(face) for pictures in (CARDS, ROAD) for face in pictures.faces]
"""The names of the application's emojis."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request that a bot has sent."""

    kind: str
    """answer to an interaction, or another message beside it; edit of a message or of an own answer; post; deletion."""
    to: int
    """The number of the interaction that it answers; otherwise the message's."""
    type: int
    """The kind of the answer to an interaction, in Discord's numbers; otherwise 0."""
    message: int
    """The message that exists or has changed afterwards."""
    body: Json
    at: float
    """In seconds by the clock of `time.perf_counter`."""


class FakeDiscord(AsyncWebhookAdapter):
    """The wire that all bots of a process talk to."""

    def __init__(self, guild: int = GUILD, servers: int = 1) -> None:
        """`guild` is the first of its servers, whose channels take turns.

        Messages and interactions have other numbers than those of nearby ones.
        """
        super().__init__()  # type: ignore[no-untyped-call]  # discord.py leaves it untyped
        self.guild, self.servers = guild, servers
        self._numbers = itertools.count(2 * guild)
        self._messages: dict[int, bytes] = {}
        self._places: dict[int, tuple[int, int]] = {}
        """By message: its channel, and its flags, which say whether only one person sees it."""
        self._pressed_on: dict[int, tuple[int, int]] = {}
        """By unanswered interaction: its channel and message, 0 for none."""
        self._answered_with: dict[int, int] = {}
        """By interaction: the message that its token leads to."""
        self._public: dict[int, int] = {}
        """By channel: the newest message there that everybody sees."""
        self._waiting: dict[int, asyncio.Future[Request]] = {}
        self._sent: list[Request] = []

    def server_of(self, channel: int) -> int:
        """The server of a channel."""
        return self.guild + (channel - CHANNEL) % self.servers

    def carry(self, bot: discord.Client) -> None:
        """Let `bot`, which has not logged in, talk to this wire, and tell it who it is and about its one server."""
        async_context.set(self)
        bot.http.request = self._rest  # type: ignore[method-assign]  # the stub
        state = bot._connection
        state.user = discord.ClientUser(state=state, data=_user(BOT))  # type: ignore[arg-type]  # a typed dict
        state.application_id = BOT
        state._add_guild_from_data(guild_as_json(self.guild))  # type: ignore[arg-type]  # a typed dict

    async def members(self, guild: discord.Guild, *, user_ids: Sequence[int], **_: object) -> list[discord.Member]:
        """Everybody whom the bot asks about is there."""
        found: list[Any] = [_MEMBER | {"user": _user(each), "permissions": "0"} for each in user_ids]
        return [discord.Member(data=each, guild=guild, state=guild._state) for each in found]

    # What people do

    def press(self, custom_id: str, person: int, on: int) -> Json:
        """The event that `person` presses the button with this address on the message `on`."""
        data = {"custom_id": custom_id, "component_type": BUTTON, "id": 1}
        return self._interaction(InteractionType.component, person, self._places[on][0], data, on)

    def choose(self, custom_id: str, values: Sequence[str], person: int, on: int) -> Json:
        """The event that `person` chooses these values in the list with this address on the message `on`."""
        data = {"custom_id": custom_id, "component_type": SELECT, "id": 1, "values": [*values]}
        return self._interaction(InteractionType.component, person, self._places[on][0], data, on)

    def fill_in(self, form: Request, fields: Mapping[str, Any], person: int) -> Json:
        """The event that `person` sends the form that a press was answered with; `fields` are text, or lists."""
        inside = [
            {"custom_id": name, "type": 4, "value": value}
            if isinstance(value, str)
            else {"custom_id": name, "type": 3, "values": value}
            for name, value in fields.items()
        ]
        components = [{"type": 18, "id": 1, "component": each | {"id": 2}} for each in inside]
        data = {"custom_id": form.body["custom_id"], "components": components}
        channel = self._places[form.message][0]
        return self._interaction(InteractionType.modal_submit, person, channel, data, form.message)

    def command(self, name: str, person: int, channel: int, options: Mapping[str, tuple[OptionType, Any]]) -> Json:
        """The event that `person` gives a command, such as `chips give`, in `channel` with these options."""
        first, *parts = name.split()
        given: list[Json] = [
            {"type": kind.value, "name": option, "value": value} for option, (kind, value) in options.items()
        ]
        people = [value for kind, value in options.values() if kind is OptionType.user]
        for part in reversed(parts):
            given = [{"type": OptionType.subcommand.value, "name": part, "options": given}]
        data: Json = {"id": "1", "name": first, "type": 1, "options": given}
        if people:
            data["resolved"] = {
                "users": {each: _user(each) for each in people},
                "members": dict.fromkeys(people, _MEMBER | {"permissions": "0"}),
            }
        return self._interaction(InteractionType.application_command, person, channel, data)

    def send(self, bot: discord.Client, event: Json) -> None:
        """Let the gateway bring `event` to `bot`."""
        bot._connection.parsers["INTERACTION_CREATE"](event)

    async def ask(self, bot: discord.Client, event: Json) -> Request:
        """Let the gateway bring `event` to `bot`. Returns the answer, which is then shown on the messages."""
        number = int(event["id"])
        answered: asyncio.Future[Request] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answered
        self.send(bot, event)
        answer = await answered
        self.take_in()
        return answer

    # What Discord shows

    def take_in(self) -> list[Request]:
        """Apply all that was sent to the messages. Returns what was sent since the last time."""
        sent, self._sent = self._sent, []
        for request in sent:
            if "components" in request.body and (request.kind != "answer" or request.type in _SHOWS):
                self._show(request.message, request.body["components"])
        return sent

    def shown(self, number: int) -> Json:
        """What Discord shows as message `number`."""
        components = json.loads(self._messages.get(number, b"[]"))
        return message(number, components, *self._places[number])

    def public(self, channel: int) -> int:
        """The newest message of `channel` that everybody sees, but for mentions, which are only text."""
        return self._public[channel]

    def post(self, number: int, components: Iterable[Json], channel: int = CHANNEL, flags: int = 0) -> None:
        """Create a message."""
        self._places[number] = channel, flags
        self._show(number, list(components))

    def _show(self, number: int, components: list[Json]) -> None:
        self._messages[number] = json.dumps(components).encode()

    # The REST layer

    async def request(self, route: Any, session: Any, *, payload: Any = None, multipart: Any = None, **_: Any) -> Any:
        """Accept an answer to an interaction, or an edit of one, and reply as Discord would."""
        at = time.perf_counter()
        if multipart:
            payload = json.loads(multipart[0]["value"])
        if not route.path.endswith("/callback"):
            number, kind = self._answered_with[int(route.webhook_token.removeprefix(TOKEN))], "edit of an answer"
            body = payload or {}
            if route.method == "POST":  # another message beside the answer
                number, kind = self._new(self._places[number][0], body), "message"
            elif route.method == "DELETE":
                kind = "deletion"
            self._sent.append(Request(kind, number, 0, number, body, at))
            return self._said(number, body)
        number, kind, body = int(route.webhook_id), payload["type"], payload.get("data") or {}
        if number not in self._pressed_on:
            raise discord.HTTPException(_REFUSED, {"code": 40060, "message": "It has been acknowledged already."})
        channel, on = self._pressed_on.pop(number)
        shown = self._new(channel, body) if kind in _POSTS else on
        self._answered_with[number] = shown
        request = Request("answer", number, kind, shown, body, at)
        self._sent.append(request)
        if (waiting := self._waiting.pop(number, None)) is not None:
            waiting.set_result(request)
        interaction = {"id": str(number), "type": 3, "response_message_id": str(shown)}
        if kind not in _SHOWS:
            return {"interaction": interaction}
        return {"interaction": interaction, "resource": {"type": kind, "message": self._said(shown, body)}}

    async def _rest(self, route: Any, **given: Any) -> Any:
        """Everything else in the API: the card faces exist, commands are accepted, messages are edited."""
        at, body = time.perf_counter(), given.get("json") or {}
        if route.url.endswith("/emojis"):
            return {"items": [{"id": str(EMOJIS + n), "name": name} for n, name in enumerate(EMOJI_NAMES)]}
        if route.url.endswith("/commands"):
            return []
        if route.url.endswith("/threads"):
            return _channel(next(self._numbers), self.server_of(route.channel_id)) | _THREAD
        if route.method == "POST":
            number, kind = self._new(route.channel_id, body), "post"
        else:
            number, kind = int(route.url.rpartition("/")[2]), "edit" if route.method == "PATCH" else "deletion"
        self._sent.append(Request(kind, number, 0, number, body, at))
        return self._said(number, body)

    def _new(self, channel: int, body: Json) -> int:
        number, flags = next(self._numbers), body.get("flags", 0) & EPHEMERAL
        self._places[number] = channel, flags
        if not flags and body.get("components"):
            self._public[channel] = number
        return number

    def _said(self, number: int, body: Json) -> Json:
        return message(number, body.get("components") or [], *self._places[number])

    def _interaction(self, kind: InteractionType, person: int, channel: int, data: Json, on: int = 0) -> Json:
        number = next(self._numbers)
        self._pressed_on[number] = channel, on
        event = interaction(number, kind, person, data, channel, self.server_of(channel))
        return event | {"message": self.shown(on)} if on else event


def interaction(number: int, kind: InteractionType, person: int, data: Json, channel: int, guild: int) -> Json:
    """What somebody does, as Discord describes it."""
    return {
        "id": str(number), "application_id": str(BOT), "type": kind.value, "token": f"{TOKEN}{number}",
        "version": 1, "data": data, "guild_id": str(guild), "channel_id": str(channel),
        "channel": _channel(channel, guild),
        "member": _MEMBER | {"user": _user(person), "deaf": False, "mute": False, "permissions": "311455763520"},
        "locale": "en-GB", "guild_locale": "en-GB", "app_permissions": "8866461766385655", "context": 0,
        "entitlements": [], "authorizing_integration_owners": {"0": str(guild)},
        "attachment_size_limit": 10 << 20,
    }  # fmt: skip


def message(number: int, components: Sequence[Json], channel: int = CHANNEL, flags: int = 0) -> Json:
    """A message of a bot with these components, as Discord describes it."""
    return {
        "id": str(number), "channel_id": str(channel), "author": _user(BOT), "content": "", "timestamp": WHEN,
        "edited_timestamp": None, "tts": False, "mention_everyone": False, "mentions": [], "mention_roles": [],
        "attachments": [], "embeds": [], "components": list(components), "pinned": False, "type": 20,
        "flags": 1 << 15 | flags,
    }  # fmt: skip


def controls(components: Iterable[Json]) -> Iterator[Json]:
    """The buttons and lists among `components` and everything inside them, in the form and order Discord sends them."""
    for component in components:
        if "custom_id" in component:
            yield component
        yield from controls(component.get("components", ()))
        if "accessory" in component:
            yield from controls([component["accessory"]])


def text_of(part: Json) -> str:
    """All text of a message, or of a part of it."""
    return " ".join(filter(None, [part.get("content"), *map(text_of, part.get("components") or ())]))


def _user(number: int | str) -> Json:
    return {"id": str(number), "username": f"user{number}", "discriminator": "0", "global_name": None, "avatar": None}


def _channel(number: int, guild: int) -> Json:
    return {
        "id": str(number), "type": 0, "guild_id": str(guild), "name": "tables", "position": 0, "nsfw": False,
        "permission_overwrites": [], "parent_id": None, "topic": None, "rate_limit_per_user": 0,
    }  # fmt: skip


def guild_as_json(number: int) -> Json:
    """A server of the bot, as Discord describes it."""
    everyone = {
        "id": str(number), "name": "@everyone", "permissions": "0", "position": 0, "color": 0, "colors": {},
        "hoist": False, "managed": False, "mentionable": False, "flags": 0,
    }  # fmt: skip
    return {
        "id": str(number), "name": "bench", "owner_id": str(BOT), "channels": [_channel(CHANNEL, number)],
        "roles": [everyone], "emojis": [], "features": [], "member_count": 3, "large": False,
        "members": [_MEMBER | {"user": _user(BOT)}],
        "threads": [],
    }  # fmt: skip
