"""Contracts tried out before they are bid: who would win how many tricks, in each of many worlds, when the contractor
puts aside what it does without time to think.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from games.cards import Card, Rank
from games.core import Seat
from games.five_hundred.bids import SUITS
from games.five_hundred.five_hundred_options import Options
from games.five_hundred.packs import HAND, KITTY
from games.five_hundred.tricks import CardOrder
from players.five_hundred.knowledge import Knowledge
from players.five_hundred.layout import Bits, CardLayout, above, highest, layout, lowest
from players.five_hundred.positions import dealt, play_out
from players.five_hundred.worlds import Worlds

_MISERES = {
    False: {2: 0.9, 3: 0.1, 4: 0.3, 5: 0.5, 6: -0.1},
    True: {2: 0.9, 3: -0.2, 4: -0.2, 5: -0.4, 6: -0.3},
}
"""How much oftener misères are made than in playouts, as log odds: by whether they are open, and the players."""
_TRICKS = {
    False: {2: 0.3, 3: 0.1, 4: 0.1, 5: -0.2, 6: -0.3},
    True: {2: 0.1, 3: 0.1, 4: 0.2, 5: 0.0, 6: 0.2},
}
"""In suits (False) and no trumps: how many tricks more a contract brings its side than in playouts, at the bid."""
_STEPS = 4
_KEEP = 1000


def kept(layout: CardLayout, thirteen: Bits) -> Bits:
    """What is left of hands of thirteen cards when three are put aside."""
    hand = thirteen
    least = _most_dangerous if layout.order.is_misere else _least_useful
    for _ in range(KITTY):
        hand = hand ^ least(layout, hand, layout.all & ~thirteen)
    return hand


def _least_useful(layout: CardLayout, hand: Bits, unseen: Bits) -> Bits:
    """A low card of a short side suit; trumps, aces and guarded kings stay."""
    price = np.where(hand & layout.trump, _KEEP, 2 * _KEEP)
    card = lowest(np.where(hand & layout.trump, hand & layout.trump, hand))
    for suit in layout.suits:
        if suit == layout.trump:
            continue
        cards = hand & suit
        low = lowest(cards)
        length = np.bitwise_count(cards).astype(np.int64)
        over = np.bitwise_count(unseen & suit & above(low)).astype(np.int64)
        over_top = np.bitwise_count(unseen & suit & above(highest(cards))).astype(np.int64)
        cost = 20 - 2 * over + 5 * length
        cost += np.where(over == 0, 60, 0)
        cost += np.where((length > 1) & (length <= over_top + 1) & (over_top < 3), 12 - 3 * over_top, 0)
        better = (cards != 0) & (cost < price)
        price, card = np.where(better, cost, price), np.where(better, low, card)
    return card


def _most_dangerous(layout: CardLayout, hand: Bits, unseen: Bits) -> Bits:
    """The card that is likeliest to win a trick: a free joker, or a high one with no low ones below it."""
    worst, card = np.full(hand.shape, -_KEEP), lowest(hand)
    for suit in layout.suits:
        cards = hand & suit
        top, low = highest(cards), lowest(cards)
        below = np.bitwise_count(unseen & suit & (top - 1)).astype(np.int64)
        floor = np.bitwise_count(unseen & suit & (low - 1)).astype(np.int64)
        danger = below + 3 * floor - 2 * np.bitwise_count(cards).astype(np.int64)
        more = (cards != 0) & (danger > worst)
        worst, card = np.where(more, danger, worst), np.where(more, top, card)
    return np.where(hand & layout.joker, layout.joker, card) if layout.joker else card


_CALLABLE = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.TEN)


@dataclass(frozen=True)
class Playout:
    """How a contract went: the tricks `won` by seat and world, and who played it `together`, as sets of seats."""

    won: Bits
    together: Bits

    @property
    def taken(self) -> Bits:
        """The tricks of those who played it."""
        total = np.zeros(self.won.shape[1], np.int64)
        for seat, tricks in enumerate(self.won):
            total += np.where((self.together >> seat) & 1, tricks, 0)
        return total


def tried(
    knowledge: Knowledge, worlds: Worlds, order: CardOrder, seats: Sequence[Seat], *, is_open: bool = False
) -> dict[Seat, Playout]:
    """How a contract of `order` goes in each world for each of `seats`, who takes the kitty and leads."""
    options, cards = knowledge.view.options, layout(knowledge.players, order)
    dealt = worlds.hands(cards)
    kitty = worlds.pile(cards, knowledge.aside)
    dead = worlds.pile(cards, options.players) if options.players == 2 else np.zeros_like(kitty)
    hands, out = [], []
    for seat in seats:
        thirteen = dealt[seat] | kitty
        hand = kept(cards, thirteen)
        changed = dealt.copy()
        changed[seat] = hand
        if order.is_misere:
            changed[list(options.partners(seat))] = 0
        hands.append(changed)
        out.append((thirteen ^ hand) | dead)
    alone = order.is_misere and options.sides < options.players
    found: dict[Seat, Playout] = {}
    for group in [[at] for at in range(len(seats))] if alone else [list(range(len(seats)))]:
        changed = np.concatenate([hands[at] for at in group], axis=1)
        aside = np.concatenate([out[at] for at in group])
        found |= _played(knowledge, cards, [seats[at] for at in group], changed, aside, is_open=is_open)
    return found


def _played(
    knowledge: Knowledge, cards: CardLayout, seats: Sequence[Seat], hands: Bits, out: Bits, *, is_open: bool
) -> dict[Seat, Playout]:
    options, size = knowledge.view.options, hands.shape[1] // len(seats)
    contractor = np.repeat(np.array(seats, dtype=np.int64), size)
    is_misere = cards.order.is_misere
    idle = options.partners(seats[0]) if is_misere else ()
    together = called_by_habit(options, cards, contractor, hands)
    state = dealt(cards, idle, hands, together, contractor, out, is_open=is_open)
    play_out(state)
    trials = {
        seat: Playout(state.won[:, at * size : (at + 1) * size], together[at * size : (at + 1) * size])
        for at, seat in enumerate(seats)
    }
    if is_misere:
        shift = _MISERES[is_open][options.players]
        return {seat: _caught_as_often(trial, seat, shift) for seat, trial in trials.items()}
    shift = _TRICKS[cards.order.trump is None][options.players]
    return {seat: _with_tricks(trial, shift) for seat, trial in trials.items()}


def _caught_as_often(trial: Playout, seat: Seat, shift: float) -> Playout:
    """`trial` of a misère of `seat` that is made oftener: by `shift`, a difference in log odds."""
    is_made = trial.won[seat] == 0
    share = float(is_made.mean())
    wanted = share * np.exp(shift) / (1 - share + share * np.exp(shift))
    change = round((wanted - share) * len(is_made))
    among = np.flatnonzero(is_made == (change < 0))
    won = trial.won.copy()
    won[seat, _spread(among, abs(change))] = change < 0
    return Playout(won, trial.together)


def trusted(trial: Playout, tricks: int, share: float) -> Playout:
    """`trial` with as many tricks more as it takes for at least that share of the worlds to bring so many `tricks`."""
    for _ in range(HAND * _STEPS):
        if (trial.taken >= tricks).mean() >= share:
            break
        trial = _with_tricks(trial, 1 / _STEPS)
    return trial


def _with_tricks(trial: Playout, more: float) -> Playout:
    """`trial` with so many tricks more for those who play the contract, on average; below 0 so many fewer."""
    number = np.arange(trial.won.shape[1])
    plays = ((trial.together >> np.arange(len(trial.won))[:, None]) & 1) == 1
    from_, to = (~plays, plays) if more > 0 else (plays, ~plays)
    loser, winner = (np.where(side, trial.won, -1).argmax(axis=0) for side in (from_, to))
    moves = _spread(np.flatnonzero(trial.won[loser, number] > 0), round(abs(more) * len(number)))
    won = trial.won.copy()
    won[loser[moves], moves] -= 1
    won[winner[moves], moves] += 1
    return Playout(won, trial.together)


def _spread(numbers: Bits, count: int) -> Bits:
    """So many of `numbers`, evenly spread; all where there are not as many."""
    count = min(count, len(numbers))
    return numbers[np.arange(count) * len(numbers) // max(count, 1)]


def called_by_habit(options: Options, cards: CardLayout, contractor: Bits, hands: Bits) -> Bits:
    """Who plays the contract; among five also whoever holds the highest card that is missing and can be called."""
    sides = np.array([sum(1 << other for other in (seat, *options.partners(seat))) for seat in options.seats])
    together: Bits = sides[contractor]
    if options.players != 5 or cards.order.is_misere:
        return together
    own = hands[contractor, np.arange(hands.shape[1])]
    found = np.zeros(hands.shape[1], dtype=np.bool_)
    trump = cards.order.trump
    for rank in _CALLABLE:
        for suit in (trump,) if trump else SUITS:
            bit = cards.bit[Card(rank, suit)]
            for seat in options.seats:
                holds = ~found & ((hands[seat] & bit) != 0) & ((own & bit) == 0)
                together = np.where(holds, together | (1 << seat), together)
                found |= holds
    return together
