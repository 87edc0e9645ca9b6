"""`/owner drain`: no round begins, and the process ends when those in play are over, or when the time is up."""

import re

import pytest

LATER = "about to restart"


@pytest.fixture
def ended(house, olga):
    """What ends the process, once for each time."""
    ended = []
    house.app.end = lambda: ended.append(True)
    return ended


@pytest.fixture
async def table(ended, ana):
    table = await ana.opens()
    await table.plays("Ana Sit, Ben Sit")
    return table


async def deal(house, table):
    house.deal("10S 9D, 10C 8D v 9H then 8C")
    await table.plays("Ana bets 100, Ben bets 50")


async def drain(olga, **options):
    """Give the command and confirm. Returns the panel."""
    asked = await olga.command("owner drain", **options)
    await asked.press("Drain")
    return asked


async def test_it_asks_first_and_can_be_called_off(house, olga, table, ended):
    await deal(house, table)
    asked = await olga.command("owner drain", minutes=5)
    assert asked.said.splitlines() == [
        "### Drain?",
        "No new round begins. The process ends once the round in play is over (1 now), but in 5 min at the latest.",
    ]
    await asked.press("Back")
    assert asked.said == "nothing changed"
    panel, shown = await drain(olga), await olga.command("owner drain", minutes=1)
    assert shown.said.startswith("### Draining")
    assert shown.said.endswith("Rounds in play: 1")
    await panel.press("Cancel")
    assert panel.said == "Rounds begin again."
    await shown.press("Cancel")
    assert shown.said == "nothing changed", "it is off already"
    assert "rounds begin as usual" in (await olga.command("owner status")).said
    await table.plays("Ana Stand, Ben Stand")
    await deal(house, table)
    await house.wait(900)
    assert ended == []


async def test_the_process_ends_when_the_last_round_is_over_and_no_other_begins(house, olga, ana, ben, table, ended):
    await deal(house, table)
    panel = await drain(olga)
    assert re.search(r"No new round begins; the process ends in (600|599) s at the latest\.", panel.said)
    await ana.press("Stand", table)
    assert ended == []
    await table.plays("Ben Stand, 2 s")
    assert ended == [True]
    assert (await ana.bets(100, table)).said == LATER
    assert (await ana.command("pontoon open")).said == LATER


@pytest.mark.parametrize("is_playing", [False, True], ids=["no round is in play", "the time is up in a round"])
async def test_it_ends_at_once_where_no_round_is_in_play_or_the_time_is_up(house, olga, table, ended, is_playing):
    if is_playing:
        await deal(house, table)
    await drain(olga, minutes=0 if is_playing else 60)
    await house.wait(2)
    assert ended == [True]
    assert table.live.table.is_playing == is_playing
