"""A deal of Five Hundred in play: as everybody sees it, as one player does, and both in one message of a private table.

Each asks the deal for the view of its reader, and for nothing else, so it can't show a card that they may not see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Protocol

from cogs.app.replies.components import Component, Layout
from cogs.coach.hints import NO_HINT, Hint
from cogs.five_hundred import auction, card_play, claim, kitty, partner
from cogs.five_hundred.absent import replaceable_text
from cogs.five_hundred.agreements import agreement_buttons, agreement_text, pause_text
from cogs.five_hundred.own_hand import Choices, Chosen, OwnHand, Rows
from cogs.five_hundred.wording import AMBER, cards_text, deal_texts, describe_event, score_text, tricks_of, trumps_text
from cogs.table.faces import CardText
from cogs.table.parts import (
    GOLD,
    Address,
    bold,
    button,
    joined,
    layout,
    leading,
    lines,
    more_button,
    news,
    small,
    time_left,
)
from cogs.table.press import Handler
from games.core import Button, Seat
from games.five_hundred import FiveHundredView, MakeBid, Phase, Say, parse
from i18n.words import Words
from tables.five_hundred.match_state import MatchState, awaited_to_go_on
from tables.round_in_play import between_rounds
from tables.table import Table


class _Phase(Protocol):
    """What the file of a phase has: the question, as everybody and as those asked read it, and their answers."""

    def asked(self, view: FiveHundredView, words: Words) -> str: ...
    def prompt(self, hand: OwnHand) -> tuple[str, str]: ...
    def answers(self, hand: OwnHand) -> Rows: ...


_PHASES: Mapping[Phase, _Phase] = {
    Phase.AUCTION: auction,
    Phase.RAISE: auction,
    Phase.KITTY: kitty,
    Phase.CALL: partner,
    Phase.PLAY: card_play,
    Phase.CLAIM: claim,
}


# Everybody


class DealPicture:
    """One drawing of a running deal."""

    def __init__(self, table: Table, words: Words, cards: CardText) -> None:
        self.table = table
        self.words = words
        self.card = cards
        self.texts = deal_texts(table, words, cards)
        self.view, self.person = self.texts.view, self.texts.person
        self.state = MatchState.of(table.lobby)
        self.is_paused = table.is_paused(table.lobby)

    def sections(self, head: str) -> list[str]:
        """`head` and the score, auction, contract, trick, question and news; the trick in the order of the seats."""
        return [
            lines(head, self.sides()),
            lines(self.contract(), auction.bids_text(self.view, self.person, self.words), self.texts.exposed),
            lines(self.moment(), self.trick(self.view.options.seats), self.question()),
            agreement_text(self.table, self.words),
            self.news(),
        ]

    def sides(self) -> str:
        """Every side with its points and, once there is a contract, its tricks."""
        view, words = self.view, self.words
        rows = []
        for side in range(view.options.sides):
            taken = tricks_of(view.options, side, view.tricks_won)
            row = score_text(view.options, side, self.person, self.state.points[side], words)
            rows.append(joined(row, words.counted("{count} tricks", taken) if view.contract is not None else ""))
        return lines(*rows)

    def contract(self) -> str:
        """Who plays what, how far that is, and below it what doesn't go without saying: no trumps, who sits out."""
        view, words = self.view, self.words
        if view.contract is None:
            return ""
        call = view.contract.bid.call
        is_silent = call.trump is None and (call.is_misere or view.nominated is not None)
        down = [self.person(seat) for seat in sorted(view.laid_down)]
        out = words.counted("{people} sit out", len(down), people=words.listed(down))
        return lines(
            joined(
                self.texts.contract, partner.called_text(view, words, self.card), card_play.standing_text(view, words)
            ),
            small(trumps_text(view, words) if is_silent else "", out if down else ""),
        )

    def trick(self, seats: Sequence[Seat]) -> str:
        """The trick in progress, or the full one until the next card; its lines in the order of `seats`."""
        return card_play.trick_by_seats(self.view, seats, self.person, self.card, self.words)

    def moment(self) -> str:
        """What deserves a line of its own."""
        return card_play.moment(self.view, self.texts.play.events, self.person, self.words)

    def question(self) -> str:
        """Whose turn it is, for what, and until when."""
        if self.is_paused:
            return ""
        hint = self.words("Players press {hand} for their cards and buttons.", hand=Button("My hand"))
        return lines(
            claim.claim_text(self.view, self.person, self.words, self.card),
            joined(f"▶ {self.awaited()}", time_left(self.table)),
            "" if self.state.deal or self.view.contract else small(hint),
        )

    def awaited(self) -> str:
        """Whose turn it is, and for what."""
        view, words = self.view, self.words
        people = words.people(self.texts.play.setup.people[seat] or 0 for seat in sorted(view.to_act))
        if view.phase is Phase.PLAY and view.trick is None and view.last_trick is not None:
            return words("**{person}** won the trick and leads", person=people)
        return joined(bold(people), _PHASES[view.phase].asked(view, words))

    def news(self) -> str:
        """What just happened."""
        return news(self.table, self.words, lambda event: describe_event(event, self.person, self.card, self.words))

    def controls(self) -> list[list[Component]]:
        """The buttons, those of whoever's turn it is first."""
        table, words = self.table, self.words
        first = []
        if self.view.phase is Phase.CLAIM and not self.is_paused:
            first = claim.answer_buttons(Address(table.id, table.question_id, ""), words)
        asked = agreement_buttons(table, words)
        is_begun = self.view.contract is not None  # by then the players have theirs before them
        first.append(button(table, words("My hand"), "hand", main=not (self.is_paused or first or asked or is_begun)))
        return [asked, [*first, more_button(table, words)]]


