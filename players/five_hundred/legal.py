"""What a seat may do, worked out from its view by the rules themselves."""

from __future__ import annotations

from collections.abc import Iterator

from games.cards import JOKER
from games.core import Seat
from games.five_hundred import partner
from games.five_hundred.auction import Auction, AuctionStage
from games.five_hundred.bids import Bid
from games.five_hundred.five_hundred_view import FiveHundredView, Phase
from games.five_hundred.moves import CallCard, ChoosePartner, Nominate, Play
from games.five_hundred.partner import PartnerCall
from games.five_hundred.play import TrickPlay


def auction(view: FiveHundredView, seat: Seat) -> Auction:
    """The auction as it stands for `seat`."""
    looked = frozenset[Seat]() if view.is_face_down else frozenset((seat,))
    stage = AuctionStage.RAISE if view.phase is Phase.RAISE else AuctionStage.BIDDING
    return Auction(view.options, view.dealer, view.bids, looked, stage)


def bids(view: FiveHundredView, seat: Seat) -> list[Bid]:
    """The bids that `seat` may make, those with the kitty first, the lowest first."""
    calls = auction(view, seat).calls(seat)
    return [Bid(call, sans) for sans in ((False, True) if view.options.sans_kitty else (False,)) for call in calls]


def calls(view: FiveHundredView, seat: Seat) -> Iterator[PartnerCall]:
    """The answers that the contractor among five may give."""
    trump = view.contract.bid.call.trump if view.contract else None
    for call in partner.thinkable(view.options):
        match call:
            case CallCard(card):
                is_refused = partner.why_not_card(view.options, trump, card)
            case ChoosePartner(chosen):
                is_refused = partner.why_not_player(view.options, seat, chosen)
            case _:
                is_refused = None
        if not is_refused:
            yield call


def plays(view: FiveHundredView) -> list[Play]:
    """The cards that the seat with this view, whose turn it is, may play; the joker that names a suit comes last."""
    assert view.contract is not None, "cards are played only under a contract"
    nomination = Nominate(view.nominated) if view.nominated else None
    tricks = (*view.tricks, view.trick) if view.trick else view.tricks
    play = TrickPlay(view.options, view.contract.seat, view.contract.bid, nomination, tricks)
    return list(play.plays(view.hand or ()))


def may_nominate(view: FiveHundredView, seat: Seat) -> bool:
    """Whether `seat` may say what suit the joker belongs to (rules 17 and 19)."""
    contract = view.contract
    if contract is None or contract.seat != seat or contract.bid.call.trump or view.has_nominated:
        return False
    return view.trick is None and not view.tricks and JOKER in (view.hand or ())


def may_claim(view: FiveHundredView, seat: Seat) -> bool:
    """Whether `seat`, whose turn it is, may claim what is left."""
    contract = view.contract
    return bool(contract and seat not in view.refused and (contract.seat == seat or not contract.bid.call.is_misere))
