"""How well the house plays, and how it bids: a server's settings for its tables, one's own for practice alone."""

import pytest

from players.five_hundred import Level
from players.workers.thinkers import answer_here
from tests.cogs.lobby.test_practice import Practising, close, pytestmark

__all__ = ["pytestmark"]


async def test_whoever_practises_alone_chooses_how_well_the_house_plays_whatever_the_server_has_set(
    house, ana, make_app
):
    asked = []

    async def think(question, seed):
        asked.append(question.level)
        return await answer_here(question, seed)

    await house.env.restart_bot(make_app(think=think))
    await house.sets({"house_level": "strong"})
    more = await (await (await Practising.of(ana)).press("More…")).into("My settings…")
    for level, following in (("usual", "easy"), ("easy", "strong"), ("strong", "normal")):
        asked.clear()
        table = await Practising.of(ana, players=4)
        await house.wait(20)
        assert table.live.table.people_asked == {ana.id}
        await house.acts(table.live, ana.id, "pass")
        await house.wait(20)
        assert {*asked} == {Level(level)}
        more = await more.press(f"House player level: {'normal' if level == 'usual' else level}")
        assert f"House player level: {following}" in more.left
        await close(house, table)
        more = await (await (await Practising.of(ana)).press("More…")).into("My settings…")


@pytest.mark.parametrize("conventions", [True, False])
async def test_a_table_keeps_what_its_server_has_set_about_the_house_and_explains_its_bids(house, ana, conventions):
    await house.sets({"house_level": "easy", "house_conventions": conventions})
    table = await Practising.of(ana)
    await house.sets({"house_level": "usual", "house_conventions": not conventions})
    assert (table.live.table.terms.mode.level, table.live.table.terms.mode.conventions) == ("easy", conventions)
    more = await table.press("More…")
    assert ("How the house bids" in more.buttons) == conventions
    if conventions:
        said = (await more.press("How the house bids")).result
        assert "6 no trumps as a first bid shows the joker." in more.now, said
