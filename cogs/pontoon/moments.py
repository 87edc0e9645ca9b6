"""What is rare in a deal of Pontoon, as lines of their own: for each of these the table turns gold."""

from __future__ import annotations

from collections.abc import Iterator

from data.people import Person
from games.cards import parse_cards
from games.pontoon import Kind, Outcome, worth
from i18n.words import Words
from tables.pontoon.last_deal import LastDeal

EVERYONE = 3
"""Players from whom a banker must win for it to be rare."""


def moments(last: LastDeal | None, words: Words) -> list[str]:
    """The lines about the last deal; none after most deals, nor before the first."""
    return [f"### {text}" for text in _moments(last, words)] if last is not None else []


def _moments(last: LastDeal, words: Words) -> Iterator[str]:
    banker, bank = Person(last.banker), worth(parse_cards(last.bank)).kind
    won = [hand for hand in last.hands if hand.line.outcome is Outcome.WIN]

    def people(kind: Kind) -> str:
        return words.people(dict.fromkeys(hand.person for hand in won if hand.line.worth.kind is kind))

    if bank is Kind.PONTOON:
        yield words("Pontoon for the banker, {banker}: everyone pays double", banker=banker)
        return
    if pontoons := people(Kind.PONTOON):
        yield words("Pontoon: {people}", people=pontoons)
    if tricks := people(Kind.FIVE_CARD_TRICK):
        yield words("Five-card trick: {people}", people=tricks)
    shooters = dict.fromkeys(hand.person for hand in won if hand.shot)
    if shooters and last.kitty == 0:
        yield words("Whole kitty won: {people}", people=words.people(shooters))
    if bank is Kind.FIVE_CARD_TRICK:
        yield words("Five-card trick for the banker, {banker}", banker=banker)
    if not won and len({hand.person for hand in last.hands}) >= EVERYONE:
        yield words("{banker} beats everyone", banker=banker)
