"""A tournament of 128 house players: the numbers of people who were forgotten, for whom the house plays."""

from collections import Counter

import pytest

pytestmark = pytest.mark.thorough


async def test_a_tournament_of_128_is_played_by_the_house(house, cup):
    mia = house.guest("Mia", manages=True)
    await cup.opens(mia, rounds=2, prize=10_000)
    people = range(-(2**62), -(2**62) + 128)
    with house.as_the_bot():
        await cup.everybody_signs_up(people)
    await cup.minutes(31)
    assert len(cup.tables()) == 32
    await cup.to_the_end()
    assert await cup.stage() == "over"
    rows = await house.app.store.find("SELECT record FROM match_deals")
    dealt = Counter(record for (record,) in rows)
    assert set(dealt.values()) == {32}  # the same cards, and the house plays them alike
    assert len(dealt) == 4
    ((moves,),) = await house.app.store.find("SELECT COUNT(*) FROM moves WHERE clock = 1")
    assert moves > 128 * 40  # a deal that is played out has 40 cards
    paid = await house.app.store.find("SELECT SUM(amount), COUNT(*) FROM ledger WHERE why = 'tournament prize'")
    assert paid == [(None, 0)]
