"""The daily deal as the house plays it in the member's seat: worked out once, and kept with the deal."""

from __future__ import annotations

import asyncio
import logging
from functools import partial

from cogs.app.bot import App
from data.tables.daily import DailyDeal, DailyDeals
from games.five_hundred import Record, read
from players.workers.process import NoAnswer
from tables.five_hundred.daily import as_the_house_plays, shuffle_of, terms_of

log = logging.getLogger(__name__)


class HouseRecords:
    """The deals that the house plays, each by one task however many ask for it."""

    def __init__(self, app: App, deals: DailyDeals) -> None:
        self._app = app
        self._deals = deals
        self._playing: dict[int, asyncio.Task[str]] = {}
        """By day."""

    def begin(self, deal: DailyDeal) -> None:
        """Let the house play `deal` by the time when somebody asks for it."""
        if deal.record is None and deal.day not in self._playing:
            task = self._playing[deal.day] = asyncio.get_running_loop().create_task(self._play(deal))
            task.add_done_callback(partial(self._is_over, deal.day))

    async def of(self, deal: DailyDeal) -> Record | None:
        """How the house has played `deal`; None when nobody could think for it."""
        if deal.record is not None:
            return read(deal.record)
        self.begin(deal)
        try:
            return read(await asyncio.shield(self._playing[deal.day]))
        except NoAnswer:
            return None

    def stop(self) -> None:
        """Play nothing any more."""
        for task in self._playing.values():
            task.cancel()

    async def _play(self, deal: DailyDeal) -> str:
        record = await as_the_house_plays(shuffle_of(deal.day, deal.seed), terms_of(deal.day), self._app.think)
        await self._deals.keep_record(deal.day, record)
        return record

    def _is_over(self, day: int, task: asyncio.Task[str]) -> None:
        del self._playing[day]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("the house could not play the deal of day %s: %s", day, error)
