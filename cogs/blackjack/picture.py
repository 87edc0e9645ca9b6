"""The Blackjack table as people see it: betting, playing, the dealer's cards one by one, results.

A pure function of the table, and of how many pictures of the dealer's hand have been shown; it draws new buttons each
time, and only those that somebody can press now.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cogs.app.replies.components import Component, Layout
from cogs.blackjack.lobby_picture import behind_text, betting, controls, invitation, last_review_button
from cogs.blackjack.results import moments, results
from cogs.blackjack.scene import Scene
from cogs.coach.hints import NO_HINT, Hint
from cogs.table.faces import CardText, plain_text
from cogs.table.parts import (
    GOLD,
    again_button,
    button,
    bystanders_buttons,
    closing,
    farewell,
    fits,
    head,
    heading,
    is_new_shoe,
    joined,
    layout,
    lines,
    news,
    priced,
    promise,
    small,
    time_left,
)
from cogs.table.press import Press
from games.blackjack import DEALER_STANDS, BlackjackView, Box, Move, Phase, total
from games.blackjack import blackjack_events as ev
from games.cards import Card
from games.core import Phrase
from i18n.words import Words
from tables.table import Table

GREEN = 0x2E8B57
NAMED_IN_A_CROWD = 3
"""How many people are named when too many bet behind the seats to name them all."""
MOST_STAGES = 5
"""The most pictures of the dealer's hand; the last one shows all cards that are left."""
FIRST_SHOWN = 2
"""The dealer's cards in the first of them."""

MOVES = (
    (Move.HIT, Phrase("Hit")),
    (Move.STAND, Phrase("Stand")),
    (Move.DOUBLE, Phrase("Double")),
    (Move.SPLIT, Phrase("Split")),
    (Move.SURRENDER, Phrase("Surrender")),
)


def stages(table: Table) -> int:
    """In how many pictures the dealer draws in the round that is just over."""
    if table.play is None or table.is_playing or table.is_closed:
        return 0
    return min(len(table.play.round.view(None).dealer) - 1, MOST_STAGES)


def draw(table: Table, words: Words, cards: CardText, stage: int, hints: Hint = NO_HINT) -> Layout:
    """The public message of `table`: cards as emojis and everyone by name, as far as there is room."""
    for card, named in ((cards, None), (plain_text, None)):
        view = _Picture(Scene(words, card, table, named), stage, hints).view()
        if fits(view):
            return view
    return _Picture(Scene(words, plain_text, table, NAMED_IN_A_CROWD), stage, hints).view()


def more(press: Press, hints: Hint) -> list[Component]:
    """The buttons behind More…: what there is no room for on the table."""
    table, lobby = press.table, press.table.lobby
    if table.is_closed:
        return []
    is_on_table = not hints.buttons if table.is_playing else None not in lobby.seats
    may_bet = any(lobby.seats) and lobby.seat_of(press.user_id) is None
    behind = [button(table, press.words("Bet behind…"), "behind")] if may_bet and not is_on_table else []
    return behind if table.is_playing else [*hints.buttons, *behind]


