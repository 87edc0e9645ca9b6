"""A deal of Pontoon as the coach tells of it afterwards.

It knows what its player saw of that deal; the cards of earlier ones, from the same pack, it has forgotten.
"""

from __future__ import annotations

from collections.abc import Sequence

from cogs.coach.rounds import RoundTexts
from cogs.pontoon.decisions import action_text
from cogs.pontoon.panel import BLUE, own_hands
from cogs.table.faces import CardText
from games.core import Seat
from games.pontoon import Pontoon, parse
from i18n.words import Words
from players.pontoon import Question


def _question(played: Pontoon, seat: Seat, done: str) -> Question:
    return Question(played.view(seat), seat, done=parse(done))


def _moment(question: Question, words: Words, cards: CardText) -> Sequence[str]:
    return (own_hands(question.view, question.seat, words, cards),)


TEXTS = RoundTexts(
    accent=BLUE,
    question=_question,
    moment=_moment,
    option=lambda option, words: action_text(parse(option.action), words),
    natural=lambda _question: None,
)
