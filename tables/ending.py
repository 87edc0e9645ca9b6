"""How a round ends that does not count, and how a table closes: what lies there goes back. No Discord and no game."""

from __future__ import annotations

from dataclasses import replace

from data.tables.holds import held_in_round, lying_in_round
from tables.draft import Draft
from tables.lobby import Lobby
from tables.state import TableState


class EndingTable(TableState):
    """A table that can give back all that lies there; only who holds the lock may ask."""

    async def _refund(self, lobby: Lobby, actor: int | None) -> None:
        await self._cut_off(lobby, actor)
        self.was_voided = True

    async def _cut_off(self, lobby: Lobby, actor: int | None) -> None:
        """Let the running round not count: its chips go back, what outlasts it stays as `lobby` has it."""
        draft = Draft(self.game.after_void(lobby), None, fresh_seed=self._services.entropy(), actor=actor)
        await self._void_round(draft)
        await self._write(draft)

    async def _void_round(self, draft: Draft) -> None:
        if self._is_running_on_disk:
            this_round = (self.guild, self.id, self.rounds)
            held = await self._services.store.read(lambda db: held_in_round(db, *this_round))
            lying = await self._services.store.read(lambda db: lying_in_round(db, *this_round))
            draft.voided = True
            draft.payments += self._accounts.for_void(held, lying)

    async def _end_kept(self, actor: int | None, reason: str | None = None) -> None:
        """Close a table over what outlasts its rounds, in one go."""
        lobby = self.game.after_void(self.lobby) if self.is_playing else self.lobby
        lobby = replace(self.game.before_close(self.terms, lobby, by_itself=actor is None), closing=False)
        draft = Draft(lobby, None if self.is_playing else self.play, closed=True, actor=actor, reason=reason)
        await self._void_round(draft)
        await self._write(draft)
        self.stop()

    async def _shut(self, actor: int | None) -> None:
        lobby = replace(self.game.before_close(self.terms, self.lobby, by_itself=actor is None), closing=False)
        await self._write(Draft(lobby, self.play, closed=True, actor=actor))
        self.stop()
