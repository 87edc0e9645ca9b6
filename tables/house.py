"""What the games against the house share between rounds: a window for bets, and nothing to settle before the cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tables.game import Shuffle, Terms, Window
from tables.lobby import Lobby
from tables.plain import PlainGame


class HouseGame(PlainGame):
    """These parts of a `Game` are the same wherever the house pays."""

    asks_purses = False

    def window(self, terms: Terms, lobby: Lobby) -> Window | None:
        """The betting window is open from the first bet on."""
        return Window("bets", terms.pace.times.betting) if lobby.bets else None

    def window_over(self, terms: Terms, lobby: Lobby) -> Lobby:
        """Bets that no round can be played with go back."""
        return replace(lobby, bets=())

    def takes(self, terms: Terms, lobby: Lobby, options: Any) -> Lobby | None:
        """Not while bets lie there; another shoe begins at its first card."""
        if lobby.bets:
            return None
        if not lobby.carry or not self.needs_shuffle(terms.options, options):
            return lobby
        return replace(lobby, carry={**lobby.carry, "position": 0})

    def needs_shuffle(self, before: Any, after: Any) -> bool:
        """Whether the shoe is another one."""
        return bool(before.decks != after.decks)

    def prepare(self, terms: Terms, lobby: Lobby, purses: Mapping[int, int], shuffle: Shuffle) -> Lobby:
        """Nothing: the house plays with everybody who has bet."""
        return lobby
