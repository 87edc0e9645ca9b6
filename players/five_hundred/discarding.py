"""Which three cards to put aside, and among five with whom to play.

Both are decided before the first lead: each way is played out in the same worlds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from games.cards import Card, Rank
from games.five_hundred.five_hundred_options import FivePartner
from games.five_hundred.moves import CallCard, ChoosePartner, Put, Say
from games.five_hundred.packs import KITTY
from games.five_hundred.partner import PartnerCall
from players.five_hundred.contracts import called_by_habit
from players.five_hundred.knowledge import Knowledge
from players.five_hundred.layout import Bits
from players.five_hundred.playing import the_contract
from players.five_hundred.positions import friends, lanes, play_out, repeated
from players.five_hundred.weighing import WeighedOption, outcomes
from players.five_hundred.worlds import Worlds

_LIKELY = 8
"""So many cards are thought of for the discard, the least useful ones."""


def puts(knowledge: Knowledge) -> list[Put]:
    """The discards worth a thought, those that look best first."""
    hand = knowledge.view.hand or ()
    price = _prices(knowledge, hand)
    least = sorted(hand, key=price.__getitem__)[:_LIKELY]
    sets = sorted(combinations(least, KITTY), key=lambda cards: sum(price[card] for card in cards))
    return [Put(frozenset(cards)) for cards in sets]


def _prices(knowledge: Knowledge, hand: Sequence[Card]) -> dict[Card, float]:
    """How much one would rather keep each card."""
    cards, order = knowledge.layout, knowledge.order
    mask = cards.mask(hand)
    price: dict[Card, float] = {}
    for card in hand:
        bit = cards.bit[card]
        number = cards.suit_at[bit.bit_length() - 1]
        suit = (*cards.suits, cards.joker)[number] if number >= 0 else cards.joker
        own, unseen = mask & suit, cards.all & ~mask & suit
        under, over = (unseen & (bit - 1)).bit_count(), (unseen & ~(bit | (bit - 1))).bit_count()
        if order.is_misere and suit == cards.joker:
            price[card] = -1000
        elif order.is_misere:
            price[card] = -under - 3 * (unseen & ((own & -own) - 1)).bit_count() + (own & (bit - 1)).bit_count()
        elif suit == cards.joker or suit == cards.trump:
            price[card] = 1000 + bit.bit_length()
        else:
            length = own.bit_count()
            price[card] = 5 * length - 2 * over + (60 if over == 0 else 0)
            price[card] += 8 if over < min(length, 3) else 0
    return price


def weighed_puts(
    knowledge: Knowledge, worlds: Worlds, before: tuple[int, ...], each: Sequence[Put]
) -> list[WeighedOption]:
    """What each discard brings."""
    contract, cards = the_contract(knowledge), knowledge.layout
    state = repeated(lanes(knowledge, worlds, cards, contract), len(each))
    aside = np.repeat(np.array([cards.mask(put.cards) for put in each]), worlds.size)
    state.hands[contract.seat] &= ~aside
    state.in_play &= ~aside
    state.out = state.out | aside
    together = np.full(state.size, sum(1 << seat for seat in contract.side(knowledge.view.options)))
    if knowledge.players == 5 and not cards.order.is_misere:
        together = called_by_habit(knowledge.view.options, cards, state.contractor, state.hands)
        state.friends = friends(5, together)
    play_out(state)
    return outcomes(knowledge, before, contract, together, state.won, worlds.size)


def calls(knowledge: Knowledge) -> Iterator[PartnerCall]:
    """With whom to play: nobody, each player, or the highest cards of each suit that another may hold."""
    options, view = knowledge.view.options, knowledge.view
    yield Say.ALONE
    if options.five_partner is FivePartner.PLAYER:
        yield from (ChoosePartner(seat) for seat in options.seats if seat != knowledge.seat)
        return
    own = {*(view.hand or ()), *view.discards}
    for suit in dict.fromkeys(card.suit for card in knowledge.cards if card.suit):
        high = [Card(rank, suit) for rank in (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.TEN)]
        missing = [CallCard(card) for card in high if card not in own]
        yield from missing[: 3 if suit is knowledge.order.trump else 1]


def weighed_calls(
    knowledge: Knowledge, worlds: Worlds, before: tuple[int, ...], each: Sequence[PartnerCall]
) -> list[WeighedOption]:
    """What each partner brings."""
    contract, seat = the_contract(knowledge), knowledge.seat
    state = repeated(lanes(knowledge, worlds, knowledge.layout, contract), len(each))
    together = np.concatenate([_with(knowledge, worlds, call) | (1 << seat) for call in each])
    state.friends = friends(knowledge.players, together)
    play_out(state)
    return outcomes(knowledge, before, contract, together, state.won, worlds.size)


def _with(knowledge: Knowledge, worlds: Worlds, call: PartnerCall) -> Bits:
    match call:
        case ChoosePartner(seat):
            return np.full(worlds.size, 1 << seat)
        case CallCard(card):
            holder = worlds.owner[knowledge.cards.index(card)]
            return np.where(holder < knowledge.players, 1 << np.minimum(holder, knowledge.players - 1), 0)
        case _:
            return np.zeros(worlds.size, np.int64)
