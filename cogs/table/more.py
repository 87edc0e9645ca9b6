"""Rarely pressed buttons are on a private message behind one button, so that a table shows what it asks."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.answers.components import Component
from cogs.table.parts import button, heading, layout, small
from cogs.table.press import Press


async def show_more(press: Press, own: Sequence[Component]) -> None:
    """Show the person what else they can do at the table; `own` are the game's own buttons for it."""
    words = press.words
    text = small(words("**Bump** posts the table again, below everything written since."))
    await press.show(layout(None, [f"{heading(press.table, words)}\n{text}"], [[*own, *_common_buttons(press)]]))


def _common_buttons(press: Press) -> list[Component]:
    """What every game has, as far as this person can press it."""
    table, words, lobby = press.table, press.words, press.table.lobby
    is_here = lobby.seat_of(press.user_id) is not None or bool(lobby.bets_of(press.user_id))
    may_close = press.manages and not table.game.outlives_idle(lobby)
    return [
        *([button(table, words("Leave"), "leave")] if is_here or table.is_in_round(press.user_id) else []),
        button(table, words("Bump"), "bump"),
        button(table, words("Rules"), "rules"),
        *([button(table, words("Close table"), "close")] if may_close else []),
    ]
