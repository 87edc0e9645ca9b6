"""One press on a table: who pressed what where, how it is answered, and what the buttons do that every table has.

Rarely pressed buttons are on a private message behind one button, so that a table shows what it asks.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import discord
from discord import ButtonStyle
from msgspec import Struct

from cogs.app.replies import components, edits
from cogs.app.replies.components import Component, Layout
from cogs.app.replies.edits import Token
from cogs.app.replies.errors import whisper
from cogs.app.replies.permissions import manages
from cogs.app.replies.requests import acknowledge, fade, in_time, is_private, request_timeout, tried
from cogs.app.router import chosen, filled, shown_on
from cogs.table.parts import (
    Address,
    button,
    closing,
    heading,
    layout,
    lines,
    small,
    switch_label,
    table_button,
    with_chips,
)
from cogs.table.view import TableView
from data.languages import CARDS_AS_TEXT, QUICK_HOUSE, SLOW_HOUSE, UNSHOWN_ACHIEVEMENTS
from games.core import IllegalAction
from i18n.words import Words
from tables.draft import NeedsConfirmation
from tables.driver import LiveTable
from tables.events import Act, Arrange, Close, Leave
from tables.lobby import Leaving
from tables.table import Table

SIT = "sit"
"""The verb of the button that takes a seat, at every table with seats."""
HAND = "hand"
"""The verb of the button that shows one's own cards."""
SWITCH = "switch"
"""The verb of the buttons by which people choose something for themselves."""


class Press(Struct, frozen=True):
    """Somebody pressed a button, chose in a select or sent a form of an open table."""

    interaction: discord.Interaction
    address: Address
    view: TableView
    words: Words
    """In the language of the person."""

    @property
    def live(self) -> LiveTable:
        """The table, for what changes it."""
        return self.view.live

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.view.live.table

    @property
    def user_id(self) -> int:
        """The Discord id of the person who pressed."""
        return self.interaction.user.id

    @property
    def label(self) -> str | None:
        """The label of the button that was pressed; None without one."""
        data: Any = self.interaction.data
        pressed = (part for part in shown_on(self.interaction) if part.get("custom_id") == data["custom_id"])
        label = next(pressed, {}).get("label")
        return None if label is None else str(label)

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
    def acknowledged_leaving(self) -> Leaving:
        """What the button says that leaving means. Raises IllegalAction when it says anything else."""
        try:
            return Leaving(self.address.argument)
        except ValueError:
            raise unreadable() from None

    @property
    def manages(self) -> bool:
        """Whether the person may decide about the table: its host, or a manager of the server."""
        return self.user_id == self.table.host or manages(self.interaction)

    def verify_manages(self) -> None:
        """Raise IllegalAction for everybody else."""
        if not self.manages:
            raise IllegalAction("Only the table's host or a manager of this server can do that.")

    async def answer(self) -> None:
        """Show the table as it is now; a private message becomes the person's panel, or goes."""
        message, everyones = self.interaction.message, self.view.message
        if is_private(self.interaction):
            if self.view.panels.is_notice(self.user_id, message) or not await self.show_panel():
                await self.clear()
        elif everyones is None or (message is not None and message.id != everyones.id):
            await self.view.show_the_way(self.interaction, self.words)  # the table moved while a form was open
        else:
            await everyones.answer(self.interaction)

    async def clear(self) -> None:
        """Take away the private message that was pressed: the table shows what that did."""
        self.view.panels.unwatch(self.user_id, self.interaction.message)
        await acknowledge(self.interaction)
        await tried(self.interaction.delete_original_response(), "a private message stays")

    async def show_panel(self) -> bool:
        """Answer with the person's panel. Returns False, and answers nothing, when there is none for them."""
        return await self.view.panels.show(self.interaction, self.words)

    async def note(self, text: str) -> None:
        """Put `text` in place of a private message, which goes by itself then."""
        view = Layout(components.text(text))
        await in_time(self.interaction, edits.update(self.interaction, view))
        self.view.panels.unwatch(self.user_id, self.interaction.message)
        fade(self.interaction, self.interaction.delete_original_response)

    async def ask(self, text: str, *buttons: Component) -> None:
        """Ask the person something that only they see."""
        rows = [components.row(*buttons[start : start + 5]) for start in range(0, len(buttons), 5)]
        await self.show(Layout(components.text(text), *rows))

    async def show(self, view: Layout, is_over: Callable[[], bool] = lambda: False) -> None:
        """Show the person something that only they see, besides a panel they may have open.

        It takes the place of what was shown so before, and goes when it `is_over` at a change of the table. Where a
        private table is no longer up to date, since a restart or for its age, it is first.
        """
        shown, response = self.view.panels.as_read(self.user_id, view), self.interaction.response
        message, pressed = None, self.interaction.message
        delete = Token.of(self.interaction).delete
        if pressed is not None and self.view.panels.is_notice(self.user_id, pressed):
            message = pressed.id
            await in_time(self.interaction, edits.update(self.interaction, shown))
        elif self.view.message is None and not self.view.panels.is_open(self.user_id) and await self.show_panel():
            async with request_timeout():
                sent = await self.interaction.followup.send(view=shown, ephemeral=True, wait=True)
            message, delete = sent.id, sent.delete
        else:
            message = (await in_time(self.interaction, response.send_message(view=shown, ephemeral=True))).message_id
        if message is not None:
            self.view.panels.show_notice(self.user_id, message, delete, is_over)


