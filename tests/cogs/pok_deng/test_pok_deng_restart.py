"""The bot is stopped, or killed, in every phase of a Pok Deng table, and the table continues with the same cards.

One story of three rounds is played once for each phase, with a restart there, and must end the same way: the same
hands from the same shoe, the same road, the same moves of chips, row for row.
"""

import re

import pytest

from cogs.table.press import Press

pytestmark = pytest.mark.usefixtures("as_users_have_it")


class Story:
    """Ana and Ben bet; no cards are stacked, so every hand comes from the shuffle."""

    def __init__(self, house, turn_over):
        self.house = house
        self.turn_over = turn_over
        self.ana, self.ben = house.guests("Ana Ben")
        self.table = None
        self.results = []

    async def an_empty_table(self):
        self.table = await self.ana.opens("pokdeng")

    async def bets_lying_with_the_window_running(self):
        await self.table.plays("Ana bets 40 on P1 & P2 Pair & P5, Ben bets 25 on P1 & P3")
        await self.house.wait(5)

    async def some_are_ready(self):
        await self.table.plays("Ana Ready")

    async def right_after_the_deal(self):
        await self.table.plays("Ben Ready")

    async def in_the_middle_of_the_reveal(self):
        await self.turn_over()

    async def results_shown(self):
        await self._results()

    async def bets_on_the_second_round(self):
        await self.table.plays("Ben Same, Ana bets 100 on P4, Ana Clear my bets, Ana bets 30 on P2")

    async def the_window_has_run_out(self):
        await self.house.wait(21)

    async def results_of_the_second_round(self):
        await self._results()

    async def results_of_the_third_round(self):
        await self.table.plays("Ben Same, Ben Ready")
        await self._results()

    async def closed(self):
        await self.ana.command("table close", table=self.table.number)

    async def _results(self):
        """Keep what the results say, with the road and the shoe."""
        await self.turn_over(3)
        _, shoe, *results = [line.rstrip() for line in self.table.text.splitlines()[1:-1]]
        self.results += [shoe.split(" · shuffle")[0], *results, *self.table.live.lobby.game_state.road]


STEPS = [name for name in vars(Story) if not name.startswith("_")]

RESULTS = """\
-# shoe 17 of 416 · opened with 3D: 3 cards burned
# 2C 7D Banker 9
P1 5H 8D 3: loses to 9
P2 4D JH 4: loses to 9
P3 8H 5S 3: loses to 9
P4 KD QH 7.3, two face cards: loses to 9
P5 2S 6S 8, two spades: loses to 9
Ana -120 · now 880 chips
Ben -50 · now 950 chips
L
L
L
L
Lf
-# shoe 30 of 416
# 2C JC Banker 2
two clubs: deng, wins double
P1 2D AH 3 beats 2: pays 1:1
P2 QH 9H 9, two hearts: deng, pays 2:1
P3 KH JD 7.3, two face cards: deng, pays 2:1
P4 3S AC 4 beats 2: pays 1:1
P5 7S AC 8 beats 2: pays 1:1
### QH 9H Pok 9 with deng · Ana +60
### All five hands beat the Banker
Ben +75 · now 1,025 chips
Ana +60 · now 940 chips
LW
LWf
LW
LW
LfW
-# shoe 43 of 416
# AH 2S Banker 3
P1 3H 9D 2: loses to 3
P2 AS 7D 8 beats 3: pays 1:1
P3 3C 5H 8 beats 3: pays 1:1
P4 10C 2S 2: loses to 3
P5 KH 3C 3: ties
Ben 0 · now 1,025 chips
LWL
LWfW
LWW
LWL
LfWT""".splitlines()

MOVEMENTS = """\
1: Ana to table 200, bet
1: Ben to table 100, bet
1: table to Ana 40, back
1: table to house 40, lose
1: table to Ben 25, back
1: table to house 25, lose
1: table to house 40, pair lose
1: table to Ben 25, back
1: table to house 25, lose
1: table to Ana 40, back
1: table to house 40, lose
2: Ben to table 100, bet
2: Ana to table 200, bet
2: table to Ana 200, bet back
2: Ana to table 60, bet
2: table to Ben 50, back
2: house to Ben 25, win
2: table to Ana 60, back
2: house to Ana 60, win
2: table to Ben 50, back
2: house to Ben 50, win
3: Ben to table 100, bet
3: table to Ben 25, back
3: table to house 25, lose
3: table to Ben 50, back
3: house to Ben 25, win""".splitlines()


@pytest.fixture
def story(house, turn_over, monkeypatch):
    # The salt is the number of a press on Discord, and a restart uses up numbers too.
    monkeypatch.setattr(Press, "salt", "salt")
    return Story(house, turn_over)


async def tell(story, restart, restart_after):
    for step in STEPS:
        await getattr(story, step)()
        if step in restart_after:
            await restart()
            verify_goes_on(story.table)


def verify_goes_on(table):
    """People can continue from this message: it has buttons, the window with its full time, and the last results."""
    if table.live is None:
        assert table.buttons == ["Open again"]
        return
    assert table.buttons[-1] == "More…"
    if table.live.lobby.bets:
        assert "closes in 20 s" in table.text
    elif table.live.lobby.nets:
        assert re.search("P5 .*(pays|loses|ties)", table.text)


async def verify_end(story):
    assert story.results == RESULTS
    assert story.house.movements() == MOVEMENTS
    assert story.table.buttons == ["Open again"]
    assert [await guest.chips() for guest in (story.ana, story.ben)] == [940, 1025]


async def test_the_story_without_a_restart(story):
    await tell(story, None, ())
    await verify_end(story)


@pytest.mark.parametrize("phase", STEPS)
async def test_a_restart_changes_nothing(story, restart, phase):
    await tell(story, restart, {phase})
    await verify_end(story)


async def test_a_restart_after_every_step_changes_nothing(story, restart):
    await tell(story, restart, STEPS)
    await verify_end(story)
