"""From what a seat sees to what it reckons with: the unseen cards, the other hands, and its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from games.cards import Card
from games.core import Seat
from games.pontoon import BoxView, End, HandView, Phase, PontoonView, known
from players.pontoon.banking import BankModel, Facing, Rival
from players.pontoon.habits import Guess, Trace, usual_ends, usual_guess
from players.pontoon.holdings import PONTOON, VALUES, Floats, holdings, value_counts, value_of

_ONE_PACK = 52
_OF_EACH = 4
_SHOWN_PONTOON = Guess(np.array([0]), np.array([PONTOON]), np.array([1.0]))
_ENOUGH = 6
"""A player and the bank take so many cards more at most."""


def trace_of(hand: HandView) -> Trace:
    """What everybody sees of a hand that isn't shown whole."""
    up = [card for card, is_up in zip(hand.cards, hand.is_face_up, strict=True) if is_up and card is not None]
    first = value_of(up[0]) if hand.is_face_up[0] else None
    twisted = tuple(value_of(card) for card in up[first is not None :])
    bought = max(len(hand.cards) - 2 - len(twisted), 0)
    return Trace(first, bought, twisted)


def hands(view: PontoonView) -> Iterator[tuple[Seat, int, HandView]]:
    """All hands of the players: whose, and which of theirs."""
    for box in view.boxes:
        for index, hand in enumerate(box.hands):
            yield box.seat, index, hand


def public_pool(view: PontoonView, own: Sequence[Card], seen: Sequence[Card]) -> Floats:
    """How many cards of each value not everybody has seen.

    `own` are those that only this seat sees, and `seen` are remembered from earlier deals, the latest last: they lie
    under the pack in this order, so that where too few others are left the first of them come again.
    """
    bank = known(view.bank) if view.phase is Phase.BANKER else ()
    open_cards = [*bank]
    dealt, hidden = len(view.bank), len(view.bank) - len(bank)
    for _, _, hand in hands(view):
        up = [card for card, is_up in zip(hand.cards, hand.is_face_up, strict=True) if is_up and card is not None]
        open_cards += up
        dealt += 0 if hand.end is End.BUST else len(hand.cards)
        hidden += len(hand.cards) - len(up)
    packs = -(-(dealt + view.cards_left) // _ONE_PACK)
    whole = packs * np.array([_OF_EACH] * (VALUES - 1) + [4 * _OF_EACH], dtype=np.float64)
    needed = hidden + min(view.cards_left, _ENOUGH)
    under = _under_the_pack(seen, [*open_cards, *own], packs)
    lacking = needed - int((whole - value_counts([*open_cards, *under])).sum())
    pool = np.maximum(whole - value_counts([*open_cards, *under[max(lacking, 0) :]]), value_counts(own))
    return pool if pool.sum() >= needed else whole  # it is no usual pack


def _under_the_pack(seen: Sequence[Card], known_elsewhere: Sequence[Card], packs: int) -> list[Card]:
    """Those of `seen` that haven't come again, each as often as there is one, in their order."""
    copies = Counter(dict.fromkeys(seen, packs))
    copies.subtract(known_elsewhere)
    found = []
    for card in reversed(seen):
        if copies[card] > 0:
            copies[card] -= 1
            found.append(card)
    return found[::-1]


def facing(bank: BankModel, view: PontoonView, apart_from: tuple[Seat, int] | None) -> Facing:
    """What all hands that aren't bust mean to the bank, but for one of them."""
    together = bank.nobody()
    for seat, index, hand in hands(view):
        if (seat, index) != apart_from and hand.end is not End.BUST:
            together = together + _one(bank, view, hand)
    return together


def _one(bank: BankModel, view: PontoonView, hand: HandView) -> Facing:
    if hand.end is None and view.phase is not Phase.BANKER:
        return bank.facing_any(usual_ends() * hand.initial)
    guess = _SHOWN_PONTOON if hand.end is End.PONTOON else usual_guess(trace_of(hand))
    return bank.facing(Rival(guess, hand.initial + sum(hand.bought), hand.shot))


def held_by_others(view: PontoonView, seat: Seat, pool: Floats) -> Floats:
    """How many cards of each value the others who have played probably hold face down."""
    held = holdings()
    found = np.zeros(VALUES)
    ways = held.ways(pool[:, None])[:, 0]
    for owner, _, hand in hands(view):
        if owner == seat or hand.end is not End.STUCK:
            continue
        guess = usual_guess(trace_of(hand))
        likely = guess.weight * ways[guess.hidden]
        if likely.sum() > 0:
            found += (likely[:, None] * held.counts[guess.hidden]).sum(axis=0) / likely.sum()
    return found


def hidden_cards(box: BoxView) -> tuple[Card, ...]:
    """The cards of a box that only its player sees."""
    return tuple(
        card
        for hand in box.hands
        for card, is_up in zip(hand.cards, hand.is_face_up, strict=True)
        if card is not None and not is_up
    )
