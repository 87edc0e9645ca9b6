"""A private table of Five Hundred: everyone's picture of the deal and its host's own hand, in one message.

The two show much that is the same, which is said once. Fewer and longer texts leave room for a bidder's buttons: a
message has forty components.
"""

from __future__ import annotations

from cogs.app.replies.components import Component, Layout
from cogs.coach.hints import NO_HINT, Hint
from cogs.five_hundred import picture
from cogs.five_hundred.agreements import agreement_buttons, agreement_text
from cogs.five_hundred.choice import Chosen
from cogs.five_hundred.match_picture import seat_holder, top
from cogs.five_hundred.panel import HandPanel
from cogs.five_hundred.picture import DealPicture
from cogs.five_hundred.wording import AMBER
from cogs.table.faces import CardText, plain_text
from cogs.table.parts import GOLD, dotted, fits, layout, lines, more_button, own, time_left
from games.five_hundred import Phase
from i18n.words import Words
from tables.five_hundred.match_state import MatchState
from tables.table import Table


def draw(
    table: Table,
    user_id: int,
    words: Words,
    cards: CardText,
    choice: Chosen,
    hint: Hint = NO_HINT,
    *,
    adds: bool = False,
    note: str = "",
) -> Layout:
    """The message of a private table for `user_id`, its host: cards as emojis, as far as there is room."""
    seat = table.play.setup.seat_of(user_id) if table.play is not None and table.is_playing else None
    if seat is None:
        return picture.draw(table, words, cards, adds=adds, note=note, reader=user_id)
    view = _Deal(table, user_id, seat, words, cards, choice, hint).view()
    return view if fits(view) else _Deal(table, user_id, seat, words, plain_text, choice, hint).view()


class _Deal:
    """One drawing of a deal in which the host plays."""

    def __init__(
        self, table: Table, user_id: int, seat: int, words: Words, cards: CardText, choice: Chosen, hint: Hint
    ) -> None:
        self.table = table
        self.words = words
        self.deal = DealPicture(table, words, cards)
        self.hand = HandPanel(table, seat, own(table, user_id), words, cards, choice, hint)

    def view(self) -> Layout:
        deal, hand, seats = self.deal, self.hand, self.hand.view.options.seats
        trick = deal.trick((*seats[hand.seat + 1 :], *seats[: hand.seat + 1]))  # the host's own card last
        sections = [
            lines(top(self.table, self.words), deal.sides()),
            lines(self.progress(), deal.moment(), trick, agreement_text(self.table, self.words), deal.news()),
            lines(hand.texts.title, hand.hand(), self.question()),
        ]
        return layout(GOLD if deal.moment() else AMBER, sections, self.controls())

    def progress(self) -> str:
        """The bids or the contract, with what only its player knows of it."""
        deal, hand, contract = self.deal, self.hand, self.hand.view.contract
        is_own = contract is not None and contract.seat == hand.seat
        return lines(
            self.role(), deal.contract(), deal.bids(), hand.own_knowledge(), "" if is_own else deal.texts.exposed
        )

    def role(self) -> str:
        """In the first bidding of whoever practises: with whom they play, and against whom."""
        table, words, options = self.table, self.words, self.table.terms.options
        is_new = MatchState.of(table.lobby).deal == 0 and self.hand.view.contract is None
        if not is_new or not table.waits_for_one(table.lobby):
            return ""
        if options.players == 5:
            return words("Whoever wins the bidding may find a partner; the others play against them.")
        person, partners = seat_holder(table, words), options.partners(self.hand.seat)
        others = words.listed(person(seat) for seat in options.seats if seat not in (self.hand.seat, *partners))
        if not partners:
            return words("You play against {others}.", others=others)
        own_side = words.listed(map(person, partners))
        return words("You play with {partners} against {others}.", partners=own_side, others=others)

    def question(self) -> str:
        """What the host is asked or, while others are, whose turn it is."""
        deal, hand = self.deal, self.hand
        if deal.is_paused:
            return ""
        if hand.is_asked or hand.is_away or hand.view.phase is Phase.CLAIM:
            return hand.question()
        laid_down = hand.question() if hand.seat in hand.view.laid_down else hand.forced()
        return lines(dotted(f"▶ {deal.awaited()}", time_left(self.table)), laid_down)

    def controls(self) -> list[list[Component]]:
        *answers, others = [[]] if self.deal.is_paused else self.hand.controls()
        return [agreement_buttons(self.table, self.words), *answers, [*others, more_button(self.table, self.words)]]
