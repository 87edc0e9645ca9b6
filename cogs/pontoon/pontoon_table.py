"""A Pontoon table as everybody sees it, as one player does on their panel, and as the host of a private one does.

Pure functions of the table. They ask the round for the view of their reader and for nothing else, so they can't show a
card that is face down. between_deals.py draws what stands there between two deals.
"""

from __future__ import annotations

from collections.abc import Iterator

from cogs.app.replies.components import Component, Layout
from cogs.coach.hints import NO_HINT, Hint
from cogs.pontoon.bank_between_deals import is_asked_anew, moved_text
from cogs.pontoon.between_deals import (
    away_text,
    controls,
    drawn_text,
    invitation,
    last_review_button,
    needed_text,
    unable_text,
)
from cogs.pontoon.hand_words import brought, cards_text, describe_event, known_total, large, stake_text, total_text
from cogs.pontoon.last_deal import banker_text, moments, results
from cogs.pontoon.own_hands import BLUE, in_deal, own_hands
from cogs.pontoon.stakes import decisions
from cogs.table.faces import CardText, plain_text
from cogs.table.house import house_notes
from cogs.table.parts import (
    GOLD,
    again_button,
    button,
    bystanders_buttons,
    closed,
    closing,
    dotted,
    farewell,
    fits,
    head,
    heading,
    layout,
    lines,
    mark,
    more_button,
    news,
    promise,
    small,
    time_left,
)
from data.people import is_member
from games.core import Button
from games.pontoon import BoxView, End, HandView, Move, Phase, PontoonView, known
from i18n.words import Words
from tables.pontoon.bank_state import BankState, kitty_of
from tables.table import Table


def draw(table: Table, words: Words, cards: CardText, *, adds: bool = False, note: str = "") -> Layout:
    """The public message of `table`: cards as emojis, as far as there is room.

    `adds`: a house player can come. `note` is said in small print at the end.
    """
    view = _Picture(table, words, cards, adds=adds, note=note).view()
    return view if fits(view) else _Picture(table, words, plain_text, adds=adds, note=note).view()


def draw_private(
    table: Table,
    user_id: int,
    words: Words,
    cards: CardText,
    hint: Hint = NO_HINT,
    *,
    adds: bool = False,
    note: str = "",
) -> Layout:
    """The same for a private table's host, `user_id`: in a deal with their hand and their buttons."""
    play = table.play
    if play is None or not table.is_playing or user_id not in play.setup.people:
        return draw(table, words, cards, adds=adds, note=note)
    view = _PrivatePicture(table, words, cards, user_id, hint).view()
    return view if fits(view) else _PrivatePicture(table, words, plain_text, user_id, hint).view()


def draw_panel(table: Table, user_id: int, words: Words, cards: CardText, hint: Hint = NO_HINT) -> Layout:
    """The panel of `user_id`, at any moment of the table."""
    if table.is_closed:
        return layout(BLUE, [closed(words)], [])
    play = table.play
    seat = play.setup.seat_of(user_id) if play is not None else None
    if play is None or seat is None:
        return layout(BLUE, [_outside(table, user_id, words)], [])
    if play.is_over:
        seen: PontoonView = play.round.view(seat)
        net = brought(play.nets.get(seat, 0), table.balances.get(user_id), words)
        return layout(BLUE, [lines(own_hands(seen, seat, words, cards), net), moved_text(table, words)], [])
    own = in_deal(table, user_id, words, cards, hint)
    return layout(BLUE, [own.hands, own.question], own.controls)


def _outside(table: Table, user_id: int, words: Words) -> str:
    if user_id not in table.lobby.seats:
        return words("You aren't at this table. Press {sit} to play.", sit=Button("Sit"))
    if table.is_playing and table.play is not None:
        if user_id in table.play.setup.body.get("unable", ()):
            return needed_text(table, words)
        return words("You're in from the next deal.")
    return lines(words("No cards right now. They will appear here with the next deal."), moved_text(table, words))


