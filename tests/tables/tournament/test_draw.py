"""The draw of a tournament: who plays, who meets, who goes on."""

import time
from collections import Counter
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.clock import Pace
from tables.tournament.agreed import Agreed
from tables.tournament.draw import drawn
from tables.tournament.plan import PlayedTable, System
from tables.tournament.seating import APART, Costs, History, tables_of
from tables.tournament.standings import standings
from tests.tables.tournament.played import PLAYERS, meetings, people, plan_of, to_the_end

SYSTEMS = ["swiss", "round_robin", "knock_out"]
SIZES = st.one_of(st.integers(4, 24), st.sampled_from([31, 32, 33, 47, 64, 127, 128]))
PLAYER = st.sampled_from(PLAYERS)
FIRST_PAIRS = ((5, 7), (4, 1), (3, 2), (6, None))
FIRST_SINGLES = ((5, 3, 7, 2), (4, 6, 1, None))


def entrants_of(plan, persons):
    return range(1, persons // (2 if plan.places == 2 else 1) + 1)


@settings(max_examples=60)
@given(SIZES, st.sampled_from(SYSTEMS), PLAYER, st.integers(1, 1000), st.data())
def test_each_entrant_who_is_in_has_one_place_and_the_house_sits_alone_nowhere(persons, system, players, seed, data):
    plan = plan_of(system, players, rounds=4)
    entrants = entrants_of(plan, min(persons, 24) if system == "round_robin" else persons)

    def leaves(number, chance):
        return chance.sample(entrants, chance.randrange(3)) if number < 4 and data.draw(st.booleans()) else ()

    rounds, gone = to_the_end(plan, entrants, seed, leaves)
    assert len(rounds) <= plan.rounds_for(len(entrants))
    for each in rounds:
        seatings = [table.seating for table in each]
        everybody = people(seatings)
        assert len(everybody) == len({*everybody})
        assert {*everybody} <= {*entrants}
        assert all(people([seating]) for seating in seatings)
        assert {len(seating) for seating in seatings} == {plan.places}
        if system == "swiss":
            assert {*everybody} >= {*entrants} - gone
    if not gone:
        assert len(rounds) == plan.rounds_for(len(entrants))


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("persons", [*range(4, 10), 64])
def test_the_first_draw_is_by_lot_alone_and_alike_everywhere(system, players, persons):
    plan = plan_of(system, players)
    entrants = entrants_of(plan, persons)
    if len(entrants) < 3:
        return
    first = drawn(plan, entrants, [], [], b"chance")
    assert first == drawn(plan, [*entrants], (), (), b"chance")
    assert len({drawn(plan, entrants, [], [], b"chance %d" % each) for each in range(6)}) > 1


def test_a_draw_is_the_one_it_was_on_every_machine():
    assert drawn(plan_of("swiss", "pairs"), range(1, 8), [], [], b"x") == FIRST_PAIRS
    assert drawn(plan_of("swiss", "singles"), range(1, 8), [], [], b"x") == FIRST_SINGLES


@settings(max_examples=40)
@given(st.integers(4, 64), st.integers(1, 1000))
def test_in_a_swiss_no_pair_meets_another_or_the_house_twice(pairs, seed):
    plan = plan_of("swiss", "pairs", rounds=min(5, (pairs + 1) // 2))
    rounds, _ = to_the_end(plan, range(1, pairs + 1), seed)
    met, _ = meetings(rounds)
    assert max(Counter(met).values()) == 1


@settings(max_examples=20)
@given(st.one_of(st.integers(16, 40), st.just(127)), st.integers(1, 1000))
def test_in_a_swiss_of_singles_nobody_has_a_partner_twice_or_meets_an_opponent_twice(persons, seed):
    plan = plan_of("swiss", "singles", rounds=3)
    rounds, _ = to_the_end(plan, range(1, persons + 1), seed)
    met, partners = (Counter(both for both in each if None not in both) for each in meetings(rounds))
    assert max(partners.values()) == 1
    assert max(met.values()) == 1


def table(*seating, won=10):
    return PlayedTable(seating, (tuple(won * (-1) ** place for place in range(len(seating))),))


def test_in_a_swiss_winners_meet_winners():
    plan = plan_of("swiss", "pairs")
    first = (table(1, 2, won=40), table(3, 4, won=-40), table(5, 6, won=30), table(7, 8, won=-30))
    second = drawn(plan, range(1, 9), [first], [], b"x")
    strong = {entrant for entrant in range(1, 9) if standing(plan, [first])[entrant] > 0.5}
    assert [len(strong & {*seating}) for seating in second] == [2, 2, 0, 0]


def standing(plan, rounds, entrants=range(1, 9), gone=()):
    return {each.entrant: each.score for each in standings(plan, entrants, rounds, gone)}


def test_in_a_swiss_the_house_plays_with_the_last_who_has_not_met_it():
    plan = plan_of("swiss", "pairs")
    first = (table(1, 2, won=40), table(3, 4, won=30), table(5, None, won=-50))
    # 5 is last, and has met the house; so it is 2 or 4, who stand next to last.
    second = drawn(plan, range(1, 6), [first], [], b"x")
    stands = standing(plan, [first], range(1, 6))
    others = [entrant for entrant in stands if entrant != 5]
    [with_house] = [people([seating])[0] for seating in second if None in seating]
    assert stands[with_house] == min(stands[entrant] for entrant in others)


@pytest.mark.parametrize("pairs", [*range(2, 20), 63, 64])
def test_in_a_round_robin_every_pair_meets_every_other_once(pairs):
    plan = plan_of("round_robin", "pairs")
    rounds, _ = to_the_end(plan, range(1, pairs + 1))
    met, _ = meetings(rounds)
    expected = [*combinations([*range(1, pairs + 1), *[None] * (pairs % 2)], 2)]
    assert Counter(met) == Counter(map(frozenset, expected))


@pytest.mark.parametrize("pairs", [7, 8])
def test_a_pair_that_withdraws_from_a_round_robin_is_replaced_by_the_house(pairs):
    plan = plan_of("round_robin", "pairs")
    entrants = range(1, pairs + 1)
    whole, _ = to_the_end(plan, entrants)
    left, _ = to_the_end(plan, entrants, leaves=lambda number, _: {3} if number == 2 else ())
    for before, after in zip(whole[2:], left[2:], strict=True):
        opponents = {frozenset({None if entrant == 3 else entrant for entrant in table.seating}) for table in before}
        assert {frozenset(table.seating) for table in after} == opponents - {frozenset({None})}


@pytest.mark.parametrize("persons", [4, 5, 6, 7, 8, 12, 15, 16])
def test_in_a_round_robin_of_singles_everybody_is_everybodys_partner_once(persons):
    plan = plan_of("round_robin", "singles")
    rounds, _ = to_the_end(plan, range(1, persons + 1))
    met, partners = (Counter(both for both in each if None not in both) for each in meetings(rounds))
    assert Counter(map(frozenset, combinations(range(1, persons + 1), 2))) == partners
    assert max(met.values()) - min(met.values()) <= 3


@settings(max_examples=60)
@given(SIZES, PLAYER, st.integers(1, 1000), st.integers(0, 6))
def test_a_knock_out_ends_with_one_winner(persons, players, seed, leavers):
    plan = plan_of("knock_out", players)
    entrants = entrants_of(plan, persons)
    rounds, gone = to_the_end(
        plan,
        entrants,
        seed,
        lambda number, chance: chance.sample(entrants, min(leavers, len(entrants) // 2)) if number == 1 else (),
    )
    standing = standings(plan, entrants, rounds, gone)
    winners = [each for each in standing if each.place == 1]
    if len(gone) == 0:
        sharing = 2 if plan.partners else 1  # where the winning two have the same score in all rounds
        assert 1 <= len(winners) <= sharing
        assert {each.place for each in winners} == {1}
        assert winners[0].entrant in people([table.seating for table in rounds[-1]])
    assert len(winners) <= 1 or len({*entrants} - gone) > 1


@pytest.mark.parametrize(("pairs", "byes"), [(2, 0), (3, 1), (5, 3), (6, 2), (7, 1), (8, 0), (33, 31), (64, 0)])
def test_byes_leave_a_power_of_two_after_the_first_round(pairs, byes):
    entrants = range(1, pairs + 1)
    assert len(people(drawn(plan_of("knock_out", "pairs"), entrants, [], [], b"x"))) == pairs - byes


def test_who_has_a_bye_or_won_meets_in_the_next_round():
    plan = plan_of("knock_out", "pairs")
    [first] = drawn(plan, [1, 2, 3], [], [], b"x")
    [bye] = {1, 2, 3} - {*first}
    [final] = drawn(plan, [1, 2, 3], [(table(*first, won=10),)], [], b"x")
    assert {*final} == {bye, first[0]}
    assert drawn(plan, [1, 2, 3], [(table(*first),), (table(*final),)], [], b"x") == ()


def test_an_opponent_of_who_withdrew_from_a_knock_out_goes_on():
    plan = plan_of("knock_out", "pairs")
    [one, two] = drawn(plan, range(1, 5), [], [], b"x")
    assert drawn(plan, range(1, 5), [], [one[0]], b"x") == (two,)
    [final] = drawn(plan, range(1, 5), [(table(*two),)], [one[0]], b"x")
    assert {*final} == {one[1], two[0]}


def test_where_all_of_a_round_would_walk_over_the_next_one_is_drawn():
    plan = plan_of("knock_out", "pairs")
    [one, two] = drawn(plan, range(1, 5), [], [], b"x")
    [final] = drawn(plan, range(1, 5), [], [one[0], two[1]], b"x")
    assert {*final} == {one[1], two[0]}
    standing = standings(plan, range(1, 5), [(table(*final),)], [one[0], two[1]])
    assert [(each.entrant, each.place) for each in standing][:2] == [(final[0], 1), (final[1], 2)]


def test_in_a_knock_out_of_singles_the_winning_two_go_on_with_new_partners():
    plan = plan_of("knock_out", "singles")
    first = drawn(plan, range(1, 9), [], [], b"x")
    [last] = drawn(plan, range(1, 9), [tuple(table(*each, won=10) for each in first)], [], b"x")
    assert {*last} == {first[0][0], first[0][2], first[1][0], first[1][2]}
    assert {last[0], last[2]} not in [{each[0], each[2]} for each in first]


def cost_of(costs, *tables):
    sides = [(each[place], each[place + 2]) for each in tables for place in (0, 1)]
    across = [(each[place - 1], each[place]) for each in tables for place in range(4)]
    return sum(costs.side(*two) for two in sides) + sum(costs.across(*two) for two in across)


@pytest.mark.parametrize("seed", range(12))
def test_no_two_would_better_change_their_tables_however_people_have_met(seed):
    chance, persons = Random(seed), range(1, 9)
    partners, met = ({two: chance.randrange(3) for two in combinations(persons, 2)} for _ in range(2))
    stand, history = {person: chance.randrange(APART) for person in persons}, History(partners, met, {})
    one, two = tables_of(persons, costs := Costs(plan_of("swiss", "singles"), history, stand))
    for here, there in product(range(4), range(4)):
        left, right = [*one], [*two]
        left[here], right[there] = two[there], one[here]
        assert cost_of(costs, left, right) >= cost_of(costs, one, two)


@pytest.mark.parametrize("players", PLAYERS)
def test_nobody_always_has_the_same_place(players):
    plan = plan_of("swiss", players, rounds=4)
    rounds, _ = to_the_end(plan, range(1, 33))
    had = Counter(
        (person, table.seating.index(person)) for each in rounds for table in each for person in people([table.seating])
    )
    assert max(had.values()) <= 3


def test_nobody_is_drawn_when_one_is_left():
    for system in SYSTEMS:
        assert drawn(plan_of(system, "pairs"), range(1, 9), [], range(2, 9), b"x") == ()


def test_128_are_drawn_within_seconds():
    plan = plan_of("swiss", "singles", rounds=4)
    rounds, _ = to_the_end(plan, range(1, 129))
    started = time.process_time()
    drawn(plan_of("swiss", "singles"), range(1, 129), rounds, [], b"x")
    assert time.process_time() - started < 5  # 0.4 seconds on a machine that does nothing else


# Who plays with whom


@pytest.mark.parametrize("chance", [b"one", b"two", b"three"])
def test_only_two_who_have_named_each_other_are_a_pair_and_all_others_get_somebody_who_is_left(chance):
    agreed = Agreed("five_hundred", True, System.SWISS, 2, 2, Pace.NORMAL)
    ann, bob, cy, dee, eve, fay = people = range(6)
    numbers = agreed.entrants({ann: bob, bob: ann, cy: ann, dee: cy, eve: None, fay: 99}, chance)
    assert {*numbers} == {*people}
    assert sorted(numbers.values()) == [1, 1, 2, 2, 3, 3]
    assert numbers[ann] == numbers[bob]
