"""All that people see of one table: its message and its panels, for whoever presses and for every change of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import discord
from discord.utils import escape_markdown, escape_mentions

from cogs.app.replies.readers import own_words
from cogs.app.replies.requests import acknowledge
from cogs.table.calls import link_to
from cogs.table.message import TableMessage
from cogs.table.panels import Panels
from i18n.words import Words
from tables.driver import LiveTable


class Names(dict[int, str]):
    """How those who have pressed at a table are called in its server, by Discord id."""

    def __init__(self) -> None:
        super().__init__()
        written = self._written = dict[int, str]()
        self.known_to: Callable[[Words], Words] = cache(lambda words: words.knowing(written))
        """Words in which these people are called so."""

    def learn(self, user_id: int, name: str) -> None:
        """Somebody is called `name`, which is no Markdown and mentions nobody."""
        if self.get(user_id) != name:
            self[user_id] = name
            self._written[user_id] = escape_mentions(escape_markdown(name)).replace("<", r"\<")

    def forget(self, user_id: int) -> None:
        """Keep no name of a forgotten person."""
        self.pop(user_id, None)
        self._written.pop(user_id, None)


class TableView:
    """One table's message, None if it is private, and its panels."""

    def __init__(
        self,
        live: LiveTable,
        message: TableMessage | None,
        panels: Panels,
        names: Names,
        on_farewell: Callable[[], None],
    ) -> None:
        """`names` are those of people who have pressed.

        `on_farewell` is called when the table is closed and its message shows that.
        """
        self.live = live
        self.message = message
        self.panels = panels
        self.names = names
        self._on_farewell = on_farewell
        live.on_change = self.changed
        if message is not None:
            message.on_farewell = on_farewell
            live.on_call, live.on_away = message.calls.call, message.calls.tell_away

    @property
    def link(self) -> str:
        """The link to the message, or to its channel until the message is known."""
        return link_to(self.live.table, None if self.message is None else self.message.id)

    @property
    def is_busy(self) -> bool:
        """Whether it is still to show something, or on its way to Discord."""
        return self.panels.is_busy or (self.message is not None and self.message.is_busy)

    def pressed(self, on: discord.Message | None, channel: int) -> bool:
        """Somebody has pressed in `channel`; `on` is the message if it was one for everyone.

        Returns whether that is the table's and not an older copy of it.
        """
        return on is None if self.message is None else self.message.pressed(on, channel)

    async def show_the_way(self, interaction: discord.Interaction, words: Words) -> None:
        """Answer a press on another message by leading to the table; a private one is shown itself."""
        if self.message is not None:
            await self.message.show_the_way(interaction, words)
        elif not await self.panels.show(interaction, words):
            await acknowledge(interaction)

    async def open(self, interaction: discord.Interaction, *, calls: bool = False) -> int | None:
        """Answer a command with the table, and return the number of its message, if it is known.

        With `calls` Discord tells the people whom the message mentions. Raises one of REFUSALS when Discord refuses it.
        """
        if self.message is not None:
            return await self.message.open(interaction, calls=calls)
        return await self.panels.open(interaction, own_words(interaction))

    async def bump(self, interaction: discord.Interaction) -> None:
        """Show the table again below everything, on request."""
        if self.message is not None:
            await self.message.bump(interaction)
        else:
            await self.show_the_way(interaction, own_words(interaction))

    def changed(self) -> None:
        """Show the latest state soon; the table calls this after every change."""
        if self.message is not None:
            self.message.request()
        elif self.live.table.is_closed:
            self._on_farewell()
        self.panels.refresh()

    def forget(self, user_id: int) -> None:
        """Keep no name and no panel of a forgotten person."""
        self.names.forget(user_id)
        self.panels.forget(user_id)

    def stop(self) -> None:
        """Stop updating all of it, and what is on its way."""
        if self.message is not None:
            self.message.stop()
        self.panels.stop()
