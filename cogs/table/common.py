"""What the buttons do that every table has: move, show the hand, sit, leave, bump, close."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from cogs.app.replies.requests import is_private
from cogs.table.address import table_button
from cogs.table.press import Handler, Press
from games.core import IllegalAction
from tables.lobby import Leaving
from tables.table import Unasked


async def _move(press: Press) -> None:
    await press.table.act(press.user_id, press.address.question_id, press.address.argument)
    await press.answer()


async def _hand(press: Press) -> None:
    if not await press.panels.show(press.interaction, press.words):
        raise IllegalAction("Nothing is hidden in this game.")


async def _sit(press: Press) -> None:
    await press.table.arrange(press.user_id, lambda lobby: lobby.sit(press.user_id))
    await press.answer()


async def _leave(press: Press) -> None:
    try:
        await press.table.leave(press.user_id, agreed=Leaving.FREE)
    except Unasked:
        await _ask_before_leaving(press)
        return
    if is_private(press.interaction):
        await press.answer_privately(press.words("You have left the table."))
    else:
        await press.answer()


async def _ask_before_leaving(press: Press) -> None:
    await press.ask(
        press.words(
            "You have chips in this round. If you leave, your hand is played automatically and you lose your seat "
            "afterwards."
        ),
        table_button(press.address.to("go", Leaving.PLAYED), press.words("Leave"), discord.ButtonStyle.danger),
        table_button(press.address.to("stay"), press.words("Stay", "at the table")),
    )


async def _go(press: Press) -> None:
    try:
        await press.table.leave(press.user_id, agreed=press.agreed)
    except Unasked:
        await _ask_before_leaving(press)
        return
    in_round = press.table.is_in_round(press.user_id)
    await press.answer_privately(
        press.words("You leave when this round is over.") if in_round else press.words("You have left the table.")
    )


async def _stay(press: Press) -> None:
    await press.answer_privately(press.words("Nothing has changed."))


async def _bump(press: Press) -> None:
    await press.message.bump(press.interaction)


async def _close(press: Press) -> None:
    _verify_manages(press)
    press.table.verify_not_begun()
    await press.ask(
        press.words(
            "Close table {table}? A round in play is finished first; all other bets go back.",
            table=str(press.table.id),
        ),
        table_button(press.address.to("shut"), press.words("Close table"), discord.ButtonStyle.danger),
        table_button(press.address.to("stay"), press.words("Keep it open")),
    )


async def _shut(press: Press) -> None:
    _verify_manages(press)
    await press.table.close(press.user_id)
    closed = press.table.is_closed
    await press.answer_privately(
        press.words("The table is closed.") if closed else press.words("The table closes when this round is over.")
    )


def _verify_manages(press: Press) -> None:
    if not press.manages:
        raise IllegalAction("Only the table's host or a manager of this server can close it.")


COMMON: Mapping[str, Handler] = {
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
"""By the verb in their address."""
