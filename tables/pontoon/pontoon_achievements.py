"""What can be achieved at Pontoon, and who has done so in a finished deal."""

from __future__ import annotations

from collections.abc import Iterator

from games.core import Phrase, Seat
from games.pontoon import HandOutcome, HandRank, Line, Pontoon, worth
from tables.achievements import Achievement

PONTOON = Achievement("pontoon", "👑", Phrase("Nothing beats it"), Phrase("Had a pontoon."))
BANKERS_PONTOON = Achievement(
    "pontoon_banker", "🏦", Phrase("The bank strikes back"), Phrase("Held the bank and had a pontoon.")
)
FIVE_CARD_TRICK = Achievement("pontoon_five_cards", "🖐️", Phrase("A full hand"), Phrase("Made a five-card trick."))
KITTY = Achievement("pontoon_kitty", "🐈", Phrase("Cat burglar"), Phrase("Shot for the whole kitty and won it."))
AGAINST_ALL = Achievement(
    "pontoon_against_all",
    "🦈",
    Phrase("No mercy"),
    Phrase("Held the bank against three or more players, and beat every hand."),
)
THREE_HANDS = Achievement(
    "pontoon_three_hands", "🌱", Phrase("Branching out"), Phrase("Split into three hands or more, and all of them won.")
)
ACHIEVEMENTS = (PONTOON, BANKERS_PONTOON, FIVE_CARD_TRICK, KITTY, AGAINST_ALL, THREE_HANDS)
MANY = 3
"""Players, or hands of a split."""


def achieved(played: Pontoon, kitty: int) -> Iterator[tuple[Seat, Achievement]]:
    """By seat, the banker's included; the `kitty` held so many chips when the deal began."""
    lines = played.lines
    for box in played.table.boxes:
        own = [line for line in lines if line.seat == box.seat]
        yield from ((box.seat, achievement) for achievement in _by_hands(own))
        if kitty and not played.table.kitty and sum(line.shot_net for line in own) >= kitty:
            yield box.seat, KITTY
    banker, bank = played.table.bank.seat, worth(played.table.bank.cards).kind
    if bank is HandRank.PONTOON:
        yield banker, BANKERS_PONTOON
    if bank is HandRank.FIVE_CARD_TRICK:
        yield banker, FIVE_CARD_TRICK
    if len(played.table.boxes) >= MANY and all(line.outcome is not HandOutcome.WIN for line in lines):
        yield banker, AGAINST_ALL


def _by_hands(own: list[Line]) -> Iterator[Achievement]:
    kinds = {line.worth.kind for line in own}
    if HandRank.PONTOON in kinds:
        yield PONTOON
    if HandRank.FIVE_CARD_TRICK in kinds:
        yield FIVE_CARD_TRICK
    if len(own) >= MANY and all(line.outcome is HandOutcome.WIN for line in own):
        yield THREE_HANDS
