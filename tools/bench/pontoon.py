"""Pontoon: three people press on their private panels, deal by deal. The table and the other panels follow."""

from __future__ import annotations

from tools.bench.tables import Seated, Tables, is_move
from tools.world.fake_discord import Json

_LATER = ("shoot", "buy", "split")
"""What a player here does only when nothing else is possible, so that deals stay short."""


class PontoonTables(Tables):
    """Tables in their first deal."""

    title = "Pontoon"
    name = "pontoon"
    people = 3
    presses = 10
    command = "pontoon"

    async def _due(self, seated: Seated) -> Json | None:
        if (person := self._chooser(seated)) is None:
            return self._ready(seated, "ready")
        moves = self._addresses(seated.panels[person], is_move)
        short = [custom_id for custom_id in moves if not any(word in custom_id for word in _LATER)]
        return self.wire.press(self.random.choice(short or moves), person, seated.panels[person])
