"""Tells whoever comes to a game for the first time in a server how it is played: privately, once, with a way to try it.

It comes in place of the first form, panel or seat, with the button that they had pressed, which does then what it says.
So it is the answer to a press, and one private message: what that button brings takes its place. It never lies below a
table that waits for its reader: it goes when their turn comes, unless they are trying it. Who has been told is on the
disk before they are told; a process that dies in between tells them nothing rather than everything twice.

To try it is to walk through a guided deal: one private message whose buttons carry the deal and every choice made so
far.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING

import discord
from discord import ButtonStyle

from cogs.app.replies.components import Component, Layout
from cogs.app.replies.readers import own_words
from cogs.app.replies.requests import Outcome, fade, show, tried
from cogs.app.router import Route
from cogs.table.faces import CardText
from cogs.table.guide import Moment, Offer, Primer
from cogs.table.parts import in_one_message, layout, lines, small
from cogs.table.press import HAND, Joining, Press
from cogs.table.spec import GameSpec
from data.guild.introductions import Introductions
from games.core import Button, IllegalAction, Phrase
from i18n.words import Words
from tables.driver import LiveTable
from tables.table import Table

if TYPE_CHECKING:
    from cogs.app.bot import App

log = logging.getLogger(__name__)

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
"""Each choice is one of these in an address."""
DEALS = 1_000_000
"""After so many the deals begin again."""
LONGEST = 60
"""Choices in one deal."""
STYLES = (ButtonStyle.secondary, ButtonStyle.primary)
"""Of a button, and of one that stands out."""
JOIN = "join"
"""In an address, that somebody comes from a list of tables."""
STEPS = rf"(?P<deal>[0-9]{{1,6}}):(?P<choices>[0-9a-z]{{0,{LONGEST}}})"
"""A deal and the choices in it, in an address."""


@lru_cache(maxsize=1024)
def moment_of(primer: Primer, deal: int, choices: str) -> Moment:
    """The moment of a deal after these choices. Raises IllegalAction when they can't be made."""
    if not choices:
        return primer.start(deal)
    return moment_of(primer, deal, choices[:-1]).choose(DIGITS.index(choices[-1]))


@dataclass(frozen=True, slots=True)
class Walk:
    """A guided deal of the game with the key `game`, as one reader sees it; `route` leads to its other moments.

    It `leads_back` to the practice table that waits for its reader.
    """

    route: Route[App]
    game: str
    primer: Primer
    words: Words
    leads_back: bool

    def view(self, deal: int, choices: str, cards: CardText) -> Layout:
        """The message at one moment. Raises IllegalAction when the choices can't be made."""
        moment = moment_of(self.primer, deal, choices)
        return in_one_message(lambda cards: self._view(moment, deal, choices, cards), cards)

    def _view(self, moment: Moment, deal: int, choices: str, cards: CardText) -> Layout:
        page, words = moment.page(self.words, cards), self.words
        note = small(words("A guided deal for you alone. Nothing counts."))
        rows = list(self._rows(page.rows, deal, choices)) if page.rows else [self._afterwards(deal)]
        if self.leads_back and page.rows:
            rows.append([self._to_table()])
        return layout(self.primer.accent, [*page.sections, note], rows)

    def _rows(self, offered: tuple[tuple[Offer, ...], ...], deal: int, choices: str) -> Iterator[list[Component]]:
        numbers = count()
        for row in offered:
            yield [self._offer(offer, deal, choices, DIGITS[next(numbers)]) for offer in row]

    def _offer(self, offer: Offer, deal: int, choices: str, digit: str) -> Component:
        steps = "".join(choices.rsplit(digit, 1)) if offer.is_marked else choices + digit
        style = ButtonStyle.success if offer.is_marked else STYLES[offer.is_main]
        return self._button(f"{deal}:{steps}", offer.label, style, offer.emoji)

    def _afterwards(self, deal: int) -> list[Component]:
        words = self.words
        return [
            *([self._to_table(is_main=True)] if self.leads_back else []),
            self._button(f"{(deal + 1) % DEALS}:", words("Next deal"), STYLES[not self.leads_back]),
            *([] if self.leads_back else [self.route.button(f"known:{self.game}", words("Done"))]),
        ]

    def _to_table(self, *, is_main: bool = False) -> Component:
        return self.route.button(f"back:{self.game}", self.words("Go to the table"), STYLES[is_main])

    def _button(self, steps: str, label: str | None, style: ButtonStyle, emoji: Component | None = None) -> Component:
        return self.route.button(f"show:{self.game}:{steps}", label, style, emoji=emoji)


