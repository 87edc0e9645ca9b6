"""A round of Blackjack as the coach tells of it afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.blackjack.hints import option_text, question_of
from cogs.blackjack.picture import GREEN
from cogs.blackjack.scene import Hands
from cogs.coach.rounds import RoundTexts
from cogs.table.faces import CardText
from games.blackjack import Hand, Phase, basic_strategy
from i18n.words import Words
from players.blackjack import Question


def _hand(question: Question) -> Hand:
    view = question.view
    if view.follow is not None:
        return view.box(view.follow.seat).hands[view.follow.hand]
    return view.box(question.seat).hands[view.turn.hand if view.turn is not None else 0]


def _moment(question: Question, words: Words, cards: CardText) -> Sequence[str]:
    drawn = Hands(words, cards)
    return drawn.dealer(question.view.dealer), drawn.hand_in_turn(_hand(question))


def _natural(question: Question) -> str | None:
    view = question.view
    return (
        str(basic_strategy.choose(view.options, _hand(question), view.dealer[0])) if view.phase is Phase.PLAY else None
    )


TEXTS = RoundTexts(
    accent=GREEN,
    question=lambda played, seat, _done: question_of(played, seat),
    moment=_moment,
    option=option_text,
    natural=_natural,
)