# One player


class HandPanel(OwnHand):
    """One drawing of one player's panel during a deal."""

    def __init__(
        self, table: Table, seat: int, words: Words, cards: CardText, choice: Chosen, hint: Hint = NO_HINT
    ) -> None:
        super().__init__(table, seat, words, cards, choice)
        self.hint = hint
        self.is_away = table.lobby.is_away(self.who)
        self.is_paused = table.is_paused(table.lobby)

    # The text

    def sections(self) -> list[str]:
        """The hand, what its player alone knows, and the question with the bids before it; all else is at the table."""
        is_bidding = self.is_asked and self.view.contract is None
        bids = auction.bids_text(self.view, self.person, self.words) if is_bidding else ""
        return [lines(self.texts.title, self.hand()), self.own_knowledge(), lines(bids, self.question())]

    def hand(self) -> str:
        """The cards, when they aren't shown as buttons."""
        view, words = self.view, self.words
        if view.is_face_down:
            back = f"## {' '.join([self.card(None)] * view.counts[self.seat])}"
            return lines(
                back,
                small(words("You can look at any time. Once you have, you can't bid Blind Misère any more.")),
            )
        if self.shows_buttons() or not view.hand:
            return ""
        return f"## {cards_text(view.hand, self.card)}"

    def shows_buttons(self) -> bool:
        """Whether the hand is shown as buttons."""
        if self.choice.sure or self.choice.leads_joker or not self.is_asked:
            return False
        return self.view.phase is Phase.KITTY or (self.view.phase is Phase.PLAY and not self.nominates)

    def own_knowledge(self) -> str:
        """What its player alone knows of the deal, apart from the hand: a secret partnership, and the discard."""
        cards = cards_text(self.view.discards, self.card)
        discards = self.words("You discarded {cards}", cards=cards) if cards else ""
        return lines(partner.secret_text(self), small(discards))

    def question(self) -> str:
        """The question to the player, and until when."""
        words = self.words
        if self.is_paused:
            return pause_text(self.table, words)
        if self.is_away:
            away = words("You're away and are played automatically until you press anything.")
            return lines(away, replaceable_text(self.table, self.who, words))
        if self.seat in self.view.laid_down:
            return words("Your partner plays this misère alone. Your cards are laid down.")
        if not self.is_asked:
            return lines(self.waiting(), self.forced())
        prompt, more = _PHASES[self.view.phase].prompt(self)
        if self.choice.sure:
            prompt, (more, _) = words("Your turn"), self.confirmation
        return lines(joined(prompt, time_left(self.table)), more, self.hint.text, self.forced())

    def waiting(self) -> str:
        """What the others do meanwhile: answer a claim, or have their turns."""
        if self.view.phase is Phase.CLAIM:
            return claim.waiting(self)
        return self.words("It's not your turn yet. Your buttons will appear here.")

    def forced(self) -> str:
        """What the switch means, while it is on."""
        plays = self.view.phase is Phase.PLAY and self.seat not in self.view.laid_down and not self.nominates
        if not plays or self.who not in MatchState.of(self.table.lobby).plays_forced:
            return ""
        return small(self.words("When you have only one legal card, it is played for you after a second."))

    @cached_property
    def confirmation(self) -> tuple[str, str]:
        """What the step means that needs one, and the name of its button."""
        action = parse(self.choice.sure)
        return auction.confirmation(self, action.bid) if isinstance(action, MakeBid) else claim.confirmation(self)

    # Buttons and lists

    def controls(self) -> Rows:
        """The buttons and lists for the open question, and the others."""
        words = self.words
        if self.is_paused or self.is_away:
            is_awaited = not self.is_paused or self.who in awaited_to_go_on(self.table.lobby)
            yield [self.button("here", "", words("I'm back"), main=True)] if is_awaited else []
            return
        if self.is_asked and self.choice.sure:
            _, label = self.confirmation
            yield [self.button("move", self.choice.sure, label, main=True), self.button("back", "", words("Back"))]
        elif self.is_asked:
            yield from _PHASES[self.view.phase].answers(self)
        look = [auction.look_button(self)] if self.view.is_face_down and not self.is_asked else []
        yield [*look, *self.others()]

    def others(self) -> list[Component]:
        """The buttons that are no answer to the open question."""
        words, view = self.words, self.view
        may_claim = Say.CLAIM in self.actions and self.shows_buttons()
        row = [self.button("sure", Say.CLAIM, words("Claim"))] if may_claim else []
        if view.last_trick is not None and (view.trick is not None or not self.is_asked):
            # Not about the open question: with its number each question would ask Discord for an edit nobody sees.
            lasting = Address(self.table.id, between_rounds(self.table.rounds), "last")
            row.append(leading(lasting, words("Last trick")))
        return [*row, *(self.hint.buttons if self.is_asked and not self.choice.sure else ())]


