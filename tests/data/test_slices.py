"""A slice of much work ends when it has taken long enough, but always makes progress."""

import itertools

import pytest

from data.store.store import SLICE_SECONDS, while_short


@pytest.fixture
def clock(monkeypatch):
    """Each look at the clock finds it later by this part of a slice."""

    def ticking(part):
        ticks = itertools.count()
        monkeypatch.setattr("data.store.store.time.perf_counter", lambda: next(ticks) * part * SLICE_SECONDS)

    return ticking


def test_work_that_takes_no_time_is_one_slice(clock):
    clock(0)
    assert list(while_short(range(1000))) == list(range(1000))


def test_a_slice_ends_when_its_time_is_over(clock):
    clock(0.25)
    assert list(while_short(range(1000))) == [0, 1, 2, 3]


def test_the_first_item_is_done_however_long_it_takes(clock):
    clock(10)
    assert list(while_short("abc")) == ["a"]


def test_without_items_nothing_happens():
    assert list(while_short(())) == []
