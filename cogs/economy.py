"""What a server's chips are worth at the start and day by day; every member is met here for the first time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from data.chips import Chips, Daily

STARTING_CHIPS = 1_000
DAILY_CHIPS = 200


class Economy:
    """The chips of every server, opened for whoever comes."""

    def __init__(self, chips: Chips, now: Callable[[], datetime]) -> None:
        self.chips = chips
        self._now = now

    async def balance(self, guild: int, person: int) -> int:
        """The chips of `person` in `guild` that lie at no table; whoever is new gets the starting chips first."""
        return await self.chips.open_member(guild, person, STARTING_CHIPS, self._now())

    async def daily(self, guild: int, person: int) -> Daily:
        """Pay the daily chips, once per person and UTC day."""
        await self.balance(guild, person)
        return await self.chips.claim_daily(guild, person, DAILY_CHIPS, self._now())
