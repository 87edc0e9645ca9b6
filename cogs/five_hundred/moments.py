"""The moments of a deal that deserve a line of their own: a partner found, a contract decided, all on the last trick.

What a finished deal brought is for others to tell (results.py).
"""

from __future__ import annotations

from collections.abc import Iterable

from cogs.five_hundred.wording import Person, bid_text
from games.five_hundred import (
    Contract,
    DealResult,
    FiveHundredView,
    HandShown,
    PartnerKnown,
    Phase,
    TrickWon,
    WentAlone,
)
from games.five_hundred.packs import HAND
from games.five_hundred.score import SLAM
from i18n.words import Words


def moment(view: FiveHundredView, events: Iterable[object], person: Person, words: Words) -> str:
    """What just happened at a great moment, as a heading; nothing at any other. `view` is the public's."""
    contract = view.contract
    if contract is None or view.phase is not Phase.PLAY:
        return ""
    told = [text for event in events if (text := _told(event, view, contract, person, words))]
    return f"### {told[-1]}" if told else ""


def _told(event: object, view: FiveHundredView, contract: Contract, person: Person, words: Words) -> str:
    match event:
        case PartnerKnown(partner):
            return words("{partner} is the partner of {person}!", partner=person(partner), person=person(contract.seat))
        case WentAlone(seat):
            return words("{person} plays alone against everyone!", person=person(seat))
        case HandShown(seat):
            return words("{person} shows their hand!", person=person(seat))
        case TrickWon(winner) if view.partner_is_known:
            return _decided(view, contract, winner, words)
        case _:
            return ""


def _decided(view: FiveHundredView, contract: Contract, winner: int, words: Words) -> str:
    """What the trick that `winner` has just won means for the contract."""
    call, played = contract.bid.call, sum(view.tricks_won)
    won = DealResult(contract, view.tricks_won).taken(view.options)
    is_ours = winner in contract.side(view.options)
    bid = bid_text(contract.bid, words)
    if not call.is_misere:
        if won == played == HAND - 1 and view.options.slam_bonus and call.value < SLAM:
            return words("One more trick makes a slam!")
        if is_ours and won == call.tricks:
            return words("{bid} made!", bid=bid)
        if not is_ours and played - won == HAND - call.tricks + 1:
            return words("{bid} lost!", bid=bid)
    if played == HAND - 1 and (call.is_misere or won == call.tricks - 1):
        return words("The last trick decides!")
    return ""
