"""What can be achieved at Five Hundred, and who has done so in a finished deal."""

from __future__ import annotations

from collections.abc import Iterator

from games.core import Phrase, Seat
from games.five_hundred import CallKind, DealResult, Score
from tables.achievements import Achievement

CONTRACT = Achievement("five_hundred_contract", "✍️", Phrase("As good as your word"), Phrase("Made a first contract."))
SLAM = Achievement("five_hundred_slam", "💥", Phrase("Ten out of ten"), Phrase("Won all ten tricks in a contract."))
SLAM_FROM_BEHIND = Achievement(
    "five_hundred_slam_from_behind", "🎢", Phrase("The turning point"), Phrase("Made a slam from behind.")
)
MISERE = Achievement(
    "five_hundred_misere", "🕳️", Phrase("Nothing to show for it"), Phrase("Bid a misère and lost every trick.")
)
OPEN_MISERE = Achievement(
    "five_hundred_open_misere", "🫣", Phrase("Nothing up your sleeve"), Phrase("Made Open Misère or Blind Misère.")
)
COMEBACK = Achievement(
    "five_hundred_comeback",
    "🪃",
    Phrase("The last laugh"),
    Phrase("Won a match after starting its last deal 200 points behind or more."),
)
ALL_IN_THE_RED = Achievement(
    "five_hundred_all_in_the_red", "📉", Phrase("In the red"), Phrase("Won a match and left every other side below 0.")
)
ACHIEVEMENTS = (CONTRACT, SLAM, SLAM_FROM_BEHIND, MISERE, OPEN_MISERE, COMEBACK, ALL_IN_THE_RED)
ALL_TRICKS = 10
FAR_BEHIND = 200
"""Points."""


def achieved(result: DealResult, before: Score) -> Iterator[tuple[Seat, Achievement]]:
    """By seat; `before` is the score of the match before the deal with this `result`."""
    contract, options = result.contract, before.options
    if contract is not None and result.made(options):
        behind = _behind(before, options.side_of(contract.seat))
        yield contract.seat, CONTRACT
        if contract.bid.call.is_misere:
            yield contract.seat, MISERE
        elif result.taken(options) == ALL_TRICKS:
            yield contract.seat, SLAM
            if behind > 0:
                yield contract.seat, SLAM_FROM_BEHIND
        if contract.bid.call.kind in (CallKind.OPEN, CallKind.BLIND):
            yield contract.seat, OPEN_MISERE
    after = before.after(result)
    others = [points for side, points in enumerate(after.points) if side not in after.winners]
    for seat in options.seats:
        side = options.side_of(seat)
        if side in after.winners:
            if _behind(before, side) >= FAR_BEHIND:
                yield seat, COMEBACK
            if max(others) < 0:
                yield seat, ALL_IN_THE_RED


def _behind(score: Score, side: int) -> int:
    """By how many points a side is behind the best of the others, 0 or less when it is not."""
    return max(points for other, points in enumerate(score.points) if other != side) - score.points[side]
