"""The Blackjack table as people see it: betting, playing, results.

A pure function of the table; it draws new buttons each time, and only those that somebody can press now.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cogs.answers.components import Component, Layout
from cogs.blackjack.lobby_picture import betting, controls, invitation
from cogs.cards.faces import CardText, plain_text
from cogs.table.parts import (
    again_button,
    button,
    bystanders_buttons,
    crowd,
    farewell,
    fits,
    heading,
    is_new_shoe,
    layout,
    lines,
    mark,
    news,
    small,
    soon,
)
from games.blackjack import (
    Behind,
    BlackjackView,
    Box,
    Hand,
    Line,
    LineKind,
    Move,
    Options,
    Outcome,
    Phase,
    is_blackjack,
    total,
)
from games.blackjack import events as ev
from games.cards import Card
from games.core import Phrase
from i18n.words import Words
from tables.blackjack.settings import BLACKJACK
from tables.blackjack.state import BlackjackState
from tables.table import Table

GREEN = 0x2E8B57
NAMED_IN_A_CROWD = 3
"""How many people are named when too many bet behind the seats to name them all."""

MOVES = (
    (Move.HIT, Phrase("Hit")),
    (Move.STAND, Phrase("Stand")),
    (Move.DOUBLE, Phrase("Double")),
    (Move.SPLIT, Phrase("Split")),
    (Move.SURRENDER, Phrase("Surrender")),
)


def draw(table: Table, words: Words, cards: CardText) -> Layout:
    """The public message of `table`: cards as emojis and everybody by name, as far as there is room."""
    view = _Picture(table, words, cards).view()
    if fits(view):
        return view
    view = _Picture(table, words, plain_text).view()
    return view if fits(view) else _Picture(table, words, plain_text, named=NAMED_IN_A_CROWD).view()


class _Picture:
    """One drawing of one table."""

    def __init__(self, table: Table, words: Words, cards: CardText, named: int | None = None) -> None:
        self.table = table
        self.words = words
        self.card = cards
        self.named = named
        self.options: Options = table.terms.options
        self.seen: BlackjackView | None = table.play.round.view(None) if table.play is not None else None

    def view(self) -> Layout:
        """The whole message."""
        table, words = self.table, self.words
        if table.is_closed:
            return layout(
                GREEN,
                [heading(table, words), self.results(), farewell(table, words)],
                [[again_button(table.id, words)]],
            )
        if table.is_playing and self.seen is not None:
            sections = [
                self.top(),
                self.round(self.seen),
                lines(self.question(self.seen), news(self.table, self.describe_event)),
            ]
            return layout(GREEN, sections, [self.decisions(self.seen), self.round_buttons()])
        body = betting(table.lobby, words, self.named) if table.lobby.bets else self.results()
        return layout(GREEN, [self.top(), body, invitation(table, words)], controls(table, words))

    # The head

    def top(self) -> str:
        """Name, limits, shoe, and the house rules that matter."""
        words, table = self.words, self.table
        seen = self.seen if table.is_playing else None
        dealt = seen.dealt if seen else BlackjackState.of(table.lobby).position
        return lines(
            heading(table, words),
            small(
                words("bets {minimum}-{maximum}", minimum=table.terms.minimum, maximum=table.terms.maximum),
                words("shoe {dealt} of {size} dealt", dealt=dealt, size=52 * self.options.decks),
                *BLACKJACK.notes(self.options, words),
                words("shuffle {mark}", mark=table.commitment[:8]),
            ),
            small(
                words("The cut card is out: all cards are shuffled after this round.")
                if seen and seen.last_round
                else ""
            ),
            small(words("The shoe ran out: the cards of earlier rounds were shuffled and go on."))
            if seen and seen.shoe_size > 52 * self.options.decks
            else "",
            small(words("New shoe: all cards have been shuffled.")) if not seen and is_new_shoe(table) else "",
            small(words("The table closes after this round.")) if table.lobby.closing else "",
            words("The last round could not go on. Everybody got their chips back.") if table.was_voided else "",
        )

    # Playing

    def round(self, seen: BlackjackView) -> str:
        """Dealer and boxes."""
        boxes = (row for box in seen.boxes for row in self.box(seen, box))
        return lines(self.dealer(seen.dealer), *boxes, *self.not_in_the_round())

    def not_in_the_round(self) -> Iterator[str]:
        """The seats of those who joined too late or have not bet."""
        assert self.table.play is not None
        words, setup = self.words, self.table.play.setup
        for seat, user_id in enumerate(self.table.lobby.seats):
            if user_id is None or user_id in setup.people:
                continue
            if not self.table.is_playing:
                what = "–"
            elif user_id in setup.sat_out:
                what = words("no bet: the seat is free after this round")
            else:
                what = words("in from the next round")
            yield f"{mark(seat)} <@{user_id}>  {what}"

    def gave_up_seats(self) -> str:
        """Who lost a seat for not betting in the last round."""
        assert self.table.play is not None
        gone = [user_id for user_id in self.table.play.setup.sat_out if user_id not in self.table.lobby.seats]
        return (
            small(self.words("No bet, so the seat is free again: {people}", people=self.words.people(gone)))
            if gone
            else ""
        )

    def dealer(self, cards: Sequence[Card]) -> str:
        """The dealer's cards in the order drawn, with the total."""
        best = total(cards).best
        shown = self.words("blackjack") if is_blackjack(cards) else str(best)
        bust = self.words("bust") if best > 21 else ""
        return f"**{self.words('Dealer')}**  {self.cards(cards)} = " + ", ".join(filter(None, [f"**{shown}**", bust]))

    def box(self, seen: BlackjackView, box: Box) -> Iterator[str]:
        """One seat: a line for each hand, and one for those who bet behind it."""
        words = self.words
        person = self.person(box.seat)
        for index, hand in enumerate(box.hands):
            is_next = seen.turn is not None and seen.turn == (box.seat, index) and seen.phase is not Phase.OVER
            pointer = "▶ " if is_next else ""
            owner = f"{mark(box.seat)} {person}" if index == 0 else "⤷"
            yield f"{pointer}{owner}  {words.chips(hand.stake)}  {self.hand(hand)}"
        sides = [
            words("pair {chips}", chips=box.pair) if box.pair else "",
            words("insured for {chips}", chips=box.insurance) if box.insurance else "",
            self.crowd(
                [
                    words("{person} {chips} behind", person=self.person(behind.seat), chips=sum(behind.stakes))
                    for behind in box.behind
                ]
            ),
        ]
        if any(sides):
            yield small(*sides)

    def hand(self, hand: Hand) -> str:
        """Cards, total, and how the hand is finished."""
        words = self.words
        best, soft = hand.total
        shown = f"{best - 10}/{best}" if soft and not hand.done else str(best)
        state = ""
        if hand.surrendered:
            state = words("surrendered")
        elif hand.bust:
            state = words("bust")
        elif hand.blackjack:
            state = words("blackjack")
        elif hand.doubled:
            state = words("doubled")
        elif hand.done and best < 21:
            state = words("stands")
        return f"{self.cards(hand.cards)} = **{shown}**" + (f"  {state}" if state else "")

    def question(self, seen: BlackjackView) -> str:
        """Whose turn it is, for what, and until when."""
        words, when = self.words, soon(self.table.deadline)
        waiting = ", ".join(self.person(seat) for seat in sorted(seen.to_act))
        if seen.phase is Phase.INSURANCE:
            return lines(
                words("**The dealer shows an ace.** Insurance costs half your bet and pays 2:1 on a blackjack."),
                words("Still to answer: {people} · time runs out {when}", people=waiting, when=when),
            )
        if seen.phase is Phase.FOLLOW and seen.follow is not None:
            move = words("splits") if seen.follow.move is Move.SPLIT else words("doubles")
            behind = next(box.behind for box in seen.boxes if box.seat == seen.follow.seat)
            askers = self.crowd(
                [f"{self.person(one.seat)} {words.chips(one.main)}" for one in behind if one.seat in seen.to_act]
            )
            return words(
                "**{person} {move}.** Behind this seat, follow with as much again: {people} · time runs out {when}",
                person=self.person(seen.follow.seat),
                move=move,
                people=askers,
                when=when,
            )
        return words("**{person}**, it's your turn. Time runs out {when}.", person=waiting, when=when)

    def decisions(self, seen: BlackjackView) -> list[Component]:
        """The buttons for whoever's turn it is."""
        table, words = self.table, self.words
        if seen.phase is Phase.INSURANCE:
            return [
                button(table, words("Insure"), "move", Move.INSURE),
                button(table, words("No insurance"), "move", Move.DECLINE, main=True),
            ]
        if seen.phase is Phase.FOLLOW:
            return [
                button(table, words("Follow"), "move", Move.FOLLOW, main=True),
                button(table, words("Keep mine"), "move", Move.KEEP),
            ]
        assert table.play is not None
        legal = set(table.play.round.legal_actions(min(seen.to_act)))
        return [
            button(table, words.said(label), "move", move, main=move in (Move.HIT, Move.STAND))
            for move, label in MOVES
            if move in legal
        ]

    def round_buttons(self) -> list[Component]:
        """The buttons for everybody else."""
        table, words = self.table, self.words
        return bystanders_buttons(table, words, button(table, words("Bet behind"), "behind"))

    def describe_event(self, event: object) -> str:
        """One event of a hand; the deal and the dealer's cards are already shown above."""
        words = self.words
        match event:
            case ev.Drew():
                return words(
                    "{person} draws {card}: {total}",
                    person=self.person(event.seat),
                    card=self.card(event.card),
                    total=event.total,
                )
            case ev.Stood():
                return words("{person} stands on {total}", person=self.person(event.seat), total=event.total)
            case ev.Doubled():
                return words("{person} doubles", person=self.person(event.seat))
            case ev.Split():
                return words("{person} splits", person=self.person(event.seat))
            case ev.Surrendered():
                return words("{person} surrenders", person=self.person(event.seat))
            case ev.Insured():
                return words("{person} insures for {chips}", person=self.person(event.seat), chips=event.amount)
            case ev.Declined():
                return words("{person} takes no insurance", person=self.person(event.seat))
            case ev.Followed():
                return words("{person} follows with {chips}", person=self.person(event.seat), chips=event.amount)
            case ev.Kept():
                return words("{person} keeps the bet as it is", person=self.person(event.seat))
            case _:
                return ""

    # Results

    def results(self) -> str:
        """The finished round: the dealer's hand, then the result of every stake."""
        seen = self.seen
        if seen is None or seen.phase is not Phase.OVER:
            return betting(self.table.lobby, self.words, self.named)
        rows = [self.dealer(seen.dealer)]
        for box in seen.boxes:
            own = [line for line in seen.lines if line.box == box.seat and line.seat == box.seat]
            for index, hand in enumerate(box.hands):
                owner = f"{mark(box.seat)} {self.person(box.seat)}" if index == 0 else "⤷"
                results = [self.outcome(line) for line in own if line.kind is LineKind.HAND and line.hand == index]
                if index == 0:
                    results += [self.outcome(line) for line in own if line.kind is not LineKind.HAND]
                rows.append(f"{owner}  {self.cards(hand.cards)} = **{hand.total.best}**  {' · '.join(results)}")
            named = box.behind[: self.named]
            rows += [self.behind(seen, box, (behind,), self.person(behind.seat)) for behind in named]
            if others := box.behind[len(named) :]:
                rows.append(self.behind(seen, box, others, self.words("{count} others", count=len(others))))
        return lines(*rows, *self.not_in_the_round(), self.gave_up_seats())

    def behind(self, seen: BlackjackView, box: Box, bettors: Sequence[Behind], who: str) -> str:
        """What `bettors` behind a seat have won or lost there, together."""
        seats = {bettor.seat for bettor in bettors}
        net = sum(line.net for line in seen.lines if line.box == box.seat and line.seat in seats)
        return small(
            self.words("behind {seat}: {person} {net}", seat=box.seat + 1, person=who, net=self.words.signed(net))
        )

    def outcome(self, line: Line) -> str:
        """The result of one stake, in words."""
        words, chips = self.words, abs(line.net)
        if line.kind is LineKind.PAIR:
            return words("pair wins {chips}", chips=chips) if line.net > 0 else words("pair loses {chips}", chips=chips)
        if line.kind is LineKind.INSURANCE:
            won = line.net > 0
            return (
                words("insurance wins {chips}", chips=chips) if won else words("insurance loses {chips}", chips=chips)
            )
        match line.outcome:
            case Outcome.BLACKJACK:
                return words("blackjack, wins **{chips}**", chips=chips)
            case Outcome.WIN:
                return words("wins **{chips}**", chips=chips)
            case Outcome.PUSH:
                return words("push, {chips} back", chips=line.returned)
            case Outcome.SURRENDERED:
                return words("surrendered, loses {chips}", chips=chips)
            case Outcome.BUST:
                return words("bust, loses {chips}", chips=chips)
            case Outcome.LOSE:
                return words("loses {chips}", chips=chips)

    # Small parts

    def person(self, seat: int) -> str:
        """The player with this number in the round."""
        assert self.table.play is not None
        return self.words.person(self.table.play.setup.user_id_in(seat))

    def crowd(self, texts: Sequence[str]) -> str:
        """The texts about several people, as far as there is room for them."""
        return crowd(texts, self.words, self.named)

    def cards(self, cards: Sequence[Card]) -> str:
        """Cards in the order they came."""
        return " ".join(self.card(card) for card in cards)
