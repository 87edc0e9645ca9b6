"""What can be achieved at Pok Deng, and who has done so in a finished round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.core import Phrase, Seat
from games.pok_deng import PLAYERS, BetKind, PokDeng, Result, Value
from tables.achievements import PAIR, Achievement

DOUBLE_NINE = Achievement(
    "pok_deng_double_nine", "9️⃣", Phrase("Nine, paid twice"), Phrase("Bet on a 9 that won double.")
)
NINE_TO_EIGHT = Achievement(
    "pok_deng_nine_to_eight", "🤏", Phrase("By a single point"), Phrase("Beat the Banker's 8 with a 9.")
)
SWEEP = Achievement(
    "pok_deng_sweep", "🧹", Phrase("Clean sweep"), Phrase("Bet on all five hands of a round, and all five won.")
)
ACHIEVEMENTS = (DOUBLE_NINE, NINE_TO_EIGHT, SWEEP)
DOUBLE = 2


def achieved(played: PokDeng) -> Iterator[tuple[Seat, Achievement]]:
    """By seat."""
    hands_won: Counter[Seat] = Counter()
    for line in played.lines:
        if line.outcome is not Result.WIN:
            continue
        if line.kind is BetKind.PAIR:
            yield line.seat, PAIR
            continue
        hands_won[line.seat] += 1
        if played.hands[line.hand].value is Value.NINE:
            if line.odds == DOUBLE:
                yield line.seat, DOUBLE_NINE
            if played.banker.value is Value.EIGHT:
                yield line.seat, NINE_TO_EIGHT
    yield from ((seat, SWEEP) for seat, won in hands_won.items() if won == PLAYERS)
