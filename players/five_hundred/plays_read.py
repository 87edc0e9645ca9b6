"""How well hands fit the cards that have been played: most people mostly play what is sound.

The deal is played again in each world; where somebody played another card than the quick policy would have, the world
counts less.
"""

from __future__ import annotations

import numpy as np

from players.five_hundred import misere, policy
from players.five_hundred.knowledge import Knowledge
from players.five_hundred.lanes import Lanes
from players.five_hundred.layout import Bits, Flags, Layout
from players.five_hundred.positions import at_the_first_lead
from players.five_hundred.strength import Numbers
from players.five_hundred.worlds import Worlds

_ODD, _ODD_IN_MISERE = -0.6, -0.2
"""What a card that the policy wouldn't play does to the logarithm of a world's weight. Against the sound player -1
would find cards best; people differ more."""


def weights(knowledge: Knowledge, worlds: Worlds) -> Numbers:
    """The logarithm of how well each world fits what the others have played."""
    total = np.zeros(worlds.size)
    contract = knowledge.view.contract
    if contract is None or not knowledge.tricks:
        return total
    cards = knowledge.layout
    state = at_the_first_lead(knowledge, worlds, cards, contract)
    is_misere = knowledge.order.is_misere
    choose, odd = (misere.choose, _ODD_IN_MISERE) if is_misere else (policy.choose, _ODD)
    for trick in knowledge.tricks:
        for played in trick.cards:
            bit = np.full(worlds.size, cards.bit[played.card])
            if played.seat != knowledge.seat:
                chosen, _ = choose(state)
                total += np.where(_same(state, cards, bit, chosen), 0.0, odd)
            state.play(bit, np.full(worlds.size, cards.number(trick.named)))
    return total


def _same(state: Lanes, cards: Layout, played: Bits, chosen: Bits) -> Flags:
    """Whether two cards of a hand are as good as each other: of one suit, and no other hand has one between them."""
    low, high = np.minimum(played, chosen), np.maximum(played, chosen)
    others = state.in_play & ~state.hand()
    between = others & (high - 1) & -(low << 1)
    same_suit = np.zeros(played.shape, dtype=np.bool_)
    for suit in cards.suits:
        same_suit |= ((played & suit) != 0) & ((chosen & suit) != 0)
    same: Flags = (played == chosen) | (same_suit & (between == 0))
    return same
