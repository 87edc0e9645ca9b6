"""Somebody asks to be forgotten: the tables of their server stand still while it is written, and adopt the result.

A table keeps people in memory and writes them again with its next change. So nobody may change one between the
transaction that forgets somebody and the moment when the table has forgotten them too; all locks are held for that
time. A process that dies in between has nothing in memory any more. Knows no Discord and no game.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from contextlib import AsyncExitStack, suppress

from data.guild.forget_member import Departure
from data.store.uncancellable import uncancellable
from games.core import IllegalAction
from tables.draft import TableClosed
from tables.events import Forgotten, Leave
from tables.open_tables import OpenTables
from tables.table import Table


async def leave_all(open_tables: OpenTables, guild: int, user_id: int) -> None:
    """Give up all seats and bets of `user_id` in a server; the clock plays their running rounds to the end."""
    for live in open_tables.in_guild(guild):
        if live.table.is_at(user_id) and user_id not in live.table.lobby.leaving:
            with suppress(IllegalAction, TableClosed):  # they have just left it
                await live.do(Leave(user_id))


@uncancellable
async def forget(
    open_tables: OpenTables, guild: int, user_id: int, write: Callable[[Collection[int]], Awaitable[Departure]]
) -> Departure:
    """Forget `user_id`, who has left all tables, with the transaction that `write` makes.

    A match that is kept for weeks continues without them, even in the middle of a deal: `write` is told at which
    tables, and the clock plays their seat until somebody else takes it.

    Nobody may open a table in that server during this. Raises IllegalAction when they are still at a table, and
    whatever `write` raises; then nothing has changed.
    """
    async with AsyncExitStack() as locks:
        for live in sorted(open_tables.in_guild(guild), key=lambda live: live.table.id):
            await locks.enter_async_context(live.lock)
        lives = list(open_tables.in_guild(guild))
        tables = [live.table for live in lives]
        played_on = [table.id for table in tables if _goes_on_without(table, user_id)]
        for table in tables:
            if table.id not in played_on and table.is_at(user_id):
                raise IllegalAction(
                    "The round at table {table} isn't over. It's being played for you; try again when it ends.",
                    table=str(table.id),
                )
        departure = await write(played_on)
        for live in lives:
            live.forget(user_id, departure)
    for live in lives:
        live.on_change()
        await live.do(Forgotten())
    return departure


def _goes_on_without(table: Table, user_id: int) -> bool:
    if table.terms.mode.keeps_seats:
        return table.is_at(user_id)
    return table.is_kept and table.is_in_round(user_id) and user_id in table.lobby.leaving
