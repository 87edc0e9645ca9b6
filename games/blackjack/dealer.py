"""How the dealer at Blackjack ends, worked out exactly for the cards that are left in the shoe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, groupby
from operator import itemgetter, mul
from typing import Any, TypeAlias, TypeVar

from games.blackjack import Options, dealer_draws, is_blackjack, total
from games.cards import Card, parse_cards

VALUES = parse_cards("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S")
"""A card of each value, by its pips from 1."""

MOST_CARDS = 22
"""More than a hand can have."""

_MOST_KNOWN = 5000
"""Shoes for which the dealer's ends are remembered: more than one seat can leave."""

Cards: TypeAlias = tuple[int, ...]
"""How many cards of each of VALUES."""

ENDS = [parse_cards(text) for text in ("AS 10S", "10S 7S", "10S 8S", "10S 9S", "10S 10S", "7S 7S 7S", "10S 6S 10S")]
"""A hand of each kind with which the dealer can end."""


def _kind(dealer: Sequence[Card]) -> tuple[bool, int]:
    return is_blackjack(dealer), min(total(dealer).best, 22)


_PLACE = {_kind(dealer): place for place, dealer in enumerate(ENDS)}


class Dealer:
    """The dealer's hand from the shown card on.

    The same cards lead to the same end in a number of orders, each as likely as the other. So the chance of an end is
    a sum over collections of cards: the number of orders, times the ways in which the shoe has so many of each value.
    Collections that begin alike share the product so far.
    """

    def __init__(self, options: Options, upcard: Card) -> None:
        orders = Counter(
            (tuple(sorted(Counter(drawn).items())), len(drawn), end) for drawn, end in _dealt_out(options, (upcard,))
        )
        begins = sorted({cards[:length] for cards, _, _ in orders for length in range(len(cards) + 1)}, key=len)
        place = {begin: number for number, begin in enumerate(begins)}
        self._products = [
            (
                _items(place[begin[:-1]] for begin in alike),
                _items(value * MOST_CARDS + count for *_, (value, count) in alike),
            )
            for alike in _grouped(begins[1:], len)
        ]
        self._sums = [
            (alike[0][1:], _items(place[cards] for cards, _, _ in alike), [orders[each] for each in alike])
            for alike in _grouped(sorted(orders, key=itemgetter(1, 2)), itemgetter(1, 2))
        ]
        self._known: dict[Cards, Sequence[float]] = {}

    def ends(self, shoe: Cards) -> Sequence[float]:
        """How likely each of ENDS is."""
        known = self._known.get(shoe)
        if known is None:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            known = self._known[shoe] = self._ends(shoe)
        return known

    def _ends(self, shoe: Cards) -> Sequence[float]:
        ways = [ways for count in shoe for ways in _ways(count)]
        products = [1.0]
        for shorter, last in self._products:
            products += map(mul, shorter(products), last(ways))
        of_all = _ways(sum(shoe))
        chances = [0.0] * len(ENDS)
        for (length, end), collections, orders in self._sums:
            if of_all[length]:  # so many are left
                chances[end] += sum(map(mul, collections(products), orders)) / of_all[length]
        return chances


@lru_cache(maxsize=20)
def dealer_showing(options: Options, upcard: Card) -> Dealer:
    """The dealer who shows one of VALUES; of the options only dealer_hits_soft_17 may be set."""
    return Dealer(options, upcard)


def rough_ends(options: Options, upcard: Card, shoe: Cards) -> Sequence[float]:
    """About how likely each of ENDS is: as if every card that the dealer draws went back into the shoe."""
    chances = [count / sum(shoe) for count in shoe]
    known: dict[tuple[int, bool, bool], Sequence[float]] = {}

    def ends(dealer: tuple[Card, ...]) -> Sequence[float]:
        if len(dealer) > 1 and not dealer_draws(options, dealer):
            return [float(place == _PLACE[_kind(dealer)]) for place in range(len(ENDS))]
        key = (*total(dealer), len(dealer) == 1)
        if key not in known:
            then = [ends((*dealer, card)) for card in VALUES]
            known[key] = [sum(map(mul, chances, each)) for each in zip(*then, strict=True)]
        return known[key]

    return ends((upcard,))


def _dealt_out(options: Options, dealer: tuple[Card, ...]) -> Iterator[tuple[list[int], int]]:
    """Every way in which the dealer can draw to the end: the values drawn, and the end."""
    if len(dealer) > 1 and not dealer_draws(options, dealer):
        yield [value_of(card) for card in dealer[1:]], _PLACE[_kind(dealer)]
        return
    for card in VALUES:
        yield from _dealt_out(options, (*dealer, card))


@lru_cache(maxsize=1024)
def _ways(count: int) -> list[float]:
    """In how many ways 0, 1, 2 ... of so many cards can come one after the other."""
    return list(accumulate((float(max(count - drawn, 0)) for drawn in range(MOST_CARDS - 1)), mul, initial=1.0))


def _items(places: Iterable[int]) -> Callable[[Sequence[float]], Sequence[float]]:
    """What takes the items at `places`."""
    places = list(places)
    items: Callable[[Sequence[float]], Any] = itemgetter(*places)
    return items if len(places) > 1 else lambda values: (items(values),)


_T = TypeVar("_T")


def _grouped(items: Iterable[_T], key: Callable[[_T], object]) -> list[list[_T]]:
    return [list(alike) for _, alike in groupby(items, key)]


def value_of(card: Card) -> int:
    """The place of a card's value in VALUES."""
    return card.rank.pips - 1
