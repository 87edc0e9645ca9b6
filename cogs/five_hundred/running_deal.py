"""A deal of Five Hundred in play: as everybody sees it, as one player does, and both in one message of a private table.

Each asks the deal for the view of its reader, and for nothing else, so it can't show a card that they may not see.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from weakref import WeakKeyDictionary

from discord import ButtonStyle

from cogs.app.replies.components import Component, Layout, emoji, option
from cogs.coach.hints import Hint
from cogs.five_hundred.absent import replaceable_text
from cogs.five_hundred.agreements import agreement_buttons, agreement_text, pause_text
from cogs.five_hundred.auction import bidding, look_button, once_more, points_grid, points_text, sure_buttons, unseen
from cogs.five_hundred.card_play import moment, standing_text, trick_by_seats
from cogs.five_hundred.claim import claim_text
from cogs.five_hundred.own_hand import Chosen
from cogs.five_hundred.wording import (
    AMBER,
    cards_text,
    contract_text,
    describe_event,
    score_text,
    seat_holder,
    short_bid,
    suit_label,
    tricks_of,
    trumps_text,
)
from cogs.table.faces import CardText
from cogs.table.parts import (
    GOLD,
    Address,
    button,
    dotted,
    layout,
    leading,
    lines,
    mark,
    more_button,
    news,
    own,
    small,
    strong,
    table_button,
    table_select,
    time_left,
)
from games.cards import JOKER, Card, Suit
from games.core import Button, Seat
from games.five_hundred import (
    Action,
    CallCard,
    ChoosePartner,
    Contract,
    FiveHundredView,
    FivePartner,
    Nominate,
    Phase,
    Play,
    Say,
    Spoken,
)
from games.five_hundred.packs import KITTY
from i18n.words import Words
from tables.accounts import TableAccounts
from tables.five_hundred.match_state import MatchState, awaited_to_go_on
from tables.round_in_play import RoundInPlay, between_rounds
from tables.table import Table

Rows = Iterator[list[Component]]


class DealTexts:
    """One moment of a deal, in one language."""

    def __init__(self, play: RoundInPlay, words: Words, card: CardText) -> None:
        self.play = play
        self.words = words
        self.card = card
        self.view: FiveHundredView = play.round.view(None)
        self.person = tuple([words.person(who or 0) for who in play.setup.people]).__getitem__
        """The player of a seat, as a mention."""

    @cached_property
    def title(self) -> str:
        """The heading of a hand: whose it is, and what is trumps."""
        return dotted(self.words("**Your hand**"), trumps_text(self.view, self.words))

    @cached_property
    def contract(self) -> str:
        """Who plays what; nothing before there is a contract."""
        view = self.view
        return contract_text(view.contract, self.person, self.words) if view.contract is not None else ""

    @cached_property
    def exposed(self) -> str:
        """The exposed hand in Open Misère."""
        view, words = self.view, self.words
        if not view.exposed or view.contract is None:
            return ""
        whose = words("The open hand of {person}:", person=self.person(view.contract.seat))
        return lines(small(whose), f"## {cards_text(view.exposed, self.card)}")


_TEXTS: WeakKeyDictionary[TableAccounts, DealTexts] = WeakKeyDictionary()
"""The latest texts of each table."""


def deal_texts(table: Table, words: Words, card: CardText) -> DealTexts:
    """What everybody reads of the deal at `table` as it is now."""
    play, last = table.play, _TEXTS.get(table.accounts)
    assert play is not None
    if last is None or last.play is not play or last.words is not words or last.card != card:
        last = _TEXTS[table.accounts] = DealTexts(play, words, card)
    return last


# Everybody


class DealPicture:
    """One drawing of a running deal."""

    def __init__(self, table: Table, words: Words, cards: CardText) -> None:
        assert table.play is not None
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
            lines(self.contract(), self.bids(), self.texts.exposed),
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
            rows.append(dotted(row, words.counted("{count} tricks", taken) if view.contract is not None else ""))
        return lines(*rows)

    def bids(self) -> str:
        """The last two rounds of the auction; in the first trick the latest bids without the passes, then nothing."""
        view, words = self.view, self.words
        if view.tricks:
            return ""
        if view.contract is not None:
            made = [bid for bid in view.bids if bid.bid is not None][-view.options.players :]
            return small(words("Bids  {bids}", bids=self.spoken(made)))
        latest = view.bids[-2 * view.options.players :]
        if not latest:
            return ""
        spoken = self.spoken(latest)
        return words("Bids  {bids}", bids=f"… {spoken}" if len(latest) < len(view.bids) else spoken)

    def spoken(self, bids: Sequence[Spoken]) -> str:
        """Who bid what."""
        return dotted(*(f"{self.person(bid.seat)} {short_bid(bid.bid, self.words)}" for bid in bids))

    def contract(self) -> str:
        """Who plays what, how far that is, and below it what doesn't go without saying: no trumps, who sits out."""
        view, words = self.view, self.words
        if view.contract is None:
            return ""
        called = ""
        if view.called is not None and not view.partner_is_known:
            called = words("with whoever holds {card}", card=self.card(view.called))
        elif view.called is not None and view.contract.partner is None:
            called = words("alone: {card} was their own", card=self.card(view.called))
        call = view.contract.bid.call
        is_silent = call.trump is None and (call.is_misere or view.nominated is not None)
        down = [self.person(seat) for seat in sorted(view.laid_down)]
        out = words.counted("{people} sit out", len(down), people=words.listed(down))
        return lines(
            dotted(self.texts.contract, called, standing_text(view, words)),
            small(trumps_text(view, words) if is_silent else "", out if down else ""),
        )

    def trick(self, seats: Sequence[Seat]) -> str:
        """The trick in progress, or the full one until the next card; its lines in the order of `seats`."""
        return trick_by_seats(self.view, seats, self.person, self.card, self.words)

    def moment(self) -> str:
        """What deserves a line of its own."""
        assert self.table.play is not None
        return moment(self.view, self.table.play.events, self.person, self.words)

    def question(self) -> str:
        """Whose turn it is, for what, and until when."""
        if self.is_paused:
            return ""
        hint = (
            small(self.words("Press {hand} for your cards and buttons.", hand=Button("My hand")))
            if not self.state.deal
            else ""
        )
        claim = self.view.claim
        claims = claim_text(self.view, self.person(claim.seat), self.words, self.card) if claim is not None else ""
        return lines(claims, dotted(f"▶ {self.awaited()}", time_left(self.table)), hint)

    def awaited(self) -> str:
        """Whose turn it is, and for what."""
        view, words = self.view, self.words
        people = words.listed(self.person(seat) for seat in sorted(view.to_act))
        if view.phase is Phase.PLAY and view.trick is None and view.last_trick is not None:
            return words("**{person}** won the trick and leads", person=people)
        return dotted(strong(people), self.asked())

    def asked(self) -> str:
        """For what it is somebody's turn, as they themselves read it."""
        view, words = self.view, self.words
        match view.phase:
            case Phase.AUCTION:
                return words("Bid or pass")
            case Phase.RAISE:
                return words("Keep your bid or raise it")
            case Phase.KITTY:
                return words.counted("Choose {count} cards to discard", KITTY)
            case Phase.CALL if view.options.five_partner is FivePartner.PLAYER:
                return words("Choose a partner, or play alone")
            case Phase.CALL:
                return words("Call a card, or play alone")
            case Phase.CLAIM:
                return words("Agree or play on")
            case _:
                return words("Lead a card") if view.trick is None else words("Play a card")

    def news(self) -> str:
        """What just happened."""
        return news(self.table, self.words, lambda event: describe_event(event, self.person, self.card, self.words))

    def controls(self) -> list[list[Component]]:
        """The buttons, those of whoever's turn it is first."""
        table, words, view = self.table, self.words, self.view
        first = []
        if view.phase is Phase.CLAIM and not self.is_paused:
            first = [
                button(table, words("Agree"), "move", str(Say.AGREE), main=True),
                button(table, words("Play on"), "move", str(Say.PLAY_ON)),
            ]
        asked = agreement_buttons(table, words)
        first.append(button(table, words("My hand"), "hand", main=not (self.is_paused or first or asked)))
        return [asked, [*first, more_button(table, words)]]


# One player


_HELD = (Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS, Suit.SPADES)
"""The suits in the order of the buttons."""


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


# Both


class PrivateDeal:
    """One drawing of a deal in which the host plays: fewer and longer texts leave room for a bidder's buttons."""

    def __init__(
        self, table: Table, user_id: int, seat: int, words: Words, cards: CardText, choice: Chosen, hint: Hint
    ) -> None:
        self.table = table
        self.words = words
        self.deal = DealPicture(table, words, cards)
        self.hand = HandPanel(table, seat, own(table, user_id), words, cards, choice, hint)

    def view(self, head: str) -> Layout:
        """All of it, below `head`."""
        deal, hand, seats = self.deal, self.hand, self.hand.view.options.seats
        trick = deal.trick((*seats[hand.seat + 1 :], *seats[: hand.seat + 1]))  # the host's own card last
        sections = [
            lines(head, deal.sides()),
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
        """The host's buttons, and those of everybody."""
        *answers, others = [[]] if self.deal.is_paused else self.hand.controls()
        return [agreement_buttons(self.table, self.words), *answers, [*others, more_button(self.table, self.words)]]
