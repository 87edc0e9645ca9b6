"""The short message that mentions the players a table waits for; it is deleted when they have acted."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import discord

from cogs.app.replies.requests import REFUSALS, request_timeout
from data.tables.tables import Tables
from i18n.words import Words
from tables.table import Table

log = logging.getLogger(__name__)

_MENTIONS = discord.AllowedMentions(everyone=False, users=True, roles=False)
"""The texts mention nobody else."""


def channel_of(table: Table, client: discord.Client) -> discord.PartialMessageable:
    """Where `table` is."""
    return client.get_partial_messageable(table.channel, guild_id=table.guild)


class Calls:
    """At most one mention for a table at a time. Its id is saved, so that another process can delete it."""

    def __init__(self, table: Table, client: discord.Client, tables: Tables) -> None:
        self._table = table
        self._client = client
        self._tables = tables
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

    @property
    def is_behind(self) -> bool:
        """Whether there is a mention for a question that is over, or for somebody who has answered it."""
        if self._is_adopted:
            self._is_adopted, self._people, self._called_for = False, self._table.awaited, self._table.question_id
        return self.mention is not None and self._left != self._people

    @property
    def _left(self) -> frozenset[int]:
        """The people who were called and whom the table still waits for."""
        return self._people & self._table.awaited if self._table.question_id == self._called_for else frozenset()

    async def make(self, people: frozenset[int], words: Words, link: str) -> None:
        """Mention `people`, for whom the table waits now."""
        question_id, text = self._table.question_id, self._text(people, words, link)
        await self.take_back()
        try:
            async with request_timeout():
                call = await self._channel().send(text, allowed_mentions=_MENTIONS)
        except REFUSALS as error:
            log.info("table %s: nobody could be called: %s", self._table.id, error)
            return
        self.mention, self._people, self._called_for = self._channel().get_partial_message(call.id), people, question_id
        await self._tables.called(self._table.guild, self._table.id, call.id)
        await self.catch_up(words, link)

    def _text(self, people: frozenset[int], words: Words, link: str) -> str:
        table, who = self._table, words.people(sorted(people))
        if table.is_paused(table.lobby):
            return words("{people}, the others are waiting for you to press Continue: {link}", people=who, link=link)
        if not table.is_playing:
            return words("{people}, press Ready for the next deal: {link}", people=who, link=link)
        return words("{people}, it's your turn: {link}", people=who, link=link)

    async def catch_up(self, words: Words, link: str) -> None:
        """Name only those for whom the table still waits; delete the mention when there are none."""
        if self.mention is None or self._left == self._people:
            return
        if not self._left:
            await self.take_back()
            return
        self._people = self._left
        try:
            async with request_timeout():
                await self.mention.edit(content=self._text(self._people, words, link))
        except REFUSALS as error:
            log.info("table %s: a call stays as it was: %s", self._table.id, error)

    async def take_back(self) -> None:
        """Delete the mention, if there is one."""
        call, self.mention = self.mention, None
        if call is None:
            return
        try:
            async with request_timeout():
                await call.delete()
        except REFUSALS as error:
            log.info("table %s: a call stays: %s", self._table.id, error)
        await self._tables.called(self._table.guild, self._table.id, None)

    async def call_to_opening(self, people: Sequence[int], words: Words, link: str, command: str) -> None:
        """Tell people who asked for it that the table has opened; this message stays."""
        text = words(
            "{people}, a {game} table has opened: {link}",
            people=words.people(people),
            game=self._table.game.title,
            link=link,
        )
        how = words("-# You asked to be called. {command} with **off** stops that.", command=command)
        try:
            async with request_timeout():
                await self._channel().send(f"{text}\n{how}", allowed_mentions=_MENTIONS)
        except REFUSALS as error:
            log.info("table %s: nobody could be called to it: %s", self._table.id, error)

    async def tell_away(self, people: frozenset[int], words: Words, link: str) -> None:
        """Tell people that the clock plays for them from now on; this message stays."""
        text = words(
            "{people}, your hands are played automatically until you press anything: {link}",
            people=words.people(sorted(people)),
            link=link,
        )
        try:
            async with request_timeout():
                await self._channel().send(text, allowed_mentions=_MENTIONS)
        except REFUSALS as error:
            log.info("table %s: nobody could be told that they are away: %s", self._table.id, error)

    def _channel(self) -> discord.PartialMessageable:
        return channel_of(self._table, self._client)
