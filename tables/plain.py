"""What every game without matches answers where the driver asks for what outlasts a round: there is nothing."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from data.tables.matches import MatchChange
from games.core import Seat
from tables.game import Finished, Shuffle, Terms
from tables.lobby import Lobby
from tables.options import KeepsOptions


class PlainGame(KeepsOptions):
    """These parts of a `Game` are the same wherever rounds stand for themselves."""

    def sale_refused(self, terms: Terms, lobby: Lobby) -> Lobby:
        """Nobody pays anybody but the house."""
        return lobby

    def settled(self, terms: Terms, lobby: Lobby, shuffle: Shuffle) -> Lobby:
        """Nothing follows by itself."""
        return lobby

    def takes(self, terms: Terms, lobby: Lobby, options: Any) -> Lobby | None:
        """Whatever the server wants, between rounds."""
        return lobby

    def needs_shuffle(self, before: Any, after: Any) -> bool:
        """The cards are the same, or each deal sees to that itself."""
        return False

    def is_kept(self, lobby: Lobby) -> bool:
        """A table at which nobody plays closes."""
        return False

    def is_paused(self, lobby: Lobby) -> bool:
        """The clock always runs."""
        return False

    def salvaged(self, lobby: Lobby) -> Lobby:
        """Who sits there is left, and nothing else."""
        return replace(lobby, bets=(), nets={}, carry={})

    def forced(self, lobby: Lobby, person: int, playing: Any, seat: Seat) -> Any | None:
        """Everybody makes every move themselves."""
        return None

    def closed(self, terms: Terms, lobby: Lobby, *, by_itself: bool) -> Lobby:
        """All bets go back."""
        return replace(lobby, bets=())

    def ask_to_close(self, lobby: Lobby, host: int) -> Lobby:
        """Nobody is asked."""
        return lobby

    def remove(self, lobby: Lobby, person: int) -> Lobby:
        """Who has a seat here leaves it like anybody else."""
        return lobby.leave(person)

    def is_cut_off(self, lobby: Lobby) -> bool:
        """Rounds are played to their end."""
        return False

    def time_counted(
        self, terms: Terms, lobby: Lobby, asked: Collection[int], now: datetime, *, is_touched: bool
    ) -> Lobby:
        """Nobody is waited for longer than for a turn."""
        return lobby

    def answered(self, lobby: Lobby, person: int) -> Lobby:
        """The same."""
        return lobby

    def counts_again(self, terms: Terms, lobby: Lobby, asked: Collection[int]) -> datetime | None:
        """Never."""
        return None

    def ends_at(self, lobby: Lobby, opened_at: datetime, untouched: timedelta) -> datetime | None:
        """A table at which nobody plays closes, and that is all."""
        return None

    def gone(self, lobby: Lobby) -> frozenset[int]:
        """Nobody."""
        return frozenset()

    def waits_for(self, lobby: Lobby) -> frozenset[int]:
        """For nobody by name."""
        return frozenset()

    def match_rows(self, terms: Terms, before: Lobby, after: Lobby, ended: Finished | None) -> MatchChange | None:
        """There is no match."""
        return None