class _Picture:
    """One drawing of one table."""

    def __init__(self, table: Table, words: Words, cards: CardText, *, adds: bool = False, note: str = "") -> None:
        self.table = table
        self.adds = adds
        self.note = note
        self.words = words
        self.card = cards
        self.state = BankState.of(table.lobby)
        self.seen: PontoonView | None = table.play.round.view(None) if table.play is not None else None

    def view(self) -> Layout:
        table, words, seen = self.table, self.words, self.seen
        if seen is not None and table.is_playing and not table.is_closed:
            sections = [
                self.top(),
                self.deal(seen),
                lines(self.question(seen), news(self.table, self.words, self.describe_event)),
            ]
            # the bank's cards are open when it decides
            hand = button(table, words("My hand"), "hand", main=seen.phase is not Phase.BANKER)
            return layout(BLUE, sections, [*self.decisions(seen), [hand, *bystanders_buttons(table, words)]])
        is_folded = is_asked_anew(table)
        colour = GOLD if not is_folded and moments(self.state.last, words) else BLUE
        if table.is_closed:
            return layout(
                colour,
                [heading(table, words), results(table, words, self.card), farewell(table, words)],
                [[again_button(table.id, words), *last_review_button(table, words)]],
            )
        return layout(
            colour,
            [
                self.top(),
                results(table, words, self.card, is_folded=is_folded),
                lines(invitation(table, words, self.card), promise(table, words, self.pack(), self.note)),
            ],
            controls(table, words, adds=self.adds),
        )

    # The head

    def top(self) -> str:
        words, table = self.words, self.table
        shoots = table.terms.options.shoot
        return lines(
            head(table, words, self.kitty() if shoots else "", name=words("Shoot Pontoon") if shoots else None),
            house_notes(table, words),
            small(closing(table, words)) if table.lobby.closing else "",
            words("The last round was void. Everyone got their chips back.") if table.was_voided else "",
        )

    def kitty(self) -> str:
        """How much is in the kitty, and how much of it is shot for."""
        words = self.words
        if self.seen is None or not self.table.is_playing:
            return words("kitty {chips}", chips=kitty_of(self.table.lobby))
        return words("kitty {chips}, {shot} shot", chips=self.seen.kitty, shot=self.seen.shot)

    def pack(self) -> str:
        """Since which deal the pack has not been shuffled."""
        words, table = self.words, self.table
        if table.is_playing and table.play is not None:
            deal, since = table.play.setup.body["deal"], table.play.setup.body["shuffled"]
        else:
            deal, since = self.state.deal, self.state.shuffled
            if deal and not self.state.pack and not table.terms.options.shuffle_every_deal:
                return words("shuffled after a pontoon")
        return words("pack not shuffled since deal {deal}", deal=since) if deal > since else ""

    # A deal

    def deal(self, seen: PontoonView) -> str:
        return lines(
            drawn_text(self.table, self.words, self.card),
            self.bank(seen),
            *(row for box in seen.boxes for row in self.box(seen, box)),
            self.others(),
        )

    def bank(self, seen: PontoonView) -> str:
        assert self.table.play is not None
        total = known_total(seen.bank, self.words)
        banker = banker_text(self.table.play.setup.user_id_in(seen.banker), self.words)
        return lines(banker + (f": {total}" if total else ""), large(seen.bank, self.card))

    def others(self) -> str:
        """People at the table who aren't in this deal, and what becomes of them; who joins and leaves with the next."""
        words, lobby, play = self.words, self.table.lobby, self.table.play
        assert play is not None
        here = [user_id for user_id in lobby.seats if user_id is not None and user_id not in play.setup.people]
        unable = play.setup.body.get("unable", ())
        away = [user_id for user_id in here if user_id in play.setup.sat_out and lobby.is_away(user_id)]
        poor = [user_id for user_id in here if user_id in unable and user_id not in away]
        new = [user_id for user_id in here if user_id not in away and user_id not in poor]
        going = [user_id for user_id in lobby.seats if user_id is not None and user_id in lobby.leaving]
        return lines(
            small(away_text(away, words)),
            small(unable_text(self.table, poor, words)),
            small(words("In from the next deal: {people}", people=words.people(new)) if new else ""),
            small(words("Leaving after this deal: {people}", people=words.people(going)) if going else ""),
        )

    def box(self, seen: PontoonView, box: BoxView) -> Iterator[str]:
        for index, hand in enumerate(box.hands):
            pointer = "▶ " if seen.turn == (box.seat, index) else ""
            owner = f"{mark(box.seat)} {self.person(box.seat)}" if index == 0 else "⤷"
            stake = stake_text(hand, self.words) if box.has_staked else "–"
            yield f"{pointer}{owner}  {stake}  {self.hand(hand)}"

    def hand(self, hand: HandView) -> str:
        """The cards as everybody sees them, and how the hand has ended."""
        cards = cards_text(hand.cards, self.card)
        match hand.end:
            case End.PONTOON:
                return f"{cards} = {self.words('pontoon')}"
            case End.BUST:
                return f"{cards} = {total_text(known(hand.cards), self.words)}"
            case End.STUCK:
                return f"{cards}  {self.words('sticks')}"
            case None:
                return cards

    def question(self, seen: PontoonView) -> str:
        """Whose turn it is, for what, and until when."""
        if seen.phase is Phase.BANKER:
            return self.prompt(seen)
        return lines(
            self.prompt(seen), small(self.words("Press {hand} for your cards and buttons.", hand=Button("My hand")))
        )

    def prompt(self, seen: PontoonView) -> str:
        """The same, without where to find one's buttons."""
        return dotted(f"▶ {self.decision(seen, self.person(min(seen.to_act)))}", time_left(self.table))

    def decision(self, seen: PontoonView, person: str) -> str:
        """What `person` has to decide; others don't see a player's hand."""
        words = self.words
        if seen.phase is Phase.BANKER:
            return words("**{person}**, draw or pay", person=person)
        if seen.phase is Phase.STAKES:
            return words("**{person}**, look at your card and stake", person=person)
        if seen.phase is Phase.SHOOT and seen.pending in (Move.BUY, Move.TWIST):
            return words("**{person}**, do you shoot before your fourth card?", person=person)
        if seen.phase is Phase.SHOOT:
            return words("**{person}**, do you shoot for the kitty?", person=person)
        return words("**{person}**, it's your turn", person=person)

    def decisions(self, seen: PontoonView) -> Iterator[list[Component]]:
        """The banker's buttons, because the bank's cards are face up by then; a player's would give away the hand."""
        play = self.table.play
        if seen.phase is Phase.BANKER and play is not None:
            banker, actions = play.setup.user_id_in(seen.banker), list(play.round.legal_actions(seen.banker))
            if is_member(banker):
                yield from decisions(self.table, banker, actions, seen, self.words)

    def describe_event(self, event: object) -> str:
        """One event; the cards are already shown above."""
        return describe_event(event, self.person, self.card, self.words)

    # Small parts

    def person(self, seat: int) -> str:
        assert self.table.play is not None
        return self.words.person(self.table.play.setup.user_id_in(seat))


