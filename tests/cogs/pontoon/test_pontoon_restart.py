"""The bot is stopped, or killed, in every phase of a Pontoon table, and comes to the same texts, chips and cards.

One story of Shoot Pontoon passes through every phase: the draw, the kitty, stakes, shoot bets, a split, the banker, an
offer, an auction. It is played once for each phase, with a restart there.
"""

import re
from contextlib import closing

import pytest

from data.check import open_for_check
from tests.cogs.pontoon.house import Five, buy

pytestmark = pytest.mark.usefixtures("as_users_have_it")


class Story:
    """Ana holds the bank first; in the end Dee has it."""

    def __init__(self, five, packs):
        self.five = five
        packs.deal("10C 9D, 8H 8C, 10H KD, 7S 6H v 10S 7C then 2C 3C KH 9H 5D")

    @property
    def table(self):
        return self.five.table

    async def _plays(self, moves):
        """On panels that are opened again each time: after a restart no panel can be edited."""
        self.five.panels.clear()
        await self.five.plays(moves)

    async def gathered(self):
        await self.five.house.sets({"givers": [0, 0]})
        await self.five.sit_down(shoot=True)

    async def waiting_for_the_kitty(self):
        await self.five.start()

    async def a_kitty_lies_there(self):
        await self.table.plays("Ana Kitty 100")

    async def half_the_stakes(self):
        await self.five.table.plays("all Ready")
        await self._plays("Ben Minimum 10, Cy Minimum 10")

    async def shooting(self):
        await self._plays("Dee Minimum 10, Eve Minimum 10")
        await self.five.plays("Ben Other… with 60")

    async def hands_are_played(self):
        await self._plays("Cy Don't shoot")
        await self.five.plays("Dee Other… with 30")
        await self._plays("Eve Don't shoot, Ben Stick")

    async def a_split_that_may_be_shot_for(self):
        await self._plays("Cy Split")

    async def the_banker_is_asked(self):
        await self._plays("Cy Shoot 10, Cy Twist, Cy Stick, Cy Twist, Cy Stick, Dee Stick, Eve Twist, Eve Stick")

    async def an_offer_is_open(self):
        await self.table.plays("Ana Pay 18 and up")
        await self.five.offers(15, self.five.dee)

    async def the_bank_goes_round(self):
        await buy(self.five.dee, "Buy the bank for 15", self.table)
        await (await self.table.plays("Dee Give up the bank")).press("Give up the bank")

    async def bids(self):
        await self.table.plays("Eve Take the bank, Eve Auction the bank")
        await self.five.table.plays("Dee Bid with 33")

    async def sold(self):
        await self.five.house.wait(31)

    async def the_end(self):
        await self.five.ana.command("table close", table=self.table.number)


STEPS = [name for name, step in vars(Story).items() if callable(step) and not name.startswith("_")]


def steady(text):
    """A table's text without what a restart may change: the seconds left, the news, the balances meanwhile."""
    lines = re.sub(r"in \d+ s|now [\d,]+ chips", "now", text).splitlines()
    return [line for line in lines if not line.startswith("-# ") or "stakes" in line]


async def told(five, packs, restart=None, restart_after=()):
    """The texts of the story, and every chip that moved."""
    story, texts = Story(five, packs), []
    for step in STEPS:
        await getattr(story, step)()
        if step in restart_after:
            await restart()
        if step != "the_end":
            texts.append(steady(story.table.text))
    return texts, five.house.movements()


_told = []


@pytest.fixture
async def undisturbed(another_house, packs):
    """What the story without a restart is, played once for all cases."""
    if not _told:
        async with another_house() as house:
            _told.append(await told(Five(house, packs), packs))
    return _told[0]


async def test_the_story_without_a_restart_is_the_expected_one(five, packs):
    texts, _ = await told(five, packs)
    assert any("Dee bought the bank of Eve for 33." in line for line in texts[-1])
    assert sum(await five.purses()) == 5000
    with closing(open_for_check(five.house.app.store.where)) as db:
        assert db.execute("SELECT SUM(chips) FROM accounts WHERE kind = 'table'").fetchone() == (0,)


@pytest.mark.sampled
@pytest.mark.parametrize("steps", [STEPS[:-1], *([step] for step in STEPS[:-1])], ids=["every one", *STEPS[:-1]])
async def test_a_restart_changes_nothing(undisturbed, five, packs, restart, steps):
    assert await told(five, packs, restart, steps) == undisturbed
