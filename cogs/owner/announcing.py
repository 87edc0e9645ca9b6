"""`/owner announce`: a line at every table from its next redraw on, until its time is over or it is taken back."""

from __future__ import annotations

import re
from datetime import timedelta

import discord

from cogs.app.bot import App
from cogs.app.replies.components import Component, Layout, soon
from cogs.app.replies.errors import report
from cogs.app.replies.permissions import on_one_line
from cogs.app.replies.readers import own_words
from cogs.app.router import Route
from cogs.owner.owners import Owners
from cogs.table.parts import announcement_line, layout, lines
from data.guild.announcement import Announcement
from data.people import Person
from games.core import Counted, IllegalAction
from i18n.words import Words

LONGEST = 200
"""Characters."""
USUAL_HOURS = 24
MOST_HOURS = 30 * 24


class Announcing:
    """What the owners announce."""

    def __init__(self, owners: Owners) -> None:
        self._owners = owners
        self.answers: Route[App] = Route("announced", r"back", self._take_back, "/owner announce")

    async def say(self, interaction: discord.Interaction[App], text: str, hours: int) -> None:
        """Announce `text`, in place of what was announced before. Raises IllegalAction when nothing is in it."""
        app, written = interaction.client, on_one_line(text)
        if not 1 <= len(written) <= LONGEST:
            raise IllegalAction.saying(Counted("Write a line of at most {count} characters.", LONGEST))
        await interaction.response.defer(ephemeral=True, thinking=True)
        announcement = Announcement(written, interaction.user.id, app.now() + timedelta(hours=hours))
        await app.access.announcements.say(announcement)
        await report(interaction, *self._shown(announcement, own_words(interaction)))

    async def show(self, interaction: discord.Interaction[App]) -> None:
        """Answer with what is announced."""
        words = own_words(interaction)
        announcement = interaction.client.access.announcements.shown_at(interaction.client.now())
        if announcement is None:
            await interaction.response.send_message(words("Nothing is announced."), ephemeral=True)
        else:
            await interaction.response.send_message(view=self._shown(announcement, words)[1], ephemeral=True)

    def _shown(self, announcement: Announcement, words: Words) -> tuple[str, Layout]:
        text = lines(
            words("Every table shows this from its next redraw on:"),
            announcement_line(announcement),
            words("Ends {when} · by {person}", when=soon(announcement.until), person=Person(announcement.by)),
        )
        back: Component = self.answers.button("back", words("Take it back"))
        return text, layout(None, [text], [[back]])

    async def _take_back(self, interaction: discord.Interaction[App], _match: re.Match[str]) -> None:
        await self._owners.verify(interaction)
        words = own_words(interaction)
        await interaction.response.defer()
        await interaction.client.access.announcements.take_back()
        text = words("Nothing is announced any more. Tables lose the line with their next redraw.")
        await report(interaction, text, layout(None, [text]))
