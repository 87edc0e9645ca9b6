"""What partners tell each other by their bids: spoken when a bid is chosen, and believed when a partner's is heard.

A first bid of six no trumps shows the joker, a first six of a suit four cards of it or a bower, and whoever raises a
partner's suit has support: three cards of it, or the joker or a bower.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from games.cards import JOKER, Card, Suit
from games.core import Seat
from games.five_hundred.auction import Spoken
from games.five_hundred.bids import Call
from games.five_hundred.five_hundred_options import Options
from games.five_hundred.five_hundred_view import FiveHundredView
from games.five_hundred.tricks import bowers
from players.five_hundred.layout import Bits, Flags
from players.five_hundred.strength import layout_of

_LOWEST = 6
_GOOD, _SUPPORT = 4, 3


def kept(options: Options, before: Sequence[Spoken], seat: Seat, call: Call, hands: Bits) -> Flags:
    """Whether hands, in the layout of its trumps, have what `call` of `seat` shows after all that was said `before`."""
    if raises(options, before, seat, call):
        return _has(options.players, call.trump, hands, _SUPPORT, (JOKER,))
    if not _opens(options, before, seat, call):
        return np.ones(hands.shape, dtype=np.bool_)
    return _has(options.players, call.trump, hands, _GOOD, () if call.trump else (JOKER,))


def has_what_it_shows(view: FiveHundredView, seat: Seat, call: Call) -> bool:
    """Whether the hand of `seat`, which sees `view`, has what a partner takes `call` for."""
    hand = layout_of(view.options.players, call.trump).mask(view.hand or ())
    return bool(kept(view.options, view.bids, seat, call, np.array([hand]))[0])


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


def _has(players: int, trump: Suit | None, hands: Bits, length: int, also: tuple[Card, ...]) -> Flags:
    """A bower, so many trumps, or one of the cards that do `also`."""
    cards = layout_of(players, trump)
    tops = cards.mask((*also, *(bowers(trump) if trump else ())))
    has: Flags = ((hands & tops) != 0) | ((np.bitwise_count(hands & cards.trump) >= length) & (cards.trump != 0))
    return has
