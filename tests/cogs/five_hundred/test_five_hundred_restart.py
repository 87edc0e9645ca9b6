"""The bot is stopped, or killed, in every phase of a match, and everybody sees the same table and the same hand."""

import re

import pytest

from games.five_hundred import Phase
from tables.events import Arrange
from tables.five_hundred.match_state import MatchStage, stage_of
from tests.cogs.five_hundred.house import HEARTS
from tests.cogs.panel import Panel

pytestmark = pytest.mark.usefixtures("as_users_have_it")


class Story:
    """Ana bids; each method plays on to one moment."""

    def __init__(self, match, **options):
        self.match = match
        self.options = options

    async def auction(self):
        await self.match.start("Ask me to raise my bid", **self.options)
        await self.match.bids(self.match.ana, "8 tricks", "Hearts")

    async def raising(self):
        await self.auction()
        await self.match.plays("others Pass")

    async def kitty(self):
        await self.raising()
        await self.match.plays("Ana Keep my bid")

    async def play(self):
        await self.kitty()
        await self.match.puts(self.match.ana, 3)
        await self.match.play_card()

    async def claim(self):
        await self.play()
        while self.match.turn is not self.match.ana:
            await self.match.play_card()
        await self.match.plays("Ana Claim, Ana Claim")

    async def between(self):
        await self.claim()
        await self.match.table.plays("Ben Agree, Cy Agree")

    async def paused(self):
        await self.play()
        await self.match.table.plays("Ana Pause, others Yes")

    async def vacant(self):
        await self.between()
        await self.match.leaves(self.match.ben)


MOMENTS = {
    "auction": Phase.AUCTION,
    "raising": Phase.RAISE,
    "kitty": Phase.KITTY,
    "play": Phase.PLAY,
    "claim": Phase.CLAIM,
    "paused": Phase.PLAY,
    "between": MatchStage.BETWEEN,
    "vacant": MatchStage.VACANT,
}


@pytest.fixture
def three(match_of, deals):
    deals.deal(HEARTS)
    return match_of(3)


def where(table):
    """The phase of the deal, or between deals the stage."""
    return table.live.table.play.round.phase if table.live.table.is_playing else stage_of(table.live.table.lobby)


def settled(text):
    """The text without the news, which a restart may forget."""
    return [re.sub(r"in \d+ s", "in time", line) for line in text.splitlines() if not line.startswith("-# ")]


async def seen(match):
    """The table, everybody's chips, and in a deal everybody's panel, opened again."""
    chips = await match.purses()
    panels = [await Panel.of(guest, match.table) for guest in match.people] if match.table.live.table.is_playing else []
    return settled(match.table.text), chips, [settled(panel.text) for panel in panels]


async def drawn_again(match):
    with match.house.as_the_bot():
        await match.table.live.do(Arrange(match.cy.id, lambda lobby: lobby))
    await match.house.wait(2)


async def test_a_match_continues_after_a_restart(three, restart):
    await Story(three).play()
    await restart()
    three.panels.clear()
    while three.table.live.table.is_playing:
        await three.play_card()
    assert stage_of(three.table.live.table.lobby) is MatchStage.BETWEEN
    await three.table.plays("all Ready")
    assert "deal 2" in three.table.text


@pytest.mark.usefixtures("without_substitutes")
@pytest.mark.parametrize("moment", MOMENTS)
async def test_everybody_finds_the_same_match_after_a_restart(three, restart, moment):
    await getattr(Story(three, ante=100), moment)()
    assert where(three.table) is MOMENTS[moment]
    before = await seen(three)
    await restart()
    assert where(three.table) is MOMENTS[moment]
    await drawn_again(three)
    assert await seen(three) == before


async def test_the_result_of_a_match_is_still_there_after_a_restart(three, restart):
    await three.start(ante=100, target=500)
    await three.play_out(three.ana, "10 tricks", "Hearts", claims=True)
    before = await seen(three)
    assert "🏆 Ana wins the match" in three.table.text
    await restart()
    assert stage_of(three.table.live.table.lobby) is MatchStage.OVER
    assert await seen(three) == before
    assert await three.purses() == [1200, 900, 900]


async def test_the_result_still_says_after_a_restart_whose_claim_ended_the_deal(three, restart):
    await Story(three).between()
    await restart()
    await drawn_again(three)
    assert three.table.live.table.play is None
    assert "Ana claimed the rest, all agreed" in three.table.text
