"""Hints at Blackjack: what each move wins with the cards that are left in the shoe, which everyone has seen coming out.

Before the deal a hint is about the bets themselves. Why a move is the best one is said in a sentence, here and in
guided deals.
"""

from __future__ import annotations

from cogs.app.replies.components import Layout
from cogs.blackjack.picture import GREEN
from cogs.coach.hints import AnswerStage
from cogs.table.faces import CardText
from cogs.table.parts import layout, lines, small
from games.blackjack import Blackjack, BlackjackView, Hand, Move, Options, Phase, basic_strategy
from games.cards import Card
from games.core import Phrase
from i18n.words import Words
from players.blackjack import Bets, Question, Seen, seen
from players.choice import Choice
from players.choice import Question as AnyQuestion
from tables.blackjack.state import BlackjackState
from tables.table import Table

_WEAK = range(2, 7)
"""The pips of a dealer's card with which going over 21 is likely."""


def why_text(best: Move, hand: Hand, dealer: Card, words: Words, cards: CardText) -> str:
    """Why `best` is what most would do with `hand` when the dealer shows that card."""
    return words.said(_reason(best, hand, dealer), total=hand.total.best, shown=cards(dealer))


def _reason(best: Move, hand: Hand, dealer: Card) -> Phrase:
    total, is_soft = hand.total
    match best:
        case Move.SPLIT:
            return Phrase("Two hands that start with one of these are worth more than {total}.")
        case Move.DOUBLE:
            return Phrase(
                "With {total} against {shown} you win more often than not: double your bet for one last card."
            )
        case Move.SURRENDER:
            return Phrase("{total} against {shown} loses more than half its bet on average.")
        case Move.STAND if total >= 17 and not is_soft:
            return Phrase("Another card would probably bust you.")
        case Move.STAND if dealer.rank.pips in _WEAK and not is_soft:
            return Phrase("The dealer often busts with {shown}. Don't bust first.")
        case Move.STAND:
            return Phrase("{total} is good enough against {shown}.")
        case _ if is_soft:
            return Phrase("Your ace can count 1, so you can't bust with one more card.")
        case _ if total <= 11:
            return Phrase("You can't bust with one more card.")
        case _:
            return Phrase("{total} usually loses to {shown}.")


_HOW = {
    AnswerStage.QUICK: Phrase("Rough estimate; one moment."),
    AnswerStage.EXACT: Phrase("Exact for the cards left in the shoe."),
    AnswerStage.FAILED: Phrase("Rough estimate."),
}


def asking(table: Table, user_id: int) -> AnyQuestion | None:
    """What `user_id` has to decide: about a hand, insurance, or a bet behind; between two rounds about bets."""
    play = table.play
    if play is None or play.is_over:
        out = _out(table)
        return None if table.is_closed or out is None else Bets(table.terms.options, out)
    seat = play.setup.seat_of(user_id)
    if seat is None or seat not in play.to_act:
        return None
    return Question(play.round.view(seat), seat, _seen(play.round))


def _out(table: Table) -> Seen | None:
    """The cards that have come out of the shoe for the next round; None while nobody here remembers them."""
    play = table.play
    if BlackjackState.of(table.lobby).position == 0:
        return seen(())
    return _seen(play.round) if play is not None else None


def _seen(played: object) -> Seen:
    """The cards that have come out of its shoe, in earlier rounds and in this one."""
    assert isinstance(played, Blackjack)
    return seen(played.shoe.came_out(0))


def at_once(question: AnyQuestion) -> Choice | None:
    """What is known without much thinking."""
    return question.at_once() if isinstance(question, Question) else None


def private_answer(
    question: AnyQuestion, choice: Choice | None, words: Words, cards: CardText, stage: AnswerStage
) -> Layout:
    """The private answer."""
    if choice is None and stage is AnswerStage.FAILED:
        return layout(GREEN, ["💡 " + words("The coach can't think right now. Try again in a minute.")])
    if choice is None:
        return layout(GREEN, [words("💡 The coach is thinking…")])
    text, why = words("💡 {reason}", reason=choice.reason), ""
    if isinstance(question, Question) and question.view.phase is Phase.PLAY:
        why = _why(question.view, Move(choice.action), words, cards)
    return layout(GREEN, [lines(text, why, small(words.said(_HOW[stage]), words("Only you see this.")))])


def _why(view: BlackjackView, best: Move, words: Words, cards: CardText) -> str:
    hand, dealer = _in_turn(view), view.dealer[0]
    options: Options = view.options
    if basic_strategy.choose(options, hand, dealer) is not best:
        return words("The cards that are left make this better than what is usually best.")
    return why_text(best, hand, dealer, words, cards)


def _in_turn(view: BlackjackView) -> Hand:
    turn = view.turn
    assert turn is not None
    return next(box for box in view.boxes if box.seat == turn.seat).hands[turn.hand]