class Welcome:
    """Introduces games to newcomers, and walks them through guided deals."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._introductions = Introductions(app.store)
        self.remembers = 4096
        """How many people are remembered as introduced without asking the database."""
        self._met: dict[tuple[int, int, str], None] = {}
        """Server, person and game, of those who came last."""
        parts = rf"(?P<verb>show|known|back):(?P<game>[a-z_]{{1,20}})(?::{STEPS})?"
        self.route: Route[App] = Route("coach", parts, self._pressed, "a guided deal of {game}")
        way = r"(?P<table>[0-9]{1,18}):(?P<verb>[a-z]+)(?::(?P<argument>[A-Za-z0-9 -]*))?"
        self.entrance: Route[App] = Route("enter", way, self._enter, "table {table}, {verb}")
        """Leads from an introduction to what was pressed."""
        self.routes = self.route, self.entrance

    async def introduce(self, press: Press) -> bool:
        """Answer the press by which somebody comes into a game with its introduction, unless they know the game.

        Returns whether it has; where Discord refuses the message, the press does what it says.
        """
        table, user_id = press.table, press.user_id
        who, primer = (table.guild, user_id, table.game.name), self._app.games[table.game.name].primer
        looks_on = press.address.verb == HAND and table.lobby.seat_of(user_id) is None
        if primer is None or who in self._met or looks_on or user_id in table.people_asked:
            return False
        if not await self._meets(who):
            return False
        was_at = table.is_at(user_id)

        def is_over() -> bool:
            return user_id in press.table.people_asked or (press.table.is_at(user_id) and not was_at)

        outcome, _ = await tried(press.show(self._at_table(press, primer), is_over), "a game could not be introduced")
        return outcome is Outcome.ARRIVED

    async def _enter(self, interaction: discord.Interaction[App], match: re.Match[str]) -> None:
        """Do what somebody had pressed who was introduced then; its answer takes the introduction's place."""
        presses, number, is_listed = self._app.presses, int(match["table"]), match["verb"] == JOIN
        live, message = self._app.open_tables.find(number), interaction.message
        if is_listed:
            await presses.join(interaction, number)
        panels = None if live is None else presses.view_of(live.table).panels
        notice = panels and panels.unwatch(interaction.user.id, message, goes=is_listed)
        if not is_listed:
            await presses.enter(interaction, number, match["verb"], match["argument"] or "")
            if panels and notice and interaction.response.type is discord.InteractionResponseType.modal:
                panels.watch(interaction.user.id, notice)  # a form may be closed without a word: it still lies there

    async def show_first(self, interaction: discord.Interaction[App], table: Table) -> bool:
        """Answer whoever practises a game for the first time with a guided deal, which leads to `table`.

        Returns False, and answers nothing, for everybody else.
        """
        _, user_id, game = who = interaction.guild_id or 0, interaction.user.id, table.game.name
        primer = self._app.games[game].primer
        if primer is None or who in self._met or not await self._meets(who):
            return False
        walk = Walk(self.route, game, primer, own_words(interaction), leads_back=True)
        await interaction.response.send_message(view=walk.view(0, "", self._app.cards_for(user_id)), ephemeral=True)
        return True

    async def _meets(self, who: tuple[int, int, str]) -> bool:
        """Whether somebody comes to a game for the first time; they know it from now on."""
        is_first = await self._introductions.is_first(*who, self._app.now())
        self._met[who] = None
        if len(self._met) > self.remembers:
            del self._met[next(iter(self._met))]
        return is_first

    def forget(self, guild: int, user_id: int) -> None:
        """Forget that somebody knows any game in a server."""
        self._met = {who: None for who in self._met if who[:2] != (guild, user_id)}

    async def precede(self, interaction: discord.Interaction[App], game: str, first: Phrase, way: Component) -> bool:
        """Answer whoever comes to `game` for the first time, but at no table, with its introduction and the `way` on.

        It begins with `first`. Returns False, and answers nothing, for everybody else.
        """
        primer, who = self._app.games[game].primer, (interaction.guild_id or 0, interaction.user.id, game)
        if primer is None or who in self._met or not await self._meets(who):
            return False
        words = own_words(interaction)
        view = self._view(game, primer, map(words.said, (first, *primer.lines[1:])), way, words)
        await interaction.response.send_message(view=view, ephemeral=True)
        return True

    def _at_table(self, press: Press, primer: Primer) -> Layout:
        table, words = press.table, press.words
        verb = JOIN if isinstance(press, Joining) else press.address.verb
        way = f"{table.id}:{verb}" + (f":{press.address.argument}" if press.address.argument else "")
        button = self.entrance.button(way, press.label or words("Continue"), ButtonStyle.primary)
        return self._view(table.game.name, primer, primer.lines_at(table, words), button, words)

    def _view(self, game: str, primer: Primer, told: Iterable[str], way: Component, words: Words) -> Layout:
        heading = words("### Your first time at {game} here?", game=words.said(self._app.games[game].title))
        note = small(
            words(
                "Press **{button}** to go on. Only you see this, once. All the rules: **{more}**, then **{rules}**.",
                button=way["label"],
                rules=words("Rules"),
                more=Button("More…"),
            )
        )
        show_me = self.route.button(f"show:{game}:0:", words("Show me"))
        return layout(primer.accent, [lines(heading, *(f"- {line}" for line in told)), note], [[way, show_me]])

    async def _pressed(self, interaction: discord.Interaction[App], match: re.Match[str]) -> None:
        spec, words = self._app.games.get(match["game"]), own_words(interaction)
        if spec is None or spec.primer is None:
            raise IllegalAction("The bot can't read that. Run the command again.")
        for open_table in self._app.open_tables.tables(interaction.guild_id or 0):
            self._app.presses.view_of(open_table).panels.unwatch(interaction.user.id, interaction.message)
        if match["verb"] == "known":
            await show(interaction, layout(spec.primer.accent, [words("Your practice is over.")]))
            fade(interaction, interaction.delete_original_response)
            return
        live = self._practice(interaction, spec)
        if match["verb"] == "back":
            if live is None:
                raise IllegalAction("Your practice is over.")
            if spec.practice is not None:
                await spec.practice.begin(live, interaction.user.id, interaction.id)
            await self._app.presses.view_of(live.table).show_the_way(interaction, words)
            return
        deal, choices = int(match["deal"] or 0), match["choices"] or ""
        walk = Walk(self.route, spec.key, spec.primer, words, leads_back=live is not None)
        await show(interaction, walk.view(deal, choices, self._app.cards_for(interaction.user.id)))

    def _practice(self, interaction: discord.Interaction[App], spec: GameSpec) -> LiveTable | None:
        """The latest table of this game that waits for nobody but whoever pressed."""
        found = [
            live
            for live in self._app.open_tables.in_guild(interaction.guild_id or 0)
            if live.table.game.name == spec.key
            if live.table.waits_for_one(live.table.lobby) and interaction.user.id in live.table.lobby.seats
        ]
        return found[-1] if found else None
