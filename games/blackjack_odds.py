"""What a bet at Blackjack returns over time, worked out exactly by the real rules of games.blackjack.

One seat plays one round out of a full shoe. Every hand that it can come to hold is looked at, and none is dealt at
random; cards of one value are alike, which leaves some 3,000 hands. Cards that are out of the shoe stay out, so this
doesn't assume endless decks. Each hand of a split is played by its own cards, and the second is worth as much as the
first, because the cards that the first one takes are any cards. Insurance is declined, and there is no Pair bet. Sums
are floats, good for twelve digits.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import accumulate, groupby
from operator import itemgetter, mul, sub
from typing import Any, NamedTuple, TypeAlias, TypeVar

from games.blackjack import Blackjack, Box, Hand, Move, Options, dealer_draws, is_blackjack, outcome, returned, total
from games.cards import Card, parse_cards
from games.shoe import Shoe

Play: TypeAlias = Callable[[Options, Hand, Card], Move]
"""What somebody does with a hand when the dealer shows a card."""

VALUES = parse_cards("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S")
"""A card of each value, by its pips from 1."""

_BET = 10
"""A bet whose half is whole chips, and on which a blackjack wins whole chips at 3:2 and at 6:5."""

_MOST_CARDS = 22
"""More than a hand can have."""

_Cards: TypeAlias = tuple[int, ...]
"""How many cards of each of VALUES."""


class Decision(NamedTuple):
    """A hand that somebody has to play, and how often it comes up in a round.

    `worth` is what each legal move wins on average, in first bets, when play continues from there as it does here. The
    two hands of a split come up one by one.
    """

    hand: Hand
    chance: float
    worth: Mapping[Move, float]


def exact_return(options: Options, play: Play | None = None) -> float:
    """The share of the first bet that comes back on average with `play`, or with the best play for the cards held."""
    return 1 + sum(exact_net(options, shown, play) for shown in VALUES)


def exact_net(options: Options, shown: Card, play: Play | None = None) -> float:
    """The part of it from rounds in which the dealer shows `shown`: what they win, in first bets of all rounds."""
    return _Against(options, shown, play).net()


def decisions(options: Options, shown: Card, play: Play) -> Iterator[Decision]:
    """Every hand that `play` comes to decide about when the dealer shows `shown`."""
    return _Against(options, shown, play).decisions(play)


# The dealer

_ENDS = [parse_cards(text) for text in ("AS 10S", "10S 7S", "10S 8S", "10S 9S", "10S 10S", "7S 7S 7S", "10S 6S 10S")]
"""A hand of each kind with which the dealer can end."""


def _kind(dealer: Sequence[Card]) -> tuple[bool, int]:
    return is_blackjack(dealer), min(total(dealer).best, 22)


_PLACE = {_kind(dealer): place for place, dealer in enumerate(_ENDS)}


class _Dealer:
    """The dealer's hand from the shown card on.

    The same cards lead to the same end in a number of orders, each as likely as the other. So the chance of an end is
    a sum over collections of cards: the number of orders, times the ways in which the shoe has so many of each value.
    Collections that begin alike share the product so far.
    """

    def __init__(self, options: Options, shown: Card) -> None:
        orders = Counter((_collected(drawn), len(drawn), end) for drawn, end in _dealt_out(options, (shown,)))
        begins = sorted({cards[:length] for cards, _, _ in orders for length in range(len(cards) + 1)}, key=len)
        place = {begin: number for number, begin in enumerate(begins)}
        self._products = [
            (
                _items(place[begin[:-1]] for begin in alike),
                _items(value * _MOST_CARDS + count for *_, (value, count) in alike),
            )
            for alike in _grouped(begins[1:], len)
        ]
        self._sums = [
            (alike[0][1:], _items(place[cards] for cards, _, _ in alike), [orders[each] for each in alike])
            for alike in _grouped(sorted(orders, key=itemgetter(1, 2)), itemgetter(1, 2))
        ]
        self._known: dict[_Cards, Sequence[float]] = {}

    def ends(self, shoe: _Cards) -> Sequence[float]:
        """How likely each of _ENDS is."""
        known = self._known.get(shoe)
        if known is None:
            known = self._known[shoe] = self._ends(shoe)
        return known

    def _ends(self, shoe: _Cards) -> Sequence[float]:
        ways = [ways for count in shoe for ways in _ways(count)]
        products = [1.0]
        for shorter, last in self._products:
            products += map(mul, shorter(products), last(ways))
        of_all = _ways(sum(shoe))
        chances = [0.0] * len(_ENDS)
        for (length, end), collections, orders in self._sums:
            chances[end] += sum(map(mul, collections(products), orders)) / of_all[length]
        return chances


@lru_cache(maxsize=20)
def _dealer(options: Options, shown: Card) -> _Dealer:
    return _Dealer(options, shown)


def _dealt_out(options: Options, dealer: tuple[Card, ...]) -> Iterator[tuple[list[int], int]]:
    """Every way in which the dealer can draw to the end: the values drawn, and the end."""
    if len(dealer) > 1 and not dealer_draws(options, dealer):
        yield [_value(card) for card in dealer[1:]], _PLACE[_kind(dealer)]
        return
    for card in VALUES:
        yield from _dealt_out(options, (*dealer, card))


def _collected(drawn: Iterable[int]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(Counter(drawn).items()))


@lru_cache(maxsize=1024)
def _ways(count: int) -> list[float]:
    """In how many ways 0, 1, 2 ... of so many cards can come one after the other."""
    return list(accumulate((float(max(count - drawn, 0)) for drawn in range(_MOST_CARDS - 1)), mul, initial=1.0))


def _items(places: Iterable[int]) -> Callable[[Sequence[float]], Sequence[float]]:
    """What takes the items at `places`."""
    places = list(places)
    items: Callable[[Sequence[float]], Any] = itemgetter(*places)
    return items if len(places) > 1 else lambda values: (items(values),)


_T = TypeVar("_T")


def _grouped(items: Iterable[_T], key: Callable[[_T], object]) -> list[list[_T]]:
    return [list(alike) for _, alike in groupby(items, key)]


# The hands of a seat


class _Held:
    """A hand that a seat can come to hold, and which hands it can become."""

    def __init__(self, hands: _Hands, hand: Hand) -> None:
        self.hand = hand
        out = list(map(_value, hand.cards + hand.cards[:1] if hand.from_split else hand.cards))
        self.out = tuple(map(out.count, range(len(VALUES))))
        self.is_live, self.is_over = hand.live, hand.done or hand.bust
        self._hands = hands

    @cached_property
    def nets(self) -> Sequence[float]:
        """What it wins against each of _ENDS."""
        return [self._hands.net(self.hand, dealer) for dealer in _ENDS]

    @cached_property
    def hit(self) -> Sequence[_Held]:
        """With each of VALUES."""
        return self._hands.after(self.hand)

    @cached_property
    def doubled(self) -> Sequence[_Held]:
        """The same after a double."""
        return self._hands.after(replace(self.hand, stake=2 * self.hand.stake, doubled=True))

    @cached_property
    def split(self) -> _Held:
        """One of the hands of a split, before its second card."""
        return self._hands.holding(Hand(self.hand.cards[:1], self.hand.stake, from_split=True))


class _Hands:
    """All that a seat can come to hold; the order of its cards doesn't matter, only which of them was split."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._known: dict[Hashable, _Held] = {}

    def holding(self, hand: Hand) -> _Held:
        """A hand, always the same for the same cards."""
        first = 1 if hand.from_split else 0
        cards = (*hand.cards[:first], *sorted(hand.cards[first:], key=_value))
        key = (hand.from_split, hand.doubled, *map(_value, cards))
        if key not in self._known:
            self._known[key] = _Held(self, replace(hand, cards=cards))
        return self._known[key]

    def after(self, hand: Hand) -> Sequence[_Held]:
        """`hand` with each of VALUES."""
        return [self.holding(hand.with_card(card)) for card in VALUES]

    def net(self, hand: Hand, dealer: Sequence[Card]) -> float:
        """What a hand wins against a finished one of the dealer, in first bets."""
        return (returned(self._options, outcome(hand, dealer), hand.stake) - hand.stake) / _BET


