"""The table of Five Hundred as everybody sees it: the score, and the running deal.

A pure function of the table. It asks the deal for the public's view and for nothing else, so it can't show a card of a
hand, the kitty or the discard. match_picture.py draws the table between two deals.
"""

from __future__ import annotations

from collections.abc import Sequence

from discord import ButtonStyle

from cogs.app.replies import components
from cogs.app.replies.components import Component, Layout
from cogs.five_hundred.agreements import agreement_buttons, agreement_text
from cogs.five_hundred.match_picture import controls, invitation, rematch_button, top, unbegun
from cogs.five_hundred.results import accent, ended, finale, last_trick, moment
from cogs.five_hundred.trick_picture import standing_text, trick_by_seats
from cogs.five_hundred.wording import (
    AMBER,
    cards_text,
    deal_texts,
    describe_event,
    score_text,
    short_bid,
    tricks_of,
    trumps_text,
)
from cogs.table.faces import CardText, plain_text
from cogs.table.parts import (
    GOLD,
    again_button,
    button,
    closed,
    dotted,
    farewell,
    fits,
    layout,
    lines,
    more_button,
    news,
    promise,
    review_button,
    small,
    strong,
    time_left,
)
from games.core import Button, Seat
from games.five_hundred import FiveHundredView, FivePartner, Phase, Say, Spoken
from games.five_hundred.packs import HAND, KITTY
from i18n.words import Words
from tables.five_hundred.match_state import MatchState
from tables.table import Table

DAILY_RESULT = "dailyresult"
"""What comes before the day in the address of a daily deal's result."""


def draw(
    table: Table, words: Words, cards: CardText, *, adds: bool = False, note: str = "", reader: int | None = None
) -> Layout:
    """The public message of `table`: cards as emojis, as far as there is room.

    `adds`: a house player can come. `note` is said in small print at the end. `reader` is whoever reads it alone.
    """
    view = _drawn(table, words, cards, adds=adds, note=note, reader=reader)
    return view if fits(view) else _drawn(table, words, plain_text, adds=adds, note=note, reader=reader)


def _drawn(table: Table, words: Words, cards: CardText, *, adds: bool, note: str, reader: int | None) -> Layout:
    if table.is_closed:
        state = MatchState.of(table.lobby)
        why = closed(words) if state.ending else farewell(table, words)
        why = "" if table.terms.mode.is_duplicate and state.deal and not state.ending else why
        sections = [top(table, words), ended(table, words, reader), finale(table, words), unbegun(table, words), why]
        return layout(accent(table), sections, [_afterwards(table, words)])
    if table.is_playing:
        deal = DealPicture(table, words, cards)
        return layout(GOLD if deal.moment() else AMBER, deal.sections(), deal.controls())
    return layout(
        accent(table),
        [
            top(table, words),
            lines(ended(table, words, reader), last_trick(table, words, cards)),
            finale(table, words),
            lines(invitation(table, words), promise(table, words, note)),
        ],
        controls(table, words, adds=adds),
    )


def _afterwards(table: Table, words: Words) -> list[Component]:
    """The buttons of a closed table."""
    state, day = MatchState.of(table.lobby), table.terms.mode.day
    if day:
        return [daily_result_button(day, words), review_button(table.id, state.deal, words)] if state.deal else []
    again = rematch_button(table, words) if state.is_over else again_button(table.id, words)
    review = [review_button(table.id, state.deal, words)] if state.deal else []
    return review if table.terms.mode.is_organised else [again, *review]


def daily_result_button(day: int, words: Words, *, stands_out: bool = True) -> Component:
    """The button that shows what the deal of a day brought its reader, beside all others."""
    style = ButtonStyle.primary if stands_out else ButtonStyle.secondary
    return components.button(f"{DAILY_RESULT}:{day}", words("Result"), style)


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

    def sections(self) -> list[str]:
        """Score, auction, contract, trick, question and news; the lines of the trick are in the order of the seats."""
        return [
            lines(top(self.table, self.words), self.sides()),
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


def claim_text(view: FiveHundredView, person: str, words: Words, card: CardText) -> str:
    """What `person` claims, with which cards, and what agreeing costs the others."""
    cards = f"## {cards_text(view.claimed, card)}" if view.claimed and not view.exposed else ""
    if view.contract is not None and view.contract.bid.call.is_misere:
        claims = words("{person} claims to lose every remaining trick.", person=person)
        return lines(claims, small(words("If everyone agrees, the misère is made.")), cards)
    costs = words.counted(
        "If everyone agrees, the deal ends and the {count} tricks that are left are theirs.",
        HAND - sum(view.tricks_won),
    )
    return lines(words("{person} claims all remaining tricks.", person=person), small(costs), cards)
