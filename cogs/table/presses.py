"""From a press to its table and back: finds the table, lets its face or its driver act, and answers.

Presses on older copies of a table's message, on closed tables and on questions that are over all get an answer.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Container, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import discord
from discord import ui

from cogs.errors import answering, report, whisper
from cogs.table.address import Address
from cogs.table.controls import Shown, TableButton
from cogs.table.message import TableMessage
from cogs.table.panels import Panels
from cogs.table.patience import REFUSALS, answered_in_time
from cogs.table.posted import Means
from data.store import deeds
from data.tables.tables import SavedTable
from games.core import IllegalAction
from i18n.words import Words
from tables.game import Game
from tables.open_tables import Floor
from tables.table import StaleClick, Table

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Press:
    """Somebody pressed a button, chose in a select or sent a form of an open table."""

    interaction: discord.Interaction[Any]
    address: Address
    table: Table
    message: TableMessage
    panels: Panels
    face: Face
    words: Words
    """In the language of the person."""
    values: tuple[str, ...] = ()
    """What was chosen in a select."""
    fields: Mapping[str, tuple[str, ...]] | None = None
    """What was filled into a form: by the field's custom_id."""

    @property
    def person(self) -> int:
        """The Discord id of who pressed."""
        return self.interaction.user.id

    @property
    def salt(self) -> str:
        """The id that Discord gave to this press, after the seed was fixed."""
        return str(self.interaction.id)

    def numbers(self, count: int) -> tuple[int, ...]:
        """The `count` numbers that stand in the address. Raises IllegalAction when others stand there."""
        parts = self.address.argument.split()
        if len(parts) != count or not all(part.isdecimal() for part in parts):
            raise unreadable()
        return tuple(map(int, parts))

    @property
    def manages(self) -> bool:
        """Whether the person may decide about the table: its host, or Manage Server."""
        return self.person == self.table.host or self.interaction.permissions.manage_guild

    async def answer(self) -> None:
        """Show the table as it is now; on a private message the person's panel, or that it is done."""
        message = self.interaction.message
        if message is not None and message.flags.ephemeral:
            if not await self.panels.show(self.interaction, self.words):
                await self.answer_privately(self.words("Done."))
        elif message is not None and not self.message.is_at(message):  # the table moved while a form was open
            await _show_the_way(self.interaction, self.message, self.words)
        else:
            await self.message.answer(self.interaction)

    async def answer_privately(self, text: str) -> None:
        """Put `text` in the place of the private panel."""
        view = Shown()
        view.add_item(ui.TextDisplay(text))
        if self.interaction.response.is_done():
            await report(self.interaction, text, view)
            return
        async with answered_in_time(self.interaction):
            await self.interaction.response.edit_message(view=view)

    async def ask(self, text: str, *buttons: TableButton) -> None:
        """Ask the person something that only they see."""
        view = Shown()
        view.add_item(ui.TextDisplay(text))
        row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
        for button in buttons:
            row.add_item(button)
        view.add_item(row)
        await self.show(view)

    async def show(self, view: ui.LayoutView) -> None:
        """Show the person something that only they see."""
        async with answered_in_time(self.interaction):
            await self.interaction.response.send_message(view=view, ephemeral=True)


def unreadable() -> IllegalAction:
    """What somebody is told who sends what no button or form of the table does."""
    return IllegalAction("The bot can't read that. Press a button on the table's message.")


Handler = Callable[[Press], Awaitable[None]]


class Face(Protocol):
    """What one game adds to the common table: its picture, and what its own buttons and forms do."""

    @property
    def game(self) -> Game:
        """The game as the driver sees it."""

    @property
    def buttons(self) -> Mapping[str, Handler]:
        """What its buttons and selects do, by verb."""

    @property
    def forms(self) -> Mapping[str, Handler]:
        """What its forms do, by verb."""

    @property
    def stages(self) -> int:
        """In how many pictures a finished round is revealed before its results; 0 shows them at once."""

    def draw(self, table: Table, words: Words, stage: int) -> ui.LayoutView:
        """The public message; `stage` is how many pictures of the last round's reveal have been shown."""

    def panel(self, table: Table, person: int, words: Words) -> ui.LayoutView | None:
        """What `person` alone may see and do; None in a game without private panels."""


