"""Claims: what is offered, and what one agrees to.

A claim is agreed to when it costs nothing whatever way the cards lie, as far as can be seen: in every world the others
play as well as they know, in more than one way, and still get no more than the claim gives them.
"""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from games.core import Seat
from games.five_hundred.five_hundred_view import FiveHundredView
from games.five_hundred.packs import HAND
from players.five_hundred import misere, policy
from players.five_hundred.knowledge import Knowledge
from players.five_hundred.lanes import Lanes
from players.five_hundred.layout import above, lowest
from players.five_hundred.legal import may_claim
from players.five_hundred.playing import the_contract
from players.five_hundred.positions import contractors, lanes, play_out
from players.five_hundred.rules_of_thumb.claims import is_certain
from players.five_hundred.rules_of_thumb.seat_view import SeatView
from players.five_hundred.weighing import WeighedOption, outcome
from players.five_hundred.worlds import Worlds

_NOTHING = 1e-9


def is_due(view: FiveHundredView, seat: Seat) -> bool:
    """Whether `seat` should claim: when all that is left has just become certain. Who was not believed doesn't nag."""
    if not may_claim(view, seat) or not is_certain(SeatView(view, seat)):
        return False
    last = view.last_trick
    if last is None or last.cards[0].seat != seat:
        return True
    own = next(card for by, card in last.cards if by == seat)
    before = replace(view, hand=(*(view.hand or ()), own), tricks=view.tricks[:-1])
    return not is_certain(SeatView(before, seat))


def granted(knowledge: Knowledge, worlds: Worlds, before: tuple[int, ...], claimer: int) -> WeighedOption:
    """What it brings to end the deal as `claimer` says."""
    contract = the_contract(knowledge)
    won = np.repeat(np.array(knowledge.view.tricks_won)[:, None], worlds.size, axis=1)
    if not contract.bid.call.is_misere:
        won[claimer] += HAND - won.sum(axis=0)
    return outcome(knowledge, before, contract, contractors(knowledge, worlds, contract), won)


def played_on(knowledge: Knowledge, worlds: Worlds, before: tuple[int, ...], claimer: int) -> WeighedOption:
    """What it brings to play on, by the better of two ways to fight the claim in each world."""
    contract = the_contract(knowledge)
    together = contractors(knowledge, worlds, contract)
    ends = []
    for fights in (False, True):
        state = lanes(knowledge, worlds, knowledge.layout, contract)
        if fights:
            _fight(state, claimer)
        else:
            play_out(state)
        ends.append(outcome(knowledge, before, contract, together, state.won))
    return max(ends, key=lambda end: float(end.chance.mean()))


def _fight(state: Lanes, claimer: int) -> None:
    """Play to the end; all others take what they can from the claimer, or in a misère leave it what they can."""
    is_misere = state.layout.order.is_misere
    state.is_open = True
    choose = misere.choose if is_misere else policy.choose
    while state.left:
        card, named = choose(state)
        if state.count and not is_misere:
            legal = state.legal(state.hand())
            takes = lowest(legal & state.wins & above(state.best))
            against = (state.turn != claimer) & (state.winner == claimer) & (takes != 0)
            card = np.where(against, takes, card)
        state.play(card, named)


def agrees(play_on: WeighedOption, grant: WeighedOption) -> bool:
    """Whether the claim costs nothing: not a match on average, and where that is the same in no world a point."""
    gains = float(grant.chance.mean() - play_on.chance.mean())
    return gains > _NOTHING or (gains >= -_NOTHING and not bool((play_on.points > grant.points).any()))
