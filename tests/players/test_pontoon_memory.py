"""What house players at Pontoon make of the cards that they remember from earlier deals of an unshuffled pack."""

import numpy as np
import pytest

from games.cards import pack52, parse_cards
from players.pontoon.holdings import value_counts
from players.pontoon.position import public_pool
from tests.games.pontoon_table import Table

OWN = parse_cards("KS 3C")
OTHERS = [card for card in pack52() if card not in OWN]


def pool(seen, own="KS 3C", rest=44):
    """The cards that are unseen for a player who holds `own`, with the banker's two cards and `rest` in the pack."""
    unseen = [str(card) for card in pack52() if str(card) not in own.split()]
    table = Table(own, bank=" ".join(unseen[:2]), then=" ".join(unseen[2:12]), rest=" ".join(unseen[12 : 2 + rest]))
    return public_pool(table.round.view(0), parse_cards(own), seen)


AGAIN = [*OTHERS[3:], *OTHERS[3:8]]


@pytest.mark.parametrize(
    ("seen", "cards"),
    [
        ((), OTHERS),  # without memory every card can come that does not lie open
        (OTHERS[:20], OTHERS[20:]),  # what came in the last deal is under the pack
        # When the others run out, the first that were seen come again: eight are wanted, and three left.
        (OTHERS[3:], [*OTHERS[:3], *OTHERS[3:8]]),
        (AGAIN, [*OTHERS[:3], *OTHERS[8:13]]),  # a card that came again lies under those seen before
        ([*OWN, *OTHERS[:20]], OTHERS[20:]),  # to remember a card that one holds now means nothing
    ],
)
def test_which_cards_may_come_after_those_that_were_seen(seen, cards):
    assert pool(seen).tolist() == value_counts([*OWN, *cards]).tolist()


def test_in_a_pack_of_other_cards_there_are_enough_all_the_same():
    table = Table("KS KS", "KS KS", bank="KS KS", then="KS KS KS", rest="KS KS")
    found = public_pool(table.round.view(0), parse_cards("KS KS"), parse_cards("KS KS KS"))
    assert np.isfinite(found).all()
    assert found.sum() >= 8
