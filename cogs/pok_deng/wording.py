"""Pok Deng in words: the ten bets, what a hand is, and why it won, lost or tied."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from cogs.table.faces import CardText
from games.cards import Suit
from games.core import Phrase
from games.pok_deng import BetKind, Hand, Reason, Result, Spot, compare
from i18n.words import Words

_TWO_OF = {
    Suit.CLUBS: Phrase("two clubs"),
    Suit.DIAMONDS: Phrase("two diamonds"),
    Suit.HEARTS: Phrase("two hearts"),
    Suit.SPADES: Phrase("two spades"),
}


@lru_cache(4_096)
def player(hand: int, words: Words) -> str:
    """A Player's name where there is little room: P1."""
    return words("P{number}", number=hand + 1)


@lru_cache(4_096)
def short_name(spot: Spot, words: Words) -> str:
    """One of the ten bets where there is little room: P1, P1 Pair."""
    if spot.kind is BetKind.PAIR:
        return words("P{number} Pair", number=spot.hand + 1)
    return player(spot.hand, words)


def spot_name(spot: Spot, words: Words) -> str:
    """The name of one of the ten bets."""
    if spot.kind is BetKind.PAIR:
        return words("Player {number} Pair", number=spot.hand + 1)
    return words("Player {number}", number=spot.hand + 1)


def by_hand(bets: Mapping[Spot, int]) -> list[tuple[Spot, int]]:
    """Bets in the order in which people read them: hand by hand, a Pair after its hand."""
    return sorted(bets.items(), key=lambda bet: (bet[0].hand, bet[0].kind is BetKind.PAIR))


def cards_text(hand: Hand, card: CardText) -> str:
    """The two cards."""
    return " ".join(map(card, hand.cards))


def pattern_text(hand: Hand, words: Words) -> str:
    """What makes the hand pay double; empty when nothing does."""
    terms = [words.said(term) for term in hand.terms]
    if hand.flush and hand.value.combination is None:
        suit = hand.cards[0].suit
        assert suit is not None
        terms[0] = words.said(_TWO_OF[suit])
    return ", ".join(terms)


def result_text(hand: Hand, banker: Hand, words: Words, card: CardText) -> str:
    """A hand, and why bets on it won, lost or tied; at last a Pair, whose bet won whatever the hand did."""
    pattern, value, verdict = pattern_text(hand, words), str(banker.value), compare(hand, banker)
    described = f"{cards_text(hand, card)} **{hand.value}**{f', {pattern}' if pattern else ''}"
    match verdict.result, verdict.reason:
        case Result.TIE, _:
            text = words("{hand}: ties", hand=described)
        case Result.WIN, Reason.BANKER_0_OR_6:
            text = words("{hand}: **pays only 1:1**, the Banker has {banker}", hand=described, banker=value)
        case Result.WIN, Reason.NO_PATTERN:
            text = words("{hand} beats {banker}: **pays 1:1**", hand=described, banker=value)
        case Result.WIN, _:
            text = words("{hand}: deng, **pays 2:1**", hand=described)
        case _ if verdict.odds > 1:
            text = words("{hand}: loses double to {banker}", hand=described, banker=value)
        case _:
            text = words("{hand}: loses to {banker}", hand=described, banker=value)
    return f"{text} · {words('Pair 11:1')}" if hand.pair else text


def banker_text(banker: Hand, words: Words, card: CardText) -> str:
    """The Banker's hand as a heading, and what its pattern means."""
    pattern = pattern_text(banker, words)
    described = words("# {cards} Banker {value}", cards=cards_text(banker, card), value=str(banker.value))
    if not pattern:
        return described
    return f"{described}\n{words('{pattern}: deng, wins double', pattern=pattern)}"
