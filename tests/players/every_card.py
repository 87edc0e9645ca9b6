"""Open hands of Five Hundred by trying every card: what the rules allow and who wins a trick is asked of the rules.

It shares nothing with the solver but the cards: an answer is kept only for the very same hands, leader and suits led.
"""

from functools import cache

from games.cards import JOKER
from games.five_hundred.bids import SUITS
from games.five_hundred.tricks import Played, Trick


class EveryCard:
    """What `attackers` take, each other seat against them; of a misère whether its only attacker takes a trick.

    `hands` are brought by seat, nothing for a seat that takes no part.
    """

    def __init__(self, order, seats, attackers):
        self.order, self.seats, self.attackers = order, seats, frozenset(attackers)
        self.takes = cache(self._takes)
        """Whether they take so many tricks; of a misère whether its only attacker takes none."""

    def taken(self, hands, leader, led=frozenset()):
        """How many tricks the attackers take; in a misère 1 where the contractor is caught."""
        if self.order.is_misere:
            return int(not self.takes(hands, leader, led, 1))
        most = len(hands[leader])
        return next(need for need in range(most, -1, -1) if need == 0 or self.takes(hands, leader, led, need))

    def takes_after(self, hands, trick, led, need):
        """The same as `takes`, once the last card of `trick`, which is among `hands` still, has been played to it."""
        return self._goes_on(hands, trick, led, need)

    def _takes(self, hands, leader, led, need):
        """Whether the attackers take `need` tricks; in a misère whether the contractor takes none."""
        if not hands[leader]:
            return self.order.is_misere or need <= 0
        if not self.order.is_misere and not 0 < need <= len(hands[leader]):
            return need <= 0
        leads = [
            (card, named)
            for card in sorted(hands[leader], key=self.order.height, reverse=True)
            for named in self._names(hands[leader], card, led)
        ]
        tries = (self._goes_on(hands, Trick((Played(leader, card),), named), led, need) for card, named in leads)
        return any(tries) if leader in self.attackers else all(tries)

    def _names(self, hand, card, led):
        """The suits with which `card` may lead, None where it names none."""
        asked = (None, *SUITS) if self.order.is_free_joker(card) else (None,)
        return [named for named in asked if self._may_lead(hand, card, named, led)]

    def _may_lead(self, hand, card, named, led):
        tricks = [Trick((Played(0, JOKER),), suit) for suit in led]
        return self.order.why_not_lead(hand, card, named, tricks) is None

    def _goes_on(self, hands, trick, led, need):
        seat, card = trick.cards[-1]
        hands = (*hands[:seat], tuple(c for c in hands[seat] if c is not card), *hands[seat + 1 :])
        if len(trick.cards) == len(self.seats):
            winner = self.order.winner(trick)
            if self.order.is_misere and winner in self.attackers:
                return False
            suit = self.order.suit_led(trick)
            led = led | {suit} if self.order.is_free_joker(JOKER) and suit else led
            return self.takes(hands, winner, led, need - (not self.order.is_misere and winner in self.attackers))
        seat = self.seats[(self.seats.index(seat) + 1) % len(self.seats)]
        cards = self.order.following(hands[seat], self.order.suit_led(trick))
        tries = (self._goes_on(hands, Trick((*trick.cards, Played(seat, c)), trick.named), led, need) for c in cards)
        return any(tries) if seat in self.attackers else all(tries)
