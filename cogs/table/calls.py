"""The short messages beside a table's own: they mention the players it waits for, and tell people something once.

One message does both, and is deleted when all whom it names have acted or are back.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import discord

from cogs.app.replies.readers import ReaderLanguages
from cogs.app.replies.requests import REFUSALS, TRIED_AGAIN_AFTER, may_pass, request_timeout
from cogs.table.edit_queue import EditQueue, Turns
from cogs.table.emojis import CardEmojis
from data.guild.announcement import Announcements
from data.people import is_member
from data.tables.tables import Tables
from games.core import Button
from tables.driver import LiveTable
from tables.table import Table

log = logging.getLogger(__name__)

LONGEST_WAIT = timedelta(hours=1)
"""The time between two tries to delete a message doubles up to this."""
NOBODY: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class MessageContext:
    """What every table's message needs."""

    client: discord.Client
    readers: ReaderLanguages
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

    def __init__(self, live: LiveTable, context: MessageContext, turns: Turns, link: Callable[[], str]) -> None:
        """`turns` are the table's, and `link` says where it is now."""
        self._live = live
        self._context = context
        self._turns = turns
        self._link = link
        self.mention: discord.PartialMessage | None = None
        """The message that mentions somebody, if there is one."""
        self._is_adopted = False
        """An earlier process made the mention; for whom isn't known until the table has come back."""
        self._called, self._called_for = NOBODY, ""
        self._away = NOBODY
        self._named = NOBODY, NOBODY
        """Whom the mention calls, and whom it tells that they are away."""

    def adopt(self, mention: int | None) -> None:
        """An earlier process made this mention, which is still there; the table has not come back yet."""
        if mention is not None:
            self.mention, self._is_adopted = self._channel().get_partial_message(mention), True

    def call(self, people: frozenset[int]) -> None:
        """Mention `people`, for whom the table waits, where the server wants that."""
        question_id = self._live.table.question_id

        async def make() -> None:
            self._called, self._called_for = people, question_id
            await self._make(people)

        def is_needed() -> bool:
            return self._live.table.question_id == question_id and people <= self._live.table.awaited

        if self._context.calls(self._live.table.guild):
            self._turns.wait(make, "call", is_needed)

    def tell_away(self, people: frozenset[int]) -> None:
        """Tell `people`, until they are back, that the clock plays for them, where the server wants that."""

        async def make() -> None:
            self._away |= people
            await self._make(people)

        if self._context.calls(self._live.table.guild):
            self._turns.wait(make, people, lambda: people <= self._played_automatically)

    def call_to_opening(self, people: Sequence[int], command: str) -> None:
        """Tell `people`, who asked for it, that the table has opened; `command` changes that. This message stays."""
        words = self._context.readers.words_at(self._live.table)

        async def call() -> None:
            text = words(
                "{people}, a {game} table has opened: {link}",
                people=words.people(people),
                game=self._live.table.game.title,
                link=self._link(),
            )
            how = words("-# You asked to be called. {command} changes that.", command=command)
            await self._send(f"{text}\n{how}", people)

        self._turns.wait(call, "opening")

    def catch_up(self) -> None:
        """The table has changed: mention nobody for whom it doesn't wait any more."""
        if self._is_behind():
            self._turns.wait(self._mend, "mention", self._is_behind)

    def _is_behind(self) -> bool:
        """Whether there is a mention for a question that is over, or for somebody who has answered it or is back."""
        if self._is_adopted:
            self._is_adopted = False
            self._called, self._called_for = self._live.table.awaited, self._live.table.question_id
            self._away = self._played_automatically
            self._named = self._due
        return self.mention is not None and self._due != self._named

    @property
    def _due(self) -> tuple[frozenset[int], frozenset[int]]:
        """The people who were called and whom the table still waits for, and those who were told and are still away."""
        called = self._called & self._live.table.awaited if self._live.table.question_id == self._called_for else NOBODY
        return called, self._away & self._played_automatically

    @property
    def _played_automatically(self) -> frozenset[int]:
        table, lobby = self._live.table, self._live.table.lobby
        if table.is_closed or table.has_ended:
            return NOBODY
        members = frozenset(user_id for user_id in lobby.seats if user_id is not None and is_member(user_id))
        return frozenset(filter(lobby.is_away, members - lobby.leaving))

    async def _make(self, people: frozenset[int]) -> None:
        """Post the mention anew, and ping `people` with it."""
        before, named = self.mention, self._due
        call = await self._send(self._text(*named), people)
        if call is None:
            return
        self.mention, self._named = self._channel().get_partial_message(call), named
        await self._context.tables.called(self._live.table.guild, self._live.table.id, call)
        if before is not None:
            await self._part_with(before)
        await self._mend()

    def _text(self, called: frozenset[int], away: frozenset[int]) -> str:
        table, link = self._live.table, self._link()
        words = self._context.readers.words_at(table)
        is_paused, rows = table.is_paused(table.lobby), []
        if called and table.is_playing and not is_paused:
            rows.append(words("{people}, it's your turn: {link}", people=words.people(sorted(called)), link=link))
        elif called:
            rows.append(
                words(
                    "{people}, the others are waiting for you to press {button}: {link}",
                    people=words.people(sorted(called)),
                    button=Button("Continue") if is_paused else Button("Ready"),
                    link=link,
                )
            )
        if away:
            rows.append(
                words(
                    "{people}, your hands are played automatically until you press anything: {link}",
                    people=words.people(sorted(away)),
                    link=link,
                )
            )
        return "\n".join(rows)

    async def _mend(self) -> None:
        """Name only those for whom the table still waits or plays; delete the mention when there are none."""
        named = self._due
        if self.mention is None or named == self._named:
            return
        if not any(named):
            call, self.mention = self.mention, None
            await self._part_with(call)
            return
        try:
            async with request_timeout():
                await self.mention.edit(content=self._text(*named))
        except REFUSALS as error:
            log.info("table %s: a call stays as it was: %s", self._live.table.id, error)
            if may_pass(error):
                _later(TRIED_AGAIN_AFTER, self.catch_up)
                return
        self._named = named

    async def _part_with(self, call: discord.PartialMessage, wait: timedelta = TRIED_AGAIN_AFTER) -> None:
        """Delete a mention that names nobody any more; until Discord does that, try again."""

        def again() -> None:
            self._turns.wait(lambda: self._part_with(call, min(2 * wait, LONGEST_WAIT)), call.id)

        try:
            async with request_timeout():
                await call.delete()
        except REFUSALS as error:
            log.info("table %s: a call stays: %s", self._live.table.id, error)
            if may_pass(error):
                _later(wait, again)
                return
        if self.mention is None:
            await self._context.tables.called(self._live.table.guild, self._live.table.id, None)

    async def _send(self, text: str, people: Collection[int]) -> int | None:
        """Post `text`, which pings `people`, and return the number of that message; None if it is refused."""
        users: Any = [SimpleNamespace(id=str(person)) for person in people]  # as Discord describes them; text
        pinged = discord.AllowedMentions(everyone=False, users=users, roles=False)
        try:
            async with request_timeout():
                return (await self._channel().send(text, allowed_mentions=pinged)).id
        except REFUSALS as error:
            log.info("table %s: nobody could be called: %s", self._live.table.id, error)
            return None

    def _channel(self) -> discord.PartialMessageable:
        return channel_of(self._live.table, self._context.client)


def _later(wait: timedelta, work: Callable[[], None]) -> None:
    asyncio.get_running_loop().call_later(wait / timedelta(seconds=1), work)
