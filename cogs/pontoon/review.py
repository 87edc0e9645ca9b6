"""What the coach says at Pontoon, in a deal and afterwards.

It knows what its player saw of that deal; the cards of earlier ones, from the same pack, it has forgotten.
"""

from __future__ import annotations

from collections.abc import Sequence

from cogs.coach.hints import HintTexts, on_average
from cogs.coach.rounds import RoundTexts
from cogs.pontoon.hand_words import LABELS, NAMED, cards_text, stake_text
from cogs.pontoon.own_hands import BLUE, own_hands
from cogs.table.faces import CardText
from cogs.table.parts import joined
from games.core import Seat
from games.pontoon import End, Move, Pontoon, parse
from i18n.words import Words
from players.choice import Option
from players.pontoon import Question


def option_text(option: Option, words: Words) -> str:
    """What an action of the coach is called where it is no button."""
    action = parse(option.action)
    if action.amount:
        return words.said(NAMED[action.move], chips=action.amount)
    return words("Stay", "banker") if action.move is Move.STAY else words.said(LABELS[action.move])


def hint_texts(words: Words, cards: CardText) -> HintTexts:
    """How the coach's advice is said."""
    note = words("Averaged over the cards you can't see.")
    return HintTexts(words, cards, lambda option: option_text(option, words), on_average(words), note)


def _question(played: Pontoon, seat: Seat, done: str) -> Question:
    return Question(played.view(seat), seat, done=parse(done))


def _moment(question: Question, words: Words, cards: CardText) -> Sequence[str]:
    view = question.view
    own = own_hands(view, question.seat, words, cards)
    if question.seat != view.banker:
        return (own,)
    hands = [hand for box in view.boxes for hand in box.hands if hand.end is not End.BUST]  # what they pay or beat
    against = [joined(cards_text(hand.cards, cards), stake_text(hand, words)) for hand in hands]
    return own, words("**Against you**"), *against


TEXTS = RoundTexts(accent=BLUE, question=_question, moment=_moment, option=option_text, natural=lambda _question: None)
