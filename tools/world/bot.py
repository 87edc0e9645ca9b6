"""The bot as it is, up to its login; what is in a database before any bot has seen it; what its buttons do."""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from datetime import datetime
from functools import partial
from random import Random
from typing import NamedTuple

import discord

from cogs.app.bot import App
from cogs.app.process.collector import NEVER, Collector
from cogs.table.parts import BUTTON, SELECT
from data.guild.introductions import Introductions
from data.ledger.chips import Chips
from data.shards import Shards
from data.store.store import Store
from data.store.where import Where
from data.tables.tables import Tables
from players.choice import Choice, Question
from players.workers.thinkers import answer_here
from tables.game import AnyGame
from tables.open_tables import OpenTables
from tables.services import Services
from tools.world.fake_discord import FakeDiscord, Json, controls

CHIPS = 10**9
"""Each person's chips, so that nobody runs out."""


@asynccontextmanager
async def running(
    where: Where,
    wire: FakeDiscord,
    random: Random,
    collector: Collector | None = None,
    think: Callable[[Question, bytes], Awaitable[Choice]] = answer_here,
    shards: Shards | None = None,
    bot: type[App] = App,
) -> AsyncIterator[App]:
    """The bot as its `main` makes it, up to the point where it would log in, on the database at `where`.

    It is closed before the database is. With a `collector`, which the caller makes look, Python looks through
    no old objects on its own. It serves the servers of `shards`, by default all. `bot` is its class, for those who give
    it another clock.
    """
    store, thresholds = await Store.open(where), gc.get_threshold()
    if collector is not None:
        gc.set_threshold(*thresholds[:2], NEVER)
    try:
        entropy = partial(random.randbytes, 32)
        app = bot(store, entropy=entropy, collector=collector, think=think, shards=shards)
        await app._async_setup_hook()
        try:
            wire.carry(app)
            await app.setup_hook()
            await app.card_emojis.load(app, store.locks)
            yield app
        finally:
            await app.close()
    finally:
        gc.set_threshold(*thresholds)
        gc.unfreeze()
        await store.close()


@asynccontextmanager
async def opening(
    where: Where, game: AnyGame, random: Random, now: Callable[[], datetime] = discord.utils.utcnow
) -> AsyncIterator[tuple[Store, OpenTables]]:
    """A new database in which tables of `game` are opened without a bot; both are closed in the end."""
    store = await Store.open(where)
    open_tables = OpenTables(Services(Tables(store), now, partial(random.randbytes, 32), lambda *_: None))
    open_tables.offer(game)
    try:
        yield store, open_tables
    finally:
        open_tables.stop()
        await store.close()


async def welcome(store: Store, guild: int, people: Iterable[int], game: str, now: datetime) -> None:
    """Let people be rich, and not new to a game."""
    chips, met = Chips(store), Introductions(store)
    for person in people:
        await chips.open_member(guild, person, CHIPS, now)
        await met.is_first(guild, person, game, now)


class Address(NamedTuple):
    """What a button or a list of a table does; `question` is the one that it was drawn for, "" for any."""

    kind: str
    table: int
    question: str
    verb: str
    argument: str

    def __str__(self) -> str:
        at = f"{self.kind}:{self.table}:{self.question}:{self.verb}"
        return at + (f":{self.argument}" if self.argument else "")


def address_in(custom_id: str) -> Address | None:
    """The address of a button or a list of a table; None for others."""
    kind, *parts = custom_id.split(":", 4)
    if kind not in (BUTTON, SELECT) or len(parts) < 3 or not parts[0].isdecimal():
        return None
    return Address(kind, int(parts[0]), parts[1], parts[2], parts[3] if len(parts) > 3 else "")


def addresses_in(components: Iterable[Json]) -> Iterator[Address]:
    """Those of all buttons and lists of tables among `components` and everything inside them."""
    return filter(None, (address_in(control["custom_id"]) for control in controls(components)))


def verb_of(custom_id: str) -> str:
    """What a button does, from its address; nothing when it leads to no table."""
    address = address_in(custom_id)
    return "" if address is None else address.verb
