"""The deal as it stands, in each of many worlds: lanes from what one seat knows, played out by the quick policies."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import numpy as np

from games.five_hundred.bids import CallKind
from games.five_hundred.packs import HAND
from games.five_hundred.score import Contract
from players.five_hundred import misere, policy
from players.five_hundred.knowledge import Knowledge
from players.five_hundred.lanes import Lanes
from players.five_hundred.layout import NO_SUIT, Bits, CardLayout
from players.five_hundred.worlds import Worlds


def contractors(knowledge: Knowledge, worlds: Worlds, contract: Contract) -> Bits:
    """Who plays the contract, as a set of seats for each world; among five it may hang on where a card is."""
    view = knowledge.view
    together = np.full(worlds.size, sum(1 << seat for seat in contract.side(view.options)))
    if view.called is None or contract.partner is not None or view.called in knowledge.played:
        return together
    holder = worlds.owner[knowledge.cards.index(view.called)]
    return np.where(holder < knowledge.players, together | (1 << np.minimum(holder, knowledge.players - 1)), together)


def friends(players: int, together: Bits) -> Bits:
    """Who plays with each seat when `together` play the contract: the others are with each other."""
    everybody = (1 << players) - 1
    return np.stack([np.where((together >> seat) & 1, together, everybody & ~together) for seat in range(players)])


def lanes(knowledge: Knowledge, worlds: Worlds, layout: CardLayout, contract: Contract) -> Lanes:
    """The play as it stands in each world, under `layout`."""
    view, none = knowledge.view, np.zeros(worlds.size, np.int64)
    trick = view.trick
    state = _lanes(knowledge, worlds, contract, layout, worlds.hands(layout))
    state.turn = none + (contract.seat if view.last_winner is None else view.last_winner)
    led = {layout.number(layout.order.suit_led(trick)) for trick in view.tricks} - {NO_SUIT}
    state.led = none + sum(1 << number for number in led)
    state.won = np.repeat(np.array(view.tricks_won)[:, None], worlds.size, axis=1)
    state.left = HAND - len(view.tricks)
    for played in trick.cards if trick else ():
        card = none + layout.bit[played.card]
        state.hands[state.turn, state.index] |= card
        state.in_play |= card
        state.play(card, none + layout.number(trick.named if trick else None))
    return state


def at_the_first_lead(knowledge: Knowledge, worlds: Worlds, layout: CardLayout, contract: Contract) -> Lanes:
    """The deal before the first card in each world, as far as it has been played in everybody's hand."""
    hands = worlds.hands(layout)
    for card, seat in knowledge.played.items():
        hands[seat] |= layout.bit[card]
    return _lanes(knowledge, worlds, contract, layout, hands)


def _lanes(knowledge: Knowledge, worlds: Worlds, contract: Contract, layout: CardLayout, hands: Bits) -> Lanes:
    view, none = knowledge.view, np.zeros(worlds.size, np.int64)
    options, laid_down = view.options, view.laid_down
    hands[list(laid_down)] = 0
    out = none.copy()
    for pile in range(options.players, knowledge.aside + 1):
        out |= worlds.pile(layout, pile)
    together, is_open = contractors(knowledge, worlds, contract), contract.bid.call.kind is CallKind.OPEN
    return dealt(layout, laid_down, hands, together, none + contract.seat, out, is_open=is_open)


def dealt(
    cards: CardLayout, idle: Collection[int], hands: Bits, together: Bits, contractor: Bits, out: Bits, *, is_open: bool
) -> Lanes:
    """Deals before the first card, with the cards `out` of play; those in the sets `together` play the contract."""
    players, none = cards.players, np.zeros(hands.shape[1], np.int64)
    playing = tuple(seat for seat in range(players) if seat not in idle)
    sides, won = friends(players, together), np.zeros((players, hands.shape[1]), np.int64)
    return Lanes(cards, playing, hands, sides, contractor, contractor, out, none, won, HAND, is_open)


def repeated(state: Lanes, times: int) -> Lanes:
    """The same lanes `times` over, side by side."""
    return picked(state, np.tile(state.index, times))


_BY_LANE = ("hands", "friends", "contractor", "turn", "out", "led", "won", "best", "winner", "follow", "wins")


def picked(state: Lanes, lanes: Bits) -> Lanes:
    """The lanes with these numbers, each as often as it is named."""

    def of(values: Bits) -> Bits:
        return values[..., lanes] if values.size else values

    changed: dict[str, Any] = {name: of(getattr(state, name)) for name in _BY_LANE}
    return replace(state, **changed)


def play_out(lanes: Lanes) -> None:
    """Play all that is left of each lane."""
    choose = misere.choose if lanes.layout.order.is_misere else policy.choose
    while lanes.left:
        lanes.play(*choose(lanes))
