"""The bot is stopped, or killed, in every phase of a Pok Deng table, and the table continues with the same cards.

One story of three rounds is played once for each phase, with a restart there, and must end the same way: the same
hands from the same shoe, the same road, the same moves of chips, row for row.
"""

import re

import pytest

from tests.cogs.conftest import STAGE_SECONDS

pytestmark = pytest.mark.usefixtures("as_users_have_it", "one_stage_after_the_other", "one_salt")


class Story:
    """Ana and Ben bet; no cards are stacked, so every hand comes from the shuffle."""

    def __init__(self, house):
        self.house = house
        self.ana, self.ben = house.guests("Ana Ben")
        self.table = None
        self.results = []

    async def an_empty_table(self):
        self.table = await self.ana.opens("pokdeng")

    async def bets_lying_with_the_window_running(self):
        await self.table.plays("Ana bets 40 on P1 & P2 Pair & P5, Ben bets 25 on P1 & P3, 5 s")

    async def some_are_ready(self):
        await self.table.plays("Ana Ready")

    async def right_after_the_deal(self):
        await self.table.plays("Ben Ready")

    async def in_the_middle_of_the_reveal(self):
        await self.house.wait(STAGE_SECONDS)

    async def results_shown(self):
        """With the road and the shoe."""
        for _ in range(3):
            await self.house.wait(STAGE_SECONDS)
        *results, _, shoe = [line.rstrip() for line in self.table.text.splitlines()[2:]]
        self.results += [shoe.split(" · shuffle")[0], *results, *self.table.live.table.lobby.game_state.road]

    async def bets_on_the_second_round(self):
        await self.table.plays("Ben Same, Ana bets 100 on P4, Ana Clear my bets, Ana bets 30 on P2")

    async def the_window_has_run_out(self):
        await self.house.wait(21)

    async def results_of_the_second_round(self):
        await self.results_shown()

    async def results_of_the_third_round(self):
        await self.table.plays("Ben Same, Ben Ready")
        await self.results_shown()

    async def closed(self):
        await self.ana.command("table close", table=self.table.number)


STEPS = [name for name in vars(Story) if not name.startswith("_")]


async def told(house, restart=None, restart_after=()):
    """The results, every chip that moved, and what people have in the end."""
    story = Story(house)
    for step in STEPS:
        await getattr(story, step)()
        if step in restart_after:
            await restart()
            verify_goes_on(story.table)
    assert story.table.buttons == ["Open again"]
    return story.results, house.movements(), await house.chips("Ana Ben")


def verify_goes_on(table):
    """People can continue from this message: it has buttons, the window with its full time, and the last results."""
    if table.live is None:
        assert table.buttons == ["Open again"]
        return
    assert table.buttons[-1] == "More…"
    if table.live.table.lobby.bets:
        assert "⏳ in 20 s" in table.text
    elif table.live.table.lobby.nets:
        assert re.search("P5 .*(pays|loses|ties)", table.text)


async def test_the_story_without_a_restart(house):
    results, movements, chips = await told(house)
    assert results[:4] == [
        "-# opened with 3D: 3 cards burned",
        "# 2C 7D Banker 9",
        "P1 5H 8D 3: loses to 9",
        "P2 4D JH 4: loses to 9",
    ]
    assert results[-5:] == ["LWL", "LWfW", "LWW", "LWL", "LfWT"]
    assert movements[:4] == [
        "1: Ana to table 200, bet",
        "1: Ben to table 100, bet",
        "1: table to Ana 40, back",
        "1: table to house 40, lose",
    ]
    assert chips == [940, 1025]


_told = []


@pytest.fixture
async def undisturbed(another_house, one_stage_after_the_other):
    """What the story without a restart is, played once for all cases."""
    if not _told:
        async with another_house() as house:
            _told.append(await told(house))
    return _told[0]


@pytest.mark.sampled
@pytest.mark.parametrize("phases", [STEPS, *([step] for step in STEPS)], ids=["every one", *STEPS])
async def test_a_restart_changes_nothing(undisturbed, house, restart, phases):
    assert await told(house, restart, phases) == undisturbed
