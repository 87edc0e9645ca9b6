"""Hints at Blackjack: what each move wins with the cards that are left in the shoe, which everyone has seen coming out.

Before the deal a hint is about the bets themselves.
"""

from __future__ import annotations

from collections.abc import Mapping

from cogs.blackjack.picture import MOVES
from cogs.coach.hints import HintTexts, on_average
from cogs.table.faces import CardText
from games.blackjack import Blackjack, Move
from games.core import Phrase, Seat
from i18n.words import Words
from players.blackjack import Bets, Question, Seen, seen
from players.choice import Choice, Option
from players.choice import Question as AnyQuestion
from tables.blackjack.state import BlackjackState
from tables.table import Table

CHOICES: Mapping[str, Phrase] = {
    **dict(MOVES),
    Move.INSURE: Phrase("Insure"),
    Move.DECLINE: Phrase("No insurance"),
    Move.FOLLOW: Phrase("Follow"),
    Move.KEEP: Phrase("Keep my bet"),
    "bet": Phrase("Bet"),
    "pair": Phrase("Pair bet"),
}


def asking(table: Table, user_id: int) -> AnyQuestion | None:
    """What `user_id` has to decide: about a hand, insurance, or a bet behind; between two rounds about bets."""
    play = table.play
    if play is None or play.is_over:
        if table.is_closed:
            return None
        if BlackjackState.of(table.lobby).position == 0:
            return Bets(table.terms.options, seen(()))
        # After a restart nobody here remembers which cards have come out.
        return Bets(table.terms.options, _seen(play.round)) if play is not None else None
    seat = play.setup.seat_of(user_id)
    if seat is None or seat not in play.to_act:
        return None
    return question_of(play.round, seat)


def question_of(played: object, seat: Seat) -> Question:
    """What `seat` knows when it has to decide something in a round."""
    assert isinstance(played, Blackjack)
    return Question(played.view(seat), seat, _seen(played))


def _seen(played: object) -> Seen:
    """The cards that have come out of its shoe, in earlier rounds and in this one."""
    assert isinstance(played, Blackjack)
    return seen(played.shoe.came_out(0))


def at_once(question: AnyQuestion) -> Choice | None:
    """What is known without much thinking."""
    return question.at_once() if isinstance(question, Question) else None


def option_text(option: Option, words: Words) -> str:
    """What can be done, as its button says."""
    return words.said(CHOICES[option.action])


def texts(question: AnyQuestion, words: Words, cards: CardText) -> HintTexts:
    """How the answer to `question` is said."""
    note = words("For 100 chips.") if isinstance(question, Bets) else words("Exact for the cards left in the shoe.")
    return HintTexts(words, cards, lambda option: option_text(option, words), on_average(words), note)