class _Picture:
    """One drawing of one table."""

    def __init__(self, scene: Scene, stage: int, hints: Hint) -> None:
        self.hints = hints
        self.scene = scene
        self.stage = stage
        self.table = scene.table
        self.words = scene.words
        self.seen = scene.seen

    def view(self) -> Layout:
        table, words = self.table, self.words
        if table.is_closed:
            over = self.scene.over
            told = results(self.scene, over, moments(self.scene, over))
            sections = [heading(table, words), *told, farewell(table, words)]
            afterwards = [again_button(table.id, words), *last_review_button(table, words)]
            return layout(GREEN, sections, [afterwards])
        if self.seen is not None and table.is_playing:
            happened = news(table, words, self.describe_event)
            sections = [self.top(), self.round(self.seen, self.seen.dealer), lines(self.question(self.seen), happened)]
            middle = self.hints.buttons or (
                button(table, words("Bet behind…"), "behind"),
            )  # a phone has no room for both
            others = bystanders_buttons(table, words, *middle)
            return layout(GREEN, sections, [self.decisions(self.seen), others])
        if self.seen is not None and self.stage < stages(table):
            return layout(GREEN, [self.top(), *self.reveal(self.seen)], [bystanders_buttons(table, words)])
        if table.lobby.bets:
            sections, accent = [betting(table, words, self.scene.named)], GREEN
        else:
            over = self.scene.over
            rare = moments(self.scene, over)
            sections, accent = results(self.scene, over, rare), GOLD if rare else GREEN
        last = lines(invitation(table, words), promise(table, words))
        return layout(accent, [self.top(), *sections, last], controls(table, words))

    # The head

    def top(self) -> str:
        words, table = self.words, self.table
        seen = self.seen if table.is_playing else None
        return lines(
            head(table, words),
            small(
                words("The cut card is out: all cards are shuffled after this round.")
                if seen and seen.last_round
                else ""
            ),
            small(words("The shoe ran out: the cards of earlier rounds were shuffled and dealt again."))
            if seen and seen.shoe_size > 52 * table.terms.options.decks
            else "",
            small(words("New shoe: all cards have been shuffled.")) if not seen and is_new_shoe(table) else "",
            small(closing(table, words)) if table.lobby.closing else "",
            words("The last round was void. Everyone got their chips back.") if table.was_voided else "",
        )

    # Playing

    def round(self, seen: BlackjackView, dealer: Sequence[Card]) -> str:
        boxes = (row for box in seen.boxes for row in self.box(seen, box))
        return lines(self.scene.dealer(dealer), *boxes, *self.scene.not_in_the_round())

    def box(self, seen: BlackjackView, box: Box) -> Iterator[str]:
        """One seat: a line for each hand, large where it has the turn, and one for side bets and those behind it."""
        words, scene = self.words, self.scene
        for index, hand in enumerate(box.hands):
            is_in_turn, chips = seen.phase is not Phase.OVER and seen.turn == (box.seat, index), words.chips(hand.stake)
            row = joined(scene.hand(hand), chips if index else f"{scene.person(box.seat)} {chips}")
            yield f"{'## ' if is_in_turn else ''}{'⤷ ' if index else ''}{row}"
        behind = [
            f"{scene.person(one.seat)} {behind_text(sum(one.stakes), one.pair if box.paired else 0, words)}"
            for one in box.behind
        ]
        yield small(
            words("pair {chips}", chips=box.pair) if box.pair and box.paired else "",
            words("insured for {chips}", chips=box.insurance) if box.insurance else "",
            words("behind: {bets}", bets=scene.crowd(behind)) if behind else "",
        )

    def question(self, seen: BlackjackView) -> str:
        """Whose turn it is, for what, and until when."""
        words, scene, when = self.words, self.scene, time_left(self.table)
        asked = {seat: words.person(scene.user_id(seat)) for seat in sorted(seen.to_act)}
        waiting = words.listed(asked.values())
        if seen.phase is Phase.INSURANCE:
            prices = {box.seat: words.signed(-(box.bet // 2)) for box in seen.boxes if box.seat in asked}
            if len({*prices.values()}) > 1:
                waiting = words.listed(f"{who} {prices[seat]}" for seat, who in asked.items())
            return lines(
                words(
                    "**The dealer shows an ace.** Insurance costs half your bet and pays 2:1 if the dealer has a "
                    "blackjack."
                ),
                joined(words("Waiting for {people}", people=waiting), when),
            )
        if seen.phase is Phase.FOLLOW and seen.follow is not None:
            followers = [one for one in seen.box(seen.follow.seat).behind if one.seat in seen.to_act]
            people = scene.crowd([f"{asked[one.seat]} {words.chips(one.main)}" for one in followers])
            who = scene.person(seen.follow.seat)
            return lines(
                words("**{person} splits.** Bet the same behind the second hand, too?", person=who)
                if seen.follow.move is Move.SPLIT
                else words("**{person} doubles.** Add the same to your bet behind?", person=who),
                joined(words("Waiting for {people}", people=people), when),
            )
        return joined("▶ " + words("**{person}**, it's your turn", person=waiting), when)

    def decisions(self, seen: BlackjackView) -> list[Component]:
        table, words = self.table, self.words
        if seen.phase is Phase.INSURANCE:
            insured = {words.chips(box.bet // 2) for box in seen.boxes if box.seat in seen.to_act}
            return [
                button(table, priced(words("Insure"), insured), "move", Move.INSURE),
                button(table, words("No insurance"), "move", Move.DECLINE, main=True),
            ]
        if seen.phase is Phase.FOLLOW and seen.follow is not None:
            followed = {words.chips(one.main) for one in seen.box(seen.follow.seat).behind if one.seat in seen.to_act}
            return [
                button(table, priced(words("Match the bet"), followed), "move", Move.FOLLOW, main=True),
                button(table, words("Keep my bet"), "move", Move.KEEP),
            ]
        assert table.play is not None
        assert seen.turn is not None
        legal = set(table.play.round.legal_actions(seen.turn.seat))
        hand = seen.box(seen.turn.seat).hands[seen.turn.hand]
        usual = Move.HIT if hand.total.best < DEALER_STANDS else Move.STAND  # as the dealer, and most of everybody
        costs = {Move.DOUBLE: hand.stake, Move.SPLIT: hand.stake, Move.SURRENDER: -hand.stake // 2}
        return [
            button(
                table,
                priced(words.said(label), {words.signed(costs[move])} if move in costs else set()),
                "move",
                move,
                main=move is usual,
            )
            for move, label in MOVES
            if move in legal
        ]

    def describe_event(self, event: object) -> str:
        """One event of a hand; the deal and the dealer's cards are already shown above."""
        words = self.words
        match event:
            case ev.Drew():
                return words(
                    "{person} draws {card}: {total}",
                    person=self.scene.person(event.seat),
                    card=self.scene.card(event.card),
                    total=event.total,
                )
            case ev.Stood():
                return words("{person} stands on {total}", person=self.scene.person(event.seat), total=event.total)
            case ev.Doubled():
                return words("{person} doubles", person=self.scene.person(event.seat))
            case ev.Split():
                return words("{person} splits", person=self.scene.person(event.seat))
            case ev.Surrendered():
                return words("{person} surrenders", person=self.scene.person(event.seat))
            case ev.Insured():
                return words("{person} insures for {chips}", person=self.scene.person(event.seat), chips=event.amount)
            case ev.Declined():
                return words("{person} takes no insurance", person=self.scene.person(event.seat))
            case ev.Followed():
                return words("{person} adds {chips}", person=self.scene.person(event.seat), chips=event.amount)
            case ev.Kept():
                return words("{person} keeps the bet", person=self.scene.person(event.seat))
            case _:
                return ""

    # The dealer's hand

    def reveal(self, seen: BlackjackView) -> list[str]:
        """The hands, and as many of the dealer's cards as are out at this stage."""
        words, is_last = self.words, self.stage == stages(self.table) - 1
        shown = seen.dealer if is_last else seen.dealer[: FIRST_SHOWN + self.stage]
        best = total(shown).best
        text = words("**The dealer is bust.**") if best > 21 else words("**The dealer has {total}.**", total=best)
        return [self.round(seen, shown), lines(text, news(self.table, words, self.describe_event))]
