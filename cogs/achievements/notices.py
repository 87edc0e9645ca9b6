"""Tells people what they have just achieved, for them alone: with the answer to their next press.

Nobody can be told in private without having pressed something. Whoever doesn't press again finds it in /achievements,
marked as new, after a restart too.
"""

from __future__ import annotations

import logging

import discord

from cogs.achievements.panel import Listed, Panel, known
from cogs.app.bot import App
from cogs.app.replies.readers import own_words
from cogs.app.replies.requests import REFUSALS, error_text, request_timeout
from cogs.app.router import Route
from data.store.errors import StoreError
from data.tables.achievements import Achievements, Earned

log = logging.getLogger(__name__)


class Notices:
    """The members who have earned something and have not been told yet."""

    def __init__(self, achievements: Achievements, listed: dict[str, Listed], route: Route[App]) -> None:
        self._achievements = achievements
        self._listed = listed
        self._route = route
        self._waiting: set[tuple[int, int]] = set()
        """Server and person."""

    def earned(self, guild: int, earned: tuple[Earned, ...]) -> None:
        """Remember whom to tell."""
        self._waiting |= {(guild, one.user_id) for one in earned}

    async def tell(self, interaction: discord.Interaction[App]) -> None:
        """Tell whoever has pressed, when the press has been answered with anything but a form."""
        who = interaction.guild_id or 0, interaction.user.id
        response = interaction.response
        if who not in self._waiting or not response.is_done():
            return
        if response.type is discord.InteractionResponseType.modal:
            return
        self._waiting.discard(who)
        try:
            new = [row for row in known(await self._achievements.of(*who), self._listed) if row.is_new]
            if not new:
                return
            panel = Panel(interaction.client, self._route, self._listed, own_words(interaction))
            async with request_timeout():
                await interaction.followup.send(view=panel.notice(new), ephemeral=True)
            await self._achievements.see(*who, new)
        except REFUSALS as error:
            log.info("an achievement could not be told: %s", error_text(error))
        except StoreError:  # it stops the bot, which says so
            return
