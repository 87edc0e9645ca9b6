"""What every player of Five Hundred promises: a legal choice, from what its seat sees and nothing else."""

from random import Random

import pytest

from games import five_hundred as fh
from players.five_hundred import Question
from players.five_hundred.rules_of_thumb import Beginner, Regular, RulesOfThumb
from tests.games.five_hundred_table import with_unseen_swapped
from tests.players.positions import positions_at_random, positions_played_by, score_at_random
from tools.world.house_players import legal_actions

# Who thinks longer plays fewer deals.
DEALS = {RulesOfThumb: 600, Beginner: 600, Regular: 600, Question: 12}

by_each_player = pytest.mark.parametrize("player", DEALS, ids=lambda player: player.__name__)


def answer(player, deal, seat, seed):
    score = score_at_random(Random(seed), deal.options)
    return player(deal.view(seat), seat, score).answer(Random(seed), 0.01)


@pytest.mark.thorough
@by_each_player
def test_every_choice_is_legal_at_any_table_and_in_any_position(player):
    for number, deal in enumerate(positions_at_random(Random(2), DEALS[player])):
        for seat in deal.to_act:
            assert fh.parse(answer(player, deal, seat, number).action) in deal.legal_actions(seat)


@pytest.mark.sampled
@by_each_player
@pytest.mark.parametrize("seed", range(4))
def test_deals_that_it_plays_alone_come_to_an_end(player, seed):
    for deal in positions_played_by(player, Random(seed), DEALS[player] // 12):
        assert deal.to_act


@pytest.mark.thorough
@by_each_player
def test_the_same_view_and_the_same_source_give_the_same_choice(player):
    for number, deal in enumerate(positions_at_random(Random(4), DEALS[player] // 3)):
        for seat in deal.to_act:
            assert answer(player, deal, seat, number) == answer(player, deal, seat, number)


@pytest.mark.thorough
@by_each_player
def test_cards_that_its_seat_cannot_see_do_not_change_the_choice(player):
    random = Random(5)
    for number, deal in enumerate(positions_at_random(random, DEALS[player] // 3)):
        for seat in deal.to_act:
            other = with_unseen_swapped(deal, seat, random)
            assert answer(player, other, seat, number) == answer(player, deal, seat, number)


def test_a_view_tells_exactly_what_its_seat_may_do():
    for deal in positions_at_random(Random(1), 300):
        for seat in deal.to_act:
            from_view, legal = list(legal_actions(deal.view(seat), seat)), list(deal.legal_actions(seat))
            assert sorted(map(str, from_view)) == sorted(map(str, legal))
