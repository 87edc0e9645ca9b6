"""What a deal waits for and of whom, as it follows from what has been done."""

from __future__ import annotations

from games.cards import Card
from games.core import Counted, Phrase, Seat
from games.five_hundred.auction import Auction, AuctionStage
from games.five_hundred.five_hundred_options import Options
from games.five_hundred.five_hundred_view import Phase
from games.five_hundred.packs import KITTY
from games.five_hundred.partner import PartnerCall
from games.five_hundred.play import TrickPlay

# Python 3.11 looks up members of an enum slowly, and these are asked for at every card.
_AUCTION, _RAISE, _KITTY, _CALL, _PLAY, _CLAIM, _OVER = Phase
_BIDDING, _RAISING, _ = AuctionStage


def phase_of(
    options: Options, auction: Auction, discards: frozenset[Card], call: PartnerCall | None, play: TrickPlay | None
) -> Phase:
    """What is awaited now."""
    if auction.stage is _BIDDING:
        return _AUCTION
    if auction.stage is _RAISING:
        return _RAISE
    if play is None or play.is_over:
        return _OVER
    if not play.bid.sans and not discards:
        return _KITTY
    if options.players == 5 and not play.bid.call.is_misere and call is None:
        return _CALL
    return _CLAIM if play.claim else _PLAY


def to_act(auction: Auction, play: TrickPlay | None, phase: Phase) -> frozenset[Seat]:
    """Who may act now."""
    if phase is _OVER:
        return frozenset()
    if play is None:
        return frozenset() if auction.turn is None else frozenset((auction.turn,))
    if play.claim:
        return play.claim.waiting
    return frozenset((play.turn,))  # before the first lead it is the contractor's


INSTEAD = {
    Phase.AUCTION: Phrase("Bid or pass"),
    Phase.RAISE: Phrase("Keep your bid or raise it"),
    Phase.KITTY: Counted("Choose {count} cards to discard", KITTY),
    Phase.CALL: Phrase("Choose a partner, or play alone"),
    Phase.PLAY: Phrase("Play a card"),
    Phase.CLAIM: Phrase("Agree or play on"),
}
"""What the person who is asked has to do in each phase."""
