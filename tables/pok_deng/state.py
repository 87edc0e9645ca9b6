"""What a Pok Deng table keeps from one round to the next."""

from __future__ import annotations

from dataclasses import dataclass

from tables.game import ShoeState


@dataclass(frozen=True, slots=True)
class PokDengState(ShoeState):
    """`road` has the marks of each Player's hand since the shoe was opened, as text.

    `hands` are the Players' last hands and then the Banker's, as text; with the bets of the round they give its
    results. `opening` is the card that opened the shoe, after its first round.
    """

    road: tuple[str, ...] = ()
    hands: tuple[str, ...] = ()
    opening: str | None = None
