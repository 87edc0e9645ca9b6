"""What can't be reached is tried again after pauses that grow up to a minute."""

from itertools import islice

from data.store.errors import growing_pauses


def test_each_pause_is_twice_as_long_as_the_one_before_up_to_a_minute():
    assert list(islice(growing_pauses(), 9)) == [1, 2, 4, 8, 16, 32, 60, 60, 60]


def test_no_pause_is_longer_than_the_longest_not_even_the_first():
    assert list(islice(growing_pauses(5, longest=2), 2)) == [2, 2]


def test_each_use_begins_with_the_shortest_pause():
    assert [next(growing_pauses()), next(growing_pauses())] == [1, 1]
