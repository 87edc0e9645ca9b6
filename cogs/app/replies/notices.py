"""What the bot says to somebody in private of its own accord, beside its answer to what they did.

Such are what a newcomer may lose, and the question which language a server's tables shall have.
At most two of them reach one person in an hour, in all the servers of this process. While the latest is still there,
the next one takes its place, which is no further message. A third isn't sent: what it says can be read elsewhere, too.
What answers a press or a command isn't counted, however often somebody presses: a panel, a form, a refusal, what became
of a bet, and the introduction to a game, which comes in place of the first form.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import timedelta

import discord

from cogs.app.replies.components import Layout
from cogs.app.replies.requests import FADES_AFTER, fade, request_timeout, tried
from tables.clock import uptime

log = logging.getLogger(__name__)

MOST = 2
"""Messages for one person within WITHIN."""
WITHIN = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class _Latest:
    """What somebody was told last, and until when it is there, by the loop's clock."""

    message: discord.WebhookMessage
    until: timedelta


class UnpromptedNotices:
    """Who has been told something of the bot's own accord; a new process begins to count again."""

    def __init__(self) -> None:
        self._sent: dict[int, list[timedelta]] = {}
        """When people were sent messages in the last hour, by the loop's clock."""
        self._latest: dict[int, _Latest] = {}

    def has_room(self, person: int) -> bool:
        """Whether one more message may be sent to `person` now."""
        since = uptime() - WITHIN
        self._sent = {who: late for who, times in self._sent.items() if (late := [at for at in times if at > since])}
        return len(self._sent.get(person, ())) < MOST

    async def tell(self, interaction: discord.Interaction, text: str) -> None:
        """Say `text` to whoever acted, for some seconds, beside the answer that they have got."""
        person, now = interaction.user.id, uptime()
        before = self._latest.get(person)
        is_there = before is not None and now < before.until
        if before is not None and is_there:
            telling = before.message.edit(content=text)
        elif self.has_room(person):
            telling = interaction.followup.send(text, ephemeral=True, wait=True)
        else:
            return
        _, message = await tried(telling, f"Discord did not take {text!r}")
        if message is None:
            return
        if not is_there:
            self._count(person)
        shown = self._latest[person] = _Latest(message, now + timedelta(seconds=FADES_AFTER))

        async def delete() -> None:
            if self._latest.get(person) is shown:  # otherwise it says something else by now
                del self._latest[person]
                await message.delete()

        fade(interaction, delete, is_news=True)

    async def ask(self, interaction: discord.Interaction, view: Layout) -> None:
        """Show `view`, to which there is room for one more message. Raises one of REFUSALS."""
        async with request_timeout():
            await interaction.followup.send(view=view, ephemeral=True)
        self._count(interaction.user.id)

    def _count(self, person: int) -> None:
        self._sent.setdefault(person, []).append(uptime())
