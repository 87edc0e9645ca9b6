"""The pieces that every game's table is drawn from."""

import pytest
from msgspec.structs import replace

from cogs.table.totals import streaks
from cogs.table.view import Names
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


async def test_people_are_named_and_only_whoever_must_act_is_mentioned(house):
    table = await house.guest("Ana").opens()
    house.deal("10S 9D v 8H then 10C")
    await table.plays("Ana bets 100")
    mention = f"<@{house.named('Ana').id}>"
    assert str(house.raw(table.message)).count(mention) == 1
    await table.plays("Ana Stand")
    assert mention not in str(house.raw(table.message))
    assert "**Ana +100**" in str(house.raw(table.message))


def test_a_name_is_no_markdown_and_mentions_nobody_until_it_is_forgotten():
    names = Names()
    names.learn(7, "*a* <:x:2> @here")
    assert names.known_to(ENGLISH).name(7) == "\\*a\\* \\<:x:2> @\u200bhere"
    names.forget(7)
    assert names.known_to(ENGLISH).name(7) == "<@7>"
