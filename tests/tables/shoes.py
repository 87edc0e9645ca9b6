"""The shoe for a round of Blackjack or Pok Deng, with the cards that a test names on top."""

from games.cards import pack52, parse_cards
from games.fair.shoe import CUT_DEPTH, Shoe, shuffled
from tests.games.pok_deng_table import dealt_as


class StackedShoes:
    """Takes the place of a round's shoe, and puts the cards that a test names on top.

    A round is known by its shuffle and its position in the shoe, so a round that is played again after a restart gets
    the same cards.
    """

    def __init__(self):
        self._named = []
        self._dealt = {}

    def deal(self, *hands, dealer, then=""):
        """The next round: two cards for each hand in the order of the seats, the dealer's one, and the cards drawn."""
        first, second = zip(*(hand.split() for hand in hands), strict=True)
        cards = parse_cards(" ".join([*first, dealer, *second, then]))
        self._named.append(lambda _position: cards)

    def deal_hands(self, players, banker):
        """The next round of Pok Deng: two cards for some of the Players, by number from 1, and for the Banker.

        A new shoe turns up an ace, which burns one card; every round burns one more.
        """
        cards = dealt_as(players, banker)
        self._named.append(lambda position: (parse_cards("QS") if position else parse_cards("AS QS QS")) + cards)

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
