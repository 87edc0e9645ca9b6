"""Pok Deng: three people bet the same and get ready, round by round. Every press is answered by the table."""

from __future__ import annotations

from collections.abc import AsyncIterator

from games.pok_deng import SPOTS
from tools.bench.tables import Seated, Tables
from tools.world.bot import verb_of
from tools.world.fake_discord import Json

BET = "100"
_SPOTS_EACH = 3


class PokDengTables(Tables):
    """Tables with one round behind them and all bets placed for the next."""

    title = "Pok Deng"
    name = "pok_deng"
    people = 3
    presses = 6
    command = "pokdeng"

    async def _gather(self, seated: Seated) -> AsyncIterator[None]:
        for person in seated.people:
            form = await self._ask(self._form(seated, person))
            spots = [str(spot) for spot in self.random.sample(SPOTS, _SPOTS_EACH)]
            await self._ask(self.wire.fill_in(form, {"spots": spots, "chips": BET}, person))
        yield
        for verb in ("ready", "again"):
            for person in seated.people:
                await self._press_public(seated, verb, person)
            yield

    async def _due(self, seated: Seated) -> Json | None:
        return self._ready(seated, "again", "ready")

    def _form(self, seated: Seated, person: int) -> Json:
        """The event that opens the form, without a panel that would follow each press from then on."""
        on = self.wire.public(seated.channel)
        (address,) = self._addresses(on, lambda address: verb_of(address) == "mine")
        return self.wire.press(address.replace(":mine", ":bet"), person, on)
