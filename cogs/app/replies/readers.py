"""Whose language: what one person reads is in their own, what everybody reads in the server's.

Buttons of a table that a private sentence names are called in it as on the table.

A person's is what they have chosen with `/language`, or that of their Discord; a server's is what its settings say, or
what Discord knows of it. Discord has no Bengali and no Gujarati, so these have to be chosen. People's choices are
held in memory as they were when last read; asking costs nothing.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import discord

from cogs.app.process.metrics_sink import TABLE
from data.languages import EASY_HOUSE, QUICK_HOUSE, SLOW_HOUSE, STRONG_HOUSE, Chosen, Languages
from data.store.errors import StoreError
from data.store.store import Store
from i18n.words import Words, listed, with_button_names
from tables.modes import EASY, STRONG, USUAL
from tables.settings.servers import Servers
from tables.table import Table

UNNAMED = "en"
"""The language of a server that Discord has not named yet."""
AS_CREATED = "en-US"
"""What Discord says of a server whose managers have chosen no language; only those of a community can."""
READ_AGAIN_AFTER = 300.0
"""Seconds after which a choice is read again, because another process may have changed it."""
MOST_KNOWN = 50_000
"""People whose choice is held in memory. Those who have acted most recently stay."""
HOUSE_SPEEDS = {QUICK_HOUSE: 0.4, SLOW_HOUSE: 2.0}
"""How many times as long as usual house players take where somebody practises who has switched this."""
HOUSE_LEVELS = {EASY_HOUSE: EASY, STRONG_HOUSE: STRONG}
"""How well house players play there."""


@dataclass(frozen=True, slots=True)
class _Known:
    chosen: Chosen
    until: float
    """As of `time.monotonic`."""


class ReaderLanguages:
    """The people and the servers that read what the bot says, and their languages."""

    def __init__(self, client: discord.Client, store: Store, servers: Servers) -> None:
        self._client = client
        self._languages = Languages(store)
        self._servers = servers
        self._known: OrderedDict[int, _Known] = OrderedDict()

    def language_of(self, user_id: int) -> str | None:
        """What somebody has chosen, a locale such as pt-BR; None is what their Discord says."""
        return self._chosen(user_id).language

    def has_switched(self, user_id: int, name: str) -> bool:
        """Whether somebody has switched what `name` says, in data/languages.py."""
        return name in self._chosen(user_id).switches

    def house_slowness(self, user_id: int) -> float:
        """How many times as long as usual house players take where somebody practises."""
        return next((HOUSE_SPEEDS[name] for name in self._chosen(user_id).switches & HOUSE_SPEEDS.keys()), 1.0)

    def house_level(self, user_id: int) -> str:
        """How well house players play where somebody practises alone."""
        return next((HOUSE_LEVELS[name] for name in self._chosen(user_id).switches & HOUSE_LEVELS.keys()), USUAL)

    def own_words(self, interaction: discord.Interaction[Any]) -> Words:
        """The words of the person who acted, for what only they read."""
        words, table = Words.speaking(self._own_language(interaction)), interaction.extras.get(TABLE)
        if table is not None and table.terms.mode.private:
            return words
        return with_button_names(
            words, self.words_in(interaction.guild_id or 0) if table is None else self.words_at(table)
        )

    def _own_language(self, interaction: discord.Interaction[Any]) -> str:
        return self._chosen(interaction.user.id).language or str(interaction.locale)

    def opens_in(self, interaction: discord.Interaction[Any]) -> str:
        """The language of a table that somebody opens, their own; empty where it is that of the server."""
        guild, language = interaction.guild_id or 0, listed(self._own_language(interaction))
        is_other = Words.speaking(language) is not self.words_in(guild)
        return language if is_other and not self._has_chosen(guild) else ""

    def words_at(self, table: Table) -> Words:
        """The words of a table, for what everybody there reads."""
        language = table.terms.mode.language
        if language and not self._has_chosen(table.guild):
            return Words.speaking(language)
        return self.words_in(table.guild)

    def _has_chosen(self, guild: int) -> bool:
        """Whether a server's language is one that its managers have chosen, for the bot or on Discord."""
        known = self._client.get_guild(guild)
        is_chosen = known is None or "COMMUNITY" in known.features or str(known.preferred_locale) != AS_CREATED
        return is_chosen or bool(self._servers.of(guild).language)

    def words_in(self, guild: int) -> Words:
        """The words of a server, for what everybody there reads."""
        if chosen := self._servers.of(guild).language:
            return Words.speaking(chosen)
        known = self._client.get_guild(guild)
        return Words.speaking(UNNAMED if known is None else str(known.preferred_locale))

    async def note_locale(self, user_id: int) -> None:
        """Somebody has done something and will be answered: know the language they have chosen."""
        known = self._known.get(user_id)
        if known is not None and time.monotonic() < known.until:
            self._known.move_to_end(user_id)
            return
        try:
            chosen = await self._languages.of(user_id)
        except StoreError:  # stopping the bot tells of it
            return
        if self._known.get(user_id) is known:  # otherwise they have chosen meanwhile
            self._know(user_id, chosen)

    async def choose(self, guild: int, user_id: int, language: str | None, now: datetime) -> None:
        """Answer somebody in `language` from now on, in every server; None follows their Discord."""
        await self._languages.choose(guild, user_id, language, now)
        self._know(user_id, replace(self._chosen(user_id), language=language))

    async def switch(self, guild: int, user_id: int, name: str, now: datetime) -> None:
        """Switch something of somebody's on, or off if it is on, in every server."""
        switches = self._chosen(user_id).switches
        await self._languages.switch(guild, user_id, name, now, on=name not in switches)
        self._know(user_id, replace(self._chosen(user_id), switches=switches ^ {name}))

    def forget(self, _guild: int, user_id: int) -> None:
        """Somebody was forgotten, and what they chose with them."""
        self._know(user_id, Chosen())

    def _chosen(self, user_id: int) -> Chosen:
        known = self._known.get(user_id)
        return Chosen() if known is None else known.chosen

    def _know(self, user_id: int, chosen: Chosen) -> None:
        self._known[user_id] = _Known(chosen, time.monotonic() + READ_AGAIN_AFTER)
        self._known.move_to_end(user_id)
        while len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)


def own_words(interaction: discord.Interaction[Any]) -> Words:
    """The words of the person who acted, for what only they read."""
    readers: ReaderLanguages = interaction.client.readers
    return readers.own_words(interaction)


def shared_words(interaction: discord.Interaction[Any]) -> Words:
    """The words of the server where somebody acted, for what everybody reads."""
    readers: ReaderLanguages = interaction.client.readers
    return readers.words_in(interaction.guild_id or 0)
