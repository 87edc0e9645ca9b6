"""Somebody who was away is welcomed, and somebody who has lost a seat learns it, once."""

import pytest
from msgspec.structs import replace


@pytest.fixture
async def table(ana, ben):
    table = await ana.opens()
    await table.plays("Ana Sit, Ben Sit")
    return table


async def without_ben(house, ana, table):
    """A round in which Ben doesn't bet."""
    house.deal("10S 7C v 10H then 9D")
    await table.plays("Ana bets 10, 21 s, Ana Stand, 2 s")


LOST = "welcome back, seat lost"


async def test_somebody_without_a_seat_any_more_is_told_at_the_next_press_and_only_then(
    house, ana, ben, table, restart
):
    await without_ben(house, ana, table)
    assert table.live.table.lobby.seat_of(ben.id) is None
    await restart()
    assert LOST + ", Sit" in (await ben.press("More…", table)).said
    await house.wait(11)
    assert LOST not in (await ben.press("More…", table)).said
    assert LOST not in (await ana.press("More…", table)).said


async def test_somebody_who_sits_down_again_is_told_which_seat_it_is(house, ana, ben, table):
    await without_ben(house, ana, table)
    assert (await ben.press("Sit", table)).said == "seated: 2 at table 1"
    assert table.live.table.lobby.seat_of(ben.id) == 1


async def test_whoever_left_by_choice_has_lost_nothing(house, ana, ben, table):
    house.deal("10S 7C, 10C 9D v 10H then 8D")
    for guest in (ana, ben):
        await guest.bets(10, table)
    await (await ben.press("Leave", table)).press("Leave")
    await table.plays("Ana Stand, 2 s")
    assert table.live.table.lobby.seat_of(ben.id) is None
    assert LOST not in (await ben.press("More…", table)).said


async def test_somebody_who_was_away_and_presses_sit_is_welcomed_and_not_refused(house, ana, table):
    house.deal("2S 7C v 10H then 3D 4C 2C")
    await table.plays("Ana bets 10, 21 s")
    with house.as_the_bot():
        lobby = table.live.table.lobby
        table.live.table = replace(table.live.table, lobby=lobby.missed_turn(ana.id).missed_turn(ana.id))
    answer = await ana.about_to_press("More…", table, as_if=f"b:1:{table.live.table.question_id}:sit").press()
    assert answer.said == "welcome back to seat 1"
    assert not table.live.table.lobby.is_away(ana.id)
    again = await ana.about_to_press("More…", table, as_if=f"b:1:{table.live.table.question_id}:sit").press()
    assert again.said == "seat 1 already"
