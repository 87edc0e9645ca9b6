"""`/mydata`: what the database holds about somebody, as a file for them alone, and its deletion.

The buttons carry nobody's name: they apply to whoever presses.
"""

from __future__ import annotations

import asyncio
import io
import re
from weakref import WeakValueDictionary

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app.bot import App
from cogs.app.replies.components import MOST_BYTES, Attached
from cogs.app.replies.errors import report
from cogs.app.replies.readers import own_words
from cogs.app.replies.requests import is_private
from cogs.app.router import Route
from cogs.chips.reasons import WORDINGS
from cogs.table.parts import layout
from data.guild.export import Export, file_of
from data.guild.forget_member import REMEMBERED, Departures, StillPlaying
from games.core import IllegalAction
from tables.forgetting import forget, leave_all


@app_commands.guild_only()
class MyDataCog(
    commands.GroupCog, group_name="mydata", group_description="Get or delete what the bot stores about you here"
):
    """`/mydata export`, `/mydata delete`."""

    def __init__(self, app: App) -> None:
        super().__init__()
        self._app = app
        self._exports: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """By server: one export at a time, so that its people don't keep the database from everybody else."""

    @app_commands.command(name="export", description="Get everything the bot stores about you here, as a file")
    async def export(self, interaction: discord.Interaction[App]) -> None:
        """Collect it slice by slice, write it off the event loop, and send it only to the asker."""
        words = own_words(interaction)
        await interaction.response.defer(ephemeral=True, thinking=True)
        guild, user_id = interaction.guild_id or 0, interaction.user.id
        async with self._exports.setdefault(guild, asyncio.Lock()):
            collected = await Export(self._app.store).collect(guild, user_id, self._app.now())
        file = await asyncio.to_thread(file_of, collected, MOST_BYTES, _REASONS)
        text = words("This is everything the bot stores about you in this server.")
        if file.left_out:
            text = words.counted(
                "The file was too large for Discord, so the {count} oldest rows of your ledger are missing.",
                file.left_out,
            )
        attached = Attached(io.BytesIO(file.content), filename="mydata.json")
        await interaction.followup.send(text, file=attached, ephemeral=True)

    @app_commands.command(name="delete", description="Make the bot forget you in this server (asks first)")
    async def delete(self, interaction: discord.Interaction[App]) -> None:
        """Say what it touches, and ask first."""
        words, app = own_words(interaction), interaction.client
        guild, user_id = interaction.guild_id or 0, interaction.user.id
        chips = await app.economy.chips.balance(guild, user_id) or 0
        tables = [table for table in app.open_tables.in_guild(guild) if table.is_at(user_id)]
        rows = [
            words("### Delete your data in this server?"),
            words.counted("- You lose your {count} chips, your results and your achievements.", chips),
            words("- Others still see the rounds you played, but in place of your name they read: someone who left."),
            words("- Your choice of a language is forgotten, in all servers."),
            words.counted(
                "- For {count} days a code is kept that names nobody, so that you can't collect starting chips twice.",
                REMEMBERED.days,
            ),
        ]
        if tables:
            rows.append(
                words(
                    "- You leave your tables: {tables}. Bets are returned, and rounds in play are finished for you.",
                    tables=words.listed(words("table {table}", table=str(table.id)) for table in tables),
                )
            )
        buttons = [
            ANSWERS.button("delete", words("Delete my data"), discord.ButtonStyle.danger),
            ANSWERS.button("keep", words("Keep my data")),
        ]
        question = layout(None, ["\n".join(rows), words("**This can't be undone.**")], [buttons])
        await interaction.response.send_message(view=question, ephemeral=True)


async def _answer(interaction: discord.Interaction[App], match: re.Match[str]) -> None:
    """Forget whoever pressed, or don't."""
    words = own_words(interaction)
    if not is_private(interaction):
        raise IllegalAction("To delete your data, use /mydata delete.")
    if match["verb"] == "keep":
        await interaction.response.edit_message(view=layout(None, [words("Nothing has changed.")]))
        return
    await interaction.response.defer()
    chips = await forget_person(interaction.client, interaction.guild_id or 0, interaction.user.id)
    text = words.counted("The bot has forgotten you in this server. {count} chips went to the house.", chips)
    await report(interaction, text, layout(None, [text]))


_REASONS = {why: wording.file for why, wording in WORDINGS.items() if wording.file is not None}
"""Why chips moved, as the file says it."""
ANSWERS = Route("mydata", r"(?P<verb>delete|keep)", _answer, "/mydata delete")
"""Whether somebody wants to be forgotten."""


async def forget_person(app: App, guild: int, user_id: int) -> int:
    """Let `user_id` leave all tables of a server and forget them. Returns the chips that the house got.

    Raises IllegalAction while they are in an unfinished round; they have then left all tables.
    """
    departures = Departures(app.store, app.served)
    await leave_all(app.open_tables, guild, user_id)
    async with app.opening:
        try:
            departure = await forget(
                app.open_tables,
                guild,
                user_id,
                lambda played_on: departures.forget(guild, user_id, app.now(), played_on=played_on),
            )
        except StillPlaying as error:  # at a table that waits on the disk until its game is offered again
            raise IllegalAction(
                "The round at table {table} isn't over. It's being played for you; try again when it ends.",
                table=str(error.tables[0]),
            ) from error
    app.presses.forget(guild, user_id)
    app.readers.forget(user_id)
    app.on_forgotten(guild, user_id)
    await departures.erase()
    return departure.chips


async def setup(app: App) -> None:
    """Add the commands, and the buttons of questions that are still open."""
    app.router.offer(ANSWERS)
    await app.add_cog(MyDataCog(app))
