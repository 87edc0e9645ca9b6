"""Match-points by hand as a bridge club counts them, standings and prizes."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.clock import Pace
from tables.tournament.agreed import Agreed
from tables.tournament.plan import PlayedTable, System
from tables.tournament.scoring import scores
from tables.tournament.standings import Standing, prizes, standings
from tests.tables.tournament.played import plan_of, played

PAIRS = plan_of("swiss", "pairs")
SINGLES = plan_of("swiss", "singles")
CHIPS = Agreed("blackjack", False, System.SWISS, 5, 4, Pace.NORMAL).plan
"""A tournament for chips, as earlier versions had."""


def table(north, south, *deals):
    return PlayedTable((north, south), tuple(None if deal is None else (deal, -deal) for deal in deals))


def test_match_points_of_one_deal_at_four_tables():
    # North made 140, 140, 100 and -50: out of 6 points, 2 for each lower and 1 for each equal.
    made = scores(PAIRS, (table(1, 2, 140), table(3, 4, 140), table(5, 6, 100), table(7, 8, -50)))
    assert [made[pair] for pair in (1, 3, 5, 7)] == [Fraction(5, 6), Fraction(5, 6), Fraction(2, 6), Fraction(0)]
    assert [made[pair] for pair in (2, 4, 6, 8)] == [Fraction(1, 6), Fraction(1, 6), Fraction(4, 6), Fraction(1)]


def test_a_score_is_the_mean_over_the_deals():
    made = scores(PAIRS, (table(1, 2, 140, 20), table(3, 4, 100, 20), table(5, 6, 60, 80)))
    assert made[1] == (Fraction(1) + Fraction(1, 4)) / 2
    assert made[5] == (Fraction(0) + Fraction(1)) / 2


def test_with_one_table_the_own_opponents_are_compared_with():
    assert scores(PAIRS, (table(1, 2, 30, 0),)) == {1: Fraction(3, 4), 2: Fraction(1, 4)}


def test_a_deal_that_was_not_finished_is_half_and_others_are_not_compared_with_it():
    made = scores(PAIRS, (table(1, 2, 140, None), table(3, 4, 100, 20), table(5, 6, 60, 40)))
    assert made[1] == (Fraction(1) + Fraction(1, 2)) / 2
    assert made[5] == (Fraction(0) + Fraction(1)) / 2
    assert scores(PAIRS, (table(1, 2, None), table(3, 4, 20))) == {
        1: Fraction(1, 2),
        2: Fraction(1, 2),
        3: Fraction(1),
        4: Fraction(0),
    }


def test_the_house_is_compared_with_but_ranks_nowhere():
    assert scores(PAIRS, (table(1, None, 20), table(2, 3, 40))) == {1: Fraction(0), 2: Fraction(1), 3: Fraction(0)}


def test_a_manager_s_score_replaces_that_of_the_table():
    corrected = PlayedTable((1, 2), ((20, -20),), {1: Fraction(3, 5)})
    assert scores(PAIRS, (corrected,)) == {1: Fraction(3, 5), 2: Fraction(0)}


def test_partners_are_compared_with_the_same_places_and_not_with_each_other():
    one, two = PlayedTable((1, 2, 3, 4), ((30, -30, 30, -30),)), PlayedTable((5, 6, 7, None), ((10, -10, 10, -10),))
    assert scores(SINGLES, (one, two)) == {
        1: Fraction(1),
        2: Fraction(0),
        3: Fraction(1),
        4: Fraction(0),
        5: Fraction(0),
        6: Fraction(1),
        7: Fraction(0),
    }
    assert scores(SINGLES, (one,)) == {1: Fraction(1), 2: Fraction(0), 3: Fraction(1), 4: Fraction(0)}


def test_a_place_that_only_one_table_has_is_compared_with_its_own_table():
    made = scores(CHIPS, (PlayedTable((1, 2, 3), ((50, 90, 70),)), PlayedTable((4, 5), ((60, 10),))))
    assert made == {1: Fraction(0), 2: Fraction(1), 3: Fraction(1, 2), 4: Fraction(1), 5: Fraction(0)}


@settings(max_examples=60)
@given(st.integers(1, 32), st.integers(1, 8), st.integers(0, 10**6))
def test_the_pairs_of_a_table_score_one_together(tables, deals, seed):
    chance = Random(seed)
    round_ = played([(2 * each + 1, 2 * each + 2) for each in range(tables)], chance, deals)
    made = scores(PAIRS, round_)
    for each in round_:
        one, two = each.seating
        assert made[one] + made[two] == 1
        assert 0 <= made[one] <= 1


def test_equals_share_a_place():
    rounds = [(table(1, 2, 20), table(3, 4, 20), table(5, 6, 0))]
    standing = standings(PAIRS, range(1, 7), rounds, [])
    # 6 lost nothing where others lost 20; 1 and 3 each beat one table and equalled the other.
    assert [(each.place, each.entrant) for each in standing] == [(1, 6), (2, 1), (2, 3), (4, 2), (4, 4), (6, 5)]


def test_a_round_missed_after_withdrawing_is_nothing_and_one_before_coming_does_not_count():
    rounds = [(table(1, 2, 20),), (table(3, 1, 20),)]
    by_entrant = {each.entrant: each for each in standings(PAIRS, [1, 2, 3], rounds, [2])}
    assert (by_entrant[2].rounds, by_entrant[2].score) == ((Fraction(0), Fraction(0)), Fraction(0))
    assert (by_entrant[3].rounds, by_entrant[3].score) == ((None, Fraction(1)), Fraction(1))
    assert (by_entrant[1].rounds, by_entrant[1].score) == ((Fraction(1), Fraction(0)), Fraction(1, 2))


def test_in_a_knock_out_how_far_one_came_counts_first():
    plan = plan_of("knock_out", "pairs")
    rounds = [(table(1, 2, 10), table(3, 4, -90)), (table(1, 4, 10),)]
    standing = standings(plan, range(1, 5), rounds, [])
    assert [(each.place, each.entrant) for each in standing] == [(1, 1), (2, 4), (3, 2), (3, 3)]


def test_a_tie_at_a_table_of_a_knock_out_goes_to_more_points_then_the_better_before_then_the_lower_place():
    plan = plan_of("knock_out", "pairs")
    # By match-points both tables are even: each won one deal against the other.
    even = (table(1, 2, 90, -20), table(3, 4, 10, 30))
    assert {each.entrant for each in standings(plan, range(1, 5), [even], [])[:2]} == {1, 3}
    drawn_deal = (table(2, 1, 0), table(4, 3, 0))
    assert {each.entrant for each in standings(plan, range(1, 5), [drawn_deal], [])[:2]} == {2, 4}


def standing_of(*places):
    return [Standing(place, number, Fraction(0), ()) for number, place in enumerate(places, 1)]


@pytest.mark.parametrize(
    ("places", "shared"),
    [
        ([1, 2, 3, 4], {1: 500, 2: 300, 3: 200}),
        ([1, 1, 3, 4], {1: 400, 2: 400, 3: 200}),
        ([1, 2, 2, 4], {1: 500, 2: 250, 3: 250}),
        ([1, 2, 3, 3], {1: 500, 2: 300, 3: 100, 4: 100}),
        ([1, 1, 1, 1], {1: 250, 2: 250, 3: 250, 4: 250}),
        ([1, 2], {1: 500, 2: 300}),
    ],
)
def test_a_pot_of_a_thousand(places, shared):
    assert prizes(1000, standing_of(*places)) == shared


def test_chips_that_cannot_be_split_are_left_over():
    assert prizes(101, standing_of(1, 1, 1)) == {1: 33, 2: 33, 3: 33}
    assert prizes(1, standing_of(1, 2, 3)) == {}


@given(st.integers(0, 10**9), st.lists(st.integers(0, 3), min_size=1, max_size=30))
def test_prizes_never_exceed_the_pot(pot, better):
    standing = standing_of(*sorted(1 + sum(other < each for other in better) for each in better))
    assert sum(prizes(pot, standing).values()) <= pot
