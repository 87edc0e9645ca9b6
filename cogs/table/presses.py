"""From a press to its table and back: finds the table, lets its game or its driver act, and answers.

Presses on older copies of a table's message, on closed tables and on questions that are over all get an answer.
"""

from __future__ import annotations

import logging
import re
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping

import discord

from cogs.app.process.metrics_sink import TABLE, PressOutcome, mark
from cogs.app.replies.components import Layout
from cogs.app.replies.errors import whisper
from cogs.app.replies.readers import HOUSE_LEVELS, HOUSE_SPEEDS
from cogs.app.replies.requests import is_private
from cogs.app.router import Route
from cogs.app.schedule import one_by_one
from cogs.table.calls import MessageContext
from cogs.table.message import TableMessage
from cogs.table.panels import Panels
from cogs.table.parts import BUTTON, FORM, PATTERN, SELECT, Address, again_button, announced, closed_because, with_chips
from cogs.table.press import COMMON, OF_TABLE, SETTINGS, SIT, SWITCH, Handler, Joining, Press, show_more, unreadable
from cogs.table.spec import GameSpec
from cogs.table.view import Names, TableView
from data.languages import CARDS_AS_TEXT, UNSHOWN_ACHIEVEMENTS
from data.store import write_log
from data.tables.saved import SavedTable
from games.core import IllegalAction
from i18n.words import Words
from tables.draft import ReadAnew, StaleClick
from tables.driver import LiveTable
from tables.events import Arrange
from tables.lobby import ClosedBy
from tables.modes import was_seen_by
from tables.open_tables import OpenTables
from tables.table import Table

log = logging.getLogger(__name__)


