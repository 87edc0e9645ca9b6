"""When a shard may begin its session with Discord: as many at once as Discord allows, and at each place one by one."""

import itertools
import random

import pytest

from cogs.app.process.sessions import APART, Places


class Now:
    """The present, in seconds; a test moves it."""

    def __init__(self):
        self.seconds = 1000.0

    def __call__(self):
        return self.seconds


@pytest.fixture
def now():
    return Now()


def test_shards_at_different_places_begin_at_once_and_those_at_one_place_five_seconds_apart(now):
    places = Places(16, now)
    assert [places.reserve(shard) for shard in range(16)] == [0] * 16
    assert [places.reserve(shard) for shard in (16, 17, 32)] == pytest.approx([APART, APART, 2 * APART])
    now.seconds += 2.5 * APART
    assert [places.reserve(shard) for shard in (18, 0, 48)] == pytest.approx([0, APART / 2, 1.5 * APART])


def test_until_discord_has_said_how_many_may_begin_it_is_one(now):
    places = Places(now=now)
    assert [places.reserve(shard) for shard in (3, 8, 3)] == pytest.approx([0, APART, 2 * APART])


@pytest.mark.parametrize("at_once", [1, 3, 16])
def test_whoever_asks_when_no_place_is_taken_too_early_and_nobody_waits_without_need(at_once, now):
    chance, places, begun = random.Random(at_once), Places(at_once, now), {}
    for _ in range(500):
        now.seconds += chance.choice((0, 0, 0.1, APART))
        shard = chance.randrange(40)
        latest = begun.setdefault(shard % at_once, [])
        at = now.seconds + places.reserve(shard)
        assert at == pytest.approx(max(now.seconds, latest[-1] + APART) if latest else now.seconds)
        latest.append(at)
    for times in begun.values():
        assert all(later - sooner >= 5 for sooner, later in itertools.pairwise(times))
