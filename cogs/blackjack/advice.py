"""Why a move at Blackjack is the best one, in a sentence: in guided deals and in hints."""

from __future__ import annotations

from cogs.table.faces import CardText
from games.blackjack import Hand, Move
from games.cards import Card
from games.core import Phrase
from i18n.words import Words

_WEAK = range(2, 7)
"""The pips of a dealer's card with which going over 21 is likely."""


def why_text(best: Move, hand: Hand, dealer: Card, words: Words, cards: CardText) -> str:
    """Why `best` is what most would do with `hand` when the dealer shows that card."""
    return words.said(_why(best, hand, dealer), total=hand.total.best, shown=cards(dealer))


def _why(best: Move, hand: Hand, dealer: Card) -> Phrase:
    total, is_soft = hand.total
    match best:
        case Move.SPLIT:
            return Phrase("two hands that begin with one of these are worth more than {total}.")
        case Move.DOUBLE:
            return Phrase(
                "with {total} against {shown} you win more often than not, so bet as much again for one last card."
            )
        case Move.SURRENDER:
            return Phrase("{total} against {shown} loses more than half its bet on average.")
        case Move.STAND if total >= 17 and not is_soft:
            return Phrase("another card would probably take {total} over 21.")
        case Move.STAND if dealer.rank.pips in _WEAK and not is_soft:
            return Phrase("against {shown} the dealer must draw and often goes over 21. Don't go first.")
        case Move.STAND:
            return Phrase("{total} is good enough against {shown}.")
        case _ if is_soft:
            return Phrase("your ace counts 11 or 1, so one more card can't take you over 21.")
        case _ if total <= 11:
            return Phrase("one more card can't take {total} over 21.")
        case _:
            return Phrase("the dealer draws to 17 or more, and against {shown} {total} mostly loses as it is.")