class Presses:
    """Every press on every table of the process."""

    def __init__(
        self,
        games: Mapping[str, GameSpec],
        open_tables: OpenTables,
        context: MessageContext,
        purse: Callable[[int, int], Awaitable[int]],
        introduce: Callable[[Press], Awaitable[bool]],
    ) -> None:
        """`games` are all that are offered, by key; `purse` is the chips that somebody has, by server and person.

        `introduce` answers the press by which somebody comes into a game, if they are new to it, and returns whether it
        has.
        """
        self._games = games
        self._open_tables = open_tables
        self._context = context
        self._purse = purse
        self._views: defaultdict[int, dict[int, TableView]] = defaultdict(dict)
        """What people see of each table that is open, or isn't shown as closed yet, by server and number."""
        self.common: dict[str, Handler] = {**COMMON, "more": self._more, SWITCH: self._switch}
        """What the buttons of every table do, by verb; extensions add theirs."""
        self._introduce = introduce
        open_tables.began.subscribe(self._show)

    async def _more(self, press: Press) -> None:
        """Show the rarely pressed buttons."""
        spec = self._games[press.table.game.name]
        readers = self._context.readers
        chips = await self._chips(press.table, press.user_id)
        own = {"": spec.more(press), OF_TABLE: spec.of_table(press), SETTINGS: spec.switches(press)}
        await show_more(press, own, lambda name: readers.has_switched(press.user_id, name), chips)

    async def _chips(self, table: Table, person: int) -> int | None:
        """What `person` has to play with at `table`; None where nobody needs any."""
        return await self._purse(table.guild, person) if table.terms.mode.uses_chips else None

    async def _switch(self, press: Press) -> None:
        """Switch something for whoever pressed, at every table, and show that."""
        name = press.address.argument.replace("-", "_")
        if name not in (CARDS_AS_TEXT, UNSHOWN_ACHIEVEMENTS, *HOUSE_SPEEDS, *HOUSE_LEVELS):
            raise unreadable()
        readers, guild, now = self._context.readers, press.table.guild, self._context.now()
        await readers.switch(guild, press.user_id, name, now)
        alike = next((group.keys() - {name} for group in (HOUSE_SPEEDS, HOUSE_LEVELS) if name in group), ())
        for other in alike:
            if readers.has_switched(press.user_id, other):
                await readers.switch(guild, press.user_id, other, now)
        press.view.panels.refresh()
        await self._more(press)

    def view_of(self, table: Table) -> TableView:
        """What people see of an open table."""
        return self._views[table.guild][table.id]

    def _show(self, live: LiveTable, saved: SavedTable) -> None:
        spec, message, names = self._games[saved.game], None, Names()
        if not live.table.terms.mode.private:
            message = TableMessage(live, spec.draw, self._context, names.known_to, stages=spec.stages)
            if saved.message is not None and saved.posted_at is not None:
                message.adopt(saved.message, saved.posted_at)
            message.calls.adopt(saved.mention)
        panels = self._panels(live, spec, names)
        view = self._views[saved.guild][saved.id] = TableView(live, message, panels, names, lambda: self._forget(live))

        def dropped() -> None:
            view.stop()
            self._forget(live)

        live.on_drop = dropped

    def _panels(self, live: LiveTable, spec: GameSpec, names: Names) -> Panels:
        """What each person alone sees of a table: the host of a private one the table itself."""

        async def drawn(user_id: int, words: Words) -> Layout | None:
            table, words, chips = live.table, names.known_to(words), None
            if not table.is_seen_by(user_id):
                return None
            if table.terms.mode.private:
                view = spec.private(table, user_id, words)
                return view and announced(view, table, self._context.announcements, self._context.now)
            if not table.is_closed and spec.shows_chips(table, user_id):
                chips = await self._chips(table, user_id)
            view = spec.panel(live.table, user_id, words)
            return view if view is None or chips is None else with_chips(view, chips, words)

        def as_read(user_id: int, view: Layout) -> Layout:
            as_text = self._context.readers.has_switched(user_id, CARDS_AS_TEXT)
            return self._context.card_emojis.as_text(view) if as_text else view

        return Panels(drawn, as_read, about=f"table {live.table.id}", every=self._context.paces.message)

    def _forget(self, live: LiveTable) -> None:
        live.tell_nobody()
        guild, views = live.table.guild, self._views[live.table.guild]
        views.pop(live.table.id, None)
        if not views:
            del self._views[guild]

    def forget(self, guild: int, user_id: int) -> None:
        """Keep no name and no panel of a forgotten person at a server's tables."""
        for view in self._shown(guild):
            view.forget(user_id)

    def redraw_all(self) -> None:
        """After a restart, show the tables whose messages may be out of date."""
        for view in self._shown():
            if view.message is not None and view.message.may_be_behind:
                view.message.request()

    def redraw_in(self, guild: int) -> None:
        """Discord has named the language of a server: show its tables in it."""
        for view in self._shown(guild):
            if view.message is not None:
                view.message.language_changed()

    def _shown(self, *guilds: int) -> list[TableView]:
        """What people see of the tables of these servers, or of all."""
        return [view for guild in guilds or self._views for view in self._views.get(guild, {}).values()]

    async def is_quiet(self) -> bool:
        """Whether every table shows its latest state, and nothing is on its way to Discord, unless somebody presses."""
        async for view in one_by_one(self._shown()):
            if view.is_busy:
                return False
        return not len(self._context.edit_queue)

    def stop(self) -> None:
        """Draw nothing any more."""
        self._context.edit_queue.stop()
        for view in self._shown():
            view.stop()

    async def _say_why_not_here(self, interaction: discord.Interaction, number: int) -> None:
        words, saved = self._context.readers.own_words(interaction), await self._context.tables.get(number)
        if saved is None or saved.guild != interaction.guild_id or not was_seen_by(interaction.user.id, saved):
            await whisper(interaction, words("This table is closed."))
        elif saved.closed_at is None:
            await whisper(
                interaction, words("This table can't continue for now. It is kept as it is, and its chips are safe.")
            )
        else:
            why = closed_because(ClosedBy.of(saved.lobby), words)
            await whisper(interaction, why, again_button(number, words))

    def _bets(self, interaction: discord.Interaction, match: re.Match[str], words: Words) -> str:
        """The person's bets at a table on its next round."""
        live = self._open_tables.find(int(match["table"]))
        if live is None or live.table.is_playing:
            return ""
        chips = live.table.lobby.staked().get(interaction.user.id, 0)
        return words.counted("Your bets of {count} chips still count.", chips) if chips else ""

    @property
    def routes(self) -> tuple[Route[discord.Client], ...]:
        """The routes of the buttons, the selects and the forms of tables."""
        about = "table {table}, {verb}"
        return (
            Route(BUTTON, PATTERN, self._pressed, about, stands=self._bets),
            Route(SELECT, PATTERN, self._pressed, about, stands=self._bets),
            Route(FORM, PATTERN, self._pressed, about, is_form=True, stands=self._bets),
        )

    async def join(self, interaction: discord.Interaction, number: int) -> None:
        """Give whoever pressed a seat at a table that is shown elsewhere, or say where theirs is.

        Raises IllegalAction, like the table's own Sit, and whatever else that raises.
        """
        view = self._there(interaction, number)
        if view is None:
            await self._say_why_not_here(interaction, number)
            return
        if view.message is None:
            await view.bump(interaction)
            return
        table = view.live.table
        address = Address(number, table.question_id, SIT)
        press = Joining(interaction, address, view, self._context.readers.own_words(interaction))
        spec = self._games[table.game.name]
        handler = spec.buttons.get(SIT, self.common[SIT])
        if not table.lobby.seats or table.lobby.seat_of(press.user_id) is not None:
            await press.answer()
            return
        if SIT in spec.entrances and await self._introduce(press):
            return
        try:
            await handler(press)
        except IllegalAction:
            if press.table.lobby.seat_of(press.user_id) is None:
                raise
            await press.answer()  # another press of theirs was quicker

    def _there(self, interaction: discord.Interaction, number: int) -> TableView | None:
        """The open table at which somebody acts; None where there is none for them."""
        view, user = self._views.get(interaction.guild_id or 0, {}).get(number), interaction.user
        if view is None or view.live.table.is_closed or not view.live.table.is_seen_by(user.id):
            return None
        interaction.extras[TABLE] = view.live.table
        view.names.learn(user.id, user.display_name)
        return view

    async def enter(self, interaction: discord.Interaction, number: int, verb: str, argument: str) -> None:
        """Let whoever was introduced to a table's game do what they had pressed, as the table is now."""
        live = self._open_tables.find(number)
        question_id = "0.b" if live is None else live.table.question_id
        match = re.fullmatch(PATTERN, str(Address(number, question_id, verb, argument)))
        assert match is not None
        await self._pressed(interaction, match)

    async def _pressed(self, interaction: discord.Interaction, match: re.Match[str]) -> None:
        """Do what was pressed, chosen or sent, and answer."""
        address = Address.of(match)
        view = self._there(interaction, address.table)
        if view is None:
            mark(interaction, PressOutcome.STALE)
            await self._say_why_not_here(interaction, address.table)
            return
        table = view.live.table
        words = self._context.readers.own_words(interaction)
        is_form = interaction.type is discord.InteractionType.modal_submit
        source = interaction.message if is_form else None
        notice = view.panels.form_sent(interaction.user.id, source)
        on = None if is_form or is_private(interaction) else interaction.message
        if not view.pressed(on, interaction.channel_id or 0):
            mark(interaction, PressOutcome.STALE)
            await view.show_the_way(interaction, words)
            return
        press = Press(interaction, address, view, words)
        spec, verb = self._games[table.game.name], address.verb
        handler = spec.forms.get(verb) if is_form else spec.buttons.get(verb) or self.common.get(verb)
        if handler is None:
            log.error("table %s, %s: there is no such button or form", table.id, verb)
            raise unreadable()
        if not is_form and verb in spec.entrances and await self._introduce(press):
            return
        try:
            await _carry_out(press, handler)
        except IllegalAction:
            if notice is not None:
                view.panels.watch(interaction.user.id, notice)
            raise


async def _carry_out(press: Press, handler: Handler) -> None:
    """Let `handler` answer a press, with which somebody who was away is back."""
    table = press.table
    try:
        if table.lobby.is_away(press.user_id):
            with write_log.unrelated():
                await press.live.do(Arrange(press.user_id, lambda lobby: lobby))
        await press.view.panels.wait_for(press.user_id, handler(press))
    except StaleClick as error:
        await _show_as_it_is(press, error)


async def _show_as_it_is(press: Press, error: StaleClick) -> None:
    """Answer a press on a question that is over with the table as it is now. Raises `error` where that can't be."""
    is_acknowledged, on_private = press.interaction.response.is_done(), is_private(press.interaction)
    if is_acknowledged or (press.fields is not None and not isinstance(error, ReadAnew)):
        raise error
    if on_private and not await press.show_panel():
        raise error
    if not on_private:
        await press.answer()
    mark(press.interaction, PressOutcome.STALE)
