"""What partners tell each other by their bids: spoken when a bid is chosen, and believed when a partner's is heard.

A first bid of six no trumps shows the joker, a first six of a suit four cards of it or a bower, and whoever raises a
partner's suit has support: three cards of it, or the joker or a bower.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.cards import JOKER, Card
from games.core import Seat
from games.five_hundred.auction import Spoken
from games.five_hundred.bids import Call
from games.five_hundred.five_hundred_options import Options
from games.five_hundred.five_hundred_view import FiveHundredView
from games.five_hundred.tricks import CardOrder, bowers

_LOWEST = 6
_GOOD, _SUPPORT = 4, 3


def shown(options: Options, before: Sequence[Spoken], seat: Seat, call: Call) -> tuple[int, tuple[Card, ...]] | None:
    """What `call` of `seat` shows after all said `before`, if anything: so many trumps, or one of these cards."""
    if raises(options, before, seat, call):
        return _SUPPORT, (JOKER, *bowers(call.trump))
    if _opens(options, before, seat, call):
        return _GOOD, bowers(call.trump) or (JOKER,)
    return None


def has_what_it_shows(view: FiveHundredView, seat: Seat, call: Call) -> bool:
    """Whether the hand of `seat`, which sees `view`, has what a partner takes `call` for."""
    length, cards = shown(view.options, view.bids, seat, call) or (0, ())
    hand, order = view.hand or (), CardOrder(call.trump)
    trumps = [card for card in hand if call.trump and order.suit_of(card) is call.trump]
    return len(trumps) >= length or any(card in cards for card in hand)


def shows_the_joker(view: FiveHundredView, seat: Seat, call: Call) -> bool:
    """Whether `call` would say that `seat` has the joker."""
    return call.trump is None and _opens(view.options, view.bids, seat, call)


def raises(options: Options, before: Sequence[Spoken], seat: Seat, call: Call) -> bool:
    """Whether `call` of `seat` would raise a partner's suit, after all that was said `before`."""
    partners = options.partners(seat)
    return call.trump is not None and any(
        said.bid and said.seat in partners and said.bid.call.trump is call.trump for said in before
    )


def _opens(options: Options, before: Sequence[Spoken], seat: Seat, call: Call) -> bool:
    """Whether it is a first six, which only partners read anything into."""
    is_first = not any(said.bid and said.seat == seat for said in before)
    return call.tricks == _LOWEST and is_first and bool(options.partners(seat))
