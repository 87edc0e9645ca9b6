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
from cogs.pontoon.bank_between_deals import is_asked, moved_text
from cogs.pontoon.between_deals import (
    answers,
    away_text,
    drawn_text,
    last_review_button,
    needed_text,
    other_buttons,
    people_text,
    question,
    unable_text,
)
from cogs.pontoon.hand_words import cards_text, describe_event, known_total, large, stake_text, total_text
from cogs.pontoon.last_deal import moments, own_result, results
from cogs.pontoon.own_hands import BLUE, OwnHands, Rows, own_hands
from cogs.table.faces import CardText
from cogs.table.house import house_notes
from cogs.table.parts import (
    BUTTONS_IN_A_ROW,
    GOLD,
    again_button,
    button,
    bystanders_buttons,
    closed,
    closing,
    farewell,
    head,
    heading,
    in_one_message,
    joined,
    layout,
    lines,
    mark,
    more_button,
    news,
    promise,
    small,
    time_left,
    tint,
)
from data.people import is_member
from games.core import Button, Phrase
from games.pontoon import BoxView, End, Phase, PontoonView, known
from i18n.words import Words
from tables.pontoon.bank_state import BankState, kitty_of
from tables.table import Table


def draw(table: Table, words: Words, cards: CardText, *, adds: bool = False, reader: int | None = None) -> Layout:
    """The public message of `table`: cards as emojis, as far as there is room.

    `adds`: a house player can come. `reader` is whoever reads it alone.
    """

    def drawn(cards: CardText) -> Layout:
        if table.is_playing and not table.is_closed:
            return DealPicture(table, words, cards).view()
        asks, last = is_asked(table), BankState.of(table.lobby).last
        colour = GOLD if not asks and moments(last, words) else BLUE
        result = results(table, words, cards, is_folded=asks)
        if reader is not None and last is not None:
            colour = tint(table.lobby.nets.get(reader, 0), BLUE)
            result = lines(own_result(table, reader, words), result)
        if table.is_closed:
            return layout(
                colour,
                [heading(table, words), result, farewell(table, words)],
                [[again_button(table.id, words), *last_review_button(table, words)]],
            )
        top = _top(table, words, words("kitty {chips}", chips=kitty_of(table.lobby)))
        people, asked = people_text(table, words, cards), question(table, words)
        hash_line = promise(table, words, _pack(table, words))
        first, others = answers(table, words), other_buttons(table, words, adds=adds)
        if asks:
            return layout(colour, [top, asked, first, result, lines(people, hash_line), others])
        rows = [[*first, *others]] if len(first) + len(others) <= BUTTONS_IN_A_ROW else [first, others]
        return layout(colour, [top, result, lines(people, asked, hash_line)], rows)

    return in_one_message(drawn, cards)


def _top(table: Table, words: Words, kitty: str) -> str:
    """The table, its limits and, where people shoot for it, the `kitty`."""
    name, kitty = (words("Shoot Pontoon"), kitty) if table.terms.options.shoot else (None, "")
    return lines(
        head(table, words, kitty, name=name, bets=Phrase("stakes {minimum}–{maximum}")),
        house_notes(table, words),
        small(closing(table, words)) if table.lobby.closing else "",
        words("The last round was void. Everyone got their chips back.") if table.was_voided else "",
    )


def _pack(table: Table, words: Words) -> str:
    """Since which deal the pack has not been shuffled."""
    state = BankState.of(table.lobby)
    if state.deal and not state.pack and not table.terms.options.shuffle_every_deal:
        return words("shuffled after a pontoon")
    return words("pack not shuffled since deal {deal}", deal=state.shuffled) if state.deal > state.shuffled else ""


def draw_private(
    table: Table,
    user_id: int,
    words: Words,
    cards: CardText,
    hint: Hint = NO_HINT,
    *,
    adds: bool = False,
) -> Layout:
    """The same for a private table's host, `user_id`: in a deal with their hand and their buttons."""
    play = table.play
    if play is None or not table.is_playing or user_id not in play.setup.people:
        return draw(table, words, cards, adds=adds, reader=user_id)
    return in_one_message(lambda cards: _PrivateDeal(table, words, cards, user_id, hint).view(), cards)


