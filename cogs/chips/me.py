"""`/balance`: one's own chips and their history in one private message, with a graph and results in tabs.

The buttons carry nobody's name: everybody who presses reads their own. Those of the history's pages carry the ledger
row at which the next page begins.
"""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Awaitable, Callable, Sequence

import discord
from discord import ButtonStyle

from cogs.app.bot import App
from cogs.app.replies import components
from cogs.app.replies.components import Attached, Component, Layout
from cogs.app.replies.readers import own_words
from cogs.app.replies.requests import is_private
from cogs.app.router import Route
from cogs.chips import history, stats
from cogs.chips.daily import ACCENT
from cogs.chips.graph import draw, read
from cogs.table.parts import layout, lines
from data.ledger.history import Entry, History
from data.ledger.ledger import Page
from data.people import Person
from games.core import Phrase
from i18n.words import Words

TABS = {
    "history": Phrase("History"),
    "graph": Phrase("Graph"),
    "results": Phrase("Results"),
}
"""By the word in their addresses."""


class OwnChips:
    """Answers the command and the presses on their answers."""

    def __init__(self) -> None:
        self._drawing = asyncio.Lock()
        """Held while somebody's picture is being drawn."""
        # Messages of older versions have a tab with the balance alone.
        tabs = rf"(?P<tab>balance|{'|'.join(TABS)})"
        self._tabs: Route[App] = Route("chips", tabs, self._open, "/balance, {tab}")
        pages = r"(?P<way>newer|older):(?P<row>[0-9]{1,18})"
        self._pages: Route[App] = Route("history", pages, self._turn, "/balance, history")
        self.routes = (self._tabs, self._pages)

    async def show(self, interaction: discord.Interaction[App]) -> None:
        """Show the balance, what is at tables, and the latest of the history."""
        await self._show_page(interaction, History(interaction.client.store).older, None)

    async def _open(self, interaction: discord.Interaction[App], match: re.Match[str]) -> None:
        match match["tab"]:
            case "graph":
                await self._show_graph(interaction)
            case "results":
                found = await stats.sections(interaction, interaction.user.id)
                none = own_words(interaction)("You haven't finished a round here yet.")
                await self._put(interaction, "results", found or [none])
            case _:
                await self.show(interaction)

    async def _turn(self, interaction: discord.Interaction[App], match: re.Match[str]) -> None:
        ledger = History(interaction.client.store)
        turn = ledger.newer if match["way"] == "newer" else ledger.older
        await self._show_page(interaction, turn, int(match["row"]))

    async def _show_page(
        self, interaction: discord.Interaction[App], turn: Callable[..., Awaitable[Page[Entry]]], row: int | None
    ) -> None:
        """Show what `turn` finds from a ledger row on, below the balance, which may have to begin before it."""
        app, words = interaction.client, own_words(interaction)
        who, buttons = (interaction.guild_id or 0, interaction.user.id), []
        heading = f"### {words.counted('You have {count} chips', await app.economy.balance(*who))}"
        above = lines(heading, *at_tables_texts(await app.economy.chips.at_tables(*who), words))
        page = await turn(*who, row, history.PAGE)
        if page.has_newer:
            newest = page.rows[0].row if page.rows else 0
            buttons.append(self._pages.button(f"newer:{newest}", words("Newer")))
        if page.has_older:
            buttons.append(self._pages.button(f"older:{page.rows[-1].row}", words("Older")))
        await self._put(interaction, "history", [above, history.text(page, words, app.open_tables.title)], buttons)

    async def _show_graph(self, interaction: discord.Interaction[App]) -> None:
        """Draw the balance over time, which takes too long for an answer at once."""
        app, words = interaction.client, own_words(interaction)
        is_new = not is_private(interaction)
        await interaction.response.defer(ephemeral=is_new, thinking=is_new)
        found = await read(app, interaction.guild_id or 0, interaction.user.id)
        async with self._drawing:
            graph = await app.on_thread(draw, *found, app.now(), words)
        file = Attached(io.BytesIO(graph.png), "chips.png", description=graph.description)
        parts = [components.picture(file.filename, graph.description), self._row("graph", words)]
        await interaction.edit_original_response(view=Layout(components.container(ACCENT, parts)), attachments=[file])

    async def _put(
        self,
        interaction: discord.Interaction[App],
        tab: str,
        sections: Sequence[str],
        buttons: Sequence[Component] = (),
    ) -> None:
        """Show a tab in place of the one that was pressed; otherwise in a new private message."""
        view = layout(ACCENT, sections, [buttons])
        view = Layout(*view.to_components(), self._row(tab, own_words(interaction)))
        if is_private(interaction):
            await interaction.response.edit_message(view=view, attachments=[])
        else:
            await interaction.response.send_message(view=view, ephemeral=True)

    def _row(self, chosen: str, words: Words) -> Component:
        return components.row(
            *(
                self._tabs.button(
                    tab, words.said(name), ButtonStyle.primary if tab == chosen else ButtonStyle.secondary
                )
                for tab, name in TABS.items()
            )
        )


async def show_of(interaction: discord.Interaction[App], person: int) -> None:
    """Answer a command with the chips of another member, and what they won and lost."""
    words, guild = own_words(interaction), interaction.guild_id or 0
    chips = await interaction.client.economy.chips.balance(guild, person)
    sections = await stats.sections(interaction, person)
    if chips is not None:
        sections.insert(0, words.counted("{person} has **{count}** chips.", chips, person=Person(person)))
    sections = sections or [words("{person} hasn't played here yet.", person=Person(person))]
    await interaction.response.send_message(view=layout(ACCENT, sections), ephemeral=True)


def at_tables_texts(at_tables: Sequence[tuple[int, int]], words: Words) -> list[str]:
    """What somebody has at tables, by the table's number."""
    return [
        words.counted("{count} more chips are on table {table}.", chips, table=str(table)) for table, chips in at_tables
    ]
