"""The ten tricks of a contract: whose turn, what may be led, followed, nominated and claimed (rules 13-19).

`TrickPlay` knows what lies on the table; the hands are brought to it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.cards import JOKER, Card, Suit
from games.core import IllegalAction, Seat
from games.five_hundred.bids import Bid
from games.five_hundred.moves import Nominate
from games.five_hundred.options import Options
from games.five_hundred.packs import HAND, Cards
from games.five_hundred.tricks import Order, Played, Trick


@dataclass(frozen=True, slots=True)
class Claim:
    """`seat` claims the tricks that are left; `waiting` have yet to answer, nobody once all have agreed."""

    seat: Seat
    waiting: frozenset[Seat]


@dataclass(frozen=True, slots=True)
class TrickPlay:
    """The play of `bid` by `contractor` at one moment.

    `nomination` is what was said about the joker, if anything; `refused` are those whose claim was refused in the
    present trick.
    """

    options: Options
    contractor: Seat
    bid: Bid
    nomination: Nominate | None = None
    tricks: tuple[Trick, ...] = ()
    claim: Claim | None = None
    refused: frozenset[Seat] = frozenset()

    @property
    def order(self) -> Order:
        """How the cards rank."""
        joker = self.nomination.suit if self.nomination else None
        return Order.of(self.bid.call, joker, joker_last=self.options.joker_lead_last_trick_only)

    @property
    def laid_down(self) -> frozenset[Seat]:
        """The partners of a misère's contractor, who take no part (rule 13)."""
        return frozenset(self.options.partners(self.contractor)) if self.bid.call.is_misere else frozenset()

    @property
    def playing(self) -> tuple[Seat, ...]:
        """Who plays, clockwise."""
        laid_down = self.laid_down
        return tuple([seat for seat in self.options.seats if seat not in laid_down])

    @property
    def complete(self) -> tuple[Trick, ...]:
        """The tricks that everybody has played to."""
        if self.tricks and len(self.tricks[-1].cards) < self.options.players - len(self.laid_down):
            return self.tricks[:-1]
        return self.tricks

    @property
    def trick(self) -> Trick | None:
        """The trick in progress."""
        return None if len(self.complete) == len(self.tricks) else self.tricks[-1]

    @property
    def is_over(self) -> bool:
        """Whether all is decided: by ten tricks, a claim that all agree to, or a misère that is lost (rule 16)."""
        if self.claim is not None and not self.claim.waiting:
            return True
        complete = self.complete
        if len(complete) == HAND:
            return True
        return self.bid.call.is_misere and any(self.order.winner(trick) == self.contractor for trick in complete)

    @property
    def turn(self) -> Seat:
        """Who plays the next card."""
        if not self.tricks:
            return self.contractor
        trick = self.trick
        if trick is None:
            return self.order.winner(self.tricks[-1])
        playing = self.playing
        return playing[(playing.index(trick.cards[-1].seat) + 1) % len(playing)]

    @property
    def tricks_won(self) -> tuple[int, ...]:
        """The tricks that each seat has, with those that an agreed claim gives."""
        won = [0] * self.options.players
        order = self.order
        for trick in self.complete:
            won[order.winner(trick)] += 1
        if self.claim and not self.claim.waiting and not self.bid.call.is_misere:
            won[self.claim.seat] += HAND - sum(won)
        return tuple(won)

    def has_played(self, seat: Seat, card: Card) -> bool:
        """Whether `seat` has played `card`."""
        return any(Played(seat, card) in trick.cards for trick in self.tricks)

    # What the player whose turn it is may do.

    def verify_nominate(self, seat: Seat, hand: Cards) -> None:
        """Raise IllegalAction unless `seat` with `hand` may say what suit the joker belongs to (rules 17 and 19)."""
        if self.order.trump is not None:
            raise IllegalAction("With trumps the joker is the highest of them; no suit is nominated for it.")
        if self.tricks or self.nomination or seat != self.contractor:
            raise IllegalAction("Only the contractor nominates a suit for the joker, once, before the first lead.")
        if JOKER not in hand:
            raise IllegalAction("You don't hold the joker, so there is nothing to nominate.")

    def verify_play(self, hand: Cards, card: Card, named: Suit | None) -> None:
        """Raise IllegalAction unless `card` of `hand` may be played, naming `named` when a free joker leads."""
        if card not in hand:
            raise IllegalAction("You don't hold {card}.", card=card)
        trick = self.trick
        if trick is None:
            self.order.verify_lead(hand, card, named, self.tricks)
        else:
            self.order.verify_follow(hand, card, named, trick)

    def verify_claim(self, seat: Seat) -> None:
        """Raise IllegalAction unless `seat` may claim what is left."""
        if self.bid.call.is_misere and seat != self.contractor:
            raise IllegalAction("In a misère only the contractor can claim: to lose every trick that is left.")
        if seat in self.refused:
            raise IllegalAction("The others want to play on. Play a card; you can claim again in the next trick.")

    # What they do.

    def played(self, seat: Seat, card: Card, named: Suit | None) -> TrickPlay:
        """The play after `seat` played `card`."""
        trick = self.trick
        if trick is None:
            after = replace(self, tricks=(*self.tricks, Trick((Played(seat, card),), named)))
        else:
            longer = replace(trick, cards=(*trick.cards, Played(seat, card)))
            after = replace(self, tricks=(*self.tricks[:-1], longer))
        return replace(after, refused=frozenset()) if after.trick is None else after

    def claimed(self, seat: Seat) -> TrickPlay:
        """The play after `seat` offered to end it."""
        return replace(self, claim=Claim(seat, frozenset(self.playing) - {seat}))

    def agreed(self, seat: Seat) -> TrickPlay:
        """The play after `seat` agreed to the claim."""
        claim = self._claim
        waiting = claim.waiting - {seat}
        return replace(self, claim=replace(claim, waiting=waiting), refused=self.refused if waiting else frozenset())

    def played_on(self) -> TrickPlay:
        """The play after somebody refused the claim."""
        return replace(self, claim=None, refused=self.refused | {self._claim.seat})

    @property
    def _claim(self) -> Claim:
        assert self.claim is not None, "nobody is asked to answer without a claim"
        return self.claim
