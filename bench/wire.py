"""Discord's side of the wire for both bots: presses as it sends them, and a REST layer that answers at once."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import discord
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from cogs.cards.emojis import CARDS
from cogs.pok_deng.road import EMOJIS as ROAD

GUILD, CHANNEL, BOT, EMOJIS = 10**18, 10**18 + 1, 10**18 + 2, 10**18 + 1000
_WHEN = "2030-01-01T12:00:00+00:00"
_EDIT_MESSAGE = discord.InteractionResponseType.message_update.value

Json = dict[str, Any]

EMOJI_NAMES = [pictures.emoji_name(face) for pictures in (CARDS, ROAD) for face in pictures.faces]
"""What the application's emojis are called."""


class Wire(AsyncWebhookAdapter):
    """What both bots talk to."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # discord.py leaves it untyped
        self._ids = itertools.count(2 * 10**18)
        self._awaited: dict[int, tuple[asyncio.Future[tuple[float, Json]], Json]] = {}

    def carry(self, bot: discord.Client) -> None:
        """Let `bot`, which has not logged in, talk to this wire, and tell it who it is and of its one server."""
        async_context.set(self)
        bot.http.request = self._rest  # type: ignore[method-assign]  # the stub
        state = bot._connection
        state.user = discord.ClientUser(state=state, data=_user(BOT))  # type: ignore[arg-type]  # a typed dict
        state.application_id = BOT
        state._add_guild_from_data(_guild())  # type: ignore[arg-type]  # a typed dict

    async def press(self, bot: discord.Client, custom_id: str, person: int, message: Json) -> tuple[float, Json]:
        """Press a button of `message` as `person`. Returns the seconds to the answer, and the message after it.

        It is the same message when the answer was a private line or a mere acknowledgement.
        """
        number = next(self._ids)
        answered: asyncio.Future[tuple[float, Json]] = asyncio.get_running_loop().create_future()
        self._awaited[number] = answered, message
        payload: Any = _interaction(number, custom_id, person, message)
        began = time.perf_counter()
        bot._connection.parse_interaction_create(payload)
        ended, after = await answered
        return ended - began, after

    async def request(self, route: Any, session: Any, *, payload: Any = None, **_: Any) -> Any:
        """Take the answer to an interaction and say what Discord says to it."""
        ended = time.perf_counter()
        if int(route.webhook_id) not in self._awaited:  # a private panel is edited by way of an older press
            return message(next(self._ids), [])
        answered, shown = self._awaited.pop(int(route.webhook_id))
        if payload["type"] != _EDIT_MESSAGE:
            answered.set_result((ended, shown))
            return {"interaction": {"id": str(route.webhook_id), "type": 3}}
        after = shown | {"components": payload["data"]["components"], "edited_timestamp": _WHEN}
        answered.set_result((ended, after))
        return {
            "interaction": {"id": str(route.webhook_id), "type": 3, "response_message_id": shown["id"]},
            "resource": {"type": _EDIT_MESSAGE, "message": after},
        }

    async def _rest(self, route: Any, **_: Any) -> Any:
        """What the bots ask of the rest of the API: the card faces are there, commands are taken, messages edited."""
        if route.url.endswith("/emojis"):
            return {"items": [{"id": str(EMOJIS + n), "name": name} for n, name in enumerate(EMOJI_NAMES)]}
        if route.url.endswith("/commands"):
            return []
        return message(next(self._ids), [])


def message(number: int, components: Sequence[Mapping[str, Any]]) -> Json:
    """A message of a bot with these components, as Discord describes it."""
    return {
        "id": str(number), "channel_id": str(CHANNEL), "author": _user(BOT), "content": "", "timestamp": _WHEN,
        "edited_timestamp": None, "tts": False, "mention_everyone": False, "mentions": [], "mention_roles": [],
        "attachments": [], "embeds": [], "components": list(components), "pinned": False, "type": 20, "flags": 1 << 15,
    }  # fmt: skip


def components(view: discord.ui.LayoutView) -> list[Json]:
    """What a view sends to Discord."""
    sent: list[Json] = view.to_components()  # type: ignore[no-untyped-call]  # discord.py leaves it untyped
    return sent


def custom_ids(message: Json) -> Iterator[str]:
    """The addresses of the buttons in the one container of a message."""
    for item in message["components"][0]["components"]:
        for button in item.get("components", ()):
            yield button["custom_id"]


def _interaction(number: int, custom_id: str, person: int, message: Json) -> Json:
    return {
        "id": str(number), "application_id": str(BOT), "type": 3, "token": f"token{number}", "version": 1,
        "data": {"custom_id": custom_id, "component_type": 2, "id": 1},
        "guild_id": str(GUILD), "channel_id": str(CHANNEL), "channel": _channel(), "message": message,
        "member": {
            "user": _user(person), "roles": [], "joined_at": _WHEN, "deaf": False, "mute": False, "flags": 0,
            "permissions": "311455763520",
        },
        "locale": "en-GB", "guild_locale": "en-GB", "app_permissions": "8866461766385655", "context": 0,
        "entitlements": [], "authorizing_integration_owners": {"0": str(GUILD)}, "attachment_size_limit": 10 << 20,
    }  # fmt: skip


def _user(number: int) -> Json:
    return {"id": str(number), "username": f"user{number}", "discriminator": "0", "global_name": None, "avatar": None}


def _channel() -> Json:
    return {
        "id": str(CHANNEL), "type": 0, "guild_id": str(GUILD), "name": "tables", "position": 0, "nsfw": False,
        "permission_overwrites": [], "parent_id": None, "topic": None, "rate_limit_per_user": 0,
    }  # fmt: skip


def _guild() -> Json:
    everyone = {
        "id": str(GUILD), "name": "@everyone", "permissions": "0", "position": 0, "color": 0, "colors": {},
        "hoist": False, "managed": False, "mentionable": False, "flags": 0,
    }  # fmt: skip
    return {
        "id": str(GUILD), "name": "bench", "owner_id": str(BOT), "channels": [_channel()], "roles": [everyone],
        "emojis": [], "features": [], "member_count": 3, "large": False, "members": [], "threads": [],
    }  # fmt: skip
