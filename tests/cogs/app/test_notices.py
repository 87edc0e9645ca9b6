"""At most two private messages that nobody asked for reach one person in an hour."""

import pytest

pytestmark = pytest.mark.usefixtures("newcomers")
TOLD = "account of "


@pytest.fixture
async def pontoon(ana, ben):
    """A table where whoever takes a seat is told what they may lose, and which Ben knows how to play."""
    table = await ana.opens("pontoon")
    await ben.comes_to("Sit", table)
    return table


async def sits(ben, table):
    """The messages beside the answer when Ben takes a seat, which he leaves again."""
    beside = (await ben.press("Sit", table)).result.followups
    await ben.press("Leave", table)
    assert all(message.content.startswith(TOLD) for message in beside)
    return beside


@pytest.mark.usefixtures("pontoon")
async def test_a_third_one_within_an_hour_is_not_sent(house, ben):
    await house.sets({"tables_per_person": 10, "tables_per_channel": 10})
    sent = []
    for minutes in (0, 20, 20, 19, 2):
        await house.wait(60 * minutes)
        sent.append(len(await sits(ben, await ben.opens("pontoon"))))
    assert sent == [1, 1, 0, 0, 1]


async def test_one_that_is_still_there_is_written_anew_and_goes_after_its_own_time(house, ben, pontoon):
    (told,) = await sits(ben, pontoon)
    await house.wait(6)
    for _ in range(3):
        assert await sits(ben, pontoon) == []
    await house.wait(6)
    assert house.env.backend.get_message(house.channel.id, told.id).content.startswith(TOLD)
    await house.wait(6)
    assert told.id not in [message.id for message in house.channel.history()]
    await house.wait(60)
    assert len(await sits(ben, pontoon)) == 1
    await house.wait(60)
    assert await sits(ben, pontoon) == []


async def test_others_are_told_meanwhile(house, ana, ben, pontoon):
    for _ in range(3):
        await sits(ben, pontoon)
        await house.wait(60)
    await ana.comes_to("Sit", pontoon)
    assert len(await sits(ana, pontoon)) == 1
