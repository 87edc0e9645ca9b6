"""What a pair of eyes sees of a deal, and the phases in which it is seen."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from games.cards import Card, Suit
from games.core import Seat
from games.five_hundred.auction import Spoken
from games.five_hundred.five_hundred_options import Options
from games.five_hundred.play import Claim
from games.five_hundred.score import Contract, DealResult
from games.five_hundred.tricks import CardOrder, Trick


class Phase(Enum):
    """What the deal waits for."""

    AUCTION = "auction"
    RAISE = "raise"
    """The highest bidder may raise their own bid, or pass."""
    KITTY = "kitty"
    """The contractor holds thirteen cards and puts three aside."""
    CALL = "call"
    """Among five the contractor calls a card, chooses a partner or goes alone."""
    PLAY = "play"
    CLAIM = "claim"
    """Somebody offers to end the deal; all others who play say at the same time whether they agree."""
    OVER = "over"

    __hash__ = object.__hash__


class FiveHundredView(Struct, frozen=True):
    """All that one pair of eyes may see.

    `hand` is the viewer's own, as one holds it: trumps first. None for the public, and for a player who hasn't looked
    while Blind Misère is still open to them (`is_face_down`). The contractor alone sees the `kitty` that was taken, and
    the `discards` once three are put aside. `bids` are what was said; that the highest bidder kept theirs is left out.
    `counts` and `tricks_won` go by seat. `contract.partner`, among five, is named only when everybody knows;
    `partner_is_known` says whether they do; they may know that there is none. `called` is the card that the contractor
    among five called, `nominated` the suit that the contractor gave to the joker. `has_nominated` tells the contractor
    alone that this question is answered, for that the joker was left free is no news for others. `laid_down` are the
    partners who take no part in a misère. `tricks` are the complete ones, the latest won by `last_winner`; `trick` is
    the one in progress. `exposed` is the contractor's hand in Open Misère, `claimed` that of whoever claims the rest,
    until all have answered. `refused` are those whose claim was refused in this trick. `result` comes when the deal is
    over; then `record.write` tells every card.
    """

    options: Options
    phase: Phase
    dealer: Seat
    to_act: frozenset[Seat]
    hand: tuple[Card, ...] | None
    is_face_down: bool
    kitty: tuple[Card, ...]
    discards: tuple[Card, ...]
    bids: tuple[Spoken, ...]
    contract: Contract | None
    partner_is_known: bool
    called: Card | None
    nominated: Suit | None
    has_nominated: bool
    laid_down: frozenset[Seat]
    counts: tuple[int, ...]
    tricks_won: tuple[int, ...]
    trick: Trick | None
    tricks: tuple[Trick, ...]
    last_winner: Seat | None
    exposed: tuple[Card, ...]
    claim: Claim | None
    claimed: tuple[Card, ...]
    refused: frozenset[Seat]
    result: DealResult | None

    @property
    def open_hands(self) -> dict[Seat, tuple[Card, ...]]:
        """The hands that everybody sees, by seat."""
        hands = {} if self.claim is None or not self.claimed else {self.claim.seat: self.claimed}
        return hands if self.contract is None or not self.exposed else {**hands, self.contract.seat: self.exposed}

    @property
    def order(self) -> CardOrder:
        """How the cards rank under the contract; before there is one, as without trumps."""
        if self.contract is None:
            return CardOrder(None)
        return CardOrder.of(self.contract.bid.call, self.nominated, joker_last=self.options.joker_lead_last_trick_only)

    @property
    def winning(self) -> Seat | None:
        """Who wins the trick as far as it has been played, or has won the last one; nobody before the first card."""
        return self.last_winner if self.trick is None else self.order.winner(self.trick)

    @property
    def last_trick(self) -> Trick | None:
        """The latest complete trick."""
        return self.tricks[-1] if self.tricks else None
