"""Rarely pressed buttons are on a private message behind one button, so that a table shows what it asks."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.app.replies.components import Component
from cogs.table.parts import button, heading, layout, lines, small
from cogs.table.press import Press
from games.core import Phrase


async def show_more(press: Press, own: Sequence[Component], watching: Phrase | None) -> None:
    """Show the person what else they can do at the table; `own` are the game's own buttons for it.

    `watching` says what somebody without a seat can do in this game besides.
    """
    words = press.words
    bump = small(words("**Bump** posts the table again, below everything written since."))
    hints = () if press.table.terms.house.private else (_watching(press, watching), bump)
    text = lines(heading(press.table, words), *hints)
    await press.show(layout(None, [text], [[*own, *_common_buttons(press)]]))


def _watching(press: Press, besides: Phrase | None) -> str:
    """What somebody without a seat may do; empty for everyone else, and at a table without seats."""
    table, words = press.table, press.words
    if not table.lobby.seats or table.lobby.seat_of(press.user_id) is not None:
        return ""
    watch = words("You're watching, as anyone may.")
    if table.gives_way and (None not in table.lobby.seats or table.is_kept):
        sit = words("**Sit** takes over from a house player.")
    elif table.is_kept:
        return small(watch)
    elif None in table.lobby.seats:
        sit = words("**Sit** takes a free seat.")
    else:
        sit = words("Every seat is taken right now.")
    return small(" ".join(filter(None, (watch, sit, words.said(besides) if besides is not None else ""))))


def _common_buttons(press: Press) -> list[Component]:
    """What every game has, as far as this person can press it."""
    table, words, lobby = press.table, press.words, press.table.lobby
    is_here = lobby.seat_of(press.user_id) is not None or bool(lobby.bets_of(press.user_id))
    may_close = press.manages and not table.is_kept
    is_promised = press.user_id in lobby.promised_seats.values()
    takes_over = table.is_kept and table.gives_way and not (is_here or is_promised)
    return [
        *([button(table, words("Sit"), "sit")] if takes_over else []),
        *([button(table, words("Leave"), "leave")] if is_here or table.is_in_round(press.user_id) else []),
        *([] if table.terms.house.private else [button(table, words("Bump"), "bump")]),
        button(table, words("Rules"), "rules"),
        *([button(table, words("Close table"), "close")] if may_close else []),
    ]