def draw_panel(table: Table, user_id: int, words: Words, cards: CardText, hint: Hint = NO_HINT) -> Layout:
    """The panel of `user_id`, at any moment of the table."""
    if table.is_closed:
        return layout(BLUE, [closed(words)], [])
    play = table.play
    seat = play.setup.seat_of(user_id) if play is not None else None
    if play is None or seat is None:
        return layout(BLUE, [_outside(table, user_id, words)], [])
    if play.is_over:
        hands = own_hands(play.round.view(seat), seat, words, cards)
        told = [own_result(table, user_id, words), hands, moved_text(table, words)]
        return layout(tint(play.nets[seat], BLUE), told)
    own = OwnHands(table, user_id, words)
    hands = own_hands(own.seen, own.seat, words, cards)
    return layout(BLUE, [hands, _own_question(own, hint)], _own_controls(own, hint))


def _outside(table: Table, user_id: int, words: Words) -> str:
    if user_id not in table.lobby.seats:
        return words("You aren't at this table. Press {sit} to play.", sit=Button("Join"))
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
            joined(f"**{words('Your turn')}**", time_left(own.table)),
        )
    if own.seat != seen.banker and all(hand.end is not None for hand in own.box.hands):
        return words("You have played. Your result will appear here.")
    return words("It's not your turn yet. Your buttons will appear here.")


def _goes_back(own: OwnHands) -> str:
    """What a newcomer reads who could stake more than they may still lose to a member today."""
    left, who = own.setup.losable.get(own.user_id), own.setup.user_id_in(own.seen.banker)
    if left is None or max(action.amount for action in own.actions) <= left or not is_member(who):
        return ""
    return own.words.counted("You can lose {count} more chips to others today; anything above that is returned.", left)


def _own_controls(own: OwnHands, hint: Hint) -> list[Sequence[Component]]:
    """The answers, and the coach's button; nothing while others are asked."""
    if not own.actions:
        return []
    return [*_PHASES[own.seen.phase].answers(own), *([hint.buttons] if hint.buttons else [])]


