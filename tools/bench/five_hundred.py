"""Five Hundred: matches of four who bid six spades, take the kitty, and play any legal card on their private panels.

The table and the other panels are redrawn after each press.
"""

from __future__ import annotations

from discord import ButtonStyle

from tools.bench.tables import Seated, Tables
from tools.world.bot import verb_of
from tools.world.fake_discord import Json, controls

LOWEST = "bid 6S"


class FiveHundredTables(Tables):
    """Matches in their first deal."""

    title = "Five Hundred"
    name = "five_hundred"
    people = 4
    presses = 54
    command = "fivehundred"

    def _is_over(self, seated: Seated) -> bool:
        return bool(
            self._addresses(self.wire.public(seated.channel), lambda custom_id: custom_id.startswith("rematch:"))
        )

    async def _due(self, seated: Seated) -> Json | None:
        if (person := self._chooser(seated)) is None:
            return self._ready(seated, "ready")
        return self.wire.press(await self._move(seated, person), person, seated.panels[person])

    async def _move(self, seated: Seated, person: int) -> str:
        """The address of a move on the panel of `person`, after choosing there whatever the move consists of."""
        on, marked = seated.panels[person], 0
        while True:
            by_verb: dict[str, list[str]] = {}
            bright: list[str] = []
            for control in controls(self.wire.shown(on)["components"]):
                by_verb.setdefault(verb_of(control["custom_id"]), []).append(control["custom_id"])
                if control.get("style") == ButtonStyle.primary.value:
                    bright.append(control["custom_id"])
            moves = by_verb.get("move", [])
            bids = [move for move in moves if ":bid " in move]
            playable = [move for move in moves if move in bright]
            if "look" in by_verb:
                return by_verb["look"][0]
            if bids:
                is_first = bids[0].endswith(LOWEST)
                return bids[0] if is_first else next(move for move in moves if move.endswith(":pass"))
            if "mark" in by_verb and not moves:
                await self._ask(self.wire.press(by_verb["mark"][marked], person, on))
                marked += 1
            elif "joker" in by_verb and not playable:
                await self._ask(self.wire.press(by_verb["joker"][0], person, on))
            else:
                return self.random.choice(playable or moves)
