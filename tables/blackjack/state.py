"""What a Blackjack table keeps from one round to the next."""

from __future__ import annotations

from dataclasses import dataclass

from tables.blackjack.last_round import LastRound
from tables.shoe_state import ShoeState


@dataclass(frozen=True, slots=True)
class BlackjackState(ShoeState):
    """`dealer` is the dealer's total in the last round; nobody new has played in the last `rounds_as_now` rounds.

    `last` is the last round itself; with it those `without_bet` lost their seats, and those who were `away`.
    """

    dealer: int | None = None
    rounds_as_now: int = 0
    without_bet: tuple[int, ...] = ()
    away: tuple[int, ...] = ()
    last: LastRound | None = None
