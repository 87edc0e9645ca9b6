"""The garbage collector often looks through what is new, and through everything only while nobody plays."""

import gc
import math
import time
import weakref
from types import SimpleNamespace

import pytest

from cogs.app.process.collector import MOST, QUIET_SECONDS, RARELY_SECONDS, Collector


class Circle:
    """Something that refers to itself, so that only the garbage collector can free it."""

    def __init__(self):
        self.myself = self


@pytest.fixture
def collector():
    gc.collect()
    gc.freeze()
    yield Collector()
    gc.enable()
    gc.unfreeze()


@pytest.fixture
def memory(monkeypatch):
    """What the process holds."""
    memory = SimpleNamespace(held=100)
    monkeypatch.setattr("cogs.app.process.collector.resident_bytes", lambda: memory.held)
    return memory


def now():
    """In whole seconds, which sums of floats keep exactly."""
    return math.ceil(time.monotonic())


def circle():
    """A circle, and a way to see whether it still exists."""
    kept = Circle()
    return kept, weakref.ref(kept)


def frozen(collector, at):
    """A way to see whether a circle still exists that was frozen among many others, which are returned, too."""
    (_kept, seen), others = circle(), [Circle() for _ in range(MOST)]
    collector.look(at)
    return seen, others


def test_a_look_finds_new_garbage(collector):
    (kept, seen), (_, lost) = circle(), circle()
    _ = None
    collector.look(time.monotonic())
    assert lost() is None
    assert seen() is kept


@pytest.mark.thorough
def test_new_objects_are_frozen_only_when_they_have_become_many(collector):
    before = gc.get_freeze_count()
    kept, seen = circle()
    collector.look(time.monotonic())
    assert gc.get_freeze_count() <= before
    del kept
    collector.look(time.monotonic())
    assert seen() is None
    many = [Circle() for _ in range(MOST)]
    collector.look(time.monotonic())
    assert gc.get_freeze_count() >= before + len(many)
    assert len(gc.get_objects()) < MOST


def test_frozen_circles_are_freed_when_nobody_has_played_for_a_while_and_at_most_once_an_hour(collector, memory):
    seen, _others = frozen(collector, time.monotonic())
    played = collector.pressed_at = now() + RARELY_SECONDS
    collector.look(played + QUIET_SECONDS - 1)
    assert seen() is not None
    looked = played + QUIET_SECONDS
    collector.look(looked)
    assert seen() is None
    seen, _others = frozen(collector, looked + 1)
    collector.look(looked + RARELY_SECONDS - 1)
    assert seen() is not None
    memory.held *= 2
    collector.look(looked + RARELY_SECONDS)
    assert seen() is None


def test_nobody_waits_for_a_full_collection_while_the_process_is_hardly_larger(collector, memory):
    collector.look(now() + RARELY_SECONDS)
    seen, _others = frozen(collector, time.monotonic())
    memory.held *= 1.2
    collector.look(now() + 3 * RARELY_SECONDS)
    assert seen() is not None


@pytest.mark.thorough
def test_collection_is_off_while_many_objects_are_built(collector):
    with collector.waiting():
        assert not gc.isenabled()
    assert gc.isenabled()
    assert gc.get_freeze_count() > 0


@pytest.mark.thorough
async def test_stopping_restores_pythons_own_settings(collector):
    before = gc.get_threshold()
    collector.start()
    assert gc.get_threshold() != before
    collector.stop()
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0
