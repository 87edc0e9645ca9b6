"""Rarely pressed buttons are behind More…, on a private message with just those that its reader can press."""

import pytest

from tests.cogs.guest import Answer
from tests.cogs.pontoon.house import a_deal, finish


async def test_everyone_finds_what_they_may_press(house, ana, ben, cy, boss, table):
    shared = ["Hint", "Rules", "Bump"]
    more = await ben.press("More…", table)
    assert more.buttons == [*shared, "My settings…"]
    assert (await more.into("My settings…")).left == ["Cards as text: off", "Show my achievements: on"]
    for closes in (ana, boss):
        assert (await closes.press("More…", table)).buttons == [*shared, "Close table", "My settings…"]
    await ben.press("Sit", table)
    assert "Leave" in (await ben.press("More…", table)).buttons
    await cy.bets_behind(1, 50, table)
    assert "Leave" in (await cy.press("More…", table)).buttons
    house.deal("5S 6D v 9H")
    await ben.bets(100, table)
    assert "Leave" in (await cy.press("More…", table)).buttons
    assert "Leave" not in (await ana.press("More…", table)).buttons


async def test_a_spectator_of_a_match_finds_no_button_that_only_players_or_the_host_may_press(ana, ben, match_of):
    gathering = await ana.opens("fivehundred")
    for guest, is_host in ((ana, True), (ben, False)):
        more = await guest.press("More…", gathering)
        assert ("Random seats: off" in (await more.into("Table…") if "Table…" in more.left else more).left) == is_host
    four = match_of(4)
    match = await four.start()
    own = (await four.ana.press("More…", match)).buttons
    assert ("Pause" in own, "Close table" in own) == (True, False), "not even for its host"
    assert "Pause" not in (await ben.press("More…", match)).buttons


async def test_a_question_takes_the_place_of_its_buttons_and_leaving_is_confirmed_there(house, ana, ben, table):
    more = await ana.press("More…", table)
    asked = await more.press("Close table")
    assert asked.result.response.id == more.result.response.id
    assert more.left == ["Close table", "Back"]
    await asked.press("Back")
    assert more.result.response is None
    assert table.live is not None
    await ben.press("Sit", table)
    more = await ben.press("More…", table)
    assert (await more.press("Leave")).said == ""
    await house.wait(2)
    assert "Ben" not in table.text


@pytest.mark.thorough
async def test_no_button_opens_a_form_whose_label_does_not_end_in_dots(ana, table):
    form = await ana.press("Bet", table)
    with pytest.raises(AssertionError, match="Bet opens a form"):
        Answer(ana, form.result, "Bet")


async def test_an_open_panel_stays_the_panel(match_of):
    four = match_of(4)
    table = await four.start()
    hand = await four.ana.press("My hand", table)
    more = await four.ana.press("More…", table)
    assert (await more.press("Pause")).said == "Waiting for Ben, Cy, and Dee"
    await four.house.wait(9)
    assert "Pass" in hand.left
    assert more.left == []
    await four.house.wait(2)
    assert more.result.response is None
    assert "Pass" in hand.left


async def test_only_the_banker_opens_the_bank(five):
    table = await a_deal(five)
    assert "Bank…" not in table.buttons
    await finish(five, table)
    bank = await five.ana.press("Bank…", table)
    assert bank.buttons == ["Sell the bank", "Give up the bank"]
    assert (await five.ben.press("Bank…", table)).said == "Ana holds the bank"
    form = await bank.press("Sell the bank")
    assert (await form.fill(to=["anybody"], chips="0")).said == ""
    assert "Ana offers the bank to anyone for 0" in table.text


async def test_everyone_reads_there_what_chips_they_have_but_where_none_count(ana, ben, table):
    await ben.bets(10, table)
    assert "\n-# You have 990 chips" in (await ben.press("More…", table)).said
    practice = await ana.command("pontoon practice")
    assert "You have" not in (await practice.press("More…")).said
