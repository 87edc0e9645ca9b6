"""Blackjack: three players in a round press any legal move, then Same again. Every press is answered in public."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import ClassVar

from tools.bench.tables import Seated, Tables, is_move
from tools.bench.wire import Json

BET = "100"


class BlackjackTables(Tables):
    """Tables in the middle of a round."""

    title = "Blackjack"
    people = 3
    presses = 8
    command = "blackjack"
    options: ClassVar[Mapping[str, int]] = {"seats": 3}

    async def _gather(self, seated: Seated) -> AsyncIterator[None]:
        """All of them bet, which takes all seats."""
        for person in seated.people:
            await self._bet(seated, person)
        yield
        while not self._find(seated).is_playing:  # when everybody was dealt a blackjack
            await self._press(seated)

    async def _bet(self, seated: Seated, person: int) -> None:
        form = await self._press_public(seated, "bet", person)
        await self._ask(self.wire.fill_in(form, {"main": BET, "pair": ""}, person))

    async def _due(self, seated: Seated) -> Json:
        table = self._find(seated)
        if table.is_playing and table.play is not None:
            on = self.wire.public(seated.channel)
            move = self.random.choice(self._addresses(on, is_move))
            return self.wire.press(move, min(table.play.people_to_act), on)
        bettors = {bet.user_id for bet in table.lobby.bets}
        person = next(person for person in seated.people if person not in bettors)
        return self._public(seated, "again", person)
