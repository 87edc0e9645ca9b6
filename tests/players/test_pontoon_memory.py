"""What house players at Pontoon make of the cards that they remember from earlier deals of an unshuffled pack."""

import numpy as np

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


def expected(cards):
    return value_counts([*OWN, *cards]).tolist()


def test_without_memory_every_card_can_come_that_does_not_lie_open():
    assert pool(()).tolist() == expected(OTHERS)


def test_what_came_in_the_last_deal_is_under_the_pack():
    assert pool(OTHERS[:20]).tolist() == expected(OTHERS[20:])


def test_when_the_other_cards_run_out_the_first_that_were_seen_come_again():
    """The bank's two cards and six more are wanted, and three others are left."""
    assert pool(OTHERS[3:]).tolist() == expected([*OTHERS[:3], *OTHERS[3:8]])


def test_a_card_that_came_again_lies_under_those_seen_before():
    again = [*OTHERS[3:], *OTHERS[3:8]]
    assert pool(again).tolist() == expected([*OTHERS[:3], *OTHERS[8:13]])


def test_to_remember_a_card_that_one_holds_now_means_nothing():
    assert pool([*OWN, *OTHERS[:20]]).tolist() == expected(OTHERS[20:])


def test_in_a_pack_of_other_cards_there_are_enough_all_the_same():
    table = Table("KS KS", "KS KS", bank="KS KS", then="KS KS KS", rest="KS KS")
    found = public_pool(table.round.view(0), parse_cards("KS KS"), parse_cards("KS KS KS"))
    assert np.isfinite(found).all()
    assert found.sum() >= 8
