"""The bidding: who speaks, what they may bid, when it is over, and whose hand is still face down (rules 5-11).

The auction goes round until all but one have passed; then the highest bidder may raise once, unless each speaks only
once. It knows no cards.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from games.core import IllegalAction, Seat
from games.five_hundred.bids import BLIND_MISERE, HIGHEST, Bid, Kind
from games.five_hundred.options import Options


class Spoken(NamedTuple):
    """What `seat` bid, None for a pass; `unseen` when they had not looked at cards that they could have looked at.

    `keeps` means that it was no pass: the highest bidder kept the bid that stood.
    """

    seat: Seat
    bid: Bid | None
    unseen: bool = False
    keeps: bool = False


class Standing(NamedTuple):
    """The highest bid and who made it."""

    seat: Seat
    bid: Bid


class Stage(Enum):
    """What the auction waits for."""

    BIDDING = "bidding"
    RAISE = "raise"
    """The highest bidder may raise their own bid, once."""
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Auction:
    """An auction at one moment. `looked` are those who chose to look while they could have bid Blind Misère."""

    options: Options
    dealer: Seat
    spoken: tuple[Spoken, ...] = ()
    looked: frozenset[Seat] = frozenset()
    stage: Stage = Stage.BIDDING

    @property
    def standing(self) -> Standing | None:
        """The bid that stands."""
        bids = [Standing(spoken.seat, spoken.bid) for spoken in self.spoken if spoken.bid]
        return bids[-1] if bids else None

    @property
    def turn(self) -> Seat | None:
        """Who speaks now."""
        if self.stage is Stage.DONE:
            return None
        standing = self.standing
        if self.stage is Stage.RAISE and standing:
            return standing.seat
        last = self.spoken[-1].seat if self.spoken else self.dealer
        players = self.options.players
        after = ((last + step) % players for step in range(1, players + 1))
        return next(seat for seat in after if self._may_speak(seat))

    def is_face_down(self, seat: Seat) -> bool:
        """Whether `seat` could still bid Blind Misère, and so doesn't see the cards (rule 11)."""
        return (
            self.options.has_blind_misere
            and seat not in self.looked
            and self._may_speak(seat)
            and self._rank < BLIND_MISERE.rank
        )

    @property
    def _rank(self) -> int:
        """The rank that the next bid has to pass."""
        standing = self.standing
        return standing.bid.call.rank if standing else -1

    def _may_speak(self, seat: Seat) -> bool:
        match self.stage:
            case Stage.BIDDING:
                return not any(
                    seat == spoken.seat and (spoken.bid is None or self.options.single_round_bidding)
                    for spoken in self.spoken
                )
            case Stage.RAISE:
                return seat == self.turn
            case Stage.DONE:
                return False

    def verify_look(self, seat: Seat) -> None:
        """Raise IllegalAction when `seat` sees the cards already."""
        if not self.is_face_down(seat):
            raise IllegalAction("You see your cards already.")

    def verify_bid(self, seat: Seat, bid: Bid) -> None:
        """Raise IllegalAction unless `seat`, whose turn it is, may make `bid`."""
        options, call, standing = self.options, bid.call, self.standing
        allowed = {
            Kind.TRICKS: True,
            Kind.MISERE: options.allow_misere,
            Kind.OPEN: options.has_open_misere,
            Kind.BLIND: options.has_blind_misere,
        }
        if not allowed[call.kind]:
            raise IllegalAction("{bid} isn't played at this table.", bid=call.title)
        if bid.sans and not options.sans_kitty:
            raise IllegalAction("At this table the contractor always takes the kitty.")
        if standing and call.rank <= self._rank:
            raise IllegalAction("{bid} doesn't rank above {last}.", bid=call.title, last=standing.bid.call.title)
        if call.kind is Kind.MISERE and options.misere_waits_for_seven and not self._has_seven():
            raise IllegalAction("Misère can be bid only after somebody has bid 7 of something.")
        if call.kind is Kind.BLIND and not self.is_face_down(seat):
            raise IllegalAction("You have looked at your cards, and can't bid Blind Misère any more.")

    def _has_seven(self) -> bool:
        return any(spoken.bid and spoken.bid.call.tricks == 7 for spoken in self.spoken)

    def look(self, seat: Seat) -> Auction:
        """The auction after `seat` looked."""
        return replace(self, looked=self.looked | {seat})

    def speak(self, seat: Seat, bid: Bid | None) -> Auction:
        """The auction after `seat` bid, or passed; a player who may raise keeps the bid by passing."""
        keeps = bid is None and self.stage is Stage.RAISE
        spoken = (*self.spoken, Spoken(seat, bid, self.is_face_down(seat), keeps))
        after = replace(self, spoken=spoken)
        if self.stage is Stage.RAISE:
            return replace(after, stage=Stage.DONE)
        left = [other for other in self.options.seats if after._may_speak(other)]
        standing = after.standing
        if left and not (standing and left == [standing.seat]):
            return after
        may_raise = self.options.may_raise and standing and after._rank < HIGHEST
        return replace(after, stage=Stage.RAISE if may_raise else Stage.DONE)
