"""A trick: what suit a card belongs to, who may play what, and who wins (rules 1, 2, 14 and 17-19).

`CardOrder` is what a contract makes of the cards. A free joker is one that belongs to no suit: in no trumps and in
misères, unless its contractor nominated a suit for it. This file knows neither hands that are hidden nor whose turn
it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, partial
from typing import NamedTuple

from msgspec import Struct

from games.cards import Card, Rank, Suit
from games.core import Phrase, Seat
from games.five_hundred.bids import SUIT_NAMES, SUITS, Call

_JACK = Rank.JACK
_RANKS = {rank: height for height, rank in enumerate(Rank)}
_LEFT_BOWER, _RIGHT_BOWER, _JOKER = len(_RANKS), len(_RANKS) + 1, len(_RANKS) + 2
_SAME_COLOUR = {
    Suit.SPADES: Suit.CLUBS,
    Suit.CLUBS: Suit.SPADES,
    Suit.DIAMONDS: Suit.HEARTS,
    Suit.HEARTS: Suit.DIAMONDS,
}


def bowers(trump: Suit | None) -> tuple[Card, ...]:
    """The right and the left bower; none in no trumps."""
    return () if trump is None else (Card(Rank.JACK, trump), Card(Rank.JACK, _SAME_COLOUR[trump]))


class Played(NamedTuple):
    """A card on the table and who played it."""

    seat: Seat
    card: Card


class Trick(Struct, frozen=True):
    """The cards of one trick in the order played, the lead first. `named` is the suit that a free joker led."""

    cards: tuple[Played, ...]
    named: Suit | None = None


class CardOrder(Struct, frozen=True):
    """How the cards rank, and what must be followed.

    `joker` is the suit nominated for the joker, which can only be without trumps. `joker_last` is the house option
    that a free joker may be led only to the last trick.
    """

    trump: Suit | None
    is_misere: bool = False
    joker: Suit | None = None
    joker_last: bool = False

    @classmethod
    def of(cls, call: Call, joker: Suit | None = None, *, joker_last: bool = False) -> CardOrder:
        """The order for a contract of `call`."""
        return cls(call.trump, call.is_misere, joker, joker_last)

    def suit_of(self, card: Card) -> Suit | None:
        """The suit `card` belongs to: of the bowers and the joker the trump suit, of a free joker none."""
        suit = card.suit
        if suit is None:
            return self.trump or self.joker
        if card.rank is _JACK and self.trump is not None and suit is _SAME_COLOUR[self.trump]:
            return self.trump
        return suit

    def is_free_joker(self, card: Card) -> bool:
        """Whether `card` is a joker that belongs to no suit."""
        return card.suit is None and self.trump is None and self.joker is None

    def height(self, card: Card) -> int:
        """How high `card` stands in the suit it belongs to."""
        if card.suit is None:
            return _JOKER
        if card.rank is _JACK and self.trump is not None and self.suit_of(card) is self.trump:
            return _RIGHT_BOWER if card.suit is self.trump else _LEFT_BOWER
        return _RANKS[card.rank]

    # Who wins.

    def winner(self, trick: Trick) -> Seat:
        """Who wins `trick`, as far as it has been played."""
        return self.best(trick).seat

    def best(self, trick: Trick) -> Played:
        """The card that wins `trick`, as far as it has been played."""
        best = trick.cards[0]
        for played in trick.cards[1:]:
            if self.beats(played.card, best.card):
                best = played
        return best

    def beats(self, card: Card, best: Card) -> bool:
        """Whether `card`, played after `best`, takes the trick from it."""
        if self.is_free_joker(card) or self.is_free_joker(best):
            return card.suit is None
        suit = self.suit_of(card)
        if suit is self.suit_of(best):
            return self.height(card) > self.height(best)
        return suit is self.trump

    def suit_led(self, trick: Trick) -> Suit | None:
        """The suit to be followed; None after a free joker that leads the last trick and names none."""
        return trick.named or self.suit_of(trick.cards[0].card)

    # Who may play what.

    def following(self, hand: Sequence[Card], led: Suit | None) -> Sequence[Card]:
        """The cards of `hand` that may be played when `led` was led (rules 14 and 18)."""
        suit_of = self.suit_of
        same = [card for card in hand if suit_of(card) is led] if led else []
        if same:
            return same
        if self.is_misere and (joker := [card for card in hand if self.is_free_joker(card)]):
            return joker
        return hand

    def why_not_follow(self, hand: Sequence[Card], card: Card, named: Suit | None, trick: Trick) -> Phrase | None:
        """Why `card` of `hand` may not be played to `trick`, which another has led (rules 14 and 18)."""
        if named is not None:
            return Phrase("The bot can't read that. Press a button on the table's message.")
        led = self.suit_led(trick)
        allowed = self.following(hand, led)
        if card in allowed:
            return None
        if led is None or self.suit_of(allowed[0]) is not led:
            return Phrase("In a misère, if you can't follow suit you must play the joker.")
        if self.is_free_joker(card):
            return Phrase(
                "You must follow {suit}. You can play the joker only when you have none.", suit=SUIT_NAMES[led]
            )
        odd = _not_as_it_looks(card, led, allowed)
        suit = self.suit_of(odd) if odd else None
        if suit:
            return Phrase(
                "You must follow {suit}; {card} counts as {belongs}.",
                suit=SUIT_NAMES[led],
                card=odd,
                belongs=SUIT_NAMES[suit],
            )
        return Phrase("You must follow {suit}.", suit=SUIT_NAMES[led])

    def why_not_lead(
        self, hand: Sequence[Card], card: Card, named: Suit | None, tricks: Iterable[Trick]
    ) -> Phrase | None:
        """Why `card` of `hand` may not lead, after all of `tricks`, with `named` to follow (rule 18)."""
        if not self.is_free_joker(card):
            return None if named is None else Phrase("The bot can't read that. Press a button on the table's message.")
        is_last = len(hand) == 1
        if self.joker_last and not is_last:
            return Phrase("At this table the joker can be led only to the last trick.")
        led = {self.suit_led(trick) for trick in tricks}
        if led >= set(SUITS):
            if not is_last:
                return Phrase("All four suits have been led; the joker can now be led only to the last trick.")
            return None if named is None else Phrase("The bot can't read that. Press a button on the table's message.")
        if named is None:
            return Phrase("Name the suit that the others must follow.")
        if named in led:
            return Phrase(
                "The joker can't name {suit}: they have already been led in this deal.", suit=SUIT_NAMES[named]
            )
        return None

    # In what order a hand is held.

    def low_to_high(self, cards: Iterable[Card]) -> list[Card]:
        """`cards` from the lowest to the highest: trumps above the others, a free joker above all."""
        return sorted(cards, key=self._worth)

    def _worth(self, card: Card) -> tuple[bool, int, int]:
        suit = self.suit_of(card)
        if suit is None:
            return True, _JOKER, 0
        return suit is self.trump, self.height(card), SUITS.index(suit)

    def as_held(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """`cards` as one holds them: trumps first, then suit by suit, each from the top; a free joker before all."""
        return tuple(sorted(cards, key=partial(_place, self.trump, self.joker)))


@cache
def _place(trump: Suit | None, joker: Suit | None, card: Card) -> tuple[int, int]:
    """Where `card` is held under an order with these."""
    order = CardOrder(trump, joker=joker)
    suit = order.suit_of(card)
    if suit is None:
        return -2, 0
    return (-1 if suit is trump else _HELD.index(suit)), -order.height(card)


_HELD = (Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES)
"""The suits side by side as they are held, colours in turn."""


def _not_as_it_looks(refused: Card, led: Suit, allowed: Sequence[Card]) -> Card | None:
    """The bower or joker to explain: the card refused, or the only ones that follow `led`; else None."""
    if refused.suit in (led, None):
        return refused
    return allowed[0] if all(card.suit is not led for card in allowed) else None
