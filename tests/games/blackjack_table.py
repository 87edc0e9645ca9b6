"""Verbs for the Blackjack tests: a round with known cards, played by short texts, that counts everybody's chips."""

from collections import Counter

import pytest

from games.blackjack import Bet, Options, parse, start
from games.cards import parse_cards
from games.core import IllegalAction, Pot
from games.shoe import Shoe


class Table:
    """A round whose shoe gives `cards`: one to each seat, the dealer's, a second to each seat, then as drawn."""

    def __init__(self, cards, *bets, **options):
        self.chips = Counter()
        self.events = []
        self.given = Counter()
        step = start(Options(**options), bets or (Bet(0, 0, 100),), Shoe.stacked(parse_cards(cards)))
        self._adopt(step)

    def play(self, *moves):
        """Play moves like "0 hit": a seat and what it does. "0" alone is that seat's default."""
        for text in moves:
            seat, _, move = text.partition(" ")
            seat = int(seat)
            self._adopt(self.round.apply(seat, parse(move) if move else self.round.default_action(seat)))
        return self

    def refuses(self, text):
        """The sentence with which the round refuses `text`; nothing else happens."""
        seat, _, move = text.partition(" ")
        before = repr(self.round)
        with pytest.raises(IllegalAction) as refusal:
            self.round.apply(int(seat), parse(move))
        assert repr(self.round) == before
        assert parse(move) not in self.round.legal_actions(int(seat))
        return str(refusal.value)

    def may(self, seat):
        """What `seat` may do, as one text."""
        return " ".join(self.round.legal_actions(seat))

    def staked(self, seat):
        """All chips that `seat` has put in."""
        return self.given[seat]

    def back(self, seat):
        """The chips that came back to `seat`."""
        return self.chips[seat] + self.given[seat]

    @property
    def over(self):
        return not self.round.to_act

    @property
    def dealer(self):
        return " ".join(map(str, self.round.dealer))

    def hands(self, seat):
        """The seat's hands as text, with a bar between those of a split."""
        box = next(box for box in self.round.boxes if box.seat == seat)
        return " | ".join(" ".join(map(str, hand.cards)) for hand in box.hands)

    def _adopt(self, step):
        self.round = step.round
        self.step = step
        self.events += step.events
        for transfer in step.transfers:
            self.chips[transfer.payer] -= transfer.amount
            self.chips[transfer.payee] += transfer.amount
            if not isinstance(transfer.payer, Pot):
                self.given[transfer.payer] += transfer.amount
            assert self.chips[Pot.MIDDLE] >= 0
        if self.over:
            assert self.chips[Pot.MIDDLE] == 0
