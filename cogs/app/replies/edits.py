"""Edits of messages: in answer to a press, later by its token, and by the bot's own.

Discord describes each message that it has changed, and discord.py makes objects of all that. Nobody here reads them, so
they aren't made, and an answer doesn't ask for the description.

A token edits the message that its interaction was answered with; where a press was answered by changing the message it
was on, that is this message. Discord says that a token is valid for fifteen minutes, and that such edits don't count
among the bot's fifty requests a second (docs/scale.md).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Self

import aiohttp
import discord
from discord import InteractionResponseType, InteractionType, MessageFlags
from discord.http import MultipartParameters, Route
from discord.webhook.async_ import async_context

from cogs.app.replies.components import Layout
from tables.clock import uptime

LIVES = timedelta(minutes=14)
"""So long a token is used: nearly as long as it is valid."""
MOST = 3
"""How many tokens of one message are kept."""

_FLAGS = MessageFlags(components_v2=True).value
_CALLBACK = "/interactions/{webhook_id}/{webhook_token}/callback"
_ORIGINAL = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
_CHANGES = (InteractionResponseType.message_update, InteractionResponseType.deferred_message_update)


@dataclass(frozen=True, slots=True)
class Token:
    """The token of an interaction that was, or is just being, answered with a message."""

    _client: discord.Client = field(repr=False)
    _application: int
    _text: str = field(repr=False)
    _session: aiohttp.ClientSession = field(repr=False)
    until: timedelta
    """When it isn't used any more, by the loop's clock."""

    @classmethod
    def of(cls, interaction: discord.Interaction) -> Self:
        """The token of an interaction that has just come."""
        token, session = interaction.token, interaction._session
        return cls(interaction.client, interaction.application_id, token, session, uptime() + LIVES)

    @property
    def is_valid(self) -> bool:
        """Whether it may still be used."""
        return uptime() < self.until

    async def edit(self, view: Layout) -> None:
        """Show `view` as the message. Raises one of REFUSALS."""
        await self._ask("PATCH", _content(view))

    async def delete(self) -> None:
        """Delete the message. Raises one of REFUSALS."""
        await self._ask("DELETE")

    async def _ask(self, method: str, payload: dict[str, Any] | None = None) -> None:
        route = Route(method, _ORIGINAL, webhook_id=self._application, webhook_token=self._text)
        await _ask(self._client, self._session, route, payload)


class Tokens:
    """The tokens with which one message can be edited, the newest first."""

    def __init__(self) -> None:
        self._kept: list[tuple[int, Token]] = []
        """Each with the number of the message."""

    def keep(self, interaction: discord.Interaction) -> None:
        """Keep the token of a press that was answered by changing the message it was on, or by letting that be."""
        is_press = interaction.type is InteractionType.component
        if is_press and interaction.message is not None and interaction.response.type in _CHANGES:
            self.add(interaction.message.id, Token.of(interaction))

    def add(self, message: int, token: Token) -> None:
        """Keep a token that edits `message`."""
        self._kept = [(message, token), *self._kept[: MOST - 1]]

    def newest_for(self, message: int | None) -> Token | None:
        """The newest that edits `message`, not another copy; None where there is none."""
        return next((token for number, token in self._kept if number == message and token.is_valid), None)

    def drop(self, token: Token, *, with_others: bool) -> None:
        """Discord has refused this one, or can't be asked by any."""
        self._kept = [each for each in self._kept if not with_others and each[1] is not token]


async def update(interaction: discord.Interaction, view: Layout) -> None:
    """Answer a press, or a form opened by one, by showing `view` in place of the message it was on.

    Raises one of REFUSALS.
    """
    change = InteractionResponseType.message_update
    answered = interaction.response.type
    if answered is InteractionResponseType.deferred_message_update:
        await Token.of(interaction).edit(view)
        return
    if answered is not None:
        raise discord.InteractionResponded(interaction)
    route = Route("POST", _CALLBACK, webhook_id=interaction.id, webhook_token=interaction.token)
    await _ask(interaction.client, interaction._session, route, {"type": change.value, "data": _content(view)})
    interaction.response._response_type = change


async def edit(client: discord.Client, channel: int, message: int, view: Layout) -> None:
    """Show `view` as a message of the bot, one of its requests. Raises one of REFUSALS."""
    await client.http.edit_message(channel, message, params=MultipartParameters(_content(view), None, None))


def _content(view: Layout) -> dict[str, Any]:
    return {"components": view.to_components(), "flags": _FLAGS, "allowed_mentions": {"parse": []}}


async def _ask(client: discord.Client, session: aiohttp.ClientSession, route: Route, payload: Any) -> None:
    http = client.http
    await async_context.get().request(route, session, payload=payload, proxy=http.proxy, proxy_auth=http.proxy_auth)
