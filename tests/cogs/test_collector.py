"""Garbage is looked for often among what is new, and among everything only while nobody plays."""

import gc
import time
import weakref

import pytest

from cogs.running.collector import QUIET_SECONDS, RARELY_SECONDS, Collector


class Circle:
    """Something that refers to itself, so that only a look for garbage finds it."""

    def __init__(self):
        self.myself = self


@pytest.fixture
def collector():
    yield Collector()
    gc.enable()
    gc.unfreeze()


def circle():
    """A circle, and a way to see whether it is there."""
    kept = Circle()
    return kept, weakref.ref(kept)


def test_a_look_finds_new_garbage_and_freezes_what_survives(collector):
    (kept, seen), (_, lost) = circle(), circle()
    _ = None
    collector.look(time.monotonic())
    assert lost() is None
    assert seen() is kept
    assert gc.get_freeze_count() > 0


def test_what_was_frozen_is_freed_when_nothing_refers_to_it_any_more(collector):
    kept, seen = circle()
    collector.look(time.monotonic())
    kept.myself = None
    del kept
    assert seen() is None


def test_frozen_circles_go_when_nobody_has_played_for_a_while(collector):
    kept, seen = circle()
    collector.look(time.monotonic())
    del kept
    played = collector.pressed_at = time.monotonic() + RARELY_SECONDS
    collector.look(played + QUIET_SECONDS - 1)
    assert seen() is not None
    collector.look(played + QUIET_SECONDS)
    assert seen() is None


def test_everything_is_looked_at_once_in_an_hour_at_most(collector):
    quiet = time.monotonic() + RARELY_SECONDS
    collector.look(quiet)
    kept, seen = circle()
    collector.look(quiet + 1)
    del kept
    collector.look(quiet + RARELY_SECONDS - 1)
    assert seen() is not None
    collector.look(quiet + RARELY_SECONDS)
    assert seen() is None


def test_nothing_is_looked_at_while_much_is_built_up(collector):
    with collector.waiting():
        assert not gc.isenabled()
    assert gc.isenabled()
    assert gc.get_freeze_count() > 0


async def test_when_it_stops_all_is_as_python_has_it(collector):
    before = gc.get_threshold()
    collector.start()
    assert gc.get_threshold() != before
    collector.stop()
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0
