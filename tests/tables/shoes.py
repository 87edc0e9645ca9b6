"""How the cards lie: stand-ins for shuffles, with the cards that a test names on top.

A round is known by its shuffle, so one that is played again after a restart gets the same cards.
"""

import re
from typing import NamedTuple

from games.cards import pack52, parse_cards
from games.fair.shoe import CUT_DEPTH, Shoe, shuffled
from tables.pontoon import shuffles
from tests.games.pok_deng_table import dealt_as
from tests.games.pontoon_table import pack_for


class Lying(NamedTuple):
    """Cards as texts: hands in the order of the seats, whom they play against, the kitty, and what is drawn."""

    hands: list[str]
    against: str
    kitty: str
    then: str

    @classmethod
    def of(cls, text):
        """What a test says: "10S 9D, 8S 8D v 9H then 2C 3D", or "-, JOKER JH kitty 2S 3S 4S"; a dash is any hand."""
        hands, *rest = re.split(r" ?\b(v|kitty|then)\b ?", text)
        named = {"v": "", "kitty": "", "then": ""} | dict(zip(rest[::2], rest[1::2], strict=True))
        return cls([hand.strip("-") for hand in hands.split(", ") if hand], **named | {"against": named.pop("v")})


class StackedShoes:
    """Takes the place of a round's shoe at Blackjack and Pok Deng, known by its shuffle and its position."""

    def __init__(self):
        self._named = []
        self._dealt = {}

    def deal(self, text):
        """The next round: a hand for each seat against the dealer's card, and the cards drawn, or Pok Deng's hands."""
        lie = Lying.of(text)
        if " " not in lie.against:
            first, second = zip(*(hand.split() for hand in lie.hands), strict=True)
            cards = parse_cards(" ".join([*first, lie.against, *second, lie.then]))
            self._named.append(lambda _position: cards)
            return
        # A new shoe turns up an ace, which burns one card; every round of Pok Deng burns one more.
        hands = dealt_as({number: hand for number, hand in enumerate(lie.hands, 1) if hand}, lie.against)
        self._named.append(lambda position: (parse_cards("QS") if position else parse_cards("AS QS QS")) + hands)

    def fresh(self, decks, seed, salt, cut_depth=CUT_DEPTH):
        """A shoe of that shuffle; `at` says which round is dealt from it."""
        return _Shuffle(self, decks, seed, salt, cut_depth)

    def shoe(self, decks, seed, salt, cut_depth, position):
        """The shoe with the named cards at the place that the dealing has reached."""
        key = (seed, salt, position)
        if key not in self._dealt:
            self._dealt[key] = self._named.pop(0)(position) if self._named else ()
        order = list(shuffled(pack52() * decks, seed, salt))
        order[position : position + len(self._dealt[key])] = self._dealt[key]
        return Shoe.stacked(order, cut_depth, seed, salt).at(position)


class _Shuffle:
    def __init__(self, shoes, *shuffle):
        self._shoes = shoes
        self._shuffle = shuffle

    def at(self, position):
        return self._shoes.shoe(*self._shuffle, position)


class Packs:
    """Takes the place of a deal's shuffled pack at Pontoon."""

    def __init__(self):
        self._draw = None
        self._by_deal = {}

    def draw(self, cards):
        """The cards that people draw for the first bank, in the order of the seats."""
        self._draw = parse_cards(cards)

    def deal(self, text, number=1):
        """Deal `number`: the players' hands from the banker's left, the banker's, and then the cards drawn."""
        lie = Lying.of(text)
        self._by_deal[number] = pack_for(lie.hands, lie.against, lie.then)

    def drawing_cards(self, shuffle):
        return _whole(self._draw) if self._draw else self._shuffled_draw(shuffle)

    def mixed(self, options, people, shuffle, deal):
        if deal in self._by_deal:
            return _whole(self._by_deal[deal])
        return self._mixed(options, people, shuffle, deal)

    def stand_in(self, monkeypatch):
        self._shuffled_draw, self._mixed = shuffles.drawing_cards, shuffles.mixed
        monkeypatch.setattr(shuffles, "drawing_cards", self.drawing_cards)
        monkeypatch.setattr(shuffles, "mixed", self.mixed)


def _whole(top):
    return (*top, *(card for card in pack52() if card not in top))
