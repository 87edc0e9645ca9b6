"""Players by rules of thumb: a sound one, one who bids just what it counts, and a beginner: the normal and easy levels.

The strong player does what the sound one does where figures don't tell, and is measured against it. That one
bids by the tricks in hand, draws trumps with the bowers, counts what has gone, doesn't finesse, follows low and wins
with the cheapest winner. It is as good as rules of thumb are: it knows no chances but those of its bids.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import ClassVar

from games.cards import JOKER, Card, Rank, Suit
from games.core import Phrase, Seat
from games.five_hundred.bids import SUITS
from games.five_hundred.five_hundred_view import FiveHundredView, Phase
from games.five_hundred.moves import Action, MakeBid, Nominate, Play, Put, Say
from games.five_hundred.packs import KITTY
from games.five_hundred.score import Score
from games.five_hundred.tricks import CardOrder, bowers
from players.choice import Choice, Option
from players.five_hundred.conventions import has_what_it_shows
from players.five_hundred.legal import bids, may_claim, may_nominate, plays
from players.five_hundred.rules_of_thumb.bidding import partners_call, speak
from players.five_hundred.rules_of_thumb.claims import answer, is_certain
from players.five_hundred.rules_of_thumb.kitty import partner, put_aside
from players.five_hundred.rules_of_thumb.misere import attack, ducked, nomination
from players.five_hundred.rules_of_thumb.seat_view import SeatView
from players.five_hundred.rules_of_thumb.tricks import card_for_tricks

__all__ = ["Beginner", "Regular", "RulesOfThumb"]

_HOPED = {2: 3, 3: 1, 4: 3, 5: 3, 6: 4}
"""Tricks that who counts hopes for from the kitty and partners, by the number of players."""
_MOST, _HELP = 7, 2
"""It bids no more, and raises with so many tricks."""
_LATE = 4
"""A beginner saves its trumps until so many tricks have been played."""


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

    def answer(self, source: Random, _effort: float) -> Choice:
        """What to do; `source` is for who is brave now and then."""
        return Choice((Option(str(self._chosen(source)), 0.0),), Phrase("A rule of thumb."))

    def _chosen(self, _source: Random) -> Action:
        return self.action()

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
class Regular(RulesOfThumb):
    """Somebody who plays soundly every week, but bids just what it counts, seven at most and no misère, and forgets."""

    forgets: bool = True
    raises: ClassVar[bool] = True
    brave: ClassVar[float] = 0.5
    """How often it bids one trick more than it counts."""

    def _chosen(self, source: Random) -> Action:
        if self.view.phase is Phase.AUCTION and not self.view.is_face_down:
            return self.bid(source)
        return Say.PASS if self.view.phase is Phase.RAISE else self.action()

    def bid(self, source: Random) -> Action:
        """The lowest bid in the best suit, if it counts enough tricks; a partner's is raised once, with support."""
        view, seat, suit = self.view, self.seat, max(SUITS, key=self._counted)
        most = min(self._counted(suit)[0] + _HOPED[view.options.players] + (source.random() < self.brave), _MOST)
        if theirs := partners_call(view, seat):
            has_bid = any(said.seat == seat and said.bid for said in view.bids)
            if has_bid or not (self.raises and theirs.trump) or self._counted(theirs.trump)[0] < _HELP:
                return Say.PASS
            suit, most = theirs.trump, _MOST
        bid = next((bid for bid in bids(view, seat) if bid.call.trump is suit and not bid.sans), None)
        is_good = bid and bid.call.tricks <= most and has_what_it_shows(view, seat, bid.call)
        return MakeBid(bid) if bid and is_good else Say.PASS

    def _counted(self, trump: Suit) -> tuple[int, int]:
        """The tricks in hand, which are the joker, bowers, aces, and each trump after the fourth, and the trumps."""
        hand, order = self.view.hand or (), CardOrder(trump)
        length = sum(order.suit_of(card) is trump for card in hand)
        high = sum(card in (JOKER, *bowers(trump)) or card.rank is Rank.ACE for card in hand)
        return high + max(length - 4, 0), length


@dataclass(frozen=True, slots=True)
class Beginner(Regular):
    """Somebody friendly in their first weeks, who raises nobody, and knows a few habits."""

    raises: ClassVar[bool] = False
    brave: ClassVar[float] = 0.2

    def _chosen(self, source: Random) -> Action:
        usual, is_misere = Regular._chosen(self, source), self.view.order.is_misere
        if self.view.phase is Phase.KITTY and not is_misere:
            return Put(frozenset(sorted(self.view.hand or (), key=self.use)[:KITTY]))
        return self.play(usual) if isinstance(usual, Play) and not is_misere else usual

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
