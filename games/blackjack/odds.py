"""What a bet at Blackjack wins on average, worked out exactly by the real rules of games.blackjack.

One seat plays one round out of a full shoe. Every hand that it can come to hold is looked at, and none is dealt at
random; cards of one value are alike, which leaves some 3,000 hands. Cards that are out of the shoe stay out, so this
doesn't assume endless decks. Each hand of a split is played by its own cards, and the second is worth as much as the
first, because the cards that the first one takes are any cards. Insurance is declined, and there is no Pair bet. Sums
are floats, good for twelve digits.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from operator import add, mul, sub

from msgspec.structs import replace

from games.blackjack import Blackjack, BlackjackPays, Box, Hand, Move, Options, outcome, returned, total
from games.blackjack.dealer import ENDS, VALUES, Cards, Dealer, dealer_showing, rough_ends, value_of
from games.cards import Card
from games.fair.shoe import Shoe

BET = 10
"""A bet whose half is whole chips, and on which a blackjack wins whole chips at 3:2 and at 6:5."""


def worths(options: Options, upcard: Card, left: Cards, hand: Hand) -> Mapping[Move, float]:
    """What each legal move with `hand` wins on average, in first bets, when play continues in the best way.

    `left` is what is in the shoe, with enough cards for the rest of the round. How many chips are on the hand doesn't
    matter. A split is worth what both hands win.
    """
    hands = all_hands(options.blackjack_pays)
    held = hands.holding(Hand(hand.cards, BET, from_split=hand.from_split))
    return Against(options, upcard, tuple(map(add, left, held.out)), hands).worths(held)


def rough_net(options: Options, left: Cards) -> float:
    """About what a round wins on average, in first bets, with the best play, if each card went back into the shoe."""
    cards = sum(left)
    return sum(
        count / cards * _Roughly(options, card, left).net() for card, count in zip(VALUES, left, strict=True) if count
    )


# The hands of a seat


class Held:
    """A hand that a seat can come to hold, and which hands it can become."""

    def __init__(self, hands: Hands, hand: Hand) -> None:
        self.hand = hand
        out = list(map(value_of, hand.cards + hand.cards[:1] if hand.from_split else hand.cards))
        self.out = tuple(map(out.count, range(len(VALUES))))
        self.is_live, self.is_over = hand.live, hand.done or hand.bust
        self._hands = hands

    @cached_property
    def nets(self) -> Sequence[float]:
        """What it wins against each of ENDS."""
        return [self._hands.net(self.hand, dealer) for dealer in ENDS]

    @cached_property
    def hit(self) -> Sequence[Held]:
        """With each of VALUES."""
        return self._hands.after(self.hand)

    @cached_property
    def doubled(self) -> Sequence[Held]:
        """The same after a double."""
        return self._hands.after(replace(self.hand, stake=2 * self.hand.stake, doubled=True))

    @cached_property
    def split(self) -> Held:
        """One of the hands of a split, before its second card."""
        return self._hands.holding(Hand(self.hand.cards[:1], self.hand.stake, from_split=True))


class Hands:
    """All that a seat can come to hold; the order of its cards doesn't matter, only which of them was split."""

    def __init__(self, pays: BlackjackPays) -> None:
        self._options = Options(blackjack_pays=pays)
        self._known: dict[Hashable, Held] = {}

    def holding(self, hand: Hand) -> Held:
        """A hand, always the same for the same cards, whichever of equal worth was asked about first."""
        first = 1 if hand.from_split else 0
        cards = [VALUES[value_of(card)] for card in hand.cards]
        hand = replace(hand, cards=(*cards[:first], *sorted(cards[first:], key=value_of)))
        key = (hand.from_split, hand.doubled, *self._looked_at(hand.cards))
        if key not in self._known:
            self._known[key] = Held(self, hand)
        return self._known[key]

    def _looked_at(self, cards: Sequence[Card]) -> Iterable[int]:
        """What tells `cards` from others."""
        return map(value_of, cards)

    def after(self, hand: Hand) -> Sequence[Held]:
        """`hand` with each of VALUES."""
        return [self.holding(hand.with_card(card)) for card in VALUES]

    def net(self, hand: Hand, dealer: Sequence[Card]) -> float:
        """What a hand wins against a finished one of the dealer, in first bets."""
        return (returned(self._options, outcome(hand, dealer), hand.stake) - hand.stake) / BET