def buttons(choices: Choices) -> Mapping[str, Handler]:
    """A step that needs a confirmation, and the way back."""
    return {
        "sure": choices.button(lambda text: {"sure": str(parse(text))}),
        "claim": choices.button(lambda _text: {"sure": str(Say.CLAIM)}),
        "back": choices.button(lambda _text: {"sure": "", "leads_joker": False}),
    }


# Both


class PrivateDeal:
    """One drawing of a deal in which the host plays: fewer and longer texts leave room for a bidder's buttons."""

    def __init__(self, hand: HandPanel) -> None:
        self.table, self.words, self.hand = hand.table, hand.words, hand
        self.deal = DealPicture(hand.table, hand.words, hand.card)

    def view(self, head: str) -> Layout:
        """All of it, below `head`."""
        deal, hand, seats = self.deal, self.hand, self.hand.view.options.seats
        trick = deal.trick((*seats[self.hand.seat + 1 :], *seats[: self.hand.seat + 1]))  # the host's own card last
        sections = [
            lines(head, deal.sides()),
            lines(self.progress(), deal.moment(), trick, agreement_text(self.table, self.words), deal.news()),
            lines(deal.texts.title, hand.hand(), self.question()),
        ]
        *answers, others = [[]] if deal.is_paused else hand.controls()
        controls = [agreement_buttons(self.table, self.words), *answers, [*others, more_button(self.table, self.words)]]
        return layout(GOLD if deal.moment() else AMBER, sections, controls)

    def progress(self) -> str:
        """The bids or the contract, with what only its player knows of it."""
        deal, contract = self.deal, self.hand.view.contract
        is_own = contract is not None and contract.seat == self.hand.seat
        bids = auction.bids_text(deal.view, deal.person, self.words)
        return lines(
            self.role(), deal.contract(), bids, self.hand.own_knowledge(), "" if is_own else deal.texts.exposed
        )

    def role(self) -> str:
        """In the first bidding of whoever practises: with whom they play, and against whom."""
        table, words, options = self.table, self.words, self.table.terms.options
        is_new = self.deal.state.deal == 0 and self.hand.view.contract is None
        if not is_new or not table.waits_for_one(table.lobby):
            return ""
        if options.players == 5:
            return words("The winner of the bidding can find a partner; the others play against them.")
        person, partners = self.hand.person, options.partners(self.hand.seat)
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
        if self.hand.is_asked or self.hand.view.phase is Phase.CLAIM:
            return hand.question()
        laid_down = hand.question() if self.hand.seat in self.hand.view.laid_down else hand.forced()
        return lines(joined(f"▶ {deal.awaited()}", time_left(self.table)), laid_down)
