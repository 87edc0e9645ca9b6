"""A game's rules as pages: short enough for a phone, turned by buttons that are addresses and outlive a restart."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self

import discord
from discord import ui

from cogs.cards.faces import CardText
from cogs.persistent import AddressedButton
from cogs.table.parts import layout
from games.cards import parse_cards
from i18n.words import Words


@dataclass(frozen=True, slots=True)
class HouseRules:
    """How a game is played at one table or, when `table` is None, at all tables of a server.

    `limits` are the lowest and the highest bet in chips, None where each table has its own.
    """

    options: Any
    limits: tuple[int, int] | None = None
    table: int | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """One page: `name` stands in its heading and on the button that leads to it."""

    name: str
    text: str


Writer = Callable[[HouseRules, Words, CardText], tuple[Page, ...]]
"""Writes the rules of one game as they are played somewhere, with cards as people see them."""


def hand(cards: CardText, text: str) -> str:
    """The cards named in `text`, such as `AS KD`, as people see them."""
    return " ".join(cards(card) for card in parse_cards(text))


def paragraphs(*parts: str) -> str:
    """With a line between them; empty ones are left out."""
    return "\n\n".join(part for part in parts if part)


class Rulebook(Protocol):
    """Where pages are turned; cogs/rules/book.py is the one there is."""

    async def turn(self, interaction: discord.Interaction[Any], game: str, table: int | None, page: int) -> None:
        """Show another page in the place of the one on which its button was pressed."""


class PageButton(AddressedButton, template=r"r:(?P<game>[a-z_]{1,30}):(?P<table>[0-9]{1,18}):(?P<page>[0-9]{1,2})"):
    """Leads to a page of a game's rules; the table is 0 for a server's."""

    about = "/rules"

    @classmethod
    def to(cls, game: str, table: int | None, page: int, label: str) -> Self:
        """A new button."""
        return cls.labelled(f"r:{game}:{table or 0}:{page}", label)

    async def pressed(self, interaction: discord.Interaction[Any], match: re.Match[str]) -> None:
        """Turn to the page."""
        rulebook: Rulebook = interaction.client.get_cog("rules")
        await rulebook.turn(interaction, match["game"], int(match["table"]) or None, int(match["page"]))


def opened(game: str, title: str, table: int | None, pages: Sequence[Page], shown: int, words: Words) -> ui.LayoutView:
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


def void_text(words: Words) -> str:
    """When a round of a game with a shoe doesn't count."""
    return words(
        "A round is void when the bot can't finish it, after a fault or because an update changed its rules. Then "
        "every bet comes back, and all cards are shuffled again."
    )
