"""`/mydata`: what the database holds about somebody, as a file for them alone, and its deletion.

The buttons carry nobody's name: whoever presses speaks of themselves.
"""

from __future__ import annotations

import asyncio
import io
import re
from typing import Any, Self, cast

import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs.app import App
from cogs.errors import answering
from cogs.files import Attached
from cogs.table.forgetting import forget, is_at, leave_all
from cogs.words import Words
from data.departures import REMEMBERED, Departures, StillPlaying
from data.export import Export, file_of
from games.core import IllegalAction

MOST_BYTES = 9_500_000
"""What a file may have, so that it stays below Discord's 10 MB with everything around it."""


@app_commands.guild_only()
class MyDataCog(commands.GroupCog, group_name="mydata", group_description="What the bot keeps about you here"):
    """`/mydata export`, `/mydata delete`."""

    def __init__(self, app: App) -> None:
        super().__init__()
        self._app = app

    @app_commands.command(name="export", description="Get what the bot keeps about you in this server, as a file")
    async def export(self, interaction: discord.Interaction[App]) -> None:
        """Collect it slice by slice, write it off the event loop, and send it to the asker alone."""
        words = Words.of(interaction)
        await interaction.response.defer(ephemeral=True, thinking=True)
        guild, person = interaction.guild_id or 0, interaction.user.id
        held = await Export(self._app.store).collect(guild, person, self._app.now())
        file = await asyncio.to_thread(file_of, held, MOST_BYTES)
        text = words("This is all that the bot keeps about you in this server.")
        if file.left_out:
            text = words.counted(
                "The file would be too large for Discord; the oldest row of your ledger is left out.",
                "The file would be too large for Discord; the {count} oldest rows of your ledger are left out.",
                file.left_out,
            )
        attached = Attached(io.BytesIO(file.content), filename="mydata.json")
        await interaction.followup.send(text, file=attached, ephemeral=True)

    @app_commands.command(name="delete", description="Have the bot forget you in this server")
    async def delete(self, interaction: discord.Interaction[App]) -> None:
        """Say what it touches, and ask once more."""
        words, app = Words.of(interaction), interaction.client
        guild, person = interaction.guild_id or 0, interaction.user.id
        chips = await app.economy.chips.balance(guild, person) or 0
        tables = [table for table in app.floor.in_guild(guild) if is_at(table, person) or table.is_in_round(person)]
        rows = [
            words("### The bot forgets you in this server"),
            words("Your {chips} chips go to the house, and your statistics and matches are nobody's.", chips=chips),
            words(
                "Rounds, results and settings stay for the others; where your name stood they read: someone who left."
            ),
            words(
                "For {days} days a code is kept that names nobody, so that nobody gets the starting chips twice.",
                days=REMEMBERED.days,
            ),
        ]
        if tables:
            rows.append(
                words(
                    "You leave your tables first, for good: {tables}. Bets go back; running rounds are played for you.",
                    tables=words.listed(str(table.id) for table in tables),
                )
            )
        rows.append(words("This can't be undone."))
        view = ui.LayoutView(timeout=None)
        container: ui.Container[Any] = ui.Container(ui.TextDisplay("\n".join(rows)))
        container.add_item(
            ui.ActionRow(
                DataButton.labelled("delete", words("Delete my data"), discord.ButtonStyle.danger),
                DataButton.labelled("keep", words("Keep it"), discord.ButtonStyle.secondary),
            )
        )
        view.add_item(container)
        await interaction.response.send_message(view=view, ephemeral=True)


class DataButton(ui.DynamicItem[ui.Button[Any]], template=r"mydata:(?P<verb>delete|keep)"):
    """The answer to whether somebody wants to be forgotten."""

    def __init__(self, verb: str, button: ui.Button[Any]) -> None:
        self._verb = verb
        super().__init__(button)

    @classmethod
    def labelled(cls, verb: str, label: str, style: discord.ButtonStyle) -> Self:
        """A new button."""
        return cls(verb, ui.Button(label=label, style=style, custom_id=f"mydata:{verb}"))

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button that was pressed."""
        return cls(match["verb"], cast("ui.Button[Any]", item))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Forget whoever pressed, or don't."""
        async with answering(interaction, "/mydata delete"):
            words = Words.of(interaction)
            if interaction.message is None or not interaction.message.flags.ephemeral:
                raise IllegalAction("To be forgotten, use /mydata delete.")
            if self._verb == "keep":
                await _instead(interaction, words("Nothing has changed."))
                return
            await interaction.response.defer()
            chips = await forget_person(interaction.client, interaction.guild_id or 0, interaction.user.id)
            text = words.counted(
                "The bot has forgotten you here. {count} chip went to the house.",
                "The bot has forgotten you here. {count} chips went to the house.",
                chips,
            )
            await _instead(interaction, text)


async def forget_person(app: App, guild: int, person: int) -> int:
    """Let `person` leave all tables of a server and forget them. Returns the chips that the house got.

    Raises IllegalAction while a round is not over that they are in; they have left all tables then.
    """
    await leave_all(app.floor, guild, person)
    async with app.opening:
        try:
            departure = await forget(
                app.floor, guild, person, lambda: Departures(app.store).forget(guild, person, app.now())
            )
        except StillPlaying as error:  # a table that waits on the disk until its game is offered again
            raise IllegalAction(
                "The round at table {table} is not over. The clock plays it for you; try again after it.",
                table=str(error.tables[0]),
            ) from error
    app.presses.forget(guild, person)
    return departure.chips


async def _instead(interaction: discord.Interaction[Any], text: str) -> None:
    """Put `text` in the place of the question."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(ui.TextDisplay(text)))
    if interaction.response.is_done():
        await interaction.edit_original_response(view=view)
    else:
        await interaction.response.edit_message(view=view)