class _PrivatePicture(_Picture):
    """One drawing of a private table during a deal in which its host plays."""

    def __init__(self, table: Table, words: Words, cards: CardText, host: int, hint: Hint) -> None:
        super().__init__(table, words, cards)
        assert table.play is not None
        self.own = in_deal(table, host, words, cards, hint)
        self.seat = table.play.setup.people.index(host)

    def view(self) -> Layout:
        """The others' hands, then the host's own, the question and its buttons."""
        seen, own = self.seen, self.own
        assert seen is not None
        question = own.question if own.controls else self.prompt(seen)
        sections = [
            self.top(),
            self.deal(seen),
            lines(self.role(seen), own.hands),
            lines(question, news(self.table, self.words, self.describe_event)),
        ]
        *rows, last = own.controls or [[]]
        return layout(BLUE, sections, [*rows, [*last, more_button(self.table, self.words)]])

    def role(self, seen: PontoonView) -> str:
        """Before the first deal of whoever practises: what they are."""
        words = self.words
        if self.state.deal or not self.table.waits_for_one(self.table.lobby):
            return ""
        if seen.banker == self.seat:
            return words("You hold the bank: everyone plays against you, and you go last.")
        return words(
            "{banker} holds the bank: you and the others each play against it.", banker=self.person(seen.banker)
        )

    def bank(self, seen: PontoonView) -> str:
        return super().bank(seen) if seen.banker != self.seat else ""

    def box(self, seen: PontoonView, box: BoxView) -> Iterator[str]:
        return super().box(seen, box) if box.seat != self.seat else iter(())
