"""The fair shuffle, and the shoe from which cards are drawn over many rounds.

Nothing here is left to chance: an order of cards follows from a secret `seed` and a public `salt` alone. The house
publishes `commitment(seed)` before anybody bets, the salt is made by others after that, and when the shoe is over
the seed is shown. Whoever knows both then recomputes every card with `shuffled(pack52() * decks, seed, salt)`.

Where seed and salt come from, and when they are shown, is the table's business.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, count
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from games.cards import Card, pack52
from games.core import without

T = TypeVar("T")

CUT_DEPTH = 52
"""How many cards lie behind the cut card, unless a house says otherwise."""


def commitment(seed: bytes) -> str:
    """The SHA-256 of `seed` in lower-case hex: published before the betting, it binds the house to that seed."""
    return hashlib.sha256(seed).hexdigest()


def shuffled(cards: Sequence[T], seed: bytes, salt: str) -> tuple[T, ...]:
    """`cards`, or anything else, in the order that `seed` and `salt` decide.

    All orders are equally likely for a random seed.

    The recipe, for whoever checks it with tools of their own:

    1. Numbers: for counter = 0, 1, 2, ... take HMAC-SHA256(key = seed, message = salt + ":" + counter), the message
       in UTF-8 and the counter in decimal. Each 32-byte block gives eight unsigned 4-byte numbers, big-endian,
       first to last.
    2. Fisher-Yates from the end: for i = len(cards) - 1 down to 1 let n = i + 1 and take the next number. If it
       is 2^32 - (2^32 mod n) or more, pass over it and take the next, so that no remainder is favoured. Swap
       the cards at places i and (number mod n), counted from 0.
    """
    order = list(cards)
    numbers = _numbers(seed, salt)
    for i, number in zip(range(len(order) - 1, 0, -1), numbers, strict=False):
        n = i + 1
        j = number % n
        while number - j > 2**32 - n:  # it is 2^32 - (2^32 mod n) or more
            number = next(numbers)
            j = number % n
        order[i], order[j] = order[j], order[i]
    return tuple(order)


@lru_cache(maxsize=1024)
def _mixed(decks: int, seed: bytes, salt: str) -> tuple[Card, ...]:
    """The order of a full shoe. Its rounds are dealt one after the other, and each would have to mix it again."""
    return shuffled(pack52() * decks, seed, salt)


def _numbers(seed: bytes, salt: str) -> Iterator[int]:
    keyed = hmac.new(seed, f"{salt}:".encode(), "sha256")
    return chain.from_iterable(_eight_numbers(_block(keyed, counter)) for counter in count())


def _block(keyed: hmac.HMAC, counter: int) -> bytes:
    block = keyed.copy()
    block.update(b"%d" % counter)
    return block.digest()


_eight_numbers = struct.Struct(">8I").unpack


class _Filling(Struct, frozen=True):
    """What a shoe was filled with: it stays the same from card to card, so all those shoes share it.

    `mixed` is False until the first card is asked for, so that a table nobody plays at costs no shuffle. What
    must stay secret is left out of the repr, so that no log shows it.
    """

    cards: tuple[Card, ...]
    cut: int
    seed: bytes
    salt: str
    mixed: bool

    def __repr__(self) -> str:
        return without(self, "cards", "seed")


class Shoe(Struct, frozen=True):
    """A shoe at one moment. `draw` answers with a card and the shoe after it, `deal` with several.

    Made by `Shoe.fresh` or, with a known order, by `Shoe.stacked`; then moved by `at`, `begin_round`, `draw`, `deal`.
    """

    filling: _Filling
    dealt: int = 0
    """How many cards have come out: the position to save."""
    round_start: int = 0
    """What `dealt` was when the round began; the cards before it are discards."""

    @classmethod
    def fresh(cls, decks: int, seed: bytes, salt: str, cut_depth: int = CUT_DEPTH) -> Shoe:
        """A new shoe of `decks` packs of 52, the cut card `cut_depth` cards from its end. Raises ValueError."""
        if decks < 1 or not 0 <= cut_depth <= 52 * decks:
            raise ValueError(f"no shoe has {decks} decks with a cut card {cut_depth} from the end")
        return cls(_Filling(pack52() * decks, 52 * decks - cut_depth, seed, salt, mixed=False))

    @classmethod
    def stacked(cls, cards: Sequence[Card], cut_depth: int = 0, seed: bytes = b"", salt: str = "") -> Shoe:
        """A shoe with the known order `cards`, first to come out first; seed and salt serve if it runs out."""
        return cls(_Filling(tuple(cards), len(cards) - cut_depth, seed, salt, mixed=True))

    @property
    def size(self) -> int:
        """How many cards the shoe was filled with, dealt ones included."""
        return len(self.filling.cards)

    @property
    def last_round(self) -> bool:
        """Has the cut card come out? Then this round is the shoe's last."""
        return self.dealt > self.filling.cut

    def at(self, position: int) -> Shoe:
        """This shoe with `position` cards dealt, between two rounds. Raises ValueError outside the shoe."""
        if not 0 <= position <= self.size:
            raise ValueError(f"a shoe of {self.size} cards has no position {position}")
        return Shoe(self.filling, position, position)

    def begin_round(self) -> Shoe:
        """This shoe with all cards so far among the discards. Raises ValueError when a new shoe is due."""
        if self.last_round:
            raise ValueError("the cut card has come out; the next round needs a new shoe")
        return Shoe(self.filling, self.dealt, self.dealt)

    def came_out(self, since: int) -> tuple[Card, ...]:
        """The cards that have come out since `since` cards had, of a shoe from which one has been drawn."""
        return self.filling.cards[since : self.dealt]

    def draw(self) -> tuple[Card, Shoe]:
        """The next card, and the shoe after it; `deal` says what happens when the shoe runs out."""
        filling, dealt = self.filling, self.dealt
        if filling.mixed and dealt < len(filling.cards):
            return filling.cards[dealt], Shoe(filling, dealt + 1, self.round_start)
        cards, shoe = self.deal(1)
        return cards[0], shoe

    def deal(self, count: int) -> tuple[tuple[Card, ...], Shoe]:
        """The next `count` cards, and the shoe after them.

        A shoe that runs out in the middle of a round goes on with the discards of its earlier rounds, shuffled
        with the same seed and the salt + "/again"; cards on the table never come back. Raises LookupError when
        there are no discards either.
        """
        filling, round_start, dealt = self.filling, self.round_start, self.dealt + count
        if not filling.mixed:
            filling = replace(filling, cards=_mixed(self.size // 52, filling.seed, filling.salt), mixed=True)
        if dealt > len(filling.cards):
            again = shuffled(filling.cards[:round_start], filling.seed, filling.salt + "/again")
            # From now on no card is a discard: they are all in the shoe again or on the table.
            filling, round_start = replace(filling, cards=filling.cards + again), 0
            if dealt > len(filling.cards):
                raise LookupError("the shoe is empty, and there are no discards to go on with")
        return filling.cards[self.dealt : dealt], Shoe(filling, dealt, round_start)