class _Alike(Hands):
    """The same, where more than two cards are nothing but their total."""

    def _looked_at(self, cards: Sequence[Card]) -> Iterable[int]:
        return super()._looked_at(cards) if len(cards) <= 2 else (len(VALUES), *total(cards))


all_hands, _alike = cache(Hands), cache(_Alike)


# One seat against one card of the dealer


class Against:
    """A seat that plays in the best way when the dealer shows one card."""

    def __init__(self, options: Options, upcard: Card, shoe: Cards, hands: Hands) -> None:
        """`shoe` are the cards for the seat and for the dealer's next ones."""
        self._options = options
        self._upcard = upcard
        self._shoe = shoe
        self._hands = hands
        self._values: dict[Held, float] = {}

    def net(self) -> float:
        """What a round wins, in first bets."""
        return sum(chance * self._value(held) for held, chance in self.dealt())

    def worths(self, held: Held) -> Mapping[Move, float]:
        """What each legal move wins, in first bets."""
        return {move: self.worth(held, move) for move in self._legal(held.hand)}

    def dealt(self) -> Iterator[tuple[Held, float]]:
        """The seat's first two cards, and how likely they are together with the dealer's one."""
        for first, chance in self._next_card(self._shoe):
            left = tuple(count - (value == first) for value, count in enumerate(self._shoe))
            hand = Hand((VALUES[first],), BET)
            for second, then in self._next_card(left):
                yield self._hands.holding(hand.with_card(VALUES[second])), chance * then

    def _value(self, held: Held) -> float:
        """What a hand wins on average from here on."""
        if held.is_over:
            return self._settled(held)
        known = self._values.get(held)
        if known is None:
            known = self._values[held] = self.value_to_decide(held)
        return known

    def value_to_decide(self, held: Held) -> float:
        """What a hand that has to be decided about wins on average."""
        return max(self.worths(held).values())

    def worth(self, held: Held, move: Move) -> float:
        """What `move` wins, in first bets."""
        match move:
            case Move.STAND:
                return self._settled(held)
            case Move.HIT:
                return sum(chance * self._value(then) for then, chance in self.after(held, held.hit))
            case Move.DOUBLE:
                return sum(chance * self._settled(then) for then, chance in self.after(held, held.doubled))
            case Move.SPLIT:
                return 2 * self.worth(held.split, Move.HIT)
            case Move.SURRENDER:
                return self._hands.net(replace(held.hand, surrendered=True), ENDS[0])
        raise ValueError(f"{move} is not a way to play a hand")

    def _settled(self, held: Held) -> float:
        """What a hand that takes no more cards wins on average."""
        if not held.is_live:
            return held.nets[0]
        return sum(map(mul, held.nets, self._ends(held)), 0.0)

    def _ends(self, held: Held) -> Sequence[float]:
        return self._dealer.ends(self._left(held))

    @cached_property
    def _dealer(self) -> Dealer:
        of_dealers = Options(dealer_hits_soft_17=self._options.dealer_hits_soft_17)
        return dealer_showing(of_dealers, VALUES[value_of(self._upcard)])

    def _legal(self, hand: Hand) -> list[Move]:
        box = Box(seat=0, bet=BET, pair=0, hands=(hand,), insurance=0)
        return list(Blackjack(self._options, (box,), (self._upcard,), Shoe.stacked(())).legal_actions(0))

    def _left(self, held: Held) -> Cards:
        return tuple(map(sub, self._shoe, held.out))

    def after(self, held: Held, then: Sequence[Held]) -> Iterator[tuple[Held, float]]:
        """Those of `then` that the next card makes of `held`, and how likely each is."""
        return ((then[value], chance) for value, chance in self._next_card(self._left(held)))

    def _next_card(self, shoe: Cards) -> Iterator[tuple[int, float]]:
        """Each value that is left in the shoe, with the chance that it comes next."""
        cards = sum(shoe)
        return ((value, count / cards) for value, count in enumerate(shoe) if count)


class _Roughly(Against):
    """The same as if each card went back into the shoe."""

    def __init__(self, options: Options, upcard: Card, shoe: Cards) -> None:
        super().__init__(options, upcard, shoe, _alike(options.blackjack_pays))
        self._always = rough_ends(options, upcard, shoe)

    def _ends(self, _held: Held) -> Sequence[float]:
        return self._always

    def _left(self, _held: Held) -> Cards:
        return self._shoe
