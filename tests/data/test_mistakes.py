"""What mistakes cost, by lesson: kept for each deal that was looked at, and gone with whoever is forgotten."""

from datetime import timedelta

import pytest
from small_match import three_matches
from small_server import ANN, BOB, GUILD, NOON, OTHER_GUILD

from data.guild.forget_member import Departures
from data.tables.mistakes import KeptMistakes, Mistakes

NONE = Mistakes(0, {})


@pytest.fixture
async def mistakes(store, chips, tables):
    """Ann and Bob have played two deals at table 1, on a Thursday at noon."""
    await three_matches(chips, tables)
    return KeptMistakes(store)


async def test_they_add_up_by_lesson_the_dearest_first(mistakes):
    await mistakes.keep(GUILD, ANN, 1, 1, {"ruff": 12.5, "draw trumps": 30})
    await mistakes.keep(GUILD, ANN, 1, 2, {"ruff": 20})
    found, before = await mistakes.of(GUILD, ANN, NOON)
    assert (found, before) == (Mistakes(2, {"ruff": 32.5, "draw trumps": 30}), NONE)
    assert [*found.points] == ["ruff", "draw trumps"]
    assert await mistakes.of(GUILD, BOB, NOON) == (NONE, NONE)
    assert await mistakes.of(OTHER_GUILD, ANN, NOON) == (NONE, NONE)


async def test_another_look_at_a_deal_counts_instead_of_the_first(mistakes):
    await mistakes.keep(GUILD, ANN, 1, 1, {"ruff": 12.5, "": 40})
    await mistakes.keep(GUILD, ANN, 1, 1, {})
    assert await mistakes.of(GUILD, ANN, NOON) == (Mistakes(1, {}), NONE)


async def test_a_deal_belongs_to_the_week_in_which_it_ended(mistakes):
    await mistakes.keep(GUILD, ANN, 1, 1, {"": 40})
    assert await mistakes.of(GUILD, ANN, NOON + timedelta(days=7)) == (NONE, Mistakes(1, {"": 40}))


async def test_they_go_with_whoever_is_forgotten(mistakes, store):
    await mistakes.keep(GUILD, ANN, 1, 1, {"ruff": 12.5})
    await mistakes.keep(GUILD, BOB, 1, 1, {"ruff": 10})
    await Departures(store).forget(GUILD, BOB, NOON)
    assert await mistakes.of(GUILD, BOB, NOON) == (NONE, NONE)
    assert await mistakes.of(GUILD, ANN, NOON) == (Mistakes(1, {"ruff": 12.5}), NONE)