def _value(card: Card) -> int:
    """The place of a card's value in VALUES."""
    return card.rank.pips - 1


@lru_cache(maxsize=4)
def _hands(options: Options) -> _Hands:
    return _Hands(options)


# One seat against one card of the dealer


class _Against:
    """A seat that plays when the dealer shows one card; with no `play`, the best."""

    def __init__(self, options: Options, shown: Card, play: Play | None) -> None:
        self._options = options
        self._shown = shown
        self._play = play
        self._hands = _hands(options)
        self._dealer = _dealer(Options(dealer_hits_soft_17=options.dealer_hits_soft_17), shown)
        full = [4 * options.decks * (4 if card.rank.pips == 10 else 1) for card in VALUES]
        self._chance = full[_value(shown)] / sum(full)
        full[_value(shown)] -= 1
        self._shoe = tuple(full)
        self._values: dict[_Held, float] = {}

    def net(self) -> float:
        """What these rounds win, in first bets of all rounds."""
        return sum(chance * self._value(held) for held, chance in self._dealt())

    def decisions(self, play: Play) -> Iterator[Decision]:
        """Every hand that has to be decided about."""
        waiting: dict[tuple[bool, int], dict[_Held, float]] = defaultdict(lambda: defaultdict(float))
        for held, chance in self._dealt():
            waiting[False, 2][held] += chance
        for stage in ((split, length) for split in (False, True) for length in range(2, _MOST_CARDS)):
            for held, chance in waiting.pop(stage, {}).items():
                if held.is_over:
                    continue
                yield Decision(held.hand, chance, {move: self._worth(held, move) for move in self._legal(held.hand)})
                move = play(self._options, held.hand, self._shown)
                if move is Move.HIT:
                    for then, likely in self._next(held, held.hit):
                        waiting[stage[0], stage[1] + 1][then] += chance * likely
                elif move is Move.SPLIT:
                    for then, likely in self._next(held.split, held.split.hit):
                        waiting[True, 2][then] += 2 * chance * likely

    def _dealt(self) -> Iterator[tuple[_Held, float]]:
        """The seat's first two cards, and how likely they are together with the dealer's one."""
        for first, chance in self._next_card(self._shoe):
            left = tuple(count - (value == first) for value, count in enumerate(self._shoe))
            hand = Hand((VALUES[first],), _BET)
            for second, then in self._next_card(left):
                yield self._hands.holding(hand.with_card(VALUES[second])), self._chance * chance * then

    def _value(self, held: _Held) -> float:
        """What a hand wins on average from here on."""
        if held.is_over:
            return self._settled(held)
        known = self._values.get(held)
        if known is None:
            if self._play is None:
                known = max(self._worth(held, move) for move in self._legal(held.hand))
            else:
                known = self._worth(held, self._play(self._options, held.hand, self._shown))
            self._values[held] = known
        return known

    def _worth(self, held: _Held, move: Move) -> float:
        match move:
            case Move.STAND:
                return self._settled(held)
            case Move.HIT:
                return sum(chance * self._value(then) for then, chance in self._next(held, held.hit))
            case Move.DOUBLE:
                return sum(chance * self._settled(then) for then, chance in self._next(held, held.doubled))
            case Move.SPLIT:
                return 2 * self._worth(held.split, Move.HIT)
            case Move.SURRENDER:
                return self._hands.net(replace(held.hand, surrendered=True), _ENDS[0])
        raise ValueError(f"{move} is not a way to play a hand")

    def _settled(self, held: _Held) -> float:
        """What a hand that takes no more cards wins on average."""
        if not held.is_live:
            return held.nets[0]
        return sum(map(mul, held.nets, self._dealer.ends(self._left(held))), 0.0)

    def _legal(self, hand: Hand) -> list[Move]:
        box = Box(seat=0, bet=_BET, pair=0, hands=(hand,), insurance=0)
        return list(Blackjack(self._options, (box,), (self._shown,), Shoe.stacked(())).legal_actions(0))

    def _left(self, held: _Held) -> _Cards:
        return tuple(map(sub, self._shoe, held.out))

    def _next(self, held: _Held, then: Sequence[_Held]) -> Iterator[tuple[_Held, float]]:
        return ((then[value], chance) for value, chance in self._next_card(self._left(held)))

    def _next_card(self, shoe: _Cards) -> Iterator[tuple[int, float]]:
        """Each value that is left in the shoe, with the chance that it comes next."""
        cards = sum(shoe)
        return ((value, count / cards) for value, count in enumerate(shoe) if count)
