"""Coming back to a match of Five Hundred: after a pause by one press, and after leaving as long as the seat is free."""

import pytest

from tests.cogs.panel import Panel

PAUSED = "Paused, no time limit."


@pytest.fixture
async def two(match_of):
    """Ana and Ben have let their time run out in a deal."""
    two = match_of(2)
    await two.start()
    for guest in two.people:
        await two.panel(guest)
    for _ in range(2):
        await two.house.wait(61)
    return two


async def test_a_paused_match_asks_nobody_for_a_bid_and_im_back_goes_on_with_no_second_button(two):
    ana, ben = [await two.panel(guest) for guest in two.people]
    assert PAUSED in two.table.text
    assert "Bid or pass" not in two.table.text
    assert two.table.rows == [["Continue"], ["My hand", "More…"]]
    for panel in (ana, ben):
        assert PAUSED in panel.text
        assert "Bid or pass" not in panel.text
        assert panel.buttons == ["I'm back"]
    await ana.press("I'm back")
    assert "Waiting for Ben" in two.table.text
    assert ana.buttons == []
    await ben.press("I'm back")
    assert "Paused" not in two.table.text
    assert "Bid or pass" in two.table.text
    assert two.table.live.table.deadline is not None


async def test_a_practice_match_looks_after_an_hour_as_it_did(house, deals):
    answer = await house.guest("Ana").command("fivehundred practice", players=2)
    panel = Panel(answer.guest, answer)
    await house.wait(20)
    before, live = (panel.text, panel.buttons), house.app.open_tables.find(1)
    await house.wait(3600)
    assert (panel.text, panel.buttons) == before
    assert PAUSED not in panel.text
    assert not live.table.lobby.is_away(answer.guest.id)
    assert "Pause" not in (await panel.press("More…")).buttons


async def test_who_has_left_may_come_back_while_the_match_is_paused(match_of):
    three = match_of(3)
    table = await three.start()
    await three.all_pass()
    note = await three.leaves(three.cy)
    assert "you left this match" in note.said
    await three.house.wait(41)
    assert PAUSED in table.text
    assert table.buttons == ["Continue", "Seat 3", "How did I play?", "More…"]
    assert "Come back" in (await table.plays("Cy More…")).buttons
    assert "Come back" not in (await table.plays("Ana More…")).buttons
    assert (await table.plays("Cy Seat 3")).said == ""
    assert table.live.table.lobby.seats[2] == three.cy.id
    assert table.buttons == ["Continue", "How did I play?", "More…"]


async def test_who_leaves_a_paused_deal_is_not_told_that_they_are_played(two):
    await two.table.plays("Ana Continue")
    note = await two.leaves(two.ana)
    assert "you left this match" in note.said
