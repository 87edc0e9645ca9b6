"""(b) This bot, unmodified, with Pok Deng tables at which everybody bets the same again and is ready, round by round.

A press is answered with a private line, or with nothing but an acknowledgement; the table itself is drawn beside it,
once a second, and turns its cards over in stages. All of that runs here too.
"""

from __future__ import annotations

import itertools
from random import Random

from discord import ui

from bench.house import BET, CHIPS, PLAYERS
from bench.wire import CHANNEL, GUILD, Json, Wire, components, message
from cogs.app import App
from cogs.pok_deng.picture import STAGES, draw
from games.pok_deng import SPOTS, Options
from i18n.words import ENGLISH
from tables.clock import Pace
from tables.game import Terms
from tables.pok_deng import adapter as game
from tables.table import Table


class Crowd:
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
        """Open tables until there are `count`, each with one round behind it and all bets of the next."""
        while len(self.tables) < count:
            await self._open()

    async def _open(self) -> None:
        app, people = self.app, [next(self._people) for _ in range(PLAYERS)]
        terms = Terms(10, 500, Options(), Pace.RELAXED)
        table = await app.open_tables.open(
            game.PokDengGame(), guild=GUILD, channel=CHANNEL, host=people[0], terms=terms
        )
        shown = message(4 * 10**18 + table.id, [])
        app.presses.message_of(table).adopt(int(shown["id"]), app.now())
        await app.tables.posted(table.id, int(shown["id"]), app.now())
        for person in people:
            await app.economy.chips.open_member(GUILD, person, CHIPS, app.now())
            spots = dict.fromkeys(self._random.sample(SPOTS, 3), BET)
            await table.arrange(
                person,
                lambda lobby, who=person, on=spots: game.bet(terms, lobby, who, on),  # type: ignore[misc]  # both early
                question_id=table.question_id,
                salt="salt",
            )
        for person in people:
            await table.arrange(person, lambda lobby, who=person: lobby.get_ready(who))  # type: ignore[misc]  # early
        for person in people:
            await table.arrange(person, lambda lobby, who=person: game.bet_again(terms, lobby, who))  # type: ignore[misc]  # early
        self.tables.append(table)
        self._messages.append(shown | {"components": components(self._view(table))})

    def view(self) -> ui.LayoutView:
        """The message of the first table, with its road and all its buttons."""
        return self._view(self.tables[0])

    def _view(self, table: Table) -> ui.LayoutView:
        face = self.app.card_emojis.text
        return draw(table, ENGLISH, face, face, STAGES)

    async def press(self, index: int) -> float:
        """Let somebody at a table do what is due there. Returns the seconds to the answer.

        Raises RuntimeError when that did not change the table.
        """
        table, shown = self.tables[index], self._messages[index]
        person, verb = _due(table)
        custom_id = f"b:{table.id}:{table.question_id}:{verb}"
        _find(shown, verb)["custom_id"] = custom_id  # the message is as old as the table, and its question is not
        before = _stand(table)
        seconds, _ = await self._wire.press(self.app, custom_id, person, shown)
        if before == _stand(table):
            raise RuntimeError(f"{custom_id} of {person} changed nothing at table {table.id}")
        return seconds


def _due(table: Table) -> tuple[int, str]:
    """Who presses what: first everybody bets, then everybody is ready."""
    bettors = {bet.person for bet in table.lobby.bets}
    for person in table.lobby.last:
        if person not in bettors:
            return person, "again"
    return next(person for person in table.lobby.last if person not in table.lobby.ready), "ready"


def _find(shown: Json, verb: str) -> Json:
    """The button that does `verb`."""
    rows = (item.get("components", ()) for item in shown["components"][0]["components"])
    return next(button for row in rows for button in row if button["custom_id"].endswith(f":{verb}"))


def _stand(table: Table) -> tuple[object, ...]:
    return table.rounds, table.lobby.bets, table.lobby.ready
