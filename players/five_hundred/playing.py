"""Which card to play, whether to give the joker a suit, and when to claim or to agree.

Every legal card is played in the same worlds, each deal is played out, and what it brings is compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from games.five_hundred.moves import Play
from games.five_hundred.packs import HAND
from games.five_hundred.score import Contract
from games.five_hundred.tricks import CardOrder, Played, Trick
from players.five_hundred import solving
from players.five_hundred.knowledge import Knowledge
from players.five_hundred.lanes import Lanes
from players.five_hundred.layout import Bits, CardLayout, layout
from players.five_hundred.positions import contractors, lanes, picked, play_out, repeated
from players.five_hundred.strength import Numbers
from players.five_hundred.weighing import WeighedOption, outcomes
from players.five_hundred.worlds import Worlds

_SOLVED, _SOLVED_AT_LEAST = 100, 20
"""So many worlds are solved at most, and so many must be for them to tell anything."""
_EXACT = 0.7
"""How much the solved worlds count. Whoever solves them sees all cards, and so never has to keep a choice open; the
playouts know what a player knows.
"""
_LITTLE = 1e-6
"""Tricks, so that those that a side didn't take in a playout are shared evenly."""
_NONE = np.zeros(0, np.int64)
_HABIT = 0.015
"""What a waste costs beyond what playouts can tell, as a chance to win the match."""


def the_contract(knowledge: Knowledge) -> Contract:
    """The contract that is played."""
    contract = knowledge.view.contract
    assert contract is not None, "asked for only when a contract is played"
    return contract


def weighed(
    knowledge: Knowledge,
    worlds: Worlds,
    before: tuple[int, ...],
    order: CardOrder,
    plays: Sequence[Play],
    positions: int = 0,
) -> tuple[Worlds, list[WeighedOption]]:
    """What each of `plays` brings, in the order given, and the worlds that tell it; equal cards are played once.

    Some of the worlds are solved as far as that takes no more than so many `positions`, and then only they tell.
    """
    cards = layout(knowledge.players, order)
    leading = _representatives(knowledge, cards, plays)
    different = list(dict.fromkeys(leading))
    times, size = len(different), worlds.size
    state = repeated(lanes(knowledge, worlds, cards, the_contract(knowledge)), times)
    chosen = np.repeat(np.array([cards.bit[play.card] for play in different]), size)
    named = np.repeat(np.array([cards.number(play.named) for play in different]), size)
    state.play(chosen, named)
    some, exactly = _solved(state, times, positions) if times > 1 else (_NONE, _NONE)
    play_out(state)
    contract = the_contract(knowledge)
    together = contractors(knowledge, worlds, contract)
    found = outcomes(knowledge, before, contract, together, state.won, size)
    if len(some):
        worlds = worlds.some(some)
        won = _as_solved(state, _everywhere(some, times, size), exactly)
        solved = outcomes(knowledge, before, contract, together[some], won, len(some))
        found = list(map(_mixed, solved, found))
    brings = dict(zip(different, found, strict=True))
    for wasted in _wasted(knowledge, cards, different):
        brings[wasted] = replace(brings[wasted], chance=np.maximum(brings[wasted].chance - _HABIT, 0.0))
    return worlds, [brings[play] for play in leading]


def _everywhere(worlds: Bits, times: int, size: int) -> Bits:
    """The lanes of these worlds where all `size` of them lie side by side so many `times`."""
    lanes: Bits = (np.arange(times)[:, None] * size + worlds).ravel()
    return lanes


def _solved(state: Lanes, times: int, positions: int) -> tuple[Bits, Bits]:
    """The worlds that could be solved, by number, and the tricks of the contractor's side there, option by option."""
    size = state.size // times
    tried = np.arange(min(size, _SOLVED)) * size // min(size, _SOLVED)
    if not positions or not state.left or not solving.can_solve():
        return _NONE, _NONE
    some = picked(state, _everywhere(tried, times, size))
    attacks = (some.friends[some.contractor, some.index] >> np.arange(len(some.won))[:, None]) & 1
    if state.layout.order.is_misere:
        attacks = (some.contractor == np.arange(len(some.won))[:, None]).astype(np.int64)
    taken = solving.solved(some, times, positions).reshape(times, -1)
    known = np.flatnonzero((taken >= 0).all(axis=0))
    if len(known) < _SOLVED_AT_LEAST:
        return _NONE, _NONE
    so_far = (some.won * attacks).sum(axis=0).reshape(times, -1)
    return tried[known], (taken + so_far)[:, known].ravel()


def _as_solved(state: Lanes, lanes: Bits, exactly: Bits) -> Numbers:
    """All tricks of lanes that have been played out, with those of the contractor's side as they were solved: within
    each side they are shared as they were in the playout.
    """
    end = picked(state, lanes)
    seats = np.arange(len(end.won))[:, None]
    if state.layout.order.is_misere:
        return np.where(seats == end.contractor, exactly, end.won).astype(np.float64)
    attacks = ((end.friends[end.contractor, end.index] >> seats) & 1) == 1
    won = np.zeros(end.won.shape)
    for side, total in ((attacks, exactly), (~attacks, HAND - exactly)):
        played = np.where(side, end.won + _LITTLE, 0.0)
        won += played / played.sum(axis=0) * total
    return won


def _mixed(solved: WeighedOption, played: WeighedOption) -> WeighedOption:
    """What all see who know where the cards are, and what nobody can know, in one."""
    return replace(
        solved,
        chance=_EXACT * solved.chance + (1 - _EXACT) * played.chance.mean(),
        points=_EXACT * solved.points + (1 - _EXACT) * played.points.mean(),
        tricks=_EXACT * solved.tricks + (1 - _EXACT) * played.tricks.mean(),
        made=_EXACT * solved.made + (1 - _EXACT) * played.made.mean(),
    )


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