class Presses:
    """Every press on every table of the process."""

    def __init__(self, floor: Floor, means: Means, calls: Callable[[int], bool]) -> None:
        """`calls` says of a server whether those who are awaited at its tables are mentioned."""
        self._floor = floor
        self._means = means
        self._calls = calls
        self._faces: dict[str, Face] = {}
        self._messages: dict[int, TableMessage] = {}
        self._panels: dict[int, Panels] = {}
        self.common: dict[str, Handler] = dict(_COMMON)
        """What the buttons of every table do, by verb; extensions add theirs."""
        floor.on_open = self._show

    def offer(self, face: Face) -> None:
        """Let tables of this game be opened, brought back, and pressed on."""
        self._faces[face.game.name] = face
        self._floor.offer(face.game)

    def message_of(self, table: Table) -> TableMessage:
        """The public message of an open table."""
        return self._messages[table.id]

    def _show(self, table: Table, saved: SavedTable) -> None:
        face = self._faces[table.game.name]
        message = TableMessage(table, face.draw, self._means, stages=face.stages)
        if saved.message is not None and saved.posted_at is not None:
            message.adopt(saved.message, saved.posted_at)
        message.calls.adopt(saved.mention)
        panels = Panels(lambda person, words: face.panel(table, person, words), about=f"table {table.id}")

        def changed() -> None:
            message.request()
            panels.refresh()

        def call(people: frozenset[int]) -> None:
            if self._calls(table.guild):
                message.call(people)

        def tell_away(people: frozenset[int]) -> None:
            if self._calls(table.guild):
                message.tell_away(people)

        def dropped() -> None:
            message.stop()
            panels.stop()
            self._forget(table)

        table.on_change = changed
        table.on_drop = dropped
        table.on_call, table.on_away = call, tell_away
        message.on_farewell = lambda: self._forget(table)
        self._messages[table.id], self._panels[table.id] = message, panels

    def _forget(self, table: Table) -> None:
        self._messages.pop(table.id, None)
        self._panels.pop(table.id, None)

    def forget(self, guild: int, person: int) -> None:
        """Keep no name and no panel of somebody at the tables of a server."""
        for number, message in self._messages.items():
            if message.table.guild == guild:
                message.names.pop(person, None)
                self._panels[number].forget(person)

    def redraw_all(self) -> None:
        """After a restart: show the tables as they are, where a message may show less."""
        for message in self._messages.values():
            if message.may_be_behind:
                message.request()

    def redraw_in(self, guilds: Container[int]) -> None:
        """Discord has told the languages of these servers: show their tables in them."""
        for message in self._messages.values():
            if message.table.guild in guilds:
                message.language_changed()

    def stop(self) -> None:
        """Draw nothing any more."""
        self._means.line.stop()
        for message in self._messages.values():
            message.stop()
        for panels in self._panels.values():
            panels.stop()

    async def _why_not_here(self, interaction: discord.Interaction[Any], number: int) -> str:
        words, saved = Words.of(interaction), await self._means.tables.get(number)
        if saved is None or saved.guild != interaction.guild_id or saved.closed_at is not None:
            return words("This table is closed.")
        return words("This table can't go on for now. It waits as it is, and the chips at it are safe.")

    def _bets(self, interaction: discord.Interaction[Any], number: int, words: Words) -> str:
        """What the person has lying at a table for its next round."""
        table = self._floor.find(number)
        if table is None or table.is_playing:
            return ""
        chips = table.lobby.staked().get(interaction.user.id, 0)
        return words("Your bets of {chips} chips stand.", chips=chips) if chips else ""

    async def pressed(
        self,
        interaction: discord.Interaction[Any],
        address: Address,
        *,
        values: tuple[str, ...] = (),
        fields: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        """Do what was pressed, and answer; whatever goes wrong is explained to the person."""
        about = f"table {address.table}, {address.verb}"
        async with answering(interaction, about, lambda words: self._bets(interaction, address.table, words)):
            table = self._floor.find(address.table)
            message = self._messages.get(address.table)
            if table is None or message is None or table.guild != interaction.guild_id:
                await whisper(interaction, await self._why_not_here(interaction, address.table))
                return
            message.pressed()
            message.names[interaction.user.id] = interaction.user.display_name
            on = interaction.message
            is_private = on is not None and on.flags.ephemeral
            is_public = on is not None and not is_private and fields is None
            if on is not None and is_public and not message.recognises(on, interaction.channel_id or 0):
                await _show_the_way(interaction, message, Words.of(interaction))
                return
            face = self._faces[table.game.name]
            panels, words = self._panels[table.id], Words.of(interaction)
            press = Press(interaction, address, table, message, panels, face, words, values, fields)
            handlers = face.forms if fields is not None else {**self.common, **face.buttons}
            handler = handlers.get(address.verb)
            if handler is None:
                log.error("%s: there is no such button or form", about)
                raise IllegalAction("The bot doesn't know this button. Press one on the table's message.")
            if table.lobby.is_away(press.person):
                with deeds.aside():
                    await table.arrange(press.person, lambda lobby: lobby)
            try:
                with panels.held(press.person):
                    await handler(press)
            except StaleClick:
                if fields is not None or (is_private and not await panels.show(interaction, words)):
                    raise
                if not is_private:
                    await press.answer()


async def _show_the_way(interaction: discord.Interaction[Any], message: TableMessage, words: Words) -> None:
    """Take the buttons from an older copy; where Discord no longer lets it be edited, tell the person alone."""
    try:
        async with answered_in_time(interaction):
            await interaction.response.edit_message(view=message.moved())
    except REFUSALS as error:
        log.info("table %s: an older copy of its message stays as it was: %s", message.table.id, error)
        await whisper(interaction, message.way(words))


async def _move(press: Press) -> None:
    await press.table.act(press.person, press.address.asked, press.address.argument)
    await press.answer()


async def _hand(press: Press) -> None:
    if not await press.panels.show(press.interaction, press.words):
        raise IllegalAction("Nothing is hidden in this game.")


async def _sit(press: Press) -> None:
    await press.table.arrange(press.person, lambda lobby: lobby.sit(press.person))
    await press.answer()


async def _leave(press: Press) -> None:
    if press.table.is_in_round(press.person):
        await press.ask(
            press.words("Your chips stay in this round, and the clock plays it for you. Then your seat is free."),
            TableButton.labelled(press.address.to("go"), press.words("Leave"), style=discord.ButtonStyle.danger),
            TableButton.labelled(press.address.to("stay"), press.words("Stay")),
        )
        return
    await press.table.leave(press.person)
    await press.answer()


async def _go(press: Press) -> None:
    in_round = press.table.is_in_round(press.person)
    await press.interaction.response.defer()
    await press.table.leave(press.person)
    await press.answer_privately(
        press.words("You leave when this round is over.") if in_round else press.words("You have left the table.")
    )


async def _stay(press: Press) -> None:
    await press.answer_privately(press.words("Nothing has changed."))


async def _bump(press: Press) -> None:
    await press.message.bump(press.interaction)


async def _close(press: Press) -> None:
    _verify_manages(press)
    _verify_not_kept(press)
    await press.ask(
        press.words(
            "Close table {table}? A running round is played to its end; other bets go back.",
            table=str(press.table.id),
        ),
        TableButton.labelled(press.address.to("shut"), press.words("Close table"), style=discord.ButtonStyle.danger),
        TableButton.labelled(press.address.to("stay"), press.words("Keep it open")),
    )


async def _shut(press: Press) -> None:
    _verify_manages(press)
    _verify_not_kept(press)
    await press.interaction.response.defer()
    await press.table.close(press.person)
    closed = press.table.is_closed
    await press.answer_privately(
        press.words("The table is closed.") if closed else press.words("The table closes when this round is over.")
    )


def _verify_manages(press: Press) -> None:
    if not press.manages:
        raise IllegalAction("Only the table's host or a member with Manage Server can close it.")


def _verify_not_kept(press: Press) -> None:
    """Nobody alone ends a match that has begun, by a button that was drawn before it either."""
    if press.table.game.is_kept(press.table.lobby):
        raise IllegalAction("This match has begun. Everyone who plays has to agree: press End match.")


_COMMON: Mapping[str, Handler] = {
    "move": _move,
    "hand": _hand,
    "sit": _sit,
    "leave": _leave,
    "go": _go,
    "stay": _stay,
    "bump": _bump,
    "close": _close,
    "shut": _shut,
}
