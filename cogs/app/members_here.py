"""Who is still in a server. Nobody tells the bot who leaves, so it asks Discord, but not too often."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta

import discord

from cogs.app.replies.permissions import AT_ONCE, members_of
from tables.clock import uptime

REMEMBERED = timedelta(minutes=10)


class MembersHere:
    """Answers from Discord, each up to ten minutes old: whoever has left or come since still counts as before."""

    def __init__(self) -> None:
        self._seen: dict[tuple[int, int], tuple[str | None, timedelta]] = {}
        """By server and person: their name if they were there, and until when that counts, by the loop's clock."""

    async def of(self, guild: discord.Guild, people: Collection[int]) -> frozenset[int]:
        """Those of at most `AT_ONCE` people who are members of `guild`.

        Raises TimeoutError when Discord doesn't answer within some seconds.
        """
        self._forget()
        unknown = [user_id for user_id in people if (guild.id, user_id) not in self._seen]
        if unknown:
            here = {member.id: member.display_name for member in await members_of(guild, unknown)}
            until = uptime() + REMEMBERED
            self._seen |= {(guild.id, user_id): (here.get(user_id), until) for user_id in unknown}
        return frozenset(user_id for user_id in people if self._seen[guild.id, user_id][0] is not None)

    def name(self, guild: int, user_id: int) -> str:
        """What somebody who was there a moment ago is called; nothing when that is not known."""
        return self._seen.get((guild, user_id), (None, uptime()))[0] or ""

    def gone(self, guild: int) -> frozenset[int]:
        """The people who are known to have left a server."""
        self._forget()
        return frozenset(
            user_id for (where, user_id), (name, _) in self._seen.items() if where == guild and name is None
        )

    async def first_here(self, guild: discord.Guild, people: Sequence[int], wanted: int) -> list[int]:
        """The first `wanted` of `people` who are members of `guild`.

        It looks up no more people than necessary: first a quarter of what Discord answers at once, then full batches.
        Raises TimeoutError like `of`.
        """
        here: list[int] = []
        start, step = 0, AT_ONCE // 4
        while len(here) < wanted and start < len(people):
            some = people[start : start + step]
            present = await self.of(guild, some)
            here += [user_id for user_id in some if user_id in present]
            start, step = start + step, AT_ONCE
        return here[:wanted]

    def _forget(self) -> None:
        now = uptime()
        self._seen = {key: seen for key, seen in self._seen.items() if now < seen[1]}
