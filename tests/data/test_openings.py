"""Who is called when a table opens: each member at most once an hour, those first who have waited longest."""

from datetime import timedelta

import pytest
from small_bank import ANN, BOB, GUILD, NOON, OTHER_GUILD

from data.guild.forget_member import Departures
from data.guild.introductions import Introductions
from data.guild.openings import Openings

CY = max(ANN, BOB) + 1


@pytest.fixture
def openings(store):
    return Openings(store)


async def called(openings, game="pontoon", *, minutes=0, besides=(), most=20):
    return await openings.due(GUILD, game, besides, NOON + timedelta(minutes=minutes), most)


async def test_whoever_asks_is_called_for_any_game_or_for_some(openings):
    await openings.add(GUILD, ANN)
    await openings.add(GUILD, BOB, "pontoon")
    await openings.add(GUILD, BOB, "blackjack")
    assert await called(openings, "pok_deng") == [ANN]
    assert await called(openings, "pontoon") == [BOB]
    assert await openings.games(GUILD, BOB) == ["blackjack", "pontoon"]
    assert await openings.games(OTHER_GUILD, BOB) == []


async def test_nobody_is_called_twice_within_an_hour_whatever_they_asked_for(openings):
    await openings.add(GUILD, ANN, "pontoon")
    await openings.add(GUILD, ANN, "blackjack")
    assert await called(openings, "pontoon") == [ANN]
    assert await called(openings, "blackjack", minutes=59) == []
    await openings.add(GUILD, ANN, "pok_deng")
    assert await called(openings, "pok_deng", minutes=59) == []
    await openings.add(GUILD, ANN)
    assert await called(openings, "pok_deng", minutes=59) == []
    assert await called(openings, "blackjack", minutes=60) == [ANN]


async def test_a_choice_of_games_and_all_games_replace_each_other(openings):
    await openings.add(GUILD, ANN, "pontoon")
    await openings.add(GUILD, ANN)
    assert await openings.games(GUILD, ANN) == [""]
    await openings.add(GUILD, ANN, "pontoon")
    await openings.add(GUILD, ANN, "pontoon")
    assert await openings.games(GUILD, ANN) == ["pontoon"]
    await openings.remove(GUILD, ANN)
    assert await openings.games(GUILD, ANN) == []
    assert await called(openings) == []


async def test_a_choice_is_kept_and_taken_back_in_one_server_alone(store, openings):
    for guild in (GUILD, OTHER_GUILD):
        await openings.add(guild, ANN, "pontoon")
    await openings.add(GUILD, ANN)
    assert await openings.games(OTHER_GUILD, ANN) == ["pontoon"]
    await openings.remove(GUILD, ANN)
    assert await openings.games(OTHER_GUILD, ANN) == ["pontoon"]
    await Introductions(store).is_first(OTHER_GUILD, ANN, "pontoon", NOON)
    await Departures(store).forget(GUILD, ANN, NOON)
    assert await openings.games(OTHER_GUILD, ANN) == ["pontoon"]
    assert not await Introductions(store).is_first(OTHER_GUILD, ANN, "pontoon", NOON)


async def test_those_who_have_waited_longest_come_first_and_the_others_next_time(openings):
    for person in (ANN, BOB, CY):
        await openings.add(GUILD, person)
    assert await called(openings, besides=(ANN,), most=1) == [BOB]
    assert await called(openings, minutes=90, most=2) == [ANN, CY]
    assert await called(openings, minutes=91, most=2) == [BOB]
