"""The short messages beside a table's own: they mention the players it waits for, or tell people something once.

A mention is deleted when those whom it names have acted.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

import discord

from cogs.app.replies.readers import Readers
from cogs.app.replies.requests import REFUSALS, request_timeout
from cogs.table.edit_queue import EditQueue, Turns
from cogs.table.emojis import CardEmojis
from data.guild.announcement import Announcements
from data.tables.tables import Tables
from games.core import Button
from i18n.words import Words
from tables.table import Table

log = logging.getLogger(__name__)

_MENTIONS = discord.AllowedMentions(everyone=False, users=True, roles=False)
"""The texts mention nobody else."""


@dataclass(frozen=True, slots=True)
class MessageContext:
    """What every table's message needs."""

    client: discord.Client
    readers: Readers
    tables: Tables
    edit_queue: EditQueue
    now: Callable[[], datetime]
    """The present, aware, UTC."""
    announcements: Announcements
    calls: Callable[[int], bool]
    """Whether a server's tables mention the players they wait for."""
    card_emojis: CardEmojis


def link_to(table: Table, message: int | None) -> str:
    """The link to a table's message, or to its channel until the message is known."""
    channel = f"https://discord.com/channels/{table.guild}/{table.channel}"
    return channel if message is None else f"{channel}/{message}"


def channel_of(table: Table, client: discord.Client) -> discord.PartialMessageable:
    """Where `table` is."""
    return client.get_partial_messageable(table.channel, guild_id=table.guild)


class Calls:
    """At most one mention for a table at a time. Its id is saved, so that another process can delete it."""

    def __init__(self, table: Table, context: MessageContext, turns: Turns, link: Callable[[], str]) -> None:
        """`turns` are the table's, and `link` says where it is now."""
        self._table = table
        self._context = context
        self._turns = turns
        self._link = link
        self.mention: discord.PartialMessage | None = None
        """The message that mentions somebody, if there is one."""
        self._is_adopted = False
        """An earlier process made the mention; for whom isn't known until the table has come back."""
        self._people: frozenset[int] = frozenset()
        self._called_for = ""

    def adopt(self, mention: int | None) -> None:
        """An earlier process made this mention, which is still there; the table has not come back yet."""
        if mention is not None:
            self.mention, self._is_adopted = self._channel().get_partial_message(mention), True

    def call(self, people: frozenset[int]) -> None:
        """Mention `people`, for whom the table waits, where the server wants that."""
        question_id = self._table.question_id

        def is_needed() -> bool:
            return self._table.question_id == question_id and people <= self._table.awaited

        if self._context.calls(self._table.guild):
            self._turns.wait(lambda: self._make(people), "call", is_needed)

    def tell_away(self, people: frozenset[int]) -> None:
        """Tell `people`, once, that the clock plays for them, where the server wants that; this message stays."""
        if self._context.calls(self._table.guild):
            self._turns.wait(lambda: self._tell_away(people), people)

    def call_to_opening(self, people: Sequence[int], command: str) -> None:
        """Tell `people`, who asked for it, that the table has opened; `command` changes that. This message stays."""
        self._turns.wait(lambda: self._call_to_opening(people, command), "opening")

    def catch_up(self) -> None:
        """The table has changed: mention nobody for whom it doesn't wait any more."""
        if self._is_behind():
            self._turns.wait(self._mend, "mention", self._is_behind)

    def _is_behind(self) -> bool:
        """Whether there is a mention for a question that is over, or for somebody who has answered it."""
        if self._is_adopted:
            self._is_adopted, self._people, self._called_for = False, self._table.awaited, self._table.question_id
        return self.mention is not None and self._left != self._people

    @property
    def _left(self) -> frozenset[int]:
        """The people who were called and whom the table still waits for."""
        return self._people & self._table.awaited if self._table.question_id == self._called_for else frozenset()

    async def _make(self, people: frozenset[int]) -> None:
        question_id, text = self._table.question_id, self._text(people)
        await self._take_back()
        call = await self._send(text, "nobody could be called")
        if call is None:
            return
        self.mention, self._people, self._called_for = self._channel().get_partial_message(call), people, question_id
        await self._context.tables.called(self._table.guild, self._table.id, call)
        await self._mend()

    def _text(self, people: frozenset[int]) -> str:
        table, words = self._table, self._words
        who, link = words.people(sorted(people)), self._link()
        is_paused = table.is_paused(table.lobby)
        if table.is_playing and not is_paused:
            return words("{people}, it's your turn: {link}", people=who, link=link)
        return words(
            "{people}, the others are waiting for you to press {button}: {link}",
            people=who,
            button=Button("Continue") if is_paused else Button("Ready"),
            link=link,
        )

    async def _mend(self) -> None:
        """Name only those for whom the table still waits; delete the mention when there are none."""
        if self.mention is None or self._left == self._people:
            return
        if not self._left:
            await self._take_back()
            return
        self._people = self._left
        try:
            async with request_timeout():
                await self.mention.edit(content=self._text(self._people))
        except REFUSALS as error:
            log.info("table %s: a call stays as it was: %s", self._table.id, error)

    async def _take_back(self) -> None:
        """Delete the mention, if there is one."""
        call, self.mention = self.mention, None
        if call is None:
            return
        try:
            async with request_timeout():
                await call.delete()
        except REFUSALS as error:
            log.info("table %s: a call stays: %s", self._table.id, error)
        await self._context.tables.called(self._table.guild, self._table.id, None)

    async def _call_to_opening(self, people: Sequence[int], command: str) -> None:
        words = self._words
        text = words(
            "{people}, a {game} table has opened: {link}",
            people=words.people(people),
            game=self._table.game.title,
            link=self._link(),
        )
        how = words("-# You asked to be called. {command} changes that.", command=command)
        await self._send(f"{text}\n{how}", "nobody could be called to it")

    async def _tell_away(self, people: frozenset[int]) -> None:
        words = self._words
        text = words(
            "{people}, your hands are played automatically until you press anything: {link}",
            people=words.people(sorted(people)),
            link=self._link(),
        )
        await self._send(text, "nobody could be told that they are away")

    async def _send(self, text: str, failure: str) -> int | None:
        """Post `text` and return the number of that message; None, with `failure` in the log, if it is refused."""
        try:
            async with request_timeout():
                return (await self._channel().send(text, allowed_mentions=_MENTIONS)).id
        except REFUSALS as error:
            log.info("table %s: %s: %s", self._table.id, failure, error)
            return None

    @property
    def _words(self) -> Words:
        """In the language of the table."""
        return self._context.readers.words_at(self._table)

    def _channel(self) -> discord.PartialMessageable:
        return channel_of(self._table, self._context.client)
