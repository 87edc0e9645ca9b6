"""The chips that a lobby speaks of: what is bet, what must be left, and what went back.

Plain values; the table posts what follows from them (accounts.py). No discord here.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bet:
    """`chips` that `user_id` bet on box `box`; `kind` is the game's own word, such as main or pair.

    For a bet behind, `behind` is the player at the box, and `follows` says whether it follows a split or a double
    there; with None its owner is asked then.
    """

    user_id: int
    box: int
    kind: str
    chips: int
    behind: int | None = None
    follows: bool | None = None


@dataclass(frozen=True, slots=True)
class MustKeep:
    """`chips` that `user_id` must have left once a change of the lobby is paid."""

    user_id: int
    chips: int


@dataclass(frozen=True, slots=True)
class Back:
    """`chips` that went back from one person to another after a round, or a match, because of the server's limits.

    `why` is the limit: on what is won "beside house players", or between "members".
    """

    payer: int
    payee: int
    chips: int
    why: str
