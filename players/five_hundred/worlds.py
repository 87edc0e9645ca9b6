"""Worlds: ways in which the unseen cards may lie, all in agreement with what one seat knows.

They are drawn many at a time and weighted: each way to lie counts as much as it is likely, by the cards and by what
everybody has bid.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from players.five_hundred.knowledge import Knowledge
from players.five_hundred.layout import Bits, CardLayout


@dataclass(frozen=True)
class Worlds:
    """Where the cards lie: the pile of each card, by card and world; -1 of a card that has been played."""

    owner: Bits

    @property
    def size(self) -> int:
        """How many there are."""
        return int(self.owner.shape[1])

    def pile(self, layout: CardLayout, pile: int) -> Bits:
        """The cards of `pile` in each world."""
        held: Bits = layout.bits @ (self.owner == pile)
        return held

    def hands(self, layout: CardLayout) -> Bits:
        """The hands by seat and world."""
        return np.stack([self.pile(layout, seat) for seat in range(layout.players)])

    def some(self, chosen: Bits) -> Worlds:
        """The worlds with these numbers."""
        return Worlds(self.owner[:, chosen])


def drawn(knowledge: Knowledge, random: np.random.Generator, size: int) -> tuple[Worlds, np.ndarray]:
    """About `size` worlds, with the logarithm of how much each counts for the others."""
    owner = np.repeat(knowledge.owners()[:, None], size, axis=1)
    unseen, allowed = list(knowledge.unseen), knowledge.allowed
    random.shuffle(unseen)
    unseen.sort(key=lambda at: int(allowed[at].sum()))
    space = np.repeat(np.array(knowledge.capacity, dtype=np.float64)[:, None], size, axis=1)
    left = allowed[unseen].sum(axis=0).astype(np.float64)
    tendency, aside = knowledge.tendency, knowledge.aside
    weight, lanes = np.zeros(size), np.arange(size)
    chance = random.random((len(unseen), size))
    for turn, at in enumerate(unseen):
        likely = np.where(allowed[at], 1.0, 0.0)
        likely[aside] *= tendency[at]
        shares = space * likely[:, None]
        urgent = (space >= left[:, None]) & allowed[at][:, None] & (space > 0)
        shares = np.where(urgent.any(axis=0), np.where(urgent, 1.0, 0.0), shares)
        up_to = np.cumsum(shares, axis=0)
        total = up_to[-1]
        pile = np.minimum((up_to <= chance[turn] * total).sum(axis=0), aside)
        weight += np.log(np.maximum(total * likely[pile], 1e-300)) - np.log(np.maximum(shares[pile, lanes], 1e-300))
        weight[total <= 0] = -np.inf
        owner[at] = pile
        space[pile, lanes] -= 1
        left -= allowed[at]
    weight[(space != 0).any(axis=0)] = -np.inf
    return Worlds(owner), weight


def resampled(worlds: Worlds, weight: np.ndarray, random: np.random.Generator, size: int) -> Worlds:
    """`size` of the worlds, each as often as it is likely."""
    chance = np.exp(weight - weight.max())
    up_to = np.cumsum(chance)
    at = (np.arange(size) + random.random()) * (up_to[-1] / size)
    return worlds.some(np.minimum(np.searchsorted(up_to, at), worlds.size - 1))
