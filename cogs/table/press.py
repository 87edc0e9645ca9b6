"""One press on a table: who pressed what where, and how it is answered."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

import discord

from cogs.app.replies import components
from cogs.app.replies.components import Component, Layout
from cogs.app.replies.errors import report
from cogs.app.replies.permissions import manages
from cogs.app.replies.requests import fade, in_time, is_private
from cogs.app.router import chosen, filled
from cogs.table.address import Address
from cogs.table.panels import Panels
from cogs.table.table_view import TableView
from games.core import IllegalAction
from games.values import quickly_made
from i18n.words import Words
from tables.lobby import Leaving
from tables.table import Table


@quickly_made()
@dataclass(frozen=True, slots=True)
class Press:
    """Somebody pressed a button, chose in a select or sent a form of an open table."""

    interaction: discord.Interaction
    address: Address
    table: Table
    message: TableView
    panels: Panels
    words: Words
    """In the language of the person."""

    @property
    def user_id(self) -> int:
        """The Discord id of the person who pressed."""
        return self.interaction.user.id

    @property
    def values(self) -> tuple[str, ...]:
        """The values chosen in a select."""
        return chosen(self.interaction)

    @property
    def fields(self) -> Mapping[str, tuple[str, ...]] | None:
        """The values filled into a form, by the field's custom_id; None where none was sent."""
        is_form = self.interaction.type is discord.InteractionType.modal_submit
        return filled(self.interaction) if is_form else None

    @property
    def salt(self) -> str:
        """The id that Discord gave this press, after the seed was fixed."""
        return str(self.interaction.id)

    def numbers(self, count: int) -> tuple[int, ...]:
        """The `count` numbers in the address. Raises IllegalAction when there is anything else."""
        parts = self.address.argument.split()
        if len(parts) != count or not all(part.isdecimal() for part in parts):
            raise unreadable()
        return tuple(map(int, parts))

    @property
    def agreed(self) -> Leaving:
        """What the button says that leaving means. Raises IllegalAction when it says anything else."""
        try:
            return Leaving(self.address.argument)
        except ValueError:
            raise unreadable() from None

    @property
    def manages(self) -> bool:
        """Whether the person may decide about the table: its host, or a manager of the server."""
        return self.user_id == self.table.host or manages(self.interaction)

    async def answer(self) -> None:
        """Show the table as it is now; on a private message the person's panel, or a note that it is done.

        The note goes by itself.
        """
        message = self.interaction.message
        if is_private(self.interaction):
            is_beside = message is not None and self.panels.is_beside(self.user_id, message.id)
            if is_beside or not await self.panels.show(self.interaction, self.words):
                await self.answer_privately(self.words("Done. The table shows it."))
                fade(self.interaction, self.interaction.delete_original_response)
        elif message is not None and message.id != self.message.id:  # the table moved while a form was open
            await self.message.show_the_way(self.interaction, self.words)
        else:
            await self.message.answer(self.interaction)

    async def answer_privately(self, text: str) -> None:
        """Put `text` in place of the private panel."""
        view = Layout(components.text(text))
        if self.interaction.response.is_done():
            await report(self.interaction, text, view)
            return
        await in_time(self.interaction, self.interaction.response.edit_message(view=view))

    async def ask(self, text: str, *buttons: Component) -> None:
        """Ask the person something that only they see: in place of More… or of another question, if it was there."""
        rows = [components.row(*buttons[start : start + 5]) for start in range(0, len(buttons), 5)]
        view, message = Layout(components.text(text), *rows), self.interaction.message
        if is_private(self.interaction) and message is not None and self.panels.is_beside(self.user_id, message.id):
            await in_time(self.interaction, self.interaction.response.edit_message(view=view))
        else:
            await self.show(view)

    async def show(self, view: Layout) -> None:
        """Show the person something that only they see, besides a panel they may have open."""
        sent = await in_time(self.interaction, self.interaction.response.send_message(view=view, ephemeral=True))
        if sent.message_id is not None:
            self.panels.put_beside(self.user_id, sent.message_id)


def unreadable() -> IllegalAction:
    """The refusal for something that no button or form of the table sends."""
    return IllegalAction("The bot can't read that. Press a button on the table's message.")


Handler = Callable[[Press], Awaitable[None]]
"""What a button, a select or a form does."""
