"""How many chips a server gives at the start, day by day and to the broke; accounts are opened at the first contact."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from data.ledger.allowances import Allowances, Daily, DailyTerms, Relief, ReliefTerms
from data.ledger.chips import Chips
from games.core import IllegalAction
from tables.settings.servers import Servers, smallest_bets


class Economy:
    """The chips of every server; accounts are opened for newcomers."""

    def __init__(self, chips: Chips, allowances: Allowances, servers: Servers, now: Callable[[], datetime]) -> None:
        self.chips = chips
        self.servers = servers
        self._allowances = allowances
        self._now = now

    async def balance(self, guild: int, user_id: int) -> int:
        """The chips of `user_id` in `guild` that are not at tables; a newcomer gets the starting chips first."""
        return await self.chips.open_member(guild, user_id, self.servers.of(guild).starting_chips, self._now())

    async def daily(self, guild: int, user_id: int) -> Daily:
        """Pay the daily chips, once per person and UTC day. Raises IllegalAction where there are none."""
        settings = self.servers.of(guild)
        if not settings.daily_chips:
            raise IllegalAction("This server gives no daily chips.")
        await self.balance(guild, user_id)
        terms = DailyTerms(settings.daily_chips, settings.streak_bonus, settings.streak_days)
        return await self._allowances.claim_daily(guild, user_id, terms, self._now())

    async def next_daily(self, guild: int, user_id: int) -> datetime | None:
        """When the person can collect the daily chips of a server that gives some; None for now."""
        return await self._allowances.next_daily(guild, user_id, self._now())

    def relief_terms(self, guild: int) -> ReliefTerms | None:
        """The server's terms for relief; None where there is none."""
        settings = self.servers.of(guild)
        bets = smallest_bets(settings, self.servers.schema)
        if not settings.relief or not bets:
            return None
        return ReliefTerms(settings.relief_chips or max(bets), min(bets), settings.relief_hours)

    async def relief(self, guild: int, user_id: int) -> Relief | None:
        """Whether the person can have relief now; None where there is none."""
        terms = self.relief_terms(guild)
        return None if terms is None else await self._allowances.relief(guild, user_id, terms, self._now())

    async def claim_relief(self, guild: int, user_id: int) -> Relief:
        """Pay relief to somebody who is broke. Raises IllegalAction where there is none."""
        terms = self.relief_terms(guild)
        if terms is None:
            raise IllegalAction("This server gives no relief.")
        await self.balance(guild, user_id)
        return await self._allowances.claim_relief(guild, user_id, terms, self._now())
