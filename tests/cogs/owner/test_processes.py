"""`/owner status` and `/owner drain` with other processes: what they last said, and what they are asked to do."""

import dataclasses
from datetime import timedelta

import pytest

from data.processes import GOES_ON, Process, Processes

GONE = "There is no such process any more."


@pytest.fixture
async def other(house, olga):
    """Another process, which has just said how it is doing."""
    now = house.app.now()
    other = Process(7, "web2:77", "1.1.0", "8-15 of 16", now, now, False, 0.02, 31, 4, 120 * 2**20, None)
    await Processes(house.app.store).beat(other)
    return other


async def said_again(house, other, **changes):
    """It says something new. Returns what it hears."""
    return await Processes(house.app.store).beat(dataclasses.replace(other, seen_at=house.app.now(), **changes))


async def test_the_panel_shows_every_process_as_it_last_was_and_none_that_is_gone(house, olga, other):
    said = (await olga.command("owner status")).said.splitlines()
    assert said[-2:] == [
        "Other processes: 1",
        "- web2:77: shards 8-15 of 16; version 1.1.0; open tables: 31; rounds in play: 4; memory: 120 MB; 20 ms late at"
        " worst",
    ]
    await said_again(house, other, memory=None, ends_at=house.app.now() + timedelta(minutes=5))
    last = (await olga.command("owner status")).said.splitlines()[-1]
    assert "memory: unknown MB" in last
    assert "at worst. No new round begins; the process ends in " in last
    await said_again(house, other, waits=True)
    last = (await olga.command("owner status")).said.splitlines()[-1]
    assert last == "- web2:77: waits for shards 8-15 of 16; version 1.1.0"
    await house.wait(90)
    assert "Other processes" not in (await olga.command("owner status")).said


async def test_another_process_is_asked_to_drain_and_to_go_on(house, olga, other):
    asked = await olga.command("owner drain", minutes=5, process="7")
    assert asked.said.splitlines() == [
        "### Drain?",
        "Process web2:77, shards 8-15 of 16",
        "No new round begins. The process ends once the rounds in play are over (4 now), but in 5 min at the latest.",
    ]
    await asked.press("Drain")
    assert asked.said == "The process hears that within 10 seconds."
    assert await said_again(house, other, ends_at=house.app.now() + timedelta(minutes=5)) == 5
    shown = await olga.command("owner drain", process="7")
    assert shown.said.splitlines()[:2] == ["### Draining", "Process web2:77, shards 8-15 of 16"]
    await shown.press("Cancel")
    assert await said_again(house, other) == GOES_ON
    assert house.app.heartbeat.ends_at is None, "this one goes on all the time"
    await Processes(house.app.store).leave(other.id)
    await asked.press("Cancel")
    assert asked.said == GONE
    assert (await olga.command("owner drain", process="7")).said == GONE


async def test_this_process_drains_when_it_hears_that_and_goes_on_again(house, olga, ana):
    rows, heartbeat = Processes(house.app.store), house.app.heartbeat

    async def beat():
        with house.as_the_bot():
            await heartbeat.beat()

    table = await ana.opens()
    house.deal("10S 9D v 9H then 8C")
    await ana.bets(100, table)
    await beat()
    (own,) = await rows.seen(house.app.now())
    assert (own.id, own.tables, own.rounds, own.waits) == (heartbeat.id, 1, 1, False)
    assert await heartbeat.others() == []
    await rows.ask(own.id, 30)
    await beat()
    assert (await olga.command("owner drain", process=str(own.id))).said.startswith("### Draining")
    assert (await ana.command("pontoon open")).said.startswith("about to restart")
    await rows.ask(own.id, GOES_ON)
    await beat()
    assert "rounds begin as usual" in (await olga.command("owner status")).said
    await table.plays("Ana Stand, Ana bets 100")
    assert table.live.table.is_playing


async def test_a_process_says_how_it_is_doing_while_it_runs_and_leaves(house):
    rows, began = Processes(house.app.store), house.app.now()
    async with house.app.heartbeat.beating():
        await house.wait(9)
        assert [own.seen_at for own in await rows.seen(house.app.now())] == [began]
    assert await rows.seen(house.app.now()) == []
