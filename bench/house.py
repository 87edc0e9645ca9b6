"""(b) This bot, unmodified, with Blackjack tables whose players press what they may."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random

from discord import ui

from bench.wire import CHANNEL, GUILD, Json, Wire, components, custom_ids, message
from cogs.app import App
from data.store.store import Store
from games.blackjack import Options
from tables.blackjack import adapter as game
from tables.clock import Pace
from tables.game import Terms
from tables.table import Table

PLAYERS = 3
"""At each table."""
CHIPS = 10**9
"""Of each player: nobody runs out."""
BET = 100


async def start(store: Store, wire: Wire, random: Random) -> App:
    """The bot as its `main` makes it, up to the point where it would log in."""
    app = App(store, entropy=lambda: random.randbytes(32))
    await app._async_setup_hook()
    wire.carry(app)
    await app.setup_hook()
    await app.card_emojis.load(app)
    return app


class House:
    """The bot under load."""

    name = "this bot"
    people = PLAYERS

    def __init__(self, app: App, wire: Wire, random: Random) -> None:
        self.app = app
        self.tables: list[Table] = []
        self._wire = wire
        self._random = random
        self._messages: list[Json] = []
        self._people = itertools.count(1)

    async def open_tables(self, count: int) -> None:
        """Open tables until there are `count`, each in the middle of a round."""
        while len(self.tables) < count:
            await self._open()

    async def _open(self) -> None:
        app, index = self.app, len(self.tables)
        people = [next(self._people) for _ in range(PLAYERS)]
        terms = Terms(10, 500, Options(), Pace.RELAXED)
        table = await app.open_tables.open(
            game.BlackjackGame(), guild=GUILD, channel=CHANNEL, host=people[0], terms=terms
        )
        shown = message(4 * 10**18 + table.id, [])
        app.presses.message_of(table).adopt(int(shown["id"]), app.now())
        await app.tables.posted(table.id, int(shown["id"]), app.now())
        for person in people:
            await app.economy.chips.open_member(GUILD, person, CHIPS, app.now())
            await table.arrange(person, lambda lobby, who=person: lobby.sit(who))  # type: ignore[misc]  # who is early
        for person in people:
            await table.arrange(
                person,
                lambda lobby, who=person: game.bet(terms, lobby, who, BET, 0),  # type: ignore[misc]  # who is early
                question_id=table.question_id,
                salt=str(index),
            )
        self.tables.append(table)
        self._messages.append(shown | {"components": components(app.presses.message_of(table).view())})
        await self._into_a_round(index)

    def view(self) -> ui.LayoutView:
        """The message of the first table."""
        return self.app.presses.message_of(self.tables[0]).view()

    async def into_rounds(self) -> None:
        """Bring every table into the middle of a round."""
        for index in range(len(self.tables)):
            await self._into_a_round(index)

    async def _into_a_round(self, index: int) -> None:
        while not self.tables[index].is_playing:
            await self.press(index)

    async def press(self, index: int) -> float:
        """Let a player of a table do what is due there. Returns the seconds to the answer.

        Raises RuntimeError when that did not change the table.
        """
        table, shown = self.tables[index], self._messages[index]
        person, custom_id = _person_due(table), self._random.choice(list(_custom_ids_due(shown)))
        before = _stand(table)
        seconds, self._messages[index] = await self._wire.press(self.app, custom_id, person, shown)
        if before == _stand(table):
            raise RuntimeError(f"{custom_id} of {person} changed nothing at table {table.id}")
        return seconds


def _person_due(table: Table) -> int:
    if table.is_playing and table.play is not None:
        return min(table.play.people_to_act())
    bettors = {bet.person for bet in table.lobby.bets}
    return next(person for person in table.lobby.seats if person is not None and person not in bettors)


def _custom_ids_due(shown: Json) -> Iterator[str]:
    """The buttons that decide something: the moves, or Same again."""
    return (each for each in custom_ids(shown) if ":move:" in each or each.endswith(":again"))


def _stand(table: Table) -> tuple[object, ...]:
    return table.rounds, table.play and table.play.steps, table.lobby.bets
