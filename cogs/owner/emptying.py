"""`/owner drain`: no new round begins, and the process ends when the last one is over, or when the time for that is.

It concerns the process that has the owner's server, or another one, which hears it with its next heartbeat; and it can
be called off until then.
"""

from __future__ import annotations

import asyncio
import logging
import re
from datetime import datetime, timedelta

import discord
from discord import app_commands

from cogs.app.bot import App
from cogs.app.replies.components import Component, Layout, soon
from cogs.app.replies.permissions import Refused
from cogs.app.replies.readers import own_words
from cogs.app.router import Route
from cogs.owner.owners import Owners
from cogs.table.parts import layout, lines
from data.processes import EVERY, Process
from games.core import Phrase
from i18n.words import Words
from tables.clock import uptime
from tables.halt import EMPTYING

log = logging.getLogger(__name__)

LOOKS_EVERY = 1.0
"""Seconds."""
MOST_MINUTES = 24 * 60
NO_SUCH = Phrase("There is no such process any more.")
ACCENT = 0xE74C3C
MOST_CHOICES, LONGEST_CHOICE = 25, 100
"""What Discord completes."""


class Emptying:
    """Whether the process ends when its tables are between two rounds."""

    def __init__(self, app: App, owners: Owners) -> None:
        self._app = app
        self._owners = owners
        self._ending: asyncio.Task[None] | None = None
        app.heartbeat.asked.subscribe(self._asked)
        self.answers: Route[App] = Route(
            "drain",
            r"(?P<verb>go|off|back):(?P<minutes>[0-9]{1,4})(?::(?P<process>[0-9]{1,19}))?",
            self._answer,
            "/owner drain",
        )

    async def choices(self, text: str) -> list[app_commands.Choice[str]]:
        """The other processes whose name or shards have `text`."""
        others = await self._app.heartbeat.others()
        named = [(f"{each.shards}, {each.name}"[:LONGEST_CHOICE], str(each.id)) for each in others]
        return [app_commands.Choice(name=name, value=number) for name, number in named if text in name][:MOST_CHOICES]

    async def ask(self, interaction: discord.Interaction[App], minutes: int, number: str | None = None) -> None:
        """Answer the command with what would happen, or with what does, and the buttons.

        `number` is that of another process. Raises Refused when there is none.
        """
        words, heartbeat = own_words(interaction), self._app.heartbeat
        process = heartbeat.own()
        if number is not None and number != str(process.id):
            found = [each for each in await heartbeat.others() if number == str(each.id)]
            if not found:
                raise Refused(NO_SUCH)
            process = found[0]
        if process.ends_at is not None:
            view = self._view(process, words)
        else:
            text = lines(
                words("### Stop taking new rounds?"),
                self._which(process, words),
                words.counted(
                    "No new round begins. The process ends once the rounds in play are over ({count} now), but in"
                    " {minutes} min at the latest.",
                    process.rounds,
                    minutes=minutes,
                ),
            )
            go = self.answers.button(f"go:{minutes}:{process.id}", words("Drain"), discord.ButtonStyle.danger)
            view = layout(ACCENT, [text], [[go, self.answers.button(f"back:{minutes}", words("Back"))]])
        await interaction.response.send_message(view=view, ephemeral=True)

    async def _answer(self, interaction: discord.Interaction[App], match: re.Match[str]) -> None:
        await self._owners.verify(interaction)
        words, verb, change = own_words(interaction), match["verb"], interaction.response.edit_message
        within = timedelta(minutes=min(int(match["minutes"]), MOST_MINUTES)) if verb == "go" else None
        if verb != "back" and match["process"] not in (None, str(self._app.heartbeat.id)):
            await self._ask_another(interaction, int(match["process"]), within)
        elif within is not None:
            self._begin(within)
            log.warning("%s drains the bot", interaction.user.id)
            await change(view=self._view(self._app.heartbeat.own(), words))
        elif verb == "off" and self._app.heartbeat.ends_at is not None:
            self.stop()
            log.warning("%s calls the drain off", interaction.user.id)
            await change(view=layout(None, [words("Rounds begin again.")]))
            await self._app.open_tables.halt_is_over()
        else:
            await change(view=layout(None, [words("Nothing has changed.")]))

    async def _ask_another(self, interaction: discord.Interaction[App], number: int, within: timedelta | None) -> None:
        words, is_on = own_words(interaction), within is not None
        if not await self._app.heartbeat.ask(number, within):
            await interaction.response.edit_message(view=layout(None, [words.said(NO_SUCH)]))
            return
        log.warning("%s asks process %s to %s", interaction.user.id, number, "drain" if is_on else "go on")
        text = words.counted("The process hears that within {count} seconds.", EVERY // timedelta(seconds=1))
        off: list[list[Component]] = [[self.answers.button(f"off:0:{number}", words("Cancel"))]] if is_on else []
        await interaction.response.edit_message(view=layout(ACCENT if is_on else None, [text], off))

    def _which(self, process: Process, words: Words) -> str:
        """Names another process."""
        if process.id == self._app.heartbeat.id:
            return ""
        return words("Process {name}, shards {shards}", name=process.name, shards=process.shards)

    def _view(self, process: Process, words: Words) -> Layout:
        """What is going on, and the button that calls it off."""
        assert process.ends_at is not None
        text = lines(
            words("### Draining"),
            self._which(process, words),
            ends_by(process.ends_at, words),
            words("Rounds in play: {count}", count=process.rounds),
        )
        off: Component = self.answers.button(f"off:0:{process.id}", words("Cancel"))
        return layout(ACCENT, [text], [[off]])

    def state(self, words: Words) -> str:
        """Whether rounds begin, in a sentence."""
        until = self._app.heartbeat.ends_at
        return words("Rounds begin as usual.") if until is None else ends_by(until, words)

    async def _asked(self, within: timedelta | None) -> None:
        """The owner has asked this of another process, which has written it down."""
        if within is not None:
            log.warning("the bot is drained, as the owner asks elsewhere")
            self._begin(within)
        elif self._app.heartbeat.ends_at is not None:
            self.stop()
            await self._app.open_tables.halt_is_over()

    def _begin(self, within: timedelta) -> None:
        if self._app.heartbeat.ends_at is None:
            self._app.heartbeat.ends_at = self._app.now() + within
            self._app.shutdown.halt = self._app.shutdown.halt or EMPTYING
            self._ending = asyncio.get_running_loop().create_task(self._end(uptime() + within))

    def stop(self) -> None:
        """Let rounds begin again, if they don't."""
        if self._ending is not None:
            self._ending.cancel()
        if self._app.shutdown.halt is EMPTYING:
            self._app.shutdown.halt = None
        self._ending = self._app.heartbeat.ends_at = None

    async def _end(self, until: timedelta) -> None:
        while uptime() < until:
            if not self._app.open_tables.rounds_in_play:
                break
            await asyncio.sleep(LOOKS_EVERY)
        log.warning("the drain is over; %s rounds are in play", self._app.open_tables.rounds_in_play)
        self._app.end()


def ends_by(until: datetime, words: Words) -> str:
    """That a process ends, in a sentence."""
    return words("No new round begins; the process ends {when} at the latest.", when=soon(until))
