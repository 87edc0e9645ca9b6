"""What every game without matches answers where the driver asks for what outlasts a round: there is nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cogs.table.game import Finished, Shuffle, Terms
from cogs.table.lobby import Lobby
from cogs.table.options import KeepsOptions
from data.matches import MatchChange


class PlainGame(KeepsOptions):
    """These parts of a `Game` are the same wherever rounds stand for themselves."""

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

    def closed(self, terms: Terms, lobby: Lobby) -> Lobby:
        """All bets go back."""
        return replace(lobby, bets=())

    def match_rows(self, terms: Terms, before: Lobby, after: Lobby, ended: Finished | None) -> MatchChange | None:
        """There is no match."""
        return None
