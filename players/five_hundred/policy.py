"""A quick sound way to play out a contract of tricks, for many deals at once.

It knows what a player at the table knows: its own hand, what has been played and who is with whom. It draws trumps
from the top, cashes what nobody can beat, wins as cheaply as it can, plays low to its partner's winner and throws its
least useful card.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from games.cards import JOKER
from players.five_hundred.lanes import Lanes
from players.five_hundred.layout import NO_SUIT, Bits, CardLayout, Flags, above, highest, lowest, place

Move: TypeAlias = tuple[Bits, Bits | None]
"""A card in each lane, and the numbers of the suits named where a free joker leads."""

_WORST = -1000


def choose(lanes: Lanes) -> Move:
    """What whoever's turn it is plays in each lane."""
    hand = lanes.hand()
    unseen = (lanes.in_play & ~hand) | np.where(lanes.turn == lanes.contractor, 0, lanes.out)
    if not lanes.count:
        return _lead(lanes, hand, unseen)
    return _follow(lanes, hand, unseen), None


# To another's lead.


def _follow(lanes: Lanes, hand: Bits, unseen: Bits) -> Bits:
    legal = lanes.legal(hand)
    friend_wins = ((lanes.friends[lanes.turn, lanes.index] >> lanes.winner) & 1) == 1
    winning = legal & lanes.wins & above(lanes.best)
    cheapest = lowest(winning)
    follows = (hand & lanes.follow) != 0
    low = lowest(legal)
    free = np.flatnonzero(~follows)
    low[free] = _thrown(lanes.layout, hand[free], legal[free], unseen[free])
    if lanes.count == len(lanes.playing) - 1:
        return np.where(friend_wins | (winning == 0), low, cheapest)
    suited = winning & lanes.follow
    best, sure = _cheapest_equal(suited, unseen, lanes)
    active = np.where(follows, best, cheapest)
    if lanes.count == 1:
        active = np.where(
            (follows & ~sure) | ((active == lanes.layout.bit[JOKER]) & (lanes.layout.trump != 0)), low, active
        )
    safe = (unseen & lanes.follow & above(lanes.best)) == 0
    trusts = friend_wins & (safe | ~follows)
    return np.where(trusts | (winning == 0) | (follows & (suited == 0)), low, active)


def _cheapest_equal(suited: Bits, unseen: Bits, lanes: Lanes) -> tuple[Bits, Flags]:
    """The lowest of those cards that are as good as the highest of `suited`, and whether nobody can beat it."""
    top = highest(suited)
    between = highest(unseen & lanes.follow & (top - 1))
    equal = lowest(np.where(between == 0, suited, suited & above(between)))
    return equal, (suited != 0) & ((unseen & (lanes.follow | lanes.layout.joker) & above(top)) == 0)


def _thrown(layout: CardLayout, hand: Bits, legal: Bits, unseen: Bits) -> Bits:
    """The least useful card when the suit led is out: low, and not what guards a high one."""
    cost, card = np.full(hand.size, 10_000), lowest(legal)
    for suit in layout.suits:
        if suit == layout.trump:
            continue
        cards = hand & suit
        low = lowest(cards)
        length = np.bitwise_count(cards).astype(np.int64)
        higher = np.bitwise_count(unseen & suit & above(low)).astype(np.int64)
        over_top = np.bitwise_count(unseen & suit & above(highest(cards))).astype(np.int64)
        lower = np.bitwise_count(unseen & suit & (low - 1)).astype(np.int64)
        price = 4 * lower - 2 * length + np.where(higher == 0, 40, 0)
        price += np.where((length == over_top + 1) & (over_top < 3) & (length > 1), 14 - 3 * over_top, 0)
        better = (cards != 0) & (price < cost)
        cost, card = np.where(better, price, cost), np.where(better, low, card)
    return card


# The lead.


def _lead(lanes: Lanes, hand: Bits, unseen: Bits) -> Move:
    layout = lanes.layout
    attacks = ((lanes.friends[lanes.contractor, lanes.index] >> lanes.turn) & 1) == 1
    size = lanes.size
    score, card = np.full(size, _WORST), lowest(lanes.legal(hand))
    trumps_out = (unseen & layout.trump) != 0
    for suit in layout.suits:
        cards = hand & suit
        top, low = highest(cards), lowest(cards)
        rest = unseen & suit
        length = np.bitwise_count(cards).astype(np.int64)
        master = (rest & above(top)) == 0
        if suit == layout.trump:
            worth = np.where(trumps_out, np.where(master, 100, np.where(length >= 3, 65, 12)), 20)
            worth = np.where(attacks, worth, np.where(master & trumps_out, 20, 2))
            lead = np.where(master | ~trumps_out, top, low)
        else:
            worth = np.where(master, 60 - length, 25 + 2 * length)
            lead = np.where(master, top, low)
        better = (cards != 0) & (worth > score)
        score, card = np.where(better, worth, score), np.where(better, lead, card)
    if not layout.joker:
        return card, None
    return _with_joker(lanes, hand, score, card)


def _with_joker(lanes: Lanes, hand: Bits, score: Bits, card: Bits) -> Move:
    """The lead, or the free joker just before it may not be led any more, and near the end."""
    layout, size = lanes.layout, lanes.size
    named, longest = np.full(size, NO_SUIT), np.full(size, -1)
    for number, suit in enumerate(layout.suits):
        length = np.bitwise_count(hand & suit).astype(np.int64)
        better = (((lanes.led >> number) & 1) == 0) & (length > longest)
        named, longest = np.where(better, number, named), np.where(better, length, longest)
    suits_led = np.bitwise_count(lanes.led)
    chosen = np.maximum(layout.suit_at[place(card)], 0)
    closes_the_last = (suits_led == 3) & (((lanes.led >> chosen) & 1) == 0)
    due = closes_the_last | (lanes.left <= 2)
    leads = ((hand & layout.joker) != 0) & lanes.may_lead_joker() & (due | (score == _WORST))
    return np.where(leads, layout.joker, card), named
