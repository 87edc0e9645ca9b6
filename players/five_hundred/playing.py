"""Which card to play, whether to give the joker a suit, and when to claim or to agree.

Every legal card is played in the same worlds, each deal is played out, and what it brings is compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from games.five_hundred.moves import Play
from games.five_hundred.score import Contract
from games.five_hundred.tricks import CardOrder, Played, Trick
from players.five_hundred.knowledge import Knowledge
from players.five_hundred.lanes import Lanes
from players.five_hundred.layout import CardLayout, layout
from players.five_hundred.positions import contractors, lanes, play_out, repeated
from players.five_hundred.weighing import WeighedOption, outcome
from players.five_hundred.worlds import Worlds

_HABIT = 0.015
"""What a waste costs beyond what playouts can tell, as a chance to win the match."""


def the_contract(knowledge: Knowledge) -> Contract:
    """The contract that is played."""
    contract = knowledge.view.contract
    assert contract is not None, "asked for only when a contract is played"
    return contract


def weighed(
    knowledge: Knowledge, worlds: Worlds, before: tuple[int, ...], order: CardOrder, plays: Sequence[Play]
) -> list[WeighedOption]:
    """What each of `plays` brings, in the order given; cards that are as good as each other are played once."""
    cards = layout(knowledge.players, order)
    leading = _representatives(knowledge, cards, plays)
    different = list(dict.fromkeys(leading))
    state = repeated(lanes(knowledge, worlds, cards, the_contract(knowledge)), len(different))
    size = worlds.size
    chosen = np.repeat(np.array([cards.bit[play.card] for play in different]), size)
    named = np.repeat(np.array([cards.number(play.named) for play in different]), size)
    state.play(chosen, named)
    play_out(state)
    found = dict(zip(different, _outcomes(knowledge, worlds, before, state, len(different)), strict=True))
    wasted = _wasted(knowledge, cards, different)
    return [_less(found[play]) if play in wasted else found[play] for play in leading]


def _wasted(knowledge: Knowledge, cards: CardLayout, plays: Sequence[Play]) -> set[Play]:
    """What the last player of a trick, who follows suit, wastes: a dearer winner, or more than the lowest loser."""
    trick, order = knowledge.view.trick, knowledge.order
    last = knowledge.players - len(knowledge.view.laid_down) - 1
    if trick is None or order.is_misere or len(trick.cards) != last:
        return set()
    led = order.suit_led(trick)
    following = [play for play in plays if order.suit_of(play.card) is led]
    winners = [play for play in following if order.winner(Trick((*trick.cards, Played(-1, play.card)))) == -1]
    losers = [play for play in following if play not in winners]
    wasted: set[Play] = set()
    for group in (winners, losers):
        wasted |= set(sorted(group, key=lambda play: cards.bit[play.card])[1:])
    return wasted


def _less(found: WeighedOption) -> WeighedOption:
    return replace(found, chance=np.maximum(found.chance - _HABIT, 0.0))


def _outcomes(
    knowledge: Knowledge, worlds: Worlds, before: tuple[int, ...], state: Lanes, times: int
) -> list[WeighedOption]:
    contract, size = the_contract(knowledge), worlds.size
    together = contractors(knowledge, worlds, contract)
    return [
        outcome(knowledge, before, contract, together, state.won[:, start : start + size])
        for start in range(0, times * size, size)
    ]


def _representatives(knowledge: Knowledge, cards: CardLayout, plays: Sequence[Play]) -> list[Play]:
    """For each card the lowest of those in a row with it, between which nobody else holds a card."""
    others = cards.mask(knowledge.cards[at] for at in knowledge.unseen)
    others |= cards.mask(
        card for card, pile in knowledge.known.items() if pile not in (knowledge.seat, knowledge.aside)
    )
    trick = knowledge.view.trick
    others |= cards.mask(played.card for played in trick.cards) if trick else 0
    leading: dict[Play, Play] = {}
    last: Play | None = None
    for play in sorted(plays, key=lambda play: cards.bit[play.card]):
        joins = last and play.named is None and _in_a_row(cards, others, cards.bit[last.card], cards.bit[play.card])
        leading[play] = leading[last] if last and joins else play
        last = play
    return [leading[play] for play in plays]


def _in_a_row(cards: CardLayout, others: int, low: int, high: int) -> bool:
    same = cards.suit_at[low.bit_length() - 1] == cards.suit_at[high.bit_length() - 1]
    return bool(same) and not others & (high - 1) & ~(low - 1)
