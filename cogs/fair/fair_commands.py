"""`/fair verify`, and *Check this deal* below a record: a finished shuffle, compared with its cards.

The promise about the one in use is a rules page.
"""

from __future__ import annotations

import io
import re
from pathlib import Path

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app.bot import App
from cogs.app.replies import components
from cogs.app.replies.components import Attached, Buttons, Component
from cogs.app.replies.readers import own_words
from cogs.app.router import Route
from cogs.fair.report import MARK, ShuffleReport, promised
from cogs.table.rules_text import paragraphs
from cogs.table.spec import GameSpec
from data.tables.fairness import Fairness, OpenShuffle
from games.core import IllegalAction
from games.fair import verify
from games.fair.dealt import check
from i18n.words import Words
from tables.table import Table

SCRIPT = Path(verify.__file__)


def check_button(table: int, deal: int, words: Words) -> Component:
    """The button that checks the cards of a deal of a match."""
    return components.button(f"fair:{table}:{deal}", words("Check this deal"))


@app_commands.guild_only()
class FairCog(commands.GroupCog, group_name="fair", group_description="Fair cards"):
    """`/fair verify`, and the button."""

    def __init__(self, app: App) -> None:
        super().__init__()
        self._app = app
        self._fairness = Fairness(app.store)
        self._script = SCRIPT.read_bytes()
        address = r"(?P<table>[0-9]{1,18}):(?P<deal>[0-9]{1,6})"
        self.route: Route[App] = Route("fair", address, self._check_deal, "match {table}, deal {deal}, its cards")
        self.files: Route[App] = Route("fairfiles", "(?P<mark>[0-9a-f]{8,64})", self._send, "shuffle {mark}, as files")

    @app_commands.command(name="verify", description="Check every card of a finished shuffle")
    @app_commands.describe(shuffle="What the table showed, such as 9f31c2ab (default: the last one)")
    async def verify(
        self, interaction: discord.Interaction[App], shuffle: app_commands.Range[str, 4, 64] | None = None
    ) -> None:
        """Check the last shuffle that is over, or the one that is named."""
        await self._check(interaction, await self._over(interaction, shuffle))

    async def _check_deal(self, interaction: discord.Interaction[App], match: re.Match[str]) -> None:
        table, guild = int(match["table"]), interaction.guild_id or 0
        found = await self._fairness.of_deal(guild, table, int(match["deal"]), self._app.now())
        if found is None or not await self._app.is_seen(table, interaction.user.id):
            raise IllegalAction("There is no match {match} here. See /fivehundred matches.", match=str(table))
        await self._check(interaction, _revealed(found))

    async def _check(self, interaction: discord.Interaction[App], found: OpenShuffle, *, files: bool = False) -> None:
        """The answer in a few lines or, as `files`, all cards and the script that needs no bot."""
        words = own_words(interaction)
        rounds = await self._fairness.rounds(found)
        dealt = [(each.number, each.dealt) for each in rounds]
        report = check(found.seed or b"", found.salt or "", found.commitment, dealt)
        told = ShuffleReport(found, self._app.games[found.game].title, rounds, report, words)
        if files:
            text = Attached(io.BytesIO(told.file().encode()), f"shuffle-{found.table}-{told.mark}.txt")
            script = Attached(io.BytesIO(self._script), SCRIPT.name)
            await interaction.response.send_message(files=[text, script], ephemeral=True)
        else:
            as_file = Buttons(self.files.button(found.commitment, words("As a file")))
            await interaction.response.send_message(told.answer(), view=as_file, ephemeral=True)

    async def _send(self, interaction: discord.Interaction[App], match: re.Match[str]) -> None:
        await self._check(interaction, await self._over(interaction, match["mark"]), files=True)

    async def _over(self, interaction: discord.Interaction[App], shuffle: str | None) -> OpenShuffle:
        """The requested shuffle. Raises IllegalAction when it doesn't exist, or its cards still matter."""
        guild, reader, now = interaction.guild_id or 0, interaction.user.id, self._app.now()
        if shuffle is not None:
            mark = shuffle.strip(" `").lower().encode(errors="replace").decode()
            named = await self._fairness.named(guild, mark, reader, now)
            if named is None:
                raise IllegalAction("There was no shuffle {mark} here.", mark=mark)
            return _revealed(named)
        last = await self._fairness.last_of(guild, interaction.channel_id or 0, reader, now)
        if last is None:
            raise IllegalAction("No table in this channel has finished a shuffle yet.")
        return last


def _revealed(shuffle: OpenShuffle) -> OpenShuffle:
    """The same. Raises IllegalAction while its cards still matter."""
    if shuffle.seed is None:
        raise IllegalAction(
            "Shuffle {mark} of table {table} is still in play. Its seed stays secret until it is over.",
            table=str(shuffle.table),
            mark=shuffle.commitment[:MARK],
        )
    return shuffle


async def shuffle_text(app: App, game: GameSpec, table: Table) -> str:
    """The promise about the cards of an open table, what it was dealt for, and how to check it later."""
    shuffles = await Fairness(app.store).latest(table.guild, table.id, 2, app.now())
    before = shuffles[1] if len(shuffles) > 1 else None
    return paragraphs(*promised(game.seed_is_shown, shuffles[0], before))


async def setup(app: App) -> None:
    """Offer `/fair` and its button."""
    cog = FairCog(app)
    app.router.register(cog.route, cog.files)
    await app.add_cog(cog)
