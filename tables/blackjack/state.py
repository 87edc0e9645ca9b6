"""What a Blackjack table keeps from one round to the next."""

from __future__ import annotations

from dataclasses import dataclass

from tables.blackjack.last_round import LastRound
from tables.game import ShoeState


@dataclass(frozen=True, slots=True)
class BlackjackState(ShoeState):
    """`dealer` is the dealer's total in the last round; nobody new has played in the last `rounds_as_now` rounds.

    `last` is the last round itself; with it those `without_bet` lost their seats. Nobody loses one for being away:
    each bet is a press, so nobody misses a turn in two rounds in a row without one.
    """

    dealer: int | None = None
    rounds_as_now: int = 0
    without_bet: tuple[int, ...] = ()
    last: LastRound | None = None
