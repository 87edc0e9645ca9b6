"""Rounds that are over, with all that it takes to play them again: their setup, their shuffle and their moves.

Moves are kept for a time only (data/tables/old_moves.py), and a void round is none.
"""

from __future__ import annotations

from dataclasses import dataclass

from data.store.database import Database
from data.store.store import Verbs
from data.tables.saved import MadeBy, MoveRow
from data.tables.withheld import verify_revealed


@dataclass(frozen=True, slots=True)
class FinishedRound:
    """A round that is over: the rules that it began under, its setup, the shuffle, and the cards as they were dealt.

    The shuffle may still be in use, and its seed is nobody's to see.
    """

    rules: int
    setup: str
    seed: bytes
    salt: str
    dealt: str | None
    moves: tuple[MoveRow, ...]


class FinishedRounds(Verbs):
    """The rounds of every table."""

    async def find(self, table: int, number: int) -> FinishedRound | None:
        """The round with this number; None when it isn't over, is void, or is no longer kept whole.

        Raises Withheld.
        """

        def work(db: Database) -> FinishedRound | None:
            verify_revealed(db, table)
            row = db.execute(_ROUND, (table, number)).fetchone()
            if row is None:
                return None
            found = db.execute(_MOVES, (table, number)).fetchall()
            moves = (MoveRow(number, seat, action, MadeBy(made_by)) for seat, action, made_by in found)
            rules, setup, seed, salt, dealt = row
            return FinishedRound(rules, setup, seed, salt or "", dealt, tuple(moves))

        return await self._store.read(work)


_ROUND = """
    SELECT r.rules, r.setup, s.seed, s.salt, r.dealt FROM rounds r JOIN shuffles s ON s.id = r.shuffle
    WHERE r.table_id = ? AND r.round = ? AND r.ended_at IS NOT NULL AND r.void = 0 AND r.moves_kept = 1"""
_MOVES = "SELECT seat, action, clock FROM moves WHERE table_id = ? AND round = ? ORDER BY version, n"
