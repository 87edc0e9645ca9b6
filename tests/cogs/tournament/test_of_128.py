"""A tournament of 128 who have all checked in and gone away."""

from collections import Counter

import pytest

pytestmark = pytest.mark.thorough


async def test_a_tournament_of_128_goes_on_by_itself(house, cup):
    mia = house.guest("Mia", manages=True)
    await cup.opens(mia, rounds=2, prize=10_000)
    people = range(10_001, 10_129)
    house.names |= {person: f"Nobody {person}" for person in people}
    with house.as_the_bot():
        await cup.everybody_signs_up(people)
    await cup.minutes(31)
    assert len(cup.tables()) == 32
    await cup.to_the_end()
    assert await cup.stage() == "over"
    rows = await house.app.store.find("SELECT record FROM match_deals")
    dealt = Counter(record for (record,) in rows)
    assert set(dealt.values()) == {32}  # the same cards at all tables
    assert len(dealt) == 4
    paid = await house.app.store.find("SELECT SUM(amount), COUNT(*) FROM ledger WHERE why = 'tournament prize'")
    assert paid == [(None, 0)]  # all were away
