"""Tells whoever comes to a game for the first time in a server how it is played: privately, once, with a way to try it.

It comes below the answer to what they did, so it can neither delay nor break that. It never lies below a table that
waits for its reader: it comes at another press then, and goes when their turn comes, unless they are trying it. Who has
been told is on the disk before they are told; a process that dies in between tells them nothing rather than everything
twice.

To try it is to walk through a guided deal: one private message whose buttons carry the deal and every choice made so
far.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import count

import discord
from discord import ButtonStyle

from cogs.app.bot import App
from cogs.app.process.metrics_sink import TABLE
from cogs.app.replies.components import Component, Layout
from cogs.app.replies.readers import own_words
from cogs.app.replies.requests import REFUSALS, error_text, fade, request_timeout, show
from cogs.app.router import Route
from cogs.table.faces import CardText, plain_text
from cogs.table.guide import Guide, Moment, Offer, Primer
from cogs.table.parts import fits, layout, lines, small
from cogs.table.spec import GameSpec
from data.guild.introductions import Introductions
from data.store.errors import StoreError
from games.core import Button, IllegalAction
from i18n.words import Words
from tables.table import Table

log = logging.getLogger(__name__)

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
"""Each choice is one of these in an address."""
DEALS = 1_000_000
"""After so many the deals begin again."""
LONGEST = 60
"""Choices in one deal."""
STEPS = rf"(?P<deal>[0-9]{{1,6}}):(?P<choices>[0-9a-z]{{0,{LONGEST}}})"
"""A deal and the choices in it, in an address."""


@lru_cache(maxsize=1024)
def moment_of(guide: Guide, deal: int, choices: str) -> Moment:
    """The moment of a deal after these choices. Raises IllegalAction when they can't be made."""
    if not choices:
        return guide.start(deal)
    return moment_of(guide, deal, choices[:-1]).choose(DIGITS.index(choices[-1]))


class Walk:
    """A guided deal of the game with the key `game`, as one reader sees it; `route` leads to its other moments.

    It `leads_back` to the practice table that waits for its reader.
    """

    def __init__(self, route: Route[App], game: str, guide: Guide, words: Words, *, leads_back: bool = False) -> None:
        self._route = route
        self._game = game
        self._guide = guide
        self._words = words
        self._leads_back = leads_back

    def view(self, deal: int, choices: str, cards: CardText) -> Layout:
        """The message at one moment. Raises IllegalAction when the choices can't be made."""
        moment = moment_of(self._guide, deal, choices)
        view = self._view(moment, deal, choices, cards)
        return view if fits(view) else self._view(moment, deal, choices, plain_text)

    def _view(self, moment: Moment, deal: int, choices: str, cards: CardText) -> Layout:
        page, words = moment.page(self._words, cards), self._words
        note = small(words("A guided deal for you alone. Nothing counts."))
        rows = list(self._rows(page.rows, deal, choices)) if page.rows else [self._afterwards(deal)]
        if self._leads_back and page.rows:
            rows.append([self._to_table()])
        return layout(self._guide.accent, [*page.sections, note], rows)

    def _rows(self, offered: tuple[tuple[Offer, ...], ...], deal: int, choices: str) -> Iterator[list[Component]]:
        numbers = count()
        for row in offered:
            yield [
                self._button(f"{deal}:{choices}{DIGITS[next(numbers)]}", offer.label, offer.is_main, offer.emoji)
                for offer in row
            ]

    def _afterwards(self, deal: int) -> list[Component]:
        words = self._words
        return [
            *([self._to_table(is_main=True)] if self._leads_back else []),
            self._button(f"{(deal + 1) % DEALS}:", words("Another deal"), is_main=not self._leads_back),
            *([] if self._leads_back else [self._route.button(f"known:{self._game}", words("Done"))]),
        ]

    def _to_table(self, *, is_main: bool = False) -> Component:
        style = ButtonStyle.primary if is_main else ButtonStyle.secondary
        return self._route.button(f"back:{self._game}", self._words("To my table"), style)

    def _button(self, steps: str, label: str | None, is_main: bool, emoji: Component | None = None) -> Component:
        style = ButtonStyle.primary if is_main else ButtonStyle.secondary
        return self._route.button(f"show:{self._game}:{steps}", label, style, emoji=emoji)


KEPT = 4096
"""How many people are remembered as introduced without asking the database."""


