"""The packs for deals of Pontoon, with the cards that a test names on top."""

from games.cards import pack52, parse_cards
from tables.pontoon import shuffles


class Packs:
    """Takes the place of a deal's shuffled pack. A deal that is played again gets the same cards."""

    def __init__(self):
        self._draw = None
        self._by_deal = {}

    def draw(self, cards):
        """The cards that people draw for the first bank, in the order of the seats."""
        self._draw = parse_cards(cards)

    def deal(self, *hands, bank, then="", number=1):
        """Deal `number`: two cards for each player from the banker's left, the banker's, and then the cards drawn."""
        dealt = [parse_cards(hand) for hand in (*hands, bank)]
        self._by_deal[number] = tuple(cards[place] for place in (0, 1) for cards in dealt) + parse_cards(then)

    def drawing_cards(self, shuffle):
        return _whole(self._draw, shuffle) if self._draw else self._shuffled_draw(shuffle)

    def mixed(self, options, people, shuffle, deal):
        if deal in self._by_deal:
            return _whole(self._by_deal[deal], shuffle)
        return self._mixed(options, people, shuffle, deal)

    def stand_in(self, monkeypatch):
        self._shuffled_draw, self._mixed = shuffles.drawing_cards, shuffles.mixed
        monkeypatch.setattr(shuffles, "drawing_cards", self.drawing_cards)
        monkeypatch.setattr(shuffles, "mixed", self.mixed)


def _whole(top, _shuffle):
    rest = [card for card in pack52() if card not in top]
    return (*top, *rest)
