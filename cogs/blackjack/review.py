"""What the coach says at Blackjack: what each move wins with the cards left in the shoe, which everyone has seen.

Before the deal a hint is about the bets themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cogs.blackjack.picture import GREEN, MOVES
from cogs.blackjack.scene import Hands
from cogs.coach.hints import HintTexts, on_average
from cogs.coach.rounds import RoundTexts
from cogs.table.faces import CardText
from games.blackjack import Blackjack, Hand, Move, Phase, basic_strategy
from games.core import Phrase, Seat
from i18n.words import Words
from players.blackjack import Bets, Question, Seen, seen
from players.choice import Option
from players.choice import Question as AnyQuestion
from tables.blackjack.state import BlackjackState
from tables.table import Table

CHOICES: Mapping[str, Phrase] = {
    **dict(MOVES),
    Move.INSURE: Phrase("Insure"),
    Move.DECLINE: Phrase("No insurance"),
    Move.FOLLOW: Phrase("Match the bet"),
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


def option_text(option: Option, words: Words) -> str:
    """What can be done, as its button says."""
    return words.said(CHOICES[option.action])


def texts(question: AnyQuestion, words: Words, cards: CardText) -> HintTexts:
    """How the answer to `question` is said."""
    note = words("Per 100 chips bet.") if isinstance(question, Bets) else words("Exact for the cards left in the shoe.")
    return HintTexts(words, cards, lambda option: option_text(option, words), on_average(words), note)


# A round that is over


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
