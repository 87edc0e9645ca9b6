"""Blackjack: three players in a round press any legal move, then Same again. Every press is answered in public."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import ClassVar

from tools.bench.tables import Seated, Tables, is_move
from tools.world.fake_discord import Json

BET = "100"


class BlackjackTables(Tables):
    """Tables in the middle of a round."""

    title = "Blackjack"
    name = "blackjack"
    people = 3
    presses = 8
    command = "blackjack"
    options: ClassVar[Mapping[str, int]] = {"seats": 3}

    async def _gather(self, seated: Seated) -> AsyncIterator[None]:
        """All of them sit down and bet."""
        for person in seated.people:
            await self._press_public(seated, "sit", person)
        for person in seated.people:
            form = await self._press_public(seated, "bet", person)
            await self._ask(self.wire.fill_in(form, {"main": BET, "pair": ""}, person))
        yield
        while not self._addresses(self.wire.public(seated.channel), is_move):  # when everybody was dealt a blackjack
            await self._press(seated)

    async def _due(self, seated: Seated) -> Json | None:
        on = self.wire.public(seated.channel)
        if moves := self._addresses(on, is_move):
            return self.wire.press(self.random.choice(moves), self._asked(on), on)
        return self._ready(seated, "again")
