"""The effort that questions get: full while there is time, and less, the same for all, when there is not."""

import pytest

from players.workers.thinkers import AIM_SECONDS, FULL_SECONDS, LEAST, MOST_SECONDS, Budget


class Card: ...


class Bid: ...


@pytest.fixture
def budget():
    return Budget()


def test_a_lonely_question_gets_full_effort(budget):
    assert budget.effort([(Card, 1.5)], workers=1) == 1


def test_many_questions_are_answered_within_their_time_by_shrinking_all(budget):
    efforts = [budget.effort([(Card, 1.5)] * count, workers=1) for count in (10, 20, 40)]
    assert efforts == [pytest.approx(1.5 / (count * FULL_SECONDS)) for count in (10, 20, 40)]


def test_the_first_of_a_queue_gets_what_the_last_would_get(budget):
    """Once the first is answered in its share of the time, the rest still get the same effort."""
    left, count = 1.5, 20
    first = budget.effort([(Card, left)] * count, workers=1)
    later = budget.effort([(Card, left - first * FULL_SECONDS)] * (count - 1), workers=1)
    assert later == pytest.approx(first)


def test_twice_the_workers_give_twice_the_effort(budget):
    waiting = [(Card, 1.5)] * 40
    assert budget.effort(waiting, workers=2) == pytest.approx(2 * budget.effort(waiting, workers=1))


def test_more_workers_than_questions_do_not_make_one_answer_quicker(budget):
    assert budget.effort([(Card, FULL_SECONDS / 2)], workers=4) == pytest.approx(0.5)


def test_a_question_whose_time_is_over_gets_the_least_effort(budget):
    assert budget.effort([(Card, 0.0)], workers=4) == LEAST
    assert budget.effort([(Card, -3.0)], workers=4) == LEAST


def test_an_urgent_question_further_back_shortens_those_before_it(budget):
    patient, urgent = (Card, 10.0), (Card, 0.3)
    assert budget.effort([patient, urgent], workers=1) == pytest.approx(0.5)


def test_what_was_measured_counts_for_its_kind_alone(budget):
    for _ in range(200):
        budget.learn(Bid, effort=0.5, seconds=0.01)
    assert budget.effort([(Bid, 1.5)] * 50, workers=1) == 1
    assert budget.effort([(Card, 1.5)] * 50, workers=1) == pytest.approx(1.5 / (50 * FULL_SECONDS))


def test_on_a_slow_machine_an_answer_still_takes_what_it_may_on_average(budget):
    for _ in range(200):
        budget.learn(Card, effort=1.0, seconds=0.8)
    assert budget.effort([(Card, 60.0)], workers=1) == pytest.approx(AIM_SECONDS / 0.8)


def test_work_that_effort_cannot_shrink_does_not_make_the_effort_vanish(budget):
    for _ in range(200):
        budget.learn(Card, effort=LEAST, seconds=0.5)
    assert budget.effort([(Card, 60.0)], workers=1) == pytest.approx(AIM_SECONDS / MOST_SECONDS)
