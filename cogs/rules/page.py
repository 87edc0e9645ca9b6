"""A game's rules as pages: short enough for a phone, turned by buttons that are addresses and outlive a restart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Protocol

import discord

from cogs.components import Component, Layout
from cogs.persistent import PersistentButton
from cogs.rules_text import Page
from cogs.table.parts import layout
from i18n.words import Words


class Rulebook(Protocol):
    """Where pages are turned; cogs/rules/book.py is the one there is."""

    async def turn(self, interaction: discord.Interaction[Any], game: str, table: int | None, page: int) -> None:
        """Show another page in the place of the one on which its button was pressed."""


class PageButton(PersistentButton, template=r"r:(?P<game>[a-z_]{1,30}):(?P<table>[0-9]{1,18}):(?P<page>[0-9]{1,2})"):
    """Leads to a page of a game's rules; the table is 0 for a server's."""

    about = "/rules"

    @classmethod
    def to(cls, game: str, table: int | None, page: int, label: str) -> Component:
        """A new button."""
        return cls.labelled(f"r:{game}:{table or 0}:{page}", label)

    async def pressed(self, interaction: discord.Interaction[Any], match: re.Match[str]) -> None:
        """Turn to the page."""
        rulebook: Rulebook = interaction.client.get_cog("rules")
        await rulebook.turn(interaction, match["game"], int(match["table"]) or None, int(match["page"]))


def opened(game: str, title: str, table: int | None, pages: Sequence[Page], shown: int, words: Words) -> Layout:
    """The page number `shown` (the first when there is none so far), with buttons to the others."""
    shown = shown if shown < len(pages) else 0
    page = pages[shown]
    heading = (
        words("### {game} · {page}", game=title, page=page.name)
        if table is None
        else words("### {game} · {page}\n-# as played at table {table}", game=title, page=page.name, table=str(table))
    )
    buttons = [PageButton.to(game, table, number, each.name) for number, each in enumerate(pages) if number != shown]
    return layout(None, [heading, page.text], [buttons])