class Joining(Press, frozen=True):
    """A press on *Join* in a list of tables, handled as the table's own *Sit*; the answer leads to the table."""

    async def answer(self) -> None:
        """Say which seat it is, with a button that leads to the table."""
        seat, words, number = self.table.lobby.seat_of(self.user_id), self.words, str(self.table.id)
        if self.user_id in self.table.lobby.promised_seats.values():
            text = words("You'll take a house player's seat as soon as this round is over.")
        elif seat is None:
            text = words("Table {table} continues there.", table=number)
        else:
            text = words("You have seat {seat} at table {table}.", seat=seat + 1, table=number)
        await whisper(self.interaction, text, components.link_button(self.view.link, words("Go to the table")))


def unreadable() -> IllegalAction:
    """The refusal for something that no button or form of the table sends."""
    return IllegalAction("The bot can't read that. Press a button on the table's message.")


Handler = Callable[[Press], Awaitable[None]]
"""What a button, a select or a form does."""


# What every table has: move, show the hand, sit, leave, bump, close


async def _move(press: Press) -> None:
    await press.live.do(Act(press.user_id, press.address.question_id, press.address.argument))
    await press.answer()


async def _hand(press: Press) -> None:
    if not await press.show_panel():
        raise IllegalAction("Nothing is hidden in this game.")


async def _sit(press: Press) -> None:
    await press.live.do(Arrange(press.user_id, lambda lobby: lobby.sit(press.user_id)))
    await press.answer()


def leaving(ask: Handler, done: Handler) -> dict[str, Handler]:
    """The buttons that leave a table: `ask` says what that means before it is `done`, where it means anything."""

    async def leave(press: Press) -> None:
        is_agreed = press.address.verb == "go"
        try:
            await press.live.do(Leave(press.user_id, agreed=press.acknowledged_leaving if is_agreed else Leaving.FREE))
        except NeedsConfirmation:
            await ask(press)
        else:
            await (done(press) if is_agreed else press.answer())

    return {"leave": leave, "go": leave}


def away_text(words: Words) -> str:
    """What leaving means where the seat stays."""
    return words("**Leave?** The house plays for you here until you press something again. Your seat stays yours.")


async def _ask_before_leaving(press: Press) -> None:
    await press.ask(
        away_text(press.words)
        if press.table.terms.mode.keeps_seats
        else press.words(
            "You have chips in this round. If you leave, your hand is played automatically and you lose your seat "
            "afterwards."
        ),
        table_button(press.address.to("go", Leaving.PLAYED), press.words("Leave"), ButtonStyle.danger),
        table_button(press.address.to("stay"), press.words("Stay", "at the table")),
    )


async def has_left(press: Press) -> None:
    """Say what follows now that they have left, if they leave later or the house plays for them."""
    if press.table.terms.mode.keeps_seats:
        await press.note(press.words("The house plays for you until you press something at the table."))
    elif press.table.is_in_round(press.user_id):
        await press.note(press.words("You'll leave when this round is over."))
    else:
        await press.note(press.words("You have left the table."))


async def _close(press: Press) -> None:
    press.verify_manages()
    press.table.verify_not_begun()
    await press.ask(
        press.words(
            "Close table {table}? A round in play is finished first; all other bets are returned.",
            table=str(press.table.id),
        ),
        table_button(press.address.to("shut"), press.words("Close table"), ButtonStyle.danger),
        table_button(press.address.to("stay"), press.words("Back")),
    )


async def _shut(press: Press) -> None:
    press.verify_manages()
    await press.live.do(Close(press.user_id))
    await press.note(closing(press.table, press.words))


