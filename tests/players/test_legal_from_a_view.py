"""What a seat finds to be legal from its view is what the deal lets it do."""

from random import Random

from players.five_hundred.legal import legal_actions
from tests.players.positions import positions_at_random


def test_a_view_tells_exactly_what_its_seat_may_do():
    for deal in positions_at_random(Random(1), 300):
        for seat in deal.to_act:
            from_view, legal = list(legal_actions(deal.view(seat), seat)), list(deal.legal_actions(seat))
            assert sorted(map(str, from_view)) == sorted(map(str, legal))
