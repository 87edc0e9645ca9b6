"""The effort that questions get: full while there is time, and less, the same for all, when there is not."""

import os

import pytest

from players.workers.thinkers import AIM_SECONDS, FULL_SECONDS, LEAST, MOST_SECONDS, Budget, usual_processes


class Card: ...


class Bid: ...


@pytest.fixture
def budget():
    return Budget()


@pytest.mark.parametrize(
    ("waiting", "workers", "effort"),
    [
        ([(Card, 1.5)], 1, 1),
        # Many questions are answered within their time by shrinking all; twice the workers give twice the effort.
        *(([(Card, 1.5)] * count, 1, 1.5 / (count * FULL_SECONDS)) for count in (10, 20, 40)),
        ([(Card, 1.5)] * 40, 2, 2 * 1.5 / (40 * FULL_SECONDS)),
        ([(Card, FULL_SECONDS / 2)], 4, 0.5),  # more workers than questions do not make one answer quicker
        *(([(Card, left)], 4, LEAST) for left in (0.0, -3.0)),  # its time is over
        ([(Card, 10.0), (Card, 0.3)], 1, 0.5),  # an urgent one further back shortens those before it
    ],
)
def test_the_effort_that_questions_get(budget, waiting, workers, effort):
    assert budget.effort(waiting, workers=workers) == pytest.approx(effort)


def test_the_first_of_a_queue_gets_what_the_last_would_get(budget):
    """Once the first is answered in its share of the time, the rest still get the same effort."""
    left, count = 1.5, 20
    first = budget.effort([(Card, left)] * count, workers=1)
    later = budget.effort([(Card, left - first * FULL_SECONDS)] * (count - 1), workers=1)
    assert later == pytest.approx(first)


def test_what_was_measured_counts_for_its_kind_alone(budget):
    for _ in range(200):
        budget.learn(Bid, effort=0.5, seconds=0.01)
    assert budget.effort([(Bid, 1.5)] * 50, workers=1) == 1
    assert budget.effort([(Card, 1.5)] * 50, workers=1) == pytest.approx(1.5 / (50 * FULL_SECONDS))


@pytest.mark.parametrize(
    ("effort", "seconds", "found"),
    [
        (1.0, 0.8, AIM_SECONDS / 0.8),  # on a slow machine an answer still takes what it may on average
        (LEAST, 0.5, AIM_SECONDS / MOST_SECONDS),  # work that effort cannot shrink does not make the effort vanish
    ],
)
def test_what_was_measured_decides(budget, effort, seconds, found):
    for _ in range(200):
        budget.learn(Card, effort=effort, seconds=seconds)
    assert budget.effort([(Card, 60.0)], workers=1) == pytest.approx(found)


@pytest.mark.parametrize(("cores", "megabytes", "processes"), [(1, 4096, 1), (4, 4096, 3), (4, 512, 1), (16, 65536, 4)])
def test_as_many_processes_think_as_the_machine_has_room_for(monkeypatch, cores, megabytes, processes):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: range(cores), raising=False)
    monkeypatch.setattr(os, "sysconf", {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": 240 * megabytes}.get)
    assert usual_processes() == processes
