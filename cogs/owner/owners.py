"""Who runs the bot: the owner of its application, or the team that owns it. Discord says, and is asked now and then."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import discord

from cogs.app.bot import App
from cogs.app.replies.permissions import Refused
from cogs.app.replies.requests import REFUSALS, request_timeout
from games.core import Phrase

KNOWN_FOR = timedelta(minutes=5)
"""For so long Discord's answer counts, also for somebody who has just left the team."""


class Owners:
    """The people who run the bot, as Discord last said."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._people: frozenset[int] = frozenset()
        self._known_until: datetime | None = None

    async def verify(self, interaction: discord.Interaction[Any]) -> None:
        """Raise Refused unless an owner acts in the owners' server, whatever Discord let them see and press."""
        is_there = interaction.guild_id == self._app.owner_guild
        if not is_there or not await self.include(interaction.user.id):
            raise Refused(Phrase("Only the bot's operator can do that."))

    async def include(self, user_id: int) -> bool:
        """Whether this person runs the bot. Raises Refused while Discord doesn't say."""
        now = self._app.now()
        if self._known_until is None or now >= self._known_until:
            try:
                async with request_timeout():
                    self._people = _owners_of(await self._app.application_info())
            except REFUSALS as error:
                raise Refused(Phrase("Discord doesn't say who runs the bot. Try again in a minute.")) from error
            self._known_until = now + KNOWN_FOR
        return user_id in self._people


def _owners_of(application: discord.AppInfo) -> frozenset[int]:
    """The owner, or a team's owner and those of its members who have accepted and may do more than read."""
    team = application.team
    if team is None:
        return frozenset({application.owner.id})
    members = {
        member.id
        for member in team.members
        if member.membership_state is discord.TeamMembershipState.accepted
        and member.role is not discord.TeamMemberRole.read_only
    }
    return frozenset(members | ({team.owner_id} if team.owner_id is not None else set()))
