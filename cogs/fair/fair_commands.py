"""`/fair verify`: a finished shuffle, compared with its cards. The promise about the one in use is a rules page."""

from __future__ import annotations

import io
from pathlib import Path

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app.bot import App
from cogs.app.replies.components import Attached
from cogs.app.replies.readers import own_words
from cogs.fair.report import MARK, ShuffleReport, promised
from cogs.table.rules_text import paragraphs
from cogs.table.spec import GameSpec
from data.tables.fairness import Fairness, OpenShuffle
from games.core import IllegalAction, Phrase
from games.fair import verify
from games.fair.dealt import check
from tables.table import Table

SCRIPT = Path(verify.__file__)


@app_commands.guild_only()
class FairCog(commands.GroupCog, group_name="fair", group_description="Fair cards"):
    """`/fair verify`."""

    def __init__(self, app: App) -> None:
        super().__init__()
        self._app = app
        self._fairness = Fairness(app.store)
        self._script = SCRIPT.read_bytes()

    @app_commands.command(name="verify", description="Check every card of a finished shuffle")
    @app_commands.describe(
        table="The table's number (default: your last one in this channel)",
        shuffle="What the table showed, such as 9f31c2ab (default: the last one)",
    )
    async def verify(
        self,
        interaction: discord.Interaction[App],
        table: app_commands.Range[int, 1] | None = None,
        shuffle: app_commands.Range[str, 4, 64] | None = None,
    ) -> None:
        """The answer in a few lines, all cards in a file, and the script that needs no bot."""
        words = own_words(interaction)
        found = await self._over(interaction, table, shuffle)
        rounds = await self._fairness.rounds(found)
        dealt = [(each.number, each.dealt) for each in rounds]
        report = check(found.seed or b"", found.salt or "", found.commitment, dealt)
        shuffle_report = ShuffleReport(found, self._app.games[found.game].title, rounds, report, words)
        await interaction.response.send_message(
            shuffle_report.answer(),
            files=[
                Attached(
                    io.BytesIO(shuffle_report.file().encode()), f"shuffle-{found.table}-{shuffle_report.mark}.txt"
                ),
                Attached(io.BytesIO(self._script), SCRIPT.name),
            ],
            ephemeral=True,
        )

    async def _over(self, interaction: discord.Interaction[App], table: int | None, shuffle: str | None) -> OpenShuffle:
        """The requested shuffle. Raises IllegalAction when it doesn't exist, or its cards still matter."""
        guild = interaction.guild_id or 0
        reader, now = interaction.user.id, self._app.now()
        if shuffle is not None:
            mark = shuffle.strip(" `").lower().encode(errors="replace").decode()
            named = await self._fairness.named(guild, table, mark, reader, now)
            if named is None:
                raise IllegalAction("There was no shuffle {mark} here.", mark=mark)
            if named.seed is None:
                raise IllegalAction(
                    "Shuffle {mark} of table {table} is still in play. Its seed stays secret until it is over.",
                    table=str(named.table),
                    mark=named.commitment[:MARK],
                )
            return named
        if table is None:
            last = await self._fairness.last_of(guild, interaction.channel_id or 0, reader, now)
            if last is None:
                raise IllegalAction(
                    "No table in this channel has finished a shuffle yet. Choose another by its number."
                )
            return last
        latest = await self._fairness.latest(guild, table, 2, now) if await self._app.is_seen(table, reader) else []
        if not latest:
            raise IllegalAction("There is no open table {table} here. See /play.", table=str(table))
        over = next((each for each in latest if each.seed is not None), None)
        if over is None:
            raise IllegalAction(
                "Table {table} hasn't finished a shuffle yet. **{rules}** at the table shows the "
                "fingerprint of the current shuffle.",
                table=str(table),
                rules=Phrase("Rules"),
            )
        return over


async def shuffle_text(app: App, game: GameSpec, table: Table) -> str:
    """The promise about the cards of an open table, what it was dealt for, and how to check it later."""
    shuffles = await Fairness(app.store).latest(table.guild, table.id, 2, app.now())
    before = shuffles[1] if len(shuffles) > 1 else None
    return paragraphs(*promised(game.seed_is_shown, shuffles[0], before))


async def setup(app: App) -> None:
    """Offer `/fair`."""
    await app.add_cog(FairCog(app))
