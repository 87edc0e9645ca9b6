"""Hands of Blackjack in words and cards, at a table and in a guided deal alike."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.table.faces import CardText
from cogs.table.parts import lines
from games.blackjack import Hand, is_blackjack, total
from games.cards import Card
from i18n.words import Words


def dealer_text(cards: Sequence[Card], words: Words, card: CardText) -> str:
    """The dealer's cards in the order drawn, with the total, larger than the others."""
    best = total(cards).best
    shown = words("blackjack") if is_blackjack(cards) else str(best)
    bust = f", {words('bust')}" if best > 21 else ""
    return lines(f"**{words('Dealer')}**", large(f"{cards_text(cards, card)} = {shown}{bust}"))


def hand_text(hand: Hand, words: Words, card: CardText) -> str:
    """Cards, total, and how the hand is finished."""
    return " ".join(filter(None, [with_total(hand, words, card), _state(hand, words)]))


def with_total(hand: Hand, words: Words, card: CardText) -> str:
    """Cards and total."""
    return f"{cards_text(hand.cards, card)} = **{_shown(hand, words)}**"


def hand_in_turn(hand: Hand, words: Words, card: CardText) -> str:
    """Cards and total of the hand that is being played, larger than the others."""
    return large(f"{cards_text(hand.cards, card)} = {_shown(hand, words)}")


def cards_text(cards: Sequence[Card], card: CardText) -> str:
    """Cards in the order they came."""
    return " ".join(map(card, cards))


def large(text: str) -> str:
    """A line that stands out, its cards too."""
    return f"# {text}"


def _shown(hand: Hand, words: Words) -> str:
    best, soft = hand.total
    if hand.blackjack:
        return words("blackjack")
    return f"{best - 10}/{best}" if soft and not hand.done else str(best)


def _state(hand: Hand, words: Words) -> str:
    best = hand.total.best
    if hand.surrendered:
        return words("surrendered")
    if hand.bust:
        return words("bust")
    if hand.doubled:
        return words("doubled")
    return words("stands") if hand.done and best < 21 else ""