class Welcome:
    """Introduces games to newcomers, and walks them through guided deals."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._introductions = Introductions(app.store)
        self._met: dict[tuple[int, int, str], None] = {}
        """Server, person and game, of those who came last."""
        parts = rf"(?P<verb>show|known|back):(?P<game>[a-z_]{{1,20}})(?::{STEPS})?"
        self.route: Route[App] = Route("coach", parts, self._pressed, "a guided deal of {game}")

    async def after_press(self, interaction: discord.Interaction[App]) -> None:
        """Introduce the game of the table where somebody has pressed, once they take part there."""
        table: Table | None = interaction.extras.get(TABLE)
        user_id = interaction.user.id
        if table is None or table.is_closed or (table.guild, user_id, table.game.name) in self._met:
            return
        takes_part = table.lobby.seat_of(user_id) is not None or table.lobby.bets_of(user_id)
        if (takes_part or table.is_in_round(user_id)) and user_id not in table.people_asked:
            await self.introduce(interaction, table)

    async def introduce(self, interaction: discord.Interaction[App], table: Table) -> bool:
        """Introduce the game of `table` to whoever acted, unless they know it; nothing that goes wrong is raised.

        Returns whether they have been told.
        """
        guild, user_id, game = interaction.guild_id or 0, interaction.user.id, table.game.name
        response, primer = interaction.response, self._app.games[game].primer
        if not response.is_done() or response.type is discord.InteractionResponseType.modal:
            return False
        who = guild, user_id, game
        if primer is None or who in self._met:
            return False
        try:
            is_first = await self._introductions.is_first(*who, self._app.now())
            self._remember(who)
            if not is_first:
                return False
            view = self._view(table, primer, own_words(interaction))
            async with request_timeout():
                sent = await interaction.followup.send(view=view, ephemeral=True, wait=True)
            if not table.is_closed:
                panels = self._app.presses.view_of(table).panels
                panels.put_beside(user_id, sent.id, sent.delete, lambda: user_id in table.people_asked)
        except REFUSALS as error:
            log.info("a game could not be introduced: %s", error_text(error))
        except StoreError:  # it stops the bot, which says so
            return False
        return True

    async def show_first(self, interaction: discord.Interaction[App], table: Table) -> bool:
        """Answer whoever practises a game for the first time with a guided deal, which leads to `table`.

        Returns False, and answers nothing, for everybody else.
        """
        guild, user_id, game = who = interaction.guild_id or 0, interaction.user.id, table.game.name
        primer = self._app.games[game].primer
        if primer is None or who in self._met:
            return False
        is_first = await self._introductions.is_first(guild, user_id, game, self._app.now())
        self._remember(who)
        if is_first:
            walk = Walk(self.route, game, primer.guide, own_words(interaction), leads_back=True)
            view = walk.view(0, "", self._app.cards_for(user_id))
            await interaction.response.send_message(view=view, ephemeral=True)
        return is_first

    def _remember(self, who: tuple[int, int, str]) -> None:
        self._met[who] = None
        if len(self._met) > KEPT:
            del self._met[next(iter(self._met))]

    def forget(self, guild: int, user_id: int) -> None:
        """Forget that somebody knows any game in a server."""
        self._met = {who: None for who in self._met if who[:2] != (guild, user_id)}

    def _view(self, table: Table, primer: Primer, words: Words) -> Layout:
        heading = words("### Your first time at {game} here?", game=table.game.title)
        text = lines(*(f"- {line}" for line in primer.lines_at(table, words)))
        note = small(
            words(
                "Only you can see this. You won't see it again. **{rules}** behind **{more}** has the rest.",
                rules=words("Rules"),
                more=Button("More…"),
            )
        )
        buttons = [
            self.route.button(f"show:{table.game.name}:0:", words("Show me"), discord.ButtonStyle.primary),
            self.route.button(f"known:{table.game.name}", words("I know it")),
        ]
        return layout(primer.guide.accent, [lines(heading, text), note], [buttons])

    async def _pressed(self, interaction: discord.Interaction[App], match: re.Match[str]) -> None:
        spec, words = self._app.games.get(match["game"]), own_words(interaction)
        if spec is None or spec.primer is None:
            raise IllegalAction("The bot can't read that. Run the command again.")
        if interaction.message is not None:
            for open_table in self._app.open_tables.in_guild(interaction.guild_id or 0):
                self._app.presses.view_of(open_table).panels.let_be(interaction.user.id, interaction.message.id)
        if match["verb"] == "known":
            await show(interaction, layout(spec.primer.guide.accent, [words("Have fun!")]))
            fade(interaction, interaction.delete_original_response)
            return
        table = self._practice(interaction, spec)
        if match["verb"] == "back":
            if table is None:
                raise IllegalAction("Your practice is over.")
            if spec.practice is not None:
                await spec.practice.begin(table, interaction.user.id, interaction.id)
            await self._app.presses.view_of(table).show_the_way(interaction, words)
            return
        deal, choices = int(match["deal"] or 0), match["choices"] or ""
        walk = Walk(self.route, spec.key, spec.primer.guide, words, leads_back=table is not None)
        await show(interaction, walk.view(deal, choices, self._app.cards_for(interaction.user.id)))

    def _practice(self, interaction: discord.Interaction[App], spec: GameSpec) -> Table | None:
        """The latest table of this game that waits for nobody but whoever pressed."""
        found = [
            table
            for table in self._app.open_tables.in_guild(interaction.guild_id or 0)
            if table.game.name == spec.key
            if table.waits_for_one(table.lobby) and interaction.user.id in table.lobby.seats
        ]
        return found[-1] if found else None


async def setup(app: App) -> None:
    """Introduce games to those who come to them for the first time."""
    welcome = Welcome(app)
    app.router.offer(welcome.route)
    app.after_press.append(welcome.after_press)
    app.on_opened.append(welcome.introduce)
    app.shows_first = welcome.show_first

    def forget(guild: int, user_id: int) -> None:
        welcome.forget(guild, user_id)
        app.hints.forget(guild, user_id)

    app.on_forgotten = forget
