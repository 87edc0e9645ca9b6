"""The bidding: who speaks, what they may bid, when it is over, and whose hand is still face down (rules 5-11).

The auction goes round until all but one have passed; then the highest bidder may raise once, unless each speaks only
once. It knows no cards.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from games.core import WORKED_OUT, Phrase, Seat
from games.five_hundred.bids import BLIND_MISERE, CALLS_ABOVE, HIGHEST, Bid, Call, CallKind
from games.five_hundred.five_hundred_options import Options


class Spoken(NamedTuple):
    """What `seat` bid, None for a pass; `unseen` when they had not looked at cards that they could have looked at.

    `keeps` means that it was no pass: the highest bidder kept the bid that stood.
    """

    seat: Seat
    bid: Bid | None
    unseen: bool = False
    keeps: bool = False


class StandingBid(NamedTuple):
    """The highest bid and who made it."""

    seat: Seat
    bid: Bid


class AuctionStage(Enum):
    """What the auction waits for."""

    BIDDING = "bidding"
    RAISE = "raise"
    """The highest bidder may raise their own bid, once."""
    DONE = "done"


# Python 3.11 looks up members of an enum slowly, and these are asked for at every bid.
_BIDDING, _RAISE, _DONE = AuctionStage
_MISERE, _BLIND = CallKind.MISERE, CallKind.BLIND


def _standing(spoken: tuple[Spoken, ...]) -> StandingBid | None:
    for said in reversed(spoken):
        if said.bid is not None:
            return StandingBid(said.seat, said.bid)
    return None


def _silent(options: Options, spoken: tuple[Spoken, ...]) -> frozenset[Seat]:
    once = options.single_round_bidding
    return frozenset([said.seat for said in spoken if once or said.bid is None])


def _turn(auction: Auction) -> Seat | None:
    if auction.stage is _DONE:
        return None
    if auction.stage is _RAISE and auction.standing:
        return auction.standing.seat
    seat = auction.spoken[-1].seat if auction.spoken else auction.dealer
    for _ in auction.options.seats:
        seat = (seat + 1) % auction.options.players
        if seat not in auction.silent:
            return seat
    return None


class Auction(Struct, frozen=True):
    """An auction at one moment. `looked` are those who have seen their cards while they could have bid Blind Misère.

    `keeping` are those who want no question when their bid has won: they keep it.
    """

    options: Options
    dealer: Seat
    spoken: tuple[Spoken, ...] = ()
    looked: frozenset[Seat] = frozenset()
    stage: AuctionStage = AuctionStage.BIDDING
    keeping: frozenset[Seat] = frozenset()
    standing: StandingBid | None = WORKED_OUT
    """The bid that stands."""
    silent: frozenset[Seat] = WORKED_OUT
    """Those who have passed, or have spoken where each speaks only once."""
    turn: Seat | None = WORKED_OUT
    """Who speaks now."""

    def __post_init__(self) -> None:
        force_setattr(self, "standing", _standing(self.spoken))
        force_setattr(self, "silent", _silent(self.options, self.spoken))
        force_setattr(self, "turn", _turn(self))

    def is_face_down(self, seat: Seat) -> bool:
        """Whether `seat` could still bid Blind Misère, and so doesn't see the cards (rule 11)."""
        return (
            seat not in self.looked
            and (seat not in self.silent if self.stage is _BIDDING else seat == self.turn)
            and self._rank < BLIND_MISERE.rank
            and self.options.has_blind_misere
        )

    @property
    def _rank(self) -> int:
        """The rank that the next bid has to pass."""
        standing = self.standing
        return standing.bid.call.rank if standing else -1

    def why_not_bid(self, seat: Seat, bid: Bid) -> Phrase | None:
        """Why `seat`, whose turn it is, may not make `bid` (rules 6-8, 11 and 12)."""
        options, call, standing = self.options, bid.call, self.standing
        if not options.has(call.kind):
            return Phrase("{bid} isn't played at this table.", bid=call.title)
        if bid.sans and not options.sans_kitty:
            return Phrase("At this table the contractor always takes the kitty.")
        if standing and call.rank <= self._rank:
            return Phrase("{bid} doesn't rank above {last}.", bid=call.title, last=standing.bid.call.title)
        if call.kind is _MISERE and self._misere_waits():
            return Phrase("Misère can be bid only after someone has bid a 7.")
        if call.kind is _BLIND and not self.is_face_down(seat):
            return Phrase("You have looked at your cards, so you can't bid Blind Misère any more.")
        return None

    def _misere_waits(self) -> bool:
        if not self.options.misere_waits_for_seven:
            return False
        return not any(spoken.bid and spoken.bid.call.tricks == 7 for spoken in self.spoken)

    def calls(self, seat: Seat) -> list[Call]:
        """The calls that `why_not_bid` lets `seat` make, the lowest first."""
        above = [call for call in CALLS_ABOVE[self._rank] if self.options.has(call.kind)]
        if self._misere_waits():
            above = [call for call in above if call.kind is not _MISERE]
        return above if self.is_face_down(seat) else [call for call in above if call.kind is not _BLIND]

    def look(self, seat: Seat) -> Auction:
        """The auction after `seat` looked."""
        return replace(self, looked=self.looked | {seat})

    def speak(self, seat: Seat, bid: Bid | None) -> Auction:
        """The auction after `seat` bid, or passed; a player who may raise keeps the bid by passing."""
        keeps = bid is None and self.stage is _RAISE
        spoken = (*self.spoken, Spoken(seat, bid, self.is_face_down(seat), keeps))
        if self.stage is _RAISE:
            return replace(self, spoken=spoken, stage=_DONE)
        after = Auction(self.options, self.dealer, spoken, self.looked, self.stage, self.keeping)
        left = [other for other in self.options.seats if other not in after.silent]
        standing = after.standing
        if left and not (standing and left == [standing.seat]):
            return after
        may_raise = self.options.may_raise and standing and after._rank < HIGHEST
        if may_raise and standing and standing.seat in self.keeping:
            return replace(after, spoken=(*spoken, Spoken(standing.seat, None, keeps=True)), stage=_DONE)
        return replace(after, stage=_RAISE if may_raise else _DONE)
