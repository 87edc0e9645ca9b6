"""From deal to deal: who holds the bank, and the pack that goes on (rules 5, 15, 17 and 18).

Selling, giving up and auctioning the bank is arranged between people and needs no cards, so it is not here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from games.cards import Card, Rank
from games.core import Seat
from games.pontoon.boxes import End
from games.pontoon.deal import Pontoon
from games.pontoon.hands import is_pontoon
from games.pontoon.moves import Phase

_HEIGHT = {rank: height for height, rank in enumerate(Rank)}


class BankDraw(Struct, frozen=True):
    """The draw for the first bank: in each of `rounds` who drew what, the later ones among those who tied."""

    rounds: tuple[tuple[tuple[Seat, Card], ...], ...]
    banker: Seat


def first_banker(seats: Sequence[Seat], cards: Iterable[Card]) -> BankDraw:
    """Each of `seats` draws one of `cards`, in order; the highest banks, an ace being high (rule 5).

    Those who tie for the highest draw again from the cards that follow. The drawn cards go back, and the pack is
    shuffled for the first deal. Raises ValueError when the cards run out first, which no shuffled pack does.
    """
    pack = iter(cards)
    rounds = []
    drawing = tuple(seats)
    while True:
        drawn = tuple(zip(drawing, pack, strict=False))
        if len(drawn) < len(drawing) or not drawn:
            raise ValueError(f"{len(drawing)} people can't draw for the bank from what is left of the pack")
        rounds.append(drawn)
        highest = max(_HEIGHT[card.rank] for _, card in drawn)
        drawing = tuple(seat for seat, card in drawn if _HEIGHT[card.rank] == highest)
        if len(drawing) == 1:
            return BankDraw(tuple(rounds), drawing[0])


def next_banker(deal: Pontoon) -> Seat | None:
    """Who takes the bank after the finished `deal`, None when it stays (rule 18).

    It is the first player clockwise from the banker with an unsplit Pontoon; a banker's Pontoon keeps the bank.
    """
    _verify_over(deal)
    declared = (box.seat for box in deal.table.boxes for hand in box.hands if hand.end is End.PONTOON)
    return next(declared, None)


def banker_decided(deal: Pontoon) -> bool:
    """Whether somebody had to draw or stay for the bank in the finished `deal` (rule 16).

    Nobody had to after the bank's Pontoon, when every player was bust, or without a card to draw.
    """
    _verify_over(deal)
    table = deal.table
    is_played = any(hand.live for hand in table.hands) and not is_pontoon(table.bank.cards)
    return is_played and (len(table.bank.cards) > 2 or bool(table.pack))


class Collected(Struct, frozen=True):
    """The pack after a deal, the card that comes next first; `shuffle` says that it must be shuffled.

    It must be after a Pontoon (rule 17), and with `shuffle_every_deal` always.
    """

    pack: tuple[Card, ...]
    shuffle: bool


def collected(deal: Pontoon) -> Collected:
    """All cards of the finished `deal`, picked up (rules 15 and 17).

    What was not dealt comes first, then the hands that bust, in the order in which they bust, then the other hands
    clockwise from the banker's left, the first of a split before the second, then the banker's; each hand in the
    order in which its cards came.
    """
    _verify_over(deal)
    table = deal.table
    hands = [hand.cards for hand in table.hands if hand.live] + [table.bank.cards]
    pack = (*table.pack, *(card for cards in hands for card in cards))
    return Collected(pack, shuffle=deal.options.shuffle_every_deal or any(is_pontoon(cards) for cards in hands))


class Handled(Struct, frozen=True):
    """The cards of a deal in the order in which they `came`, and in the order in which they were `picked_up`."""

    came: tuple[Card, ...]
    picked_up: tuple[Card, ...]


def handled(deal: Pontoon, pack: Sequence[Card]) -> Handled:
    """The cards of the finished `deal`, which began with `pack`. A card of a bust hand that came again is in both
    twice.
    """
    _verify_over(deal)
    table = deal.table
    bust = [card for hand in table.hands if not hand.live for card in hand.cards]
    live = [card for hand in table.hands if hand.live for card in hand.cards]
    row = (*pack, *bust)
    return Handled(row[: len(row) - len(table.pack)], (*bust, *live, *table.bank.cards))


def _verify_over(deal: Pontoon) -> None:
    if deal.phase is not Phase.OVER:
        raise ValueError("the deal is not over")
