"""Whoever was away is back with any press, and then nothing lies below the table any more."""

import pytest
from msgspec.structs import replace


async def test_somebody_who_was_away_and_presses_sit_is_there_again(house, ana):
    table = await ana.opens()
    house.deal("2S 7C v 10H then 3D 4C 2C")
    await table.plays("Ana Sit, Ana bets 10, 21 s")
    with house.as_the_bot():
        lobby = table.live.table.lobby
        table.live.table = replace(table.live.table, lobby=lobby.missed_turn(ana.id).missed_turn(ana.id))
    answer = await ana.about_to_press("More…", table, as_if=f"b:1:{table.live.table.question_id}:sit").press()
    assert answer.said == "seat 1 already"
    assert not table.live.table.lobby.is_away(ana.id)
    kept = house.env.backend.messages[house.channel.id]
    assert len(kept) == 3
    await table.plays("Ana Stand")
    assert len(kept) == 1


@pytest.mark.parametrize("begins_anew", [False, True])
async def test_nothing_lies_below_a_match_when_all_who_were_called_and_away_are_back(house, match_of, begins_anew):
    await house.guest("Zed").asks_for_calls("Five Hundred")
    four = match_of(4)
    table = await four.sit_down()
    assert "a Five Hundred table has opened" in house.texts()[-1]
    if begins_anew:
        await house.restart()
    await table.plays("Ana Start")
    await house.wait(2)
    assert house.texts() == [table.text]
    await house.wait(250)
    assert house.texts()[1].startswith("Ana, Ben, Cy, and Dee, your hands are played automatically")
    for guest in four.people:
        await guest.press("Continue", table)
    await four.all_pass()
    await house.wait(2)
    assert house.texts() == [table.text]
    assert "is away" not in table.text
