"""What one player alone sees of Five Hundred: their hand, the question to them, and the cards as buttons.

A pure function of the table, of the person who looks and of what they have chosen so far; it asks the deal for that
seat's view and legal moves, and for nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from discord import ButtonStyle

from cogs.app.replies.components import Component, Layout, emoji, option
from cogs.coach.hints import NO_HINT, Hint
from cogs.five_hundred.absent import has_left, left_panel, replaceable_text, replaced_by
from cogs.five_hundred.agreements import pause_text
from cogs.five_hundred.bidding import bidding, look_button, once_more, points_grid, points_text, sure_buttons, unseen
from cogs.five_hundred.choice import Chosen
from cogs.five_hundred.picture import claim_text
from cogs.five_hundred.wording import AMBER, cards_text, deal_texts, suit_label
from cogs.table.faces import CardText
from cogs.table.parts import (
    Address,
    closed,
    dotted,
    layout,
    leading,
    lines,
    mark,
    own,
    small,
    strong,
    table_button,
    table_select,
    time_left,
)
from games.cards import JOKER, Card, Suit
from games.core import Button
from games.five_hundred import Action, CallCard, ChoosePartner, Contract, FiveHundredView, Nominate, Phase, Play, Say
from games.five_hundred.packs import KITTY
from i18n.words import Words
from tables.five_hundred.match_state import MatchState, awaited_to_go_on
from tables.round_in_play import between_rounds
from tables.table import Table

Rows = Iterator[list[Component]]


def draw(table: Table, user_id: int, words: Words, cards: CardText, choice: Chosen, hint: Hint = NO_HINT) -> Layout:
    """The panel of `user_id`, at any moment of the table."""
    if table.is_closed:
        return layout(AMBER, [closed(words)], [])
    if has_left(table, user_id):
        text, way_back = left_panel(table, words)
        return layout(AMBER, [text], [way_back])
    play = table.play
    seat = play.setup.seat_of(user_id) if play is not None else None
    if play is None or seat is None or play.is_over:
        return layout(AMBER, [_outside(table, user_id, words)])
    panel = HandPanel(table, seat, own(table, user_id), words, cards, choice, hint)
    return layout(AMBER, panel.sections(), panel.controls())


def _outside(table: Table, user_id: int, words: Words) -> str:
    if user_id not in table.lobby.seats:
        return replaced_by(table, user_id, words) or words("You're watching.")
    if MatchState.of(table.lobby).is_over:
        return words("This match is over. Press {rematch} at its table to play again.", rematch=Button("Rematch"))
    return words("No cards right now. They will appear here with the next deal.")


class HandPanel:
    """One drawing of one player's panel during a deal."""

    def __init__(
        self, table: Table, seat: int, at: Address, words: Words, cards: CardText, choice: Chosen, hint: Hint
    ) -> None:
        """`at` is the question as this player is asked it; all buttons lead from there."""
        assert table.play is not None
        self.table = table
        self.seat = seat
        self.who = table.play.setup.user_id_in(seat)
        self.at = at
        self.words = words
        self.card = cards
        self.choice = choice
        self.hint = hint
        self.texts = deal_texts(table, words, cards)
        self.view: FiveHundredView = table.play.round.view(seat)
        self.is_asked = seat in self.view.to_act
        self.actions: Sequence[Action] = ()
        if self.is_asked and self.view.phase is not Phase.KITTY:  # any three cards can be discarded
            self.actions = list(table.play.round.legal_actions(seat))
        self.person = self.texts.person
        self.is_away = table.lobby.is_away(self.who)
        self.is_paused = table.is_paused(table.lobby)

    # The text

    def sections(self) -> list[str]:
        """The hand, what its player alone knows, and the question; all else stands at the table."""
        return [lines(self.texts.title, self.hand()), self.own_knowledge(), self.question()]

    def hand(self) -> str:
        """The cards, when they aren't shown as buttons."""
        view, words = self.view, self.words
        if view.is_face_down:
            back = f"## {' '.join([self.card(None)] * view.counts[self.seat])}"
            return lines(
                back,
                small(words("You may look at any time. Once you have, you can't bid Blind Misère any more.")),
            )
        if self.shows_buttons() or not view.hand:
            return ""
        return f"## {cards_text(view.hand, self.card)}"

    def shows_buttons(self) -> bool:
        """Whether the hand is shown as buttons."""
        if self.choice.sure or self.choice.leads_joker:
            return False
        if self.view.phase is Phase.PLAY:
            return self.is_asked and not self.nominates
        return self.view.phase is Phase.KITTY and self.is_asked

    @cached_property
    def nominates(self) -> bool:
        """Whether the player may nominate the joker's suit first."""
        return any(isinstance(action, Nominate) for action in self.actions)

    def own_knowledge(self) -> str:
        """What its player alone knows of the deal, apart from the hand: a secret partnership, and the discard."""
        view, words = self.view, self.words
        if view.contract is None:
            return ""
        discards = words("You discarded {cards}", cards=cards_text(view.discards, self.card)) if view.discards else ""
        return lines(self.partnership(view.contract), small(discards))

    def partnership(self, contract: Contract) -> str:
        """With five players: what this player alone knows about a called card that nobody has played yet."""
        view, words = self.view, self.words
        if view.called is None or view.partner_is_known:
            return ""
        if view.called in view.discards or (view.called in (view.hand or ()) and self.seat == contract.seat):
            return words("{card} is your own card: you play alone, and nobody else knows.", card=self.card(view.called))
        if view.called in (view.hand or ()):
            return words(
                "You hold {card}: you are the partner of {person}, and nobody else knows.",
                card=self.card(view.called),
                person=self.person(contract.seat),
            )
        return ""

    def question(self) -> str:
        """The question to the player, and until when."""
        view, words = self.view, self.words
        if self.is_paused:
            return pause_text(self.table, words)
        if self.is_away:
            away = words("You're away and are played automatically until you press anything.")
            return lines(away, replaceable_text(self.table, self.who, words))
        if self.seat in view.laid_down:
            return words("Your partner plays this misère alone. Your cards are laid down.")
        if not self.is_asked:
            return lines(self.waiting(), self.forced())
        prompt, more = self.prompt()
        return lines(dotted(prompt, time_left(self.table)), more, self.hint.text, self.forced())

    def waiting(self) -> str:
        """What the others do meanwhile: answer this player's claim, or have their turns."""
        view, words = self.view, self.words
        if view.phase is not Phase.CLAIM or view.claim is None:
            return words("It's not your turn yet. Your buttons will appear here.")
        people = words.listed(self.person(seat) for seat in sorted(view.to_act))
        claim = "" if view.claim.seat == self.seat else claim_text(view, self.person(view.claim.seat), words, self.card)
        return lines(claim, words("Waiting for {people}", people=people))

    def forced(self) -> str:
        """What the switch means, while it is on."""
        if not self.plays() or self.who not in MatchState.of(self.table.lobby).plays_forced:
            return ""
        return small(self.words("When you have only one legal card, it is played for you after a second."))

    def prompt(self) -> tuple[str, str]:
        """The question in a few words, and what helps to answer it."""
        view, words, choice = self.view, self.words, self.choice
        if choice.sure:
            in_misere = view.contract is not None and view.contract.bid.call.is_misere
            terms, options = self.table.terms, self.table.terms.options
            score = MatchState.of(self.table.lobby).score(options)
            points = None if terms.mode.is_duplicate else score.points[options.side_of(self.seat)]
            return words("Your turn"), once_more(choice, words, in_misere=in_misere, points=points)
        match view.phase:
            case Phase.AUCTION | Phase.RAISE:
                return self.bid()
            case Phase.KITTY:
                return self.discard()
            case Phase.CALL:
                return self.partner()
            case Phase.CLAIM if view.claim is not None:
                return strong(words("Agree or play on")), claim_text(
                    view, self.person(view.claim.seat), words, self.card
                )
            case _ if self.nominates:
                return strong(words("You hold the joker")), words("Choose the suit it belongs to, or leave it free.")
            case _ if choice.leads_joker:
                return words("**The joker leads**"), words("Name the suit that the others must follow.")
            case _ if view.trick is None:
                return strong(words("Lead a card")), ""
            case _:
                return strong(words("Play a card")), ""

    def bid(self) -> tuple[str, str]:
        """What can be bid, or that one's bid has won."""
        view, words, choice = self.view, self.words, self.choice
        points = points_text(view.options, words) if choice.shows_points else ""
        if choice.is_higher:
            points = points_grid(words)
        sans = words("Sans kitty is on: you won't pick up the kitty.") if choice.sans else ""
        if view.is_face_down:
            return words("**Look at your cards**, or bid Blind Misère without seeing them"), lines(points, sans)
        if view.phase is Phase.RAISE:
            return strong(words("Keep your bid or raise it")), lines(points, sans)
        return strong(words("Bid or pass")), lines(points, sans)

    def discard(self) -> tuple[str, str]:
        """How many of three cards are still to be chosen, and which came from the kitty."""
        words, left = self.words, KITTY - len(self.choice.marked)
        choose = strong(words.counted("Choose {count} cards to discard", left))
        if left == 1:
            return choose, words("Then all three are gone. Press a green one again to keep it.")
        return choose, words("The kitty is the last row.")

    def partner(self) -> tuple[str, str]:
        """With five players: how to find a partner."""
        words = self.words
        if any(isinstance(action, CallCard) for action in self.actions):
            secret = words("Whoever holds it is your partner, in secret until it is played.")
            return strong(words("Call a card, or play alone")), secret
        others = [action.seat for action in self.actions if isinstance(action, ChoosePartner)]
        names = [f"{mark(seat)} {self.person(seat)}" for seat in others]
        return strong(words("Choose a partner, or play alone")), lines(*names)

    # Buttons and lists

    def controls(self) -> Rows:
        """The buttons and lists for the open question, and the others."""
        at, words, choice = self.at, self.words, self.choice
        if self.is_paused or self.is_away:
            is_awaited = not self.is_paused or self.who in awaited_to_go_on(self.table.lobby)
            yield [leading(at.to("here"), words("I'm back"), main=True)] if is_awaited else []
            return
        if self.is_asked:
            yield from [sure_buttons(at, choice, words)] if choice.sure else self.answers()
        look = [look_button(at, words)] if self.view.is_face_down and not self.is_asked else []
        yield [*look, *self.others()]

    def others(self) -> list[Component]:
        """The buttons that are no answer to the open question."""
        at, words, view = self.at, self.words, self.view
        may_claim = Say.CLAIM in self.actions and self.shows_buttons()
        row = [leading(at.to("sure", str(Say.CLAIM)), words("Claim"))] if may_claim else []
        if view.last_trick is not None and view.trick is not None:
            # Not about the open question: with its number each question would ask Discord for an edit nobody sees.
            lasting = Address(at.table, between_rounds(self.table.rounds), "last")
            row.append(leading(lasting, words("Last trick")))
        if view.contract is None and not self.is_asked:
            row.append(leading(at.to("points"), words("Points")))
        return [*row, *(self.hint.buttons if self.is_asked and not self.choice.sure else ())]

    def plays(self) -> bool:
        """Whether the player plays cards now, in turn or not."""
        return self.view.phase is Phase.PLAY and self.seat not in self.view.laid_down and not self.nominates

    def answers(self) -> Rows:
        """The answers to the open question."""
        at, words, view = self.at, self.words, self.view
        match view.phase:
            case Phase.AUCTION | Phase.RAISE if view.is_face_down:
                yield from unseen(at, self.actions, self.choice, words, may_keep=view.phase is Phase.RAISE)
            case Phase.AUCTION | Phase.RAISE:
                yield from bidding(at, self.actions, self.choice, words, may_keep=view.phase is Phase.RAISE)
            case Phase.KITTY:
                yield from self.kitty()
            case Phase.CALL:
                yield from self.call()
            case Phase.CLAIM:
                yield [
                    leading(at.to("move", str(Say.AGREE)), words("Agree"), main=True),
                    leading(at.to("move", str(Say.PLAY_ON)), words("Play on")),
                ]
            case _ if self.nominates:
                suits = [a.suit for a in self.actions if isinstance(a, Nominate) and a.suit is not None]
                yield [
                    leading(at.to("move", str(Nominate(suit))), suit_label(suit, words))
                    for suit in sorted(suits, key=_HELD.index)
                ]
                yield [leading(at.to("move", str(Nominate(None))), words("Leave it free"))]
            case _ if self.choice.leads_joker:
                named = [a.named for a in self.actions if isinstance(a, Play) and a.card == JOKER and a.named]
                yield [
                    *(
                        leading(at.to("move", str(Play(JOKER, suit))), suit_label(suit, words))
                        for suit in sorted(named, key=_HELD.index)
                    ),
                    leading(at.to("back"), words("Back")),
                ]
            case _:
                yield self.cards()

    def cards(self) -> list[Component]:
        """The hand: legal cards bright, the others grey; pressing a grey one says why not."""
        legal = {action.card: action for action in self.actions if isinstance(action, Play)}
        row = []
        for card in self.view.hand or ():
            action = legal.get(card)
            style = ButtonStyle.primary if action is not None else ButtonStyle.secondary
            if action is not None and action.named is not None:
                row.append(self.card_button(card, "joker", "", style))
            else:
                row.append(self.card_button(card, "move", str(action or Play(card)), style))
        return row

    def kitty(self) -> Rows:
        """The ten cards and the three of the kitty, those for the discard marked; the third discards all three."""
        marked, hand, kitty = self.choice.marked, self.view.hand or (), self.view.kitty
        for cards in ([card for card in hand if card not in kitty], kitty):
            yield [
                self.card_button(
                    card, "mark", str(card), ButtonStyle.success if card in marked else ButtonStyle.secondary
                )
                for card in cards
            ]

    def card_button(self, card: Card, verb: str, argument: str, style: ButtonStyle) -> Component:
        """A card on a button: its emoji, or its text where there is none."""
        address, text = self.at.to(verb, argument), self.card(card)
        face = emoji(text)
        return table_button(address, text if face is None else None, style, emoji=face)

    def call(self) -> Rows:
        """With five players: a suit and a card of it, or a player, or nobody."""
        at, words, choice = self.at, self.words, self.choice
        alone = leading(at.to("move", str(Say.ALONE)), words("Play alone"))
        others = [action.seat for action in self.actions if isinstance(action, ChoosePartner)]
        if others:
            yield [
                leading(at.to("move", str(ChoosePartner(seat))), words("Seat {seat}", seat=seat + 1)) for seat in others
            ]
            yield [alone]
            return
        callable_cards = [action.card for action in self.actions if isinstance(action, CallCard)]
        suits = [option(suit_label(suit, words), str(suit), is_chosen=suit is choice.suit) for suit in _HELD]
        yield [table_select(at.to("suit"), suits, words("Suit"))]
        of_suit = [card for card in callable_cards if card.suit is choice.suit]
        if of_suit:
            named = [option(str(card), str(card), is_chosen=card == choice.card) for card in reversed(of_suit)]
            yield [table_select(at.to("card"), named, words("Card"))]
        yield [
            *(
                leading(at.to("move", str(CallCard(card))), words("Call {card}", card=card), main=True)
                for card in of_suit
                if card == choice.card
            ),
            alone,
        ]


_HELD = (Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS, Suit.SPADES)
"""The suits in the order of the buttons."""
