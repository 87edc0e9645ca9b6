"""Players by rules of thumb: a sound one, and a beginner, who is the easy house player.

The strong player does what the sound one does where figures don't tell, and is measured against it. That one
bids by the tricks in hand, draws trumps with the bowers, counts what has gone, doesn't finesse, follows low and wins
with the cheapest winner. It is as good as rules of thumb are: it knows no chances but those of its bids.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from games.cards import JOKER, Card, Rank, Suit
from games.core import Phrase, Seat
from games.five_hundred.bids import SUITS
from games.five_hundred.five_hundred_view import FiveHundredView, Phase
from games.five_hundred.moves import Action, MakeBid, Nominate, Play, Put, Say
from games.five_hundred.packs import KITTY
from games.five_hundred.score import Score
from games.five_hundred.tricks import CardOrder, bowers
from players.choice import Choice, Option
from players.five_hundred.legal import bids, may_claim, may_nominate, plays
from players.five_hundred.rules_of_thumb.bidding import speak
from players.five_hundred.rules_of_thumb.claims import answer, is_certain
from players.five_hundred.rules_of_thumb.kitty import partner, put_aside
from players.five_hundred.rules_of_thumb.misere import attack, ducked, nomination
from players.five_hundred.rules_of_thumb.seat_view import SeatView
from players.five_hundred.rules_of_thumb.tricks import card_for_tricks

__all__ = ["Beginner", "RulesOfThumb"]

_HOPED = {2: 3, 3: 1, 4: 3, 5: 3, 6: 4}
"""Tricks that a beginner hopes for from the kitty and partners, by the number of players."""
_MOST = 7
"""It doesn't dare to bid more."""
_BRAVE = 0.2
"""How often it bids one trick more than it counts."""
_LATE = 4
"""It saves its trumps until so many tricks have been played."""


@dataclass(frozen=True, slots=True)
class RulesOfThumb:
    """All that `seat`, which is to act, knows. `score` is the match before this deal.

    It may bid by `conventions`; who `forgets` counts only trumps.
    """

    view: FiveHundredView
    seat: Seat
    score: Score
    conventions: bool = True
    forgets: bool = False

    def answer(self, source: Random, effort: float) -> Choice:
        """What to do; neither `source` nor `effort` is needed."""
        return Choice((Option(str(self.action()), 0.0),), Phrase("A rule of thumb."))

    def action(self) -> Action:
        """What to do."""
        view, seat = self.view, self.seat
        match view.phase:
            case Phase.AUCTION | Phase.RAISE:
                return speak(view, seat, self.score, conventions=self.conventions)
            case Phase.KITTY:
                return put_aside(view)
            case Phase.CALL:
                return partner(view, seat)
            case Phase.CLAIM:
                return answer(SeatView(view, seat))
            case _ if may_claim(view, seat) and is_certain(SeatView(view, seat, self.forgets)):
                return Say.CLAIM
            case _:
                return self.card()

    def card(self) -> Play | Nominate:
        """The card to play, or the suit to give the joker, when nothing is claimed."""
        sight = SeatView(self.view, self.seat, self.forgets)
        if not sight.order.is_misere:
            return card_for_tricks(sight)
        if self.seat != sight.contractor:
            return attack(sight)
        if may_nominate(self.view, self.seat):
            return nomination(sight)
        return ducked(sight)


@dataclass(frozen=True, slots=True)
class Beginner(RulesOfThumb):
    """Somebody friendly in their first weeks, who bids what it counts and never a misère, and knows a few habits."""

    def answer(self, source: Random, effort: float) -> Choice:
        """What to do; now and then `source` makes it brave."""
        return Choice((Option(str(self._action(source)), 0.0),), Phrase("A rule of thumb."))

    def _action(self, source: Random) -> Action:
        view, usual = self.view, RulesOfThumb.action(self)
        if view.is_face_down or view.order.is_misere:
            return usual
        match view.phase:
            case Phase.AUCTION:
                return self.bid(source)
            case Phase.RAISE:
                return Say.PASS
            case Phase.KITTY:
                return Put(frozenset(sorted(view.hand or (), key=self.use)[:KITTY]))
            case Phase.PLAY if isinstance(usual, Play):
                return self.play(usual)
        return usual

    def bid(self, source: Random) -> Action:
        """The lowest bid in the best suit, if it counts enough tricks; a partner's bid is left alone."""
        view = self.view
        standing = next((said.seat for said in reversed(view.bids) if said.bid), None)
        suit = max(SUITS, key=self._counted)
        enough = min(self._counted(suit) + _HOPED[view.options.players] + (source.random() < _BRAVE), _MOST)
        found = [bid for bid in bids(view, self.seat) if not bid.sans and bid.call.trump is suit]
        is_enough = found and found[0].call.tricks <= enough and standing not in view.options.partners(self.seat)
        return MakeBid(found[0]) if is_enough else Say.PASS

    def _counted(self, trump: Suit) -> int:
        """The tricks in hand: the joker, bowers, aces, and each trump after the fourth."""
        hand, order = self.view.hand or (), CardOrder(trump)
        length = sum(order.suit_of(card) is trump for card in hand)
        return sum(card in (JOKER, *bowers(trump)) or card.rank is Rank.ACE for card in hand) + max(length - 4, 0)

    def use(self, card: Card) -> tuple[bool, int]:
        """How useful a card looks: trumps more than others, and high ones."""
        order = self.view.order
        return order.suit_of(card) in (order.trump, None), order.height(card)

    def play(self, usual: Play) -> Play:
        """The `usual` card, but aces are led first, third hand plays low, and trumps are saved for later."""
        view, order, trick = self.view, self.view.order, self.view.trick
        cards = sorted((play.card for play in plays(view)), key=self.use)
        if trick is None:
            aces = [card for card in cards if card.rank is Rank.ACE and order.suit_of(card) is not order.trump]
            return Play(aces[0]) if aces else usual
        is_third = len(trick.cards) == 2 and trick.cards[0].seat in SeatView(view, self.seat).friends
        is_out = order.suit_of(cards[0]) is not order.suit_led(trick)
        return Play(cards[0]) if is_third or (is_out and len(view.tricks) < _LATE) else usual
