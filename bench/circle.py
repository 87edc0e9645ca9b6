"""(b) This bot, unmodified, with Pontoon tables whose people press on their private panels, deal by deal.

Each press commits a move, is answered with the panel, and brings the table and the other open panels up to date beside.
"""

from __future__ import annotations

import itertools
from random import Random

from discord import ui

from bench.house import CHIPS, PLAYERS
from bench.wire import CHANNEL, GUILD, Json, Wire, components, custom_ids, message
from cogs.app import App
from cogs.pontoon.panel import draw
from games.pontoon import Options
from i18n.words import ENGLISH
from tables.clock import Pace
from tables.game import Terms
from tables.pontoon import bank
from tables.pontoon.adapter import PontoonGame
from tables.pontoon.bank_state import stirred
from tables.table import Table

_EPHEMERAL = 1 << 6
_LATER = ("shoot", "buy", "split")
"""What a player here does only when nothing else can be done: deals stay short."""


class Circle:
    """The bot under load."""

    name = "this bot"
    people = PLAYERS

    def __init__(self, app: App, wire: Wire, random: Random) -> None:
        self.app = app
        self.tables: list[Table] = []
        self._wire = wire
        self._random = random
        self._public: list[Json] = []
        self._panels: list[dict[int, Json]] = []
        self._people = itertools.count(1)
        self._numbers = itertools.count(5 * 10**18)

    async def open_tables(self, count: int) -> None:
        """Open tables until there are `count`, each in its first deal."""
        while len(self.tables) < count:
            await self._open()

    async def _open(self) -> None:
        app, people = self.app, [next(self._people) for _ in range(PLAYERS)]
        terms = Terms(10, 100, Options(), Pace.RELAXED)
        table = await app.open_tables.open(PontoonGame(), guild=GUILD, channel=CHANNEL, host=people[0], terms=terms)
        shown = message(4 * 10**18 + table.id, [])
        app.presses.message_of(table).adopt(int(shown["id"]), app.now())
        await app.tables.posted(table.id, int(shown["id"]), app.now())
        for person in people:
            await app.economy.chips.open_member(GUILD, person, CHIPS, app.now())
            await table.arrange(person, lambda lobby, who=person: lobby.sit(who))  # type: ignore[misc]  # who is early
        await table.arrange(people[0], lambda lobby: bank.start(stirred(lobby)), salt=str(table.id))
        self.tables.append(table)
        self._public.append(shown)
        self._panels.append({person: self._panel(table, person) for person in people})

    def _panel(self, table: Table, person: int) -> Json:
        shown = message(next(self._numbers), components(self._view(table, person)))
        return shown | {"flags": shown["flags"] | _EPHEMERAL}

    def _view(self, table: Table, person: int) -> ui.LayoutView:
        return draw(table, person, ENGLISH, self.app.card_emojis.text)

    def view(self) -> ui.LayoutView:
        """The panel of whoever is asked at the first table."""
        table = self.tables[0]
        assert table.play is not None
        return self._view(table, min(table.play.people_to_act()))

    async def press(self, index: int) -> float:
        """Let a person at a table do what is due there. Returns the seconds to the answer.

        Raises RuntimeError when that did not change the table.
        """
        table, before = self.tables[index], _stand(self.tables[index])
        if table.is_playing and table.play is not None:
            person = min(table.play.people_to_act())
            shown = self._panels[index][person] | {"components": components(self._view(table, person))}
            moves = [custom_id for custom_id in custom_ids(shown) if ":move:" in custom_id]
            short = [custom_id for custom_id in moves if not any(word in custom_id for word in _LATER)]
            custom_id = self._random.choice(short or moves)
            seconds, self._panels[index][person] = await self._wire.press(self.app, custom_id, person, shown)
        else:
            shown = self._public[index] | {"components": components(self.app.presses.message_of(table).view())}
            person = next(who for who in table.lobby.seats if who is not None and who not in table.lobby.ready)
            custom_id = f"b:{table.id}:{table.question_id}:ready"
            seconds, _ = await self._wire.press(self.app, custom_id, person, shown)
        if before == _stand(table):
            raise RuntimeError(f"{custom_id} of {person} changed nothing at table {table.id}")
        return seconds


def _stand(table: Table) -> tuple[object, ...]:
    return table.rounds, table.play and table.play.steps, table.lobby.ready
