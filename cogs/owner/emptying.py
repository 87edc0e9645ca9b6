"""`/owner drain`: no new round begins, and the process ends when the last one is over, or when the time for that is.

It concerns the process that has the owner's server, and can be called off until then.
"""

from __future__ import annotations

import asyncio
import logging
import re
from datetime import datetime, timedelta

import discord

from cogs.app.bot import App
from cogs.app.replies.components import Component, Layout, soon
from cogs.app.replies.readers import own_words
from cogs.app.router import Route
from cogs.owner.owners import Owners
from cogs.table.parts import layout, lines
from i18n.words import Words
from tables.clock import uptime
from tables.closing import EMPTYING

log = logging.getLogger(__name__)

LOOKS_EVERY = 1.0
"""Seconds."""
MOST_MINUTES = 24 * 60
ACCENT = 0xE74C3C


class Emptying:
    """Whether the process ends when its tables are between two rounds."""

    def __init__(self, app: App, owners: Owners) -> None:
        self._app = app
        self._owners = owners
        self._ending: asyncio.Task[None] | None = None
        self.until: datetime | None = None
        """When it ends at the latest, if it is to end."""
        self.answers: Route[App] = Route(
            "drain", r"(?P<verb>go|off|back):(?P<minutes>[0-9]{1,4})", self._answer, "/owner drain"
        )

    async def ask(self, interaction: discord.Interaction[App], minutes: int) -> None:
        """Answer the command with what would happen, or with what does, and the buttons."""
        words = own_words(interaction)
        if self.until is not None:
            view = self._view(words)
        else:
            text = lines(
                words("### Stop taking new rounds?"),
                words.counted(
                    "No new round begins. The process ends once the rounds in play are over ({count} now), but in"
                    " {minutes} min at the latest.",
                    self._app.open_tables.rounds_in_play,
                    minutes=minutes,
                ),
            )
            go = self.answers.button(f"go:{minutes}", words("Drain"), discord.ButtonStyle.danger)
            view = layout(ACCENT, [text], [[go, self.answers.button(f"back:{minutes}", words("Back"))]])
        await interaction.response.send_message(view=view, ephemeral=True)

    async def _answer(self, interaction: discord.Interaction[App], match: re.Match[str]) -> None:
        await self._owners.verify(interaction)
        words, verb = own_words(interaction), match["verb"]
        if verb == "go":
            self._begin(timedelta(minutes=min(int(match["minutes"]), MOST_MINUTES)))
            log.warning("%s drains the bot", interaction.user.id)
            await interaction.response.edit_message(view=self._view(words))
            return
        was_on = self.until is not None
        if verb == "off" and was_on:
            self.stop()
            log.warning("%s calls the drain off", interaction.user.id)
        text = words("Rounds begin again.") if verb == "off" and was_on else words("Nothing has changed.")
        await interaction.response.edit_message(view=layout(None, [text]))
        if verb == "off" and was_on:
            await self._app.open_tables.halt_is_over()

    def _view(self, words: Words) -> Layout:
        """What is going on, and the button that calls it off."""
        rounds = self._app.open_tables.rounds_in_play
        text = lines(words("### Draining"), self.state(words), words("Rounds in play: {count}", count=rounds))
        off: Component = self.answers.button("off:0", words("Cancel"))
        return layout(ACCENT, [text], [[off]])

    def state(self, words: Words) -> str:
        """Whether rounds begin, in a sentence."""
        if self.until is None:
            return words("Rounds begin as usual.")
        return words("No new round begins; the process ends {when} at the latest.", when=soon(self.until))

    def _begin(self, within: timedelta) -> None:
        if self.until is None:
            self.until = self._app.now() + within
            self._app.shutdown.halt = self._app.shutdown.halt or EMPTYING
            self._ending = asyncio.get_running_loop().create_task(self._end(uptime() + within))

    def stop(self) -> None:
        """Let rounds begin again, if they don't."""
        if self._ending is not None:
            self._ending.cancel()
        if self._app.shutdown.halt is EMPTYING:
            self._app.shutdown.halt = None
        self._ending = self.until = None

    async def _end(self, until: timedelta) -> None:
        while uptime() < until:
            if not self._app.open_tables.rounds_in_play:
                break
            await asyncio.sleep(LOOKS_EVERY)
        log.warning("the drain is over; %s rounds are in play", self._app.open_tables.rounds_in_play)
        self._app.end()
