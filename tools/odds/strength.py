"""The figures of `strength`, made anew: `python -m tools.odds.strength`.

For each number of players the first seat plays a contract in many random deals, by the quick policy; least squares
finds what each feature of its ten cards brought in tricks.
"""

from __future__ import annotations

import sys

import numpy as np

from games.cards import Suit
from games.five_hundred.five_hundred_options import Options
from games.five_hundred.packs import HAND, chairs
from players.five_hundred.contracts import called_by_habit, kept
from players.five_hundred.lanes import Lanes
from players.five_hundred.layout import Bits
from players.five_hundred.positions import friends, play_out
from players.five_hundred.strength import Numbers, features, layout_of

_DEALS = 60_000


def dealt(players: int, trump: Suit | None, random: np.random.Generator) -> Bits:
    """Random hands by chair and deal, the kitty last."""
    bits = layout_of(players, trump).bits
    order = np.argsort(random.random((_DEALS, len(bits))), axis=1)
    ends = [*range(HAND, HAND * chairs(players) + 1, HAND), len(bits)]
    starts = [0, *ends[:-1]]
    piles = [np.bitwise_or.reduce(bits[order[:, a:b]], axis=1) for a, b in zip(starts, ends, strict=True)]
    return np.stack(piles)


def tricks(players: int, trump: Suit | None, piles: Bits) -> Bits:
    """The tricks of the first seat's side when it plays the contract."""
    cards, options = layout_of(players, trump), Options(players=players)
    thirteen = piles[0] | piles[-1]
    hands = piles[:players].copy()
    hands[0] = kept(cards, thirteen)
    none = np.zeros(_DEALS, np.int64)
    together = called_by_habit(options, cards, none, hands)
    state = Lanes(
        layout=cards,
        playing=tuple(options.seats),
        hands=hands,
        friends=friends(players, together),
        contractor=none,
        turn=none,
        out=np.bitwise_or.reduce(piles[players:-1], axis=0, initial=0) | (thirteen ^ hands[0]),
        led=none,
        won=np.zeros((players, _DEALS), np.int64),
        left=HAND,
    )
    play_out(state)
    total: Bits = np.sum([np.where((together >> s) & 1, state.won[s], 0) for s in options.seats], axis=0)
    return total


def fitted(players: int, trump: Suit | None) -> tuple[Numbers, float]:
    """The figures, and how far tricks lie from them (standard deviation)."""
    piles = dealt(players, trump, np.random.default_rng(players))
    columns = np.stack([np.ones(_DEALS), *features(players, trump, piles[0])], axis=1)
    won = tricks(players, trump, piles)
    figures = np.linalg.lstsq(columns, won, rcond=None)[0]
    return figures, float((won - columns @ figures).std())


def main() -> int:
    """Print all figures."""
    for trump in (Suit.HEARTS, None):
        print("trumps" if trump else "no trumps")
        for players in range(2, 7):
            figures, spread = fitted(players, trump)
            print(f"    {players}: ({', '.join(f'{figure:.2f}' for figure in figures)}),  # ± {spread:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
