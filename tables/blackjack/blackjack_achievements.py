"""What can be achieved at Blackjack, and who has done so in a finished round."""

from __future__ import annotations

from collections.abc import Iterator

from games.blackjack import Blackjack, Box, LineKind, Outcome
from games.core import Phrase, Seat
from tables.achievements import PAIR, Achievement

BLACKJACK = Achievement("blackjack", "🃏", Phrase("Twenty-one at once"), Phrase("Had a blackjack."))
FIVE_CARDS = Achievement(
    "blackjack_five_cards", "🐢", Phrase("Slow and steady"), Phrase("Reached 21 with five cards or more.")
)
BOTH_HANDS = Achievement(
    "blackjack_both_hands", "✌️", Phrase("Two for one"), Phrase("Split a pair and won with both hands.")
)
BEHIND = Achievement(
    "blackjack_behind", "🔭", Phrase("A good eye"), Phrase("Bet behind a hand that turned out to be a blackjack.")
)
ACHIEVEMENTS = (BLACKJACK, FIVE_CARDS, BOTH_HANDS, BEHIND)
MANY = 5
"""Cards."""


def achieved(played: Blackjack) -> Iterator[tuple[Seat, Achievement]]:
    """By seat, those who bet behind included."""
    for box in played.boxes:
        yield from ((box.seat, achievement) for achievement in _by_hands(box))
    won: dict[Seat, int] = {}
    for line in played.lines:
        if line.kind is LineKind.PAIR and line.outcome is Outcome.WIN:
            yield line.seat, PAIR
        if line.kind is LineKind.HAND and line.seat != line.box and line.outcome is Outcome.BLACKJACK:
            yield line.seat, BEHIND
        if line.kind is LineKind.HAND and line.seat == line.box and line.outcome is Outcome.WIN:
            won[line.seat] = won.get(line.seat, 0) + 1
    yield from ((seat, BOTH_HANDS) for seat, hands in won.items() if hands > 1)


def _by_hands(box: Box) -> Iterator[Achievement]:
    for hand in box.hands:
        if hand.blackjack:
            yield BLACKJACK
        if hand.total.best == 21 and len(hand.cards) >= MANY:
            yield FIVE_CARDS