COMMON: Mapping[str, Handler] = {
    "move": _move,
    HAND: _hand,
    SIT: _sit,
    **leaving(_ask_before_leaving, has_left),
    "stay": Press.clear,
    "bump": lambda press: press.view.bump(press.interaction),
    "close": _close,
    "shut": _shut,
}
"""By the verb in their address."""


OF_TABLE, SETTINGS = "table", "settings"
"""The groups behind *More…*, as its address names them: about the table, and what people choose for themselves."""
MOST_RARE = 6
"""Buttons behind *More…*, those that lead to the groups among them."""


async def show_more(
    press: Press,
    own: Mapping[str, Sequence[Component]],
    has_switched: Callable[[str], bool],
    chips: int | None,
) -> None:
    """Show the person what else they can do at the table; `own` are the game's own buttons for it, "" or a group each.

    After a switch that is the group of switches. `has_switched` says what the person has. They have so many `chips`;
    None where none are needed.
    """
    words, table = press.words, press.table
    group = press.address.argument if press.address.verb == "more" else SETTINGS
    if group not in own:
        raise unreadable()
    first, of_table = [*own[""], *_common_buttons(press)], [*own[OF_TABLE], *_of_table(press)]
    if len(first) + len(of_table) >= MOST_RARE:
        first, of_table = first[: MOST_RARE - 2], [*first[MOST_RARE - 2 :], *of_table]
        first.append(button(table, words("Table…"), "more", OF_TABLE))
    else:
        first += of_table
    first.append(button(table, words("My settings…"), "more", SETTINGS))
    shown = {"": first, OF_TABLE: of_table, SETTINGS: [*own[SETTINGS], *_switches(press, has_switched)]}[group]
    bump = words("**{bump}** reposts the table below everything written since.", bump=words("Bump"))
    hint = small(bump) if button(table, words("Bump"), "bump") in shown else ""
    view = layout(None, [lines(heading(table, words), hint)], [shown])
    await press.show(view if chips is None else with_chips(view, chips, words))


def _switches(press: Press, has_switched: Callable[[str], bool]) -> list[Component]:
    """What people choose for themselves, at every table."""
    words, table = press.words, press.table
    as_text = switch_label(words("Cards as text"), has_switched(CARDS_AS_TEXT), words)
    achievements = switch_label(words("Show my achievements"), not has_switched(UNSHOWN_ACHIEVEMENTS), words)
    is_asked = not (table.terms.mode.private or table.terms.mode.is_practice)
    return [
        button(table, as_text, SWITCH, CARDS_AS_TEXT.replace("_", "-")),
        *([button(table, achievements, SWITCH, UNSHOWN_ACHIEVEMENTS.replace("_", "-"))] if is_asked else []),
        *([_speed(table, words, has_switched)] if table.terms.mode.is_practice else []),
    ]


def _speed(table: Table, words: Words, has_switched: Callable[[str], bool]) -> Component:
    """How fast house players are where the person practises; each press leads to the next speed."""
    if has_switched(QUICK_HOUSE):
        label, following = words("quick"), SLOW_HOUSE
    elif has_switched(SLOW_HOUSE):
        label, following = words("slow"), SLOW_HOUSE
    else:
        label, following = words("normal"), QUICK_HOUSE
    label = words("{option}: {value}", option=words("House players"), value=label)
    return button(table, label, SWITCH, following.replace("_", "-"))


def _common_buttons(press: Press) -> list[Component]:
    """What every game has, as far as this person can press it."""
    table, words, lobby = press.table, press.words, press.table.lobby
    is_here = lobby.seat_of(press.user_id) is not None or bool(lobby.bets_of(press.user_id))
    is_promised = press.user_id in lobby.promised_seats.values()
    is_full = table.is_kept or (table.game.match is not None and None not in lobby.seats)
    takes_over = is_full and table.gives_way and not (is_here or is_promised)
    return [
        *([button(table, words("Join"), "sit")] if takes_over else []),
        *([button(table, words("Leave"), "leave")] if is_here or table.is_in_round(press.user_id) else []),
        button(table, words("Rules"), "rules"),
    ]


def _of_table(press: Press) -> list[Component]:
    """What every game has that changes where the table is, or whether."""
    table, words = press.table, press.words
    may_close = press.manages and not table.is_kept
    return [
        *([] if table.terms.mode.private else [button(table, words("Bump"), "bump")]),
        *([button(table, words("Close table"), "close")] if may_close else []),
    ]
