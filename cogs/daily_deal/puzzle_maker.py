"""The puzzles of a week, made once from deals whose players allow it: on Monday, or when one is found after that.

Any process may make them, and whoever is first has. Each searches a deal once a week, where house players think. There
are no puzzles without such processes, or without a compiled solver.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from cogs.app.bot import App
from cogs.app.regularly import Regularly
from data.tables.puzzles import Position, Puzzles, week_of
from games.five_hundred import BadRecord, read
from players.workers.process import NoAnswer
from tables.five_hundred.puzzles import Found, Task, found_in

log = logging.getLogger(__name__)

IN_A_WEEK = 3
MOST_DEALS = 400
"""As many of the latest deals are searched, in about twenty seconds of one core."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A puzzle that was found in a deal of a match."""

    table: int
    deal: int
    found: Found


def chosen(candidates: Iterable[Candidate]) -> list[Candidate]:
    """The puzzles of a week, the easiest first: the hardest of each task, and the hardest of the others."""
    hardest = sorted(candidates, key=lambda each: each.found.hardness, reverse=True)
    of_tasks = [next((each for each in hardest if each.found.task is task), None) for task in Task]
    first = [each for each in of_tasks if each is not None]
    others = [each for each in hardest if each not in first]
    return sorted([*first, *others][:IN_A_WEEK], key=lambda each: each.found.hardness)


class PuzzleMaker(Regularly):
    """Looks every hour whether this week has its puzzles."""

    def __init__(self, app: App, puzzles: Puzzles) -> None:
        super().__init__(timedelta(hours=1), "puzzles could not be made")
        self._app = app
        self._puzzles = puzzles
        self._made = -1
        """The last week that has its puzzles."""
        self._searched: dict[tuple[int, int], Found | None] = {}
        """What deals that may become puzzles hold, by table and number."""

    async def do_due(self) -> None:
        """Make the puzzles of this week, unless it has some or no deal holds one."""
        if (week := week_of(self._app.now())) != self._made:
            await self._make(week)

    async def _make(self, week: int) -> None:
        if not await self._puzzles.are_made(week):
            await self._search()
            found = [Candidate(*at, each) for at, each in self._searched.items() if each is not None]
            if not found:
                return
            await self._puzzles.keep(week, [Position(each.table, each.deal, each.found.step) for each in chosen(found)])
        self._made = week
        self._searched.clear()

    async def _search(self) -> None:
        """Search the deals that weren't yet; forget those that may not become puzzles any more."""
        deals = await self._puzzles.deals(self._app.now(), MOST_DEALS)
        known, self._searched = self._searched, {}
        for table, number, record in deals:
            at = (table, number)
            try:
                self._searched[at] = known[at] if at in known else await found_in(read(record), self._app.think)
            except BadRecord:  # of older rules
                self._searched[at] = None
            except NoAnswer as error:
                log.info("no puzzle could be looked for: %s", error)
                return
