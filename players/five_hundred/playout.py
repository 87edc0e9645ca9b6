"""Deals played out to their end by the quick policies."""

from __future__ import annotations

from players.five_hundred import misere, policy
from players.five_hundred.lanes import Lanes


def play_out(lanes: Lanes) -> None:
    """Play all that is left of each lane."""
    choose = misere.choose if lanes.layout.order.is_misere else policy.choose
    while lanes.left:
        lanes.play(*choose(lanes))