class DealPicture:
    """One drawing of a deal, as everybody sees it."""

    def __init__(self, table: Table, words: Words, cards: CardText) -> None:
        assert table.play is not None
        self.table, self.words, self.card = table, words, cards
        self.setup = table.play.setup
        self.seen: PontoonView = table.play.round.view(None)

    def view(self) -> Layout:
        """All of it; the banker's buttons too, because the bank's cards are open by then, and no player's."""
        table, words, seen = self.table, self.words, self.seen
        is_banks, is_first = seen.phase is Phase.BANKER, seen.phase in (Phase.STAKES, Phase.SHOOT)
        buttons = words("Players press {hand} for their cards and buttons.", hand=Button("My hand"))
        question = lines(self.prompt(), small(buttons) if is_first else "", self.news())
        row = [button(table, words("My hand"), "hand", main=is_first), *bystanders_buttons(table, words)]
        answers: Rows = iter(())
        if is_banks and is_member(who := self.setup.user_id_in(seen.banker)):
            answers = banker.answers(OwnHands(table, who, words))
        return layout(BLUE, [self.top(), self.deal(), question], [*answers, row])

    def top(self) -> str:
        """The table, with how much of the kitty is shot for."""
        seen, words = self.seen, self.words
        return _top(self.table, words, words("kitty {chips}, {shot} shot", chips=seen.kitty, shot=seen.shot))

    def deal(self) -> str:
        """The bank, and everybody's hands."""
        return lines(
            drawn_text(self.table, self.words, self.card),
            self.bank(),
            *(row for box in sorted(self.seen.boxes, key=lambda box: box.seat) for row in self.box(box)),
            self.others(),
        )

    def bank(self) -> str:
        """The banker, with the bank's cards."""
        total = known_total(self.seen.bank, self.words)
        who = banker.banker_text(self.setup.user_id_in(self.seen.banker), self.words)
        return lines(who + (f": {total}" if total else ""), large(self.seen.bank, self.card))

    def others(self) -> str:
        """People at the table who aren't in this deal, and what becomes of them; who joins and leaves with the next."""
        words, lobby, setup = self.words, self.table.lobby, self.setup
        here = [user_id for user_id in lobby.seats if user_id is not None and user_id not in setup.people]
        unable = setup.body.get("unable", ())
        away = [user_id for user_id in here if user_id in setup.sat_out and lobby.is_away(user_id)]
        poor = [user_id for user_id in here if user_id in unable and user_id not in away]
        new = [user_id for user_id in here if user_id not in away and user_id not in poor]
        going = [user_id for user_id in lobby.seats if user_id is not None and user_id in lobby.leaving]
        return lines(
            small(away_text(away, words)),
            small(unable_text(self.table, poor, words)),
            small(words("In from the next deal: {people}", people=words.people(new)) if new else ""),
            small(words("Leaving after this deal: {people}", people=words.people(going)) if going else ""),
        )

    def box(self, box: BoxView) -> Iterator[str]:
        """A player's hands: as everybody sees the cards, and how each has ended."""
        for index, hand in enumerate(box.hands):
            pointer = "▶ " if self.seen.turn == (box.seat, index) else ""
            owner = f"{mark(box.seat)} {self.person(box.seat)}" if index == 0 else "⤷"
            stake = stake_text(hand, self.words) if box.has_staked else "–"
            ends: dict[End | None, str] = {
                End.PONTOON: f" = {self.words('pontoon')}",
                End.BUST: f" = {total_text(known(hand.cards), self.words)}",
                End.STUCK: f"  {self.words('sticks')}",
            }
            yield f"{pointer}{owner}  {stake}  {cards_text(hand.cards, self.card)}{ends.get(hand.end, '')}"

    def prompt(self) -> str:
        """Whose turn it is, for what, and until when."""
        who = self.words.person(self.setup.user_id_in(min(self.seen.to_act)))
        asked = _PHASES[self.seen.phase].asked(self.seen, who, self.words)
        return joined(f"▶ {asked}", time_left(self.table))

    def news(self) -> str:
        """What just happened; the cards are already shown above."""
        return news(self.table, self.words, lambda event: describe_event(event, self.person, self.card, self.words))

    def person(self, seat: int) -> str:
        """The player of a seat."""
        return self.words.name(self.setup.user_id_in(seat))


class _PrivateDeal(DealPicture):
    """The same for a private table's host, who plays in it."""

    def __init__(self, table: Table, words: Words, cards: CardText, host: int, hint: Hint) -> None:
        super().__init__(table, words, cards)
        self.own, self.hint = OwnHands(table, host, words), hint

    def view(self) -> Layout:
        """The others' hands, then the host's own, the question and its buttons."""
        own, words = self.own, self.words
        question = _own_question(own, self.hint) if own.actions else self.prompt()
        hands = lines(self.role(), own_hands(own.seen, own.seat, words, self.card))
        *rows, last = _own_controls(own, self.hint) or [[]]
        controls = [*rows, [*last, more_button(self.table, words)]]
        return layout(BLUE, [self.top(), self.deal(), hands, lines(question, self.news())], controls)

    def role(self) -> str:
        """Before the first deal of whoever practises: what they are."""
        words, who = self.words, self.seen.banker
        if BankState.of(self.table.lobby).deal or not self.table.waits_for_one(self.table.lobby):
            return ""
        if who == self.own.seat:
            return words("You hold the bank: everyone plays against you, and you go last.")
        return words("{banker} holds the bank: you and the others each play against it.", banker=self.person(who))

    def bank(self) -> str:
        """Another's bank."""
        return super().bank() if self.seen.banker != self.own.seat else ""

    def box(self, box: BoxView) -> Iterator[str]:
        """Another's hands."""
        return super().box(box) if box.seat != self.own.seat else iter(())
