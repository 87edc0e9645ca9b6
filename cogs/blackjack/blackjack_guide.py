"""Guided deals of Blackjack: one player, a bet of ten that isn't real, and at each decision what is best and why."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from cogs.blackjack.picture import GREEN
from cogs.blackjack.results import result_text, side_text
from cogs.blackjack.review import CHOICES
from cogs.blackjack.scene import Hands
from cogs.coach.hints import reason_text
from cogs.table.faces import CardText
from cogs.table.guide import GuidePage, Offer, Primer, no_such_choice
from cogs.table.parts import bold, joined, lines
from games.blackjack import DEALER_STANDS, Bet, Blackjack, Hand, LineKind, Move, Options, Phase, basic_strategy, start
from games.blackjack import blackjack_events as ev
from games.cards import pack52
from games.core import Button, Phrase
from games.fair.shoe import CUT_DEPTH, Shoe, shuffled
from i18n.words import Words
from players.blackjack import why

_OPTIONS = Options(seats=1)
_BET = 10
_FIRST = 9
"""The number of the shoe that the first deal comes from: with something to learn in it."""


@dataclass(frozen=True, slots=True)
class _Deal:
    """One deal at one moment; `events` are what the last choice led to."""

    round: Blackjack
    events: tuple[object, ...]

    def choose(self, number: int) -> _Deal:
        moves = self._moves
        if number >= len(moves):
            raise no_such_choice()
        step = self.round.apply(0, moves[number])
        return _Deal(step.round, step.events)

    @property
    def _moves(self) -> tuple[Move, ...]:
        return tuple(self.round.legal_actions(0)) if self.round.to_act else ()

    def page(self, words: Words, cards: CardText) -> GuidePage:
        text = lines(*(_told(event, words) for event in self.events))
        box, drawn = self.round.boxes[0], Hands(words, cards)
        hands = [
            drawn.hand_in_turn(hand) if self.round.turn == (0, index) else drawn.hand(hand)
            for index, hand in enumerate(box.hands)
        ]
        bet = words.chips(sum(hand.stake for hand in box.hands))
        table = lines(
            words("### A guided deal of {game}", game=Phrase("Blackjack")),
            drawn.dealer(self.round.dealer),
            joined(words("**Your hand**"), words("{option}: {value}", option=words("Bet"), value=bet)),
            *hands,
        )
        if self.round.phase is Phase.OVER:
            return GuidePage((table, lines(text, *self._results(words))))
        best = Move.DECLINE
        if self.round.phase is not Phase.INSURANCE:
            best = basic_strategy.choose(_OPTIONS, self._hand(), self.round.dealer[0])
        offers = tuple(Offer(words.said(CHOICES[move]), is_main=move is best) for move in self._moves)
        return GuidePage((table, lines(text, self._advice(best, words, cards))), (offers,))

    def _hand(self) -> Hand:
        assert self.round.turn is not None
        return self.round.boxes[0].hands[self.round.turn.hand]

    def _advice(self, best: Move, words: Words, cards: CardText) -> str:
        if best is Move.DECLINE:
            return words(
                "The dealer shows an ace. **Insurance** wins if the next card makes a blackjack. That happens less "
                "than one time in three, so it costs chips in the long run."
            )
        reason = reason_text(why(best, self._hand(), self.round.dealer[0]), words, cards)
        return words("{option}: {value}", option=bold(words.said(CHOICES[best])), value=reason)

    def _results(self, words: Words) -> Iterator[str]:
        dealer, hands, pays = self.round.view(None).dealer, self.round.boxes[0].hands, _OPTIONS.blackjack_pays.value
        for line in self.round.lines:
            if line.kind is LineKind.INSURANCE:
                yield side_text(line, words)
            else:
                yield f"{hands[line.hand].total.best}, {result_text(line, dealer, pays, words)}"
        yield words("**In chips: {net}**", net=words.signed(sum(line.net for line in self.round.lines)))


def _told(event: object, words: Words) -> str:
    match event:
        case ev.Stood():
            return words(
                "You stand on {total}. Now the dealer draws until {stands} or more.",
                total=event.total,
                stands=DEALER_STANDS,
            )
        case ev.Doubled():
            return words("You bet as much again, and get one card.")
        case ev.Split():
            return words("You have two hands now, each with a bet of {chips} and a second card.", chips=event.amount)
        case _:
            return ""


def _begun(deal: int) -> _Deal:
    """A deal from a shoe of its own, shuffled by its number alone."""
    seed = hashlib.sha256(f"guided blackjack {deal + _FIRST}".encode()).digest()
    shoe = Shoe.stacked(shuffled(pack52() * _OPTIONS.decks, seed, ""), CUT_DEPTH)
    step = start(_OPTIONS, (Bet(0, 0, _BET),), shoe)
    return _Deal(step.round, step.events)


PRIMER = Primer(
    (
        Phrase("Get closer to 21 than the dealer without going over. Face cards count 10, an ace 1 or 11."),
        Phrase(
            "**{hit}** takes a card, **{stand}** keeps what you have. Then the dealer draws to {stands} or more.",
            hit=Button("Hit"),
            stand=Button("Stand"),
            stands=DEALER_STANDS,
        ),
        Phrase("Everyone plays against the dealer, with chips that are for play only."),
    ),
    GREEN,
    _begun,
)
