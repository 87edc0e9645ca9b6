"""The only move that is left to somebody, made a little later by the bot for those who want that.

This file knows no Discord and no game.
"""

from __future__ import annotations

from abc import abstractmethod
from contextlib import AbstractAsyncContextManager, suppress

from data.store import deeds
from games.core import Seat
from tables.clock import FORCED_SECONDS
from tables.draft import Draft
from tables.ending import EndingTable
from tables.state import StaleClick


class ForcedTable(EndingTable):
    """A table that asks its game after every change whether somebody has only one move left."""

    @abstractmethod
    def _alone(self) -> AbstractAsyncContextManager[None]:
        """Nothing else changes the table meanwhile."""

    @abstractmethod
    async def _go_on(self, draft: Draft, late: frozenset[Seat] = frozenset()) -> None:
        """Write what comes of a move."""

    def _await_forced(self) -> None:
        """Let the bot make the only move that is left to somebody who wants that, a little after it came to that."""
        question_id = self.question_id if self._forced_move() is not None and not self._is_stopped else ""
        if question_id != self._forced_at:
            self._forced_at = question_id
            self._forced.set(FORCED_SECONDS if question_id else None)

    def _forced_move(self) -> tuple[Seat, object] | None:
        """Whose only move the bot is to make, and that move. No clock runs in a pause, and this one doesn't either."""
        play = self.play
        if play is None or self.is_closed or self.is_paused(self.lobby):
            return None
        for seat in sorted(play.to_act):
            move = self.game.forced_move(self.lobby, play.setup.person_in(seat), play.round, seat)
            if move is not None:
                return seat, move
        return None

    def _ring_forced(self) -> None:
        self._spawn(self._make_forced(self.question_id))

    async def _make_forced(self, question_id: str) -> None:
        """Make the only move that is left to somebody, as a move of their own.

        It is neither a missed turn nor a sign that they are there.
        """
        deeds.of_nobody()
        with suppress(StaleClick):
            await self._move_forced(question_id)

    async def _move_forced(self, question_id: str) -> None:
        async with self._alone():
            play, forced = self.play, self._forced_move()
            if self._is_stopped or play is None or forced is None or question_id != self.question_id:
                return
            seat, action = forced
            draft = Draft(self._counted(is_touched=False), play, actor=play.setup.person_in(seat))
            draft.move(self.rounds, seat, action, by_clock=False)
            await self._go_on(draft)
        self.on_change()
