"""The bot is stopped, or killed, in the middle of everything, and its tables continue as if nothing had happened.

One story passes through every phase of a Blackjack table. It is played with a restart in every phase, and once for
each with one there alone; it must end the same way: the same texts, and the same moves of chips, row for row.
"""

import re

import pytest

from tests.cogs.blackjack.story import STEPS, Story

pytestmark = pytest.mark.usefixtures("as_users_have_it")


def without_clock(text):
    """A table's text without what a restart may change: the seconds left, and the news of the last move."""
    lines = re.sub(r"in \d+ s", "in time", text).splitlines()
    return lines[:-1] if lines[-1].startswith("-# ") and any("it's your turn" in line for line in lines) else lines


def addresses(house, table):
    return re.findall(r"'custom_id': '([^']+)'", str(house.raw(table.message)))


END = """\
### Blackjack · table 1
Dealer 6H 10D KH = 26, bust
2S 3D 2D 3C 5C = 15 · Ben +40 · now 1,000 chips
10S 7D = 17 (+100) · Ana +90 · now 1,150 chips
-# no pair: -10
Cy +50 · now 1,050 chips · behind: Ana
After 2 rounds: Ana +150 · Cy +50 · Ben 0 · Dee -20
this table closed. closed by its host. all chips back."""

MOVEMENTS = """\
1: Ana to table 110, bet
1: Cy to table 50, bet
1: Dee to table 20, bet
1: Ben to table 40, bet
1: Ana to table 50, insurance
1: Ana to table 100, split
1: Cy to table 50, follow split
1: table to house 40, lose
1: table to house 100, lose
1: table to Ana 100, stake back
1: house to Ana 100, win
1: table to Ana 10, pair back
1: house to Ana 110, pair win
1: table to house 50, lose
1: table to Cy 50, stake back
1: house to Cy 50, win
1: table to house 20, lose
1: table to house 50, insurance lose
2: Ana to table 110, bet
2: Cy to table 50, bet
2: Ben to table 40, bet
2: table to Ben 40, stake back
2: house to Ben 40, win
2: table to Ana 100, stake back
2: house to Ana 100, win
2: table to house 10, pair lose
2: table to Cy 50, stake back
2: house to Cy 50, win""".splitlines()


async def tell(story, restart, restart_after):
    for step in STEPS:
        await getattr(story, step)()
        if step in restart_after:
            before = without_clock(story.table.text), addresses(story.house, story.table)
            await restart()
            assert (without_clock(story.table.text), addresses(story.house, story.table)) == before


async def verify_end(story):
    assert story.table.text == END
    assert story.table.buttons == ["Open again", "How did I play?"]
    assert story.house.movements() == MOVEMENTS
    assert [await guest.chips() for guest in story.people] == [1000, 1150, 1050, 980]


async def test_the_story_without_a_restart(house):
    story = Story(house)
    await tell(story, None, ())
    await verify_end(story)


@pytest.mark.sampled
@pytest.mark.parametrize("phases", [STEPS, *([step] for step in STEPS)], ids=["every one", *STEPS])
async def test_a_restart_changes_nothing(house, restart, phases):
    story = Story(house)
    await tell(story, restart, phases)
    await verify_end(story)
