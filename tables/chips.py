"""The chips that a lobby speaks of: what is bet, what is due, what must be left, and what went back.

Plain values; the table posts what follows from them (accounts.py). No discord here.
"""

from __future__ import annotations

from dataclasses import dataclass

from data.ledger.reasons import LedgerReason


@dataclass(frozen=True, slots=True)
class Bet:
    """`chips` that `user_id` bet on box `box`; `kind` is the game's own word, such as main or pair.

    For a bet behind, `behind` is the player at the box.
    """

    user_id: int
    box: int
    kind: str
    chips: int
    behind: int | None = None


@dataclass(frozen=True, slots=True)
class Due:
    """`chips` that one person pays another with a change of the lobby, and `why`.

    None in place of a person is the table's pot: chips that stay there for longer than a round. `outlasts` marks a
    payment between two people as one about such chips, which belongs to no round.
    """

    payer: int | None
    payee: int | None
    chips: int
    why: LedgerReason
    outlasts: bool = False


@dataclass(frozen=True, slots=True)
class Spare:
    """`chips` that `user_id` must have left once a change of the lobby is paid."""

    user_id: int
    chips: int


@dataclass(frozen=True, slots=True)
class Back:
    """`chips` that went back from one person to another after a round, or a match, because of the server's limits.

    `why` is the limit: on what is won "beside house players", on what "newcomers" lose, or on a "gift".
    """

    payer: int
    payee: int
    chips: int
    why: str
