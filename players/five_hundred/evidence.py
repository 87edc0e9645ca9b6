"""How well hands fit what was bid with them, and the cards that have been played.

Who bids has what it takes, who passes hasn't more than that. Nobody is believed entirely: people bid for reasons of
their own, so even the least fitting hand keeps a share. Most people mostly play what is sound: the deal is played again
in each world, and where somebody played another card than the quick policy would have, the world counts less.
"""

from __future__ import annotations

import numpy as np

from games.cards import JOKER, Suit
from games.core import Seat
from games.five_hundred.bids import CALLS, Bid, CallKind
from players.five_hundred import conventions, misere, policy
from players.five_hundred.knowledge import Knowledge
from players.five_hundred.lanes import Lanes
from players.five_hundred.layout import Bits, CardLayout, Flags
from players.five_hundred.positions import at_the_first_lead
from players.five_hundred.strength import DENOMINATIONS, Numbers, layout_of, worth
from players.five_hundred.worlds import Worlds

_DOUBT = 0.04
"""The share that a hand keeps which doesn't fit at all."""
_UNKEPT = -1.5
"""What it does to the logarithm of a world's weight that a partner's hand hasn't what its bid shows."""
_SPREAD = 0.7
"""In tricks: how much people differ in what they bid with the same hand."""
_KITTY_HELPED = 0.7
"""In tricks: how much better the ten cards that a contractor kept look than those that were bid with."""


def weights(knowledge: Knowledge, worlds: Worlds) -> Numbers:
    """The logarithm of how well each world fits all that the others have bid and played."""
    return _by_bids(knowledge, worlds) + _by_plays(knowledge, worlds)


def _by_bids(knowledge: Knowledge, worlds: Worlds) -> Numbers:
    """The logarithm of how well each world fits all that the others have bid."""
    total = np.zeros(worlds.size)
    held: dict[Seat, Numbers] = {}
    for seat, bid, standing in knowledge.bids():
        if seat == knowledge.seat:
            continue
        if seat not in held:
            held[seat] = tricks(knowledge, worlds, seat)
        fits = _passed(held[seat], standing) if bid is None else _bid(knowledge, worlds, seat, held[seat], bid)
        total += np.log(_DOUBT + (1 - _DOUBT) * fits)
    return total + _by_conventions(knowledge, worlds) if knowledge.conventions else total


def _by_conventions(knowledge: Knowledge, worlds: Worlds) -> Numbers:
    """The logarithm of how well each world fits what partners show by their bids."""
    total, options, bids = np.zeros(worlds.size), knowledge.view.options, knowledge.view.bids
    for at, said in enumerate(bids):
        if said.bid and not said.unseen and said.seat in options.partners(knowledge.seat):
            trump = said.bid.call.trump
            if shown := conventions.shown(options, bids[:at], said.seat, said.bid.call):
                length, cards = shown
                hands, layout = _dealt(knowledge, worlds, said.seat, trump), layout_of(knowledge.players, trump)
                has = ((hands & layout.mask(cards)) != 0) | (np.bitwise_count(hands & layout.trump) >= length)
                total += np.where(has, 0.0, _UNKEPT)
    return total


def _dealt(knowledge: Knowledge, worlds: Worlds, seat: Seat, trump: Suit | None) -> Bits:
    layout = layout_of(knowledge.players, trump)
    played = layout.mask(card for card, by in knowledge.played.items() if by == seat)
    return worlds.pile(layout, seat) | played


def tricks(knowledge: Knowledge, worlds: Worlds, seat: Seat) -> Numbers:
    """The tricks that the seat's hand is worth, by denomination and world."""
    found = np.stack(
        [worth(knowledge.players, trump, _dealt(knowledge, worlds, seat, trump)) for trump in DENOMINATIONS]
    )
    contract = knowledge.view.contract
    took_kitty = contract is not None and contract.seat == seat and not contract.bid.sans
    return found - _KITTY_HELPED if took_kitty else found


def _certain(tricks: Numbers) -> Numbers:
    """From tricks too many or too few to how likely the bid is."""
    likely: Numbers = 1 / (1 + np.exp(-tricks / (_SPREAD / 1.7)))
    return likely


def _bid(knowledge: Knowledge, worlds: Worlds, seat: Seat, tricks: Numbers, bid: Bid) -> Numbers:
    call = bid.call
    if call.kind is not CallKind.TRICKS:
        return _low(knowledge, worlds, seat)
    number = DENOMINATIONS.index(call.trump)
    enough = _certain(tricks[number] - min(call.tricks, 8) + 0.5)
    return enough * _certain(tricks[number] - tricks.max(axis=0) + 0.6)


def _low(knowledge: Knowledge, worlds: Worlds, seat: Seat) -> Numbers:
    """How well hands are suited to a misère: no joker, and something low in every suit."""
    layout = layout_of(knowledge.players, None)
    hand = _dealt(knowledge, worlds, seat, None)
    danger = np.where(hand & layout.bit[JOKER], 2.0, 0.0)
    for suit in layout.suits:
        low = hand & suit
        low = low & -low
        danger += 0.35 * np.bitwise_count((layout.all & suit & ~hand) & np.maximum(low - 1, 0))
    return _certain(1.0 - danger)


def _passed(tricks: Numbers, standing: Bid | None) -> Numbers:
    rank = standing.call.rank if standing else -1
    spare = np.full(tricks.shape[1], -10.0)
    for number, trump in enumerate(DENOMINATIONS):
        needed = next((c.tricks for c in CALLS if c.rank > rank and c.tricks and c.trump is trump), None)
        if needed is not None:
            spare = np.maximum(spare, tricks[number] - needed)
    return 1 - _certain(spare - 0.3)


_ODD, _ODD_IN_MISERE = -0.6, -0.2
"""What a card that the policy wouldn't play does to the logarithm of a world's weight. Against the sound player -1
would find cards best; people differ more."""


def _by_plays(knowledge: Knowledge, worlds: Worlds) -> Numbers:
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


def _same(state: Lanes, cards: CardLayout, played: Bits, chosen: Bits) -> Flags:
    """Whether two cards of a hand are as good as each other: of one suit, and no other hand has one between them."""
    low, high = np.minimum(played, chosen), np.maximum(played, chosen)
    others = state.in_play & ~state.hand()
    between = others & (high - 1) & -(low << 1)
    same_suit = np.zeros(played.shape, dtype=np.bool_)
    for suit in cards.suits:
        same_suit |= ((played & suit) != 0) & ((chosen & suit) != 0)
    same: Flags = (played == chosen) | (same_suit & (between == 0))
    return same
