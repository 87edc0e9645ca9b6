"""A Pontoon table as everybody sees it, as one player does on their panel, and as the host of a private one does.

Pure functions of the table. They ask the round for the view of their reader and for nothing else, so they can't show a
card that is face down. between_deals.py draws what stands there between two deals.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from cogs.app.replies.components import Component, Layout
from cogs.coach.hints import NO_HINT, Hint
from cogs.pontoon import banker, hand_in_turn, shoot, stakes
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
from cogs.pontoon.last_deal import moments, results
from cogs.pontoon.own_hands import BLUE, OwnHands, Rows, own_hands
from cogs.table.faces import CardText
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
    head,
    heading,
    in_one_message,
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
from games.pontoon import BoxView, End, HandView, Phase, PontoonView, known
from i18n.words import Words
from tables.pontoon.bank_state import BankState, kitty_of
from tables.table import Table


def draw(table: Table, words: Words, cards: CardText, *, adds: bool = False, note: str = "") -> Layout:
    """The public message of `table`: cards as emojis, as far as there is room.

    `adds`: a house player can come. `note` is said in small print at the end.
    """
    return in_one_message(lambda cards: _Picture(table, words, cards, adds=adds, note=note).view(), cards)


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
    return in_one_message(lambda cards: _PrivatePicture(table, words, cards, user_id, hint).view(), cards)


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
    own = OwnHands(table, user_id, words)
    hands = own_hands(own.seen, own.seat, words, cards)
    return layout(BLUE, [hands, _own_question(own, hint)], _own_controls(own, hint))


def _outside(table: Table, user_id: int, words: Words) -> str:
    if user_id not in table.lobby.seats:
        return words("You aren't at this table. Press {sit} to play.", sit=Button("Sit"))
    if table.is_playing and table.play is not None:
        if user_id in table.play.setup.body.get("unable", ()):
            return needed_text(table, words)
        return words("You're in from the next deal.")
    return lines(words("No cards right now. They will appear here with the next deal."), moved_text(table, words))


class _Phase(Protocol):
    """What the file of a phase has: the question, as everybody and as the one asked reads it, and the answers."""

    def asked(self, seen: PontoonView, person: str, words: Words) -> str: ...
    def question(self, own: OwnHands) -> str: ...
    def answers(self, own: OwnHands) -> Rows: ...


_PHASES: Mapping[Phase, _Phase] = {
    Phase.STAKES: stakes,
    Phase.SHOOT: shoot,
    Phase.PLAY: hand_in_turn,
    Phase.BANKER: banker,
}


def _own_question(own: OwnHands, hint: Hint) -> str:
    """What a player is asked, with what the coach has said; while others are, that it isn't their turn."""
    words, seen = own.words, own.seen
    if own.actions:
        return lines(
            _PHASES[seen.phase].question(own),
            small(_goes_back(own)),
            hint.text,
            dotted(f"**{words('Your turn')}**", time_left(own.table)) if own.table.deadline is not None else "",
        )
    if own.seat != seen.banker and all(hand.end is not None for hand in own.box.hands):
        return words("You have played. Your result will appear here.")
    return words("It's not your turn yet. Your buttons will appear here.")


def _goes_back(own: OwnHands) -> str:
    """What a newcomer reads who could stake more than they may still lose to a member today."""
    left, who = own.setup.losable.get(own.user_id), own.setup.user_id_in(own.seen.banker)
    if left is None or max(action.amount for action in own.actions) <= left or not is_member(who):
        return ""
    return own.words.counted("You can lose {count} more chips to others today; anything above that goes back.", left)


def _own_controls(own: OwnHands, hint: Hint) -> list[Sequence[Component]]:
    """The answers, and the coach's button; nothing while others are asked."""
    if not own.actions:
        return []
    return [*_PHASES[own.seen.phase].answers(own), *([hint.buttons] if hint.buttons else [])]


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
        who = banker.banker_text(self.table.play.setup.user_id_in(seen.banker), self.words)
        return lines(who + (f": {total}" if total else ""), large(seen.bank, self.card))

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
        buttons = self.words("Press {hand} for your cards and buttons.", hand=Button("My hand"))
        return lines(self.prompt(seen), "" if seen.phase is Phase.BANKER else small(buttons))

    def prompt(self, seen: PontoonView) -> str:
        """The same, without where to find one's buttons."""
        asked = _PHASES[seen.phase].asked(seen, self.person(min(seen.to_act)), self.words)
        return dotted(f"▶ {asked}", time_left(self.table))

    def decisions(self, seen: PontoonView) -> Rows:
        """The banker's buttons, because the bank's cards are face up by then; a player's would give away the hand."""
        assert self.table.play is not None
        if seen.phase is Phase.BANKER and is_member(who := self.table.play.setup.user_id_in(seen.banker)):
            yield from banker.answers(OwnHands(self.table, who, self.words))

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
        self.own, self.hint = OwnHands(table, host, words), hint
        self.seat = self.own.seat

    def view(self) -> Layout:
        """The others' hands, then the host's own, the question and its buttons."""
        seen, own, words = self.seen, self.own, self.words
        assert seen is not None
        question = _own_question(own, self.hint) if own.actions else self.prompt(seen)
        sections = [
            self.top(),
            self.deal(seen),
            lines(self.role(seen), own_hands(own.seen, own.seat, words, self.card)),
            lines(question, news(self.table, words, self.describe_event)),
        ]
        *rows, last = _own_controls(own, self.hint) or [[]]
        return layout(BLUE, sections, [*rows, [*last, more_button(self.table, words)]])

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
