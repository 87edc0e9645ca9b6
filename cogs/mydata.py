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
from cogs.app.replies.errors import report, whisper
from cogs.app.replies.readers import own_words
from cogs.app.replies.requests import is_private
from cogs.app.router import Route
from cogs.chips.reasons import WORDINGS
from cogs.table.parts import layout, lines
from data.guild.export import Export, file_of
from data.guild.forget_member import REMEMBERED, Departures, StillPlaying
from games.core import IllegalAction


class MyDataCog(commands.Cog, name="mydata"):
    """`/mydata`, and the presses on its answer."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._exports: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """By server: one export at a time, so that its people don't keep the database from everybody else."""
        self._waiting: set[tuple[int, int]] = set()
        """Whose export is not made yet: their server and their Discord id."""
        self.route: Route[App] = Route("mydata", "(?P<verb>file|ask|delete|keep)", self._pressed, "/mydata, {verb}")

    @app_commands.command(name="mydata", description="See, get or delete what the bot stores about you in this server")
    @app_commands.guild_only()
    async def mydata(self, interaction: discord.Interaction[App]) -> None:
        """Say what there is, with a button for each."""
        words = own_words(interaction)
        text = lines(
            words("### Your data in this server"),
            words.counted(
                "The bot stores your Discord ID, your {count} chips, your games, and what you chose and wrote here. It "
                "reads no messages.",
                await self._chips(interaction),
            ),
        )
        buttons = [self.route.button("file", words("As a file")), self.route.button("ask", words("Delete…"))]
        await interaction.response.send_message(view=layout(None, [text], [buttons]), ephemeral=True)

    async def _pressed(self, interaction: discord.Interaction[App], match: re.Match[str]) -> None:
        if not is_private(interaction):
            raise IllegalAction("Run the command again.")
        match match["verb"]:
            case "file":
                await self._export(interaction)
            case "ask":
                await self._ask(interaction)
            case "keep":
                nothing = own_words(interaction)("Nothing has changed.")
                await interaction.response.edit_message(view=layout(None, [nothing]))
            case _:
                await interaction.response.defer()
                chips = await forget_person(self._app, interaction.guild_id or 0, interaction.user.id)
                text = own_words(interaction).counted(
                    "The bot has deleted your data in this server. {count} chips went to the house.", chips
                )
                await report(interaction, text, layout(None, [text]))

    async def _export(self, interaction: discord.Interaction[App]) -> None:
        """Collect it slice by slice, write it off the event loop, and send it only to the asker."""
        words = own_words(interaction)
        guild, user_id = who = interaction.guild_id or 0, interaction.user.id
        if who in self._waiting:
            raise IllegalAction("Your file is on its way.")
        self._waiting.add(who)
        try:
            await interaction.response.defer(ephemeral=True, thinking=True)
            turn = self._exports.setdefault(guild, asyncio.Lock())
            if turn.locked():
                await whisper(interaction, words("Your file is in the queue. It will appear here."))
            async with turn:
                collected = await Export(self._app.store).collect(guild, user_id, self._app.now())
        finally:
            self._waiting.remove(who)
        file = await asyncio.to_thread(file_of, collected, MOST_BYTES, _REASONS)
        text = words("This is everything the bot stores about you in this server.")
        if file.left_out:
            text = words.counted(
                "The file was too large for Discord, so the {count} oldest rows of its longest lists are missing.",
                file.left_out,
            )
        attached = Attached(io.BytesIO(file.content), filename="mydata.json")
        await interaction.followup.send(text, file=attached, ephemeral=True)

    async def _ask(self, interaction: discord.Interaction[App]) -> None:
        """Say what would be gone, the chips at tables among it, and ask."""
        words, app = own_words(interaction), interaction.client
        guild, user_id = interaction.guild_id or 0, interaction.user.id
        tables = [table for table in app.open_tables.tables(guild) if table.is_at(user_id)]
        rows = [
            words("### Delete your data in this server?"),
            words.counted(
                "- You'll lose your {count} chips, your results and your achievements.", await self._chips(interaction)
            ),
            words('- Rounds you played stay visible, with "someone who left" in place of your name.'),
            words("- Your language choice is deleted in every server."),
            words.counted(
                "- For {count} days we keep an anonymous code, so that you can't collect starting chips twice.",
                REMEMBERED.days,
            ),
        ]
        if tables:
            rows.append(
                words(
                    "- You'll leave your tables: {tables}. Bets are returned, and rounds in play are finished for you.",
                    tables=words.listed(words("table {table}", table=str(table.id)) for table in tables),
                )
            )
        buttons = [
            self.route.button("delete", words("Delete my data"), discord.ButtonStyle.danger),
            self.route.button("keep", words("Back")),
        ]
        question = layout(None, ["\n".join(rows), words("**This can't be undone.**")], [buttons])
        await interaction.response.edit_message(view=question)

    async def _chips(self, interaction: discord.Interaction[App]) -> int:
        """What somebody has here, with what is at tables."""
        chips, where = self._app.economy.chips, (interaction.guild_id or 0, interaction.user.id)
        at_tables = sum(held for _, held in await chips.at_tables(*where))
        return (await chips.balance(*where) or 0) + at_tables


_REASONS = {why: wording.file for why, wording in WORDINGS.items() if wording.file is not None}
"""Why chips moved, as the file says it."""


async def forget_person(app: App, guild: int, user_id: int) -> int:
    """Let `user_id` leave all tables of a server and forget them. Returns the chips that the house got.

    Raises IllegalAction while they are in an unfinished round; they have then left all tables.
    """
    departures = Departures(app.store, app.served)
    await app.open_tables.leave_all(guild, user_id)
    async with app.open_tables.opening:
        try:
            departure = await app.open_tables.forget(
                guild,
                user_id,
                lambda played_on: departures.forget(guild, user_id, app.now(), played_on=played_on),
            )
        except StillPlaying as error:  # at a table that waits on the disk until its game is offered again
            raise IllegalAction(
                "The round at table {table} isn't over. It's being played for you; try again when it ends.",
                table=str(error.tables[0]),
            ) from error
    await app.events.forgotten.tell(guild, user_id)
    await departures.erase()
    return departure.chips


async def setup(app: App) -> None:
    """Add the command, and the buttons of messages that are still open."""
    cog = MyDataCog(app)
    app.router.register(cog.route)
    await app.add_cog(cog)
