"""Discord refuses the requests of private panels: the deal continues, and the next press shows the panel again."""

import pytest

from cogs.pontoon import pontoon_table
from tests.cogs.panel import Panel
from tests.cogs.pontoon.house import begun
from tests.cogs.test_failures import CALLBACK, REFUSALS

PANEL = ("PATCH", "/webhooks/*/*/messages/@original")
refusals = pytest.mark.parametrize("refusal", ["broken", "message gone", "forbidden"])


@pytest.fixture
async def table(five):
    return await begun(five)


@refusals
async def test_a_move_whose_panel_is_refused_is_played_once(five, table, refusal):
    ben = await five.panel(five.ben)
    five.house.env.inject_error(*CALLBACK, times=1, **REFUSALS[refusal])
    await ben.press("Minimum 10")
    await five.house.wait(2)
    assert table.line("2 Ben") == "2 Ben  10  BACK"
    assert table.live.table.play.steps == 1
    again = await Panel.of(five.ben, table)
    assert "Your hand: 10\n# 10C" in again.text


@refusals
async def test_a_panel_that_cannot_be_edited_is_left_alone_and_opens_again(five, table, refusal):
    cy = await five.panel(five.cy)
    five.house.env.inject_error(*PANEL, times=None, **REFUSALS[refusal])
    await five.plays("Ben Minimum 10, 2 s")
    assert cy.buttons == []  # it is Cy's turn, and the panel could not say so
    assert "▶ 3 Cy" in table.text
    again = await Panel.of(five.cy, table)
    assert "Minimum 10" in again.buttons
    await again.press("Minimum 10")
    assert "▶ 4 Dee" in table.text


async def test_a_panel_that_cannot_be_drawn_does_not_undo_the_move(five, table, fails_at):
    ben = await five.panel(five.ben)
    fails_at(pontoon_table, "draw_panel")
    answer = await ben.press("Minimum 10")
    five.house.expects_faults = True
    assert "went wrong" not in answer.said
    assert table.line("2 Ben") == "2 Ben  10  BACK"
    assert table.live.table.play.steps == 1
