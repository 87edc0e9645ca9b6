"""The bot is stopped, or killed, in every phase of a match, and everybody sees the same table and the same hand."""

import re

import pytest

from games.five_hundred import Phase
from tables.five_hundred.match_state import MatchStage, stage_of
from tests.cogs.five_hundred.house import HEARTS, Match, Panel

pytestmark = pytest.mark.usefixtures("as_users_have_it")


class Story:
    """Ana bids; each method plays on to one moment."""

    def __init__(self, match, **options):
        self.match = match
        self.options = options

    async def auction(self):
        await self.match.start(**self.options)
        await self.match.bids(self.match.ana, "8 tricks", "Hearts")

    async def raising(self):
        await self.auction()
        await self.match.passes(*self.match.people[1:])

    async def kitty(self):
        await self.raising()
        await self.match.press(self.match.ana, "Keep my bid")

    async def play(self):
        await self.kitty()
        await self.match.puts(self.match.ana, 3)
        await self.match.play_card()

    async def claim(self):
        await self.play()
        while self.match.turn is not self.match.ana:
            await self.match.play_card()
        await self.match.press(self.match.ana, "Claim", "Claim them")

    async def between(self):
        await self.claim()
        for guest in self.match.people[1:]:
            await guest.press("Agree", self.match.table)

    async def paused(self):
        await self.play()
        await self.match.ana.press("Pause", self.match.table)
        for guest in self.match.people[1:]:
            await guest.press("Yes", self.match.table)

    async def vacant(self):
        await self.between()
        asked = await self.match.ben.press("Leave", self.match.table)
        await asked.press("Leave")


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


def where(table):
    """The phase of the deal, or between deals the stage."""
    return table.live.play.round.phase if table.live.is_playing else stage_of(table.live.lobby)


def settled(text):
    """The text without the news, which a restart may forget."""
    return [re.sub(r"in \d+ s", "in time", line) for line in text.splitlines() if not line.startswith("-# ")]


async def hands(match):
    """Everybody's panel, opened again."""
    return [settled(Panel(guest, await guest.press("My hand", match.table)).text) for guest in match.people]


@pytest.mark.usefixtures("without_substitutes")
@pytest.mark.parametrize("moment", MOMENTS)
async def test_everybody_finds_the_same_match_after_a_restart(match_of, deals, restart, moment):
    deals.deal(HEARTS)
    match = match_of(3)
    story = Story(match, ante=100)
    await getattr(story, moment)()
    table = match.table
    assert where(table) is MOMENTS[moment]
    text, chips = settled(table.text), [await guest.chips() for guest in match.people]
    cards = await hands(match) if table.live.is_playing else None
    await restart()
    assert where(table) is MOMENTS[moment]
    await table.live.arrange(match.cy.id, lambda lobby: lobby)
    await match.house.wait(2)
    assert settled(table.text) == text
    assert [await guest.chips() for guest in match.people] == chips
    if cards is not None:
        assert await hands(match) == cards


async def test_the_result_of_a_match_is_still_there_after_a_restart(match_of, deals, restart):
    deals.deal(HEARTS)
    match = match_of(3)
    await match.start(ante=100, target=500)
    await match.play_out(match.ana, "10 tricks", "Hearts", claims=True)
    text, chips = settled(match.table.text), [await guest.chips() for guest in match.people]
    assert "🏆 Ana wins the match" in match.table.text
    await restart()
    assert stage_of(match.table.live.lobby) is MatchStage.OVER
    assert settled(match.table.text) == text
    assert [await guest.chips() for guest in match.people] == chips == [1200, 900, 900]


async def test_the_result_still_says_after_a_restart_whose_claim_ended_the_deal(match_of, deals, restart):
    deals.deal(HEARTS)
    match = match_of(3)
    await Story(match).between()
    await restart()
    await match.table.live.arrange(match.cy.id, lambda lobby: lobby)
    await match.house.wait(2)
    assert match.table.live.play is None
    assert "Ana claimed the remaining tricks, and everyone agreed." in match.table.text


async def test_a_match_continues_after_a_restart(match_of, deals, restart):
    deals.deal(HEARTS)
    match: Match = match_of(3)
    await Story(match).play()
    await restart()
    match._panels.clear()
    while match.table.live.is_playing:
        await match.play_card()
    assert stage_of(match.table.live.lobby) is MatchStage.BETWEEN
    await match.ready()
    assert "deal 2" in match.table.text
