"""The pieces that every game's table is drawn from."""

import pytest
from msgspec.structs import replace

from cogs.table.totals import streaks
from games.blackjack import Options
from i18n.words import ENGLISH
from tables.clock import Pace
from tables.game import Terms

ANA, BEN, CY, DEE = 101, 102, 103, 104


@pytest.fixture
async def winning(room):
    """`winning({ANA: 3})`: a table where Ana has won the last three rounds."""
    live = await room.open(Terms(10, 500, Options(), Pace.NORMAL))

    def after(won):
        live.table = replace(live.table, lobby=replace(live.table.lobby, streaks=won))
        return live.table

    return after


async def test_a_table_tells_of_the_longest_streaks_of_three_or_more_rounds(winning):
    live = winning({ANA: 2, BEN: 4, CY: 3})
    assert streaks(live, ENGLISH) == f"**<@{BEN}>** has won 4 rounds in a row\n**<@{CY}>** has won 3 rounds in a row"
    assert streaks(winning({ANA: 2}), ENGLISH) == ""
    told = streaks(winning({ANA: 3, BEN: 9, CY: 5, DEE: 7}), ENGLISH)
    assert [line.split(">")[0] for line in told.splitlines()] == [f"**<@{BEN}", f"**<@{DEE}", f"**<@{CY}"]
