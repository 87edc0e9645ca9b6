"""What the games against the house share between rounds: a window for bets, and nothing to settle before the cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from cogs.table.game import Shuffle, Terms, Window
from cogs.table.lobby import Lobby
from cogs.table.plain import PlainGame


class HouseGame(PlainGame):
    """These parts of a `Game` are the same wherever the house pays."""

    asks_purses = False

    def window(self, terms: Terms, lobby: Lobby) -> Window | None:
        """The betting window is open from the first bet on."""
        return Window("bets", terms.pace.times.betting) if lobby.bets else None

    def window_over(self, terms: Terms, lobby: Lobby) -> Lobby:
        """Bets that no round can be played with go back."""
        return replace(lobby, bets=())

    def prepare(self, terms: Terms, lobby: Lobby, purses: Mapping[int, int], shuffle: Shuffle) -> Lobby:
        """Nothing: the house plays with everybody who has bet."""
        return lobby
