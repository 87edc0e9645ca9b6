"""Coming back to a match of Five Hundred: after a pause by one press, and after leaving as long as the seat is free."""

import pytest


@pytest.fixture
async def two(match_of):
    """Ana and Ben have let their time run out in a deal."""
    two = match_of(2)
    await two.start()
    two.panels = [await two.panel(guest) for guest in two.people]
    for _ in range(2):
        await two.house.wait(61)
    return two


async def test_a_paused_match_asks_nobody_for_a_bid(two):
    assert "Paused, no time limit." in two.table.text
    assert "bid or pass" not in two.table.text
    assert two.table.rows == [["Continue"], ["My hand", "More…"]]
    for panel in two.panels:
        assert "Paused, no time limit." in panel.text
        assert "Bid or pass" not in panel.text
        assert panel.buttons == ["I'm back"]


async def test_im_back_goes_on_with_no_second_button(two):
    ana, ben = two.panels
    await ana.press("I'm back")
    assert "Waiting for Ben" in two.table.text
    assert ana.buttons == []
    await ben.press("I'm back")
    assert "Paused" not in two.table.text
    assert "bid or pass" in two.table.text
    assert two.table.live.deadline is not None


async def test_a_press_from_before_the_pause_plays_no_card(match_of):
    two = match_of(2)
    await two.start()
    panel = await two.panel(two.ana)
    late = panel.about_to_press("Pass")
    await (await two.ana.press("More…", two.table)).press("Pause")
    await two.ben.press("Yes", two.table)
    assert (await late.press()).said == "The match is paused. It continues when everyone is back."
    assert two.deal.auction.spoken == ()


async def test_the_host_of_a_private_match_sees_one_button_in_its_pause(house, deals):
    ana = house.guest("Ana")
    answer = await ana.command("fivehundred practice", players=2)
    await house.wait(200)
    text = house.read(house.raw(answer.result.response))
    assert "Paused, no time limit." in text
    assert "Time runs out" not in text
    assert answer.left == ["Continue", "More…"]
    await answer.press("Continue")
    assert "Paused" not in house.read(house.raw(answer.result.response))


async def test_who_has_left_may_come_back_while_the_match_is_paused(match_of):
    three = match_of(3)
    table = await three.start()
    for guest in three.people:
        await three.press(guest, "Pass")
    note = await (await three.cy.press("Leave", table)).press("Leave")
    assert "You have left this match. You can come back until someone takes your seat." in note.said
    await three.house.wait(41)
    assert "Paused, no time limit." in table.text
    assert table.buttons == ["Continue", "Seat 3", "More…"]
    assert "Come back" in (await three.cy.press("More…", table)).buttons
    assert "Come back" not in (await three.ana.press("More…", table)).buttons
    assert (await three.cy.press("Seat 3", table)).said == "Welcome back. You still have seat 3."
    assert table.live.lobby.seats[2] == three.cy.id
    assert table.buttons == ["Continue", "More…"]


async def test_who_leaves_a_paused_deal_is_not_told_that_they_are_played(two):
    await two.ana.press("Continue", two.table)
    note = await (await two.ana.press("Leave", two.table)).press("Leave")
    assert "You have left this match. You can come back until someone takes your seat." in note.said
