"""How many chips a server gives at the start and day by day; a member's account is opened here at the first contact."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from data.ledger.chips import Chips, Daily
from games.core import IllegalAction
from guild_settings.servers import Servers


class Economy:
    """The chips of every server; accounts are opened for newcomers."""

    def __init__(self, chips: Chips, servers: Servers, now: Callable[[], datetime]) -> None:
        self.chips = chips
        self._servers = servers
        self._now = now

    async def balance(self, guild: int, user_id: int) -> int:
        """The chips of `user_id` in `guild` that are not at tables; a newcomer gets the starting chips first."""
        return await self.chips.open_member(guild, user_id, self._servers.of(guild).starting_chips, self._now())

    async def daily(self, guild: int, user_id: int) -> Daily:
        """Pay the daily chips, once per person and UTC day. Raises IllegalAction where there are none."""
        chips = self._servers.of(guild).daily_chips
        if not chips:
            raise IllegalAction("This server gives no daily chips.")
        await self.balance(guild, user_id)
        return await self.chips.claim_daily(guild, user_id, chips, self._now())
