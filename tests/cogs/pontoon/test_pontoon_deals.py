"""Whole deals of Pontoon on Discord, with five members: public cards, private panels, chips."""

from datetime import timedelta

import pytest

from cogs.app.replies import edits
from cogs.pontoon import pontoon_table
from cogs.table.parts import GOLD
from tests.cogs.panel import Panel
from tests.cogs.pontoon.house import a_deal, banker, begun, finish


async def test_the_lobby_recommends_a_number_of_players_and_shows_the_draw(five):
    table = await five.sit_down()
    assert "Best with 5 or more." in table.text
    assert "Waiting for Ana to press Start" in table.text
    assert "the host starts the first deal" in (await table.plays("Ben Start")).said
    await five.start()
    assert table.line("-# Draw for the bank") == "-# Draw for the bank: Ana AS · Ben 2S · Cy 3S · Dee 4S · Eve 5S"
    assert table.line("Banker") == "Banker Ana"


async def test_the_eighth_player_starts_the_deal(house):
    table = await house.guest("Ana").opens("pontoon")
    for name in ["Ana", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal"]:
        await table.plays(f"{name} Sit")
    assert table.live.table.is_playing
    assert len(table.live.table.play.round.table.pack) == 104 - 8


async def test_a_whole_deal_with_buying_twisting_splitting_and_settlement(five):
    table = await begun(five, "9C 4D, 8H 8C, AS KD, 7S 6D v 10S 7C then 5H 3D 2C KC QH 9D")
    assert table.line("2 Ben") == "2 Ben  –  BACK"
    ben, cy, eve = await five.panel(five.ben), await five.panel(five.cy), await five.panel(five.eve)
    assert "Your hand: 9\n# 9C" in ben.text
    await five.plays("Ben Stake with 20")
    assert table.line("2 Ben") == "2 Ben  20  BACK"
    await five.plays("Cy Minimum 10, Dee Minimum 10, Eve Minimum 10")
    # Ben: 13, must buy or twist
    assert "Your hand: 13\n# 9C 4D" in ben.text
    assert "Below 15 you must take a card. Buy it face down and add 20 to 40" in ben.text
    assert ben.buttons == ["Buy 20", "Buy 40", "Buy", "Twist"]
    await ben.press("Buy 20")
    assert table.line("2 Ben") == "2 Ben  20 +20  BACK BACK BACK"
    assert "Your hand: 18\n# 9C 4D 5H" in ben.text
    await ben.press("Stick")
    # Cy splits the eights
    assert "Split" in cy.buttons
    await cy.press("Split")
    assert table.line("3 Cy") == "3 Cy  10  8H BACK"
    assert "▶ Hand 1: 11\n# 8H 3D" in cy.text
    await cy.press("Twist")
    assert "Hand 1: 21\n# 8H 3D KC" in cy.text
    assert cy.buttons == ["Stick"]
    await cy.press("Stick")
    assert "Hand 2: 10\n# 8C 2C" in cy.text
    await five.plays("Cy Twist, Cy Stick")
    # Dee's Pontoon is declared automatically; it is Eve's turn
    assert table.line("4 Dee") == "4 Dee  10  AS KD = pontoon"
    assert "Your hand: 13\n# 7S 6D" in eve.text
    await eve.press("Twist")
    assert table.line("Banker") == "Banker Ana: 17"
    assert table.line("# ") == "# 10S 7C"
    assert table.buttons[:2] == ["Draw", "Pay 18 and up"]
    await table.plays("Ana Pay 18 and up")
    assert table.line("Banker") == "Banker Ana: 17 · pays 18 and up · -70"
    assert table.line("2 ") == "2 9C 4D 5H · Ben +40 · 18 beats 17"
    assert "4 AS KD · Dee +20 · pontoon pays 2:1\n" in table.text
    assert await five.house.chips("Ben Dee") == [1040, 1020]
    assert sum(await five.purses()) == 5000


async def test_a_hand_of_21_waits_for_its_player_so_that_nobody_else_learns_of_it(five):
    table = await a_deal(five, "9C 2D, 8H 9C, 10H KD, 7S KH v 10S 9S then KC")
    await five.plays("Ben Buy 10")
    ben = await five.panel(five.ben)
    assert "Your hand: 21\n# 9C 2D KC" in ben.text
    assert "21: this hand takes no more cards. Press Stick; nobody else can see it yet." in ben.text
    assert ben.buttons == ["Stick"]
    assert table.line("2 Ben") == "2 Ben  10 +10  BACK BACK BACK"
    assert "Ben buys for 10" in table.text
    await five.house.wait(29)
    assert "▶ 2 Ben" in table.text
    await five.house.wait(2)
    assert table.line("2 Ben") == "2 Ben  10 +10  BACK BACK BACK  sticks"
    assert "▶ 3 Cy" in table.text


@pytest.mark.usefixtures("generous")
async def test_the_banker_cannot_spend_the_cover_during_a_deal(five):
    table = await begun(five, "9C 2D, 8H 9C, 10H KD, 7S KH v 10S 9S then 8S")
    assert await five.ana.chips() == 0  # four players with 1,000 each could make the bank need 4,000
    await five.plays("others Minimum 10")
    given = await five.ana.command("chips give", member=five.eve.member, amount="1")
    assert "too few chips: 0 of " in given.said
    assert "1,000" in (await five.ana.command("balance")).said
    await five.plays("Ben Buy 10, others Stick")
    await table.plays("Ana Pay 20 and up")
    assert await five.ana.chips() == 1000 + 20 + 10 - 10 + 10
    assert sum(await five.purses()) == 5000


async def test_a_pontoon_takes_the_bank_and_the_pack_is_shuffled_after_the_next_press(five):
    table = await a_deal(five, "10C 9D, 8H 9C, AS KD, 7S KH v 10S 7C")
    mark = table.live.table.commitment
    await five.plays("Ben Stick, Cy Stick, Eve Stick")
    await table.plays("Ana Pay 18 and up")
    assert table.live.table.commitment != mark
    assert banker(table) == "Dee"
    assert "New shuffle." in table.text
    assert "### Pontoon: Dee" in table.text
    assert table.accent == GOLD
    assert table.live.table.salt is None
    await five.house.wait(60)
    assert not table.live.table.is_playing
    await table.plays("Eve Ready")
    assert table.live.table.salt
    await five.house.wait(21)
    assert table.line("Banker") == "Banker Dee"
    assert table.accent != GOLD


async def test_when_all_are_ready_the_next_deal_comes_from_the_same_pack(five):
    table = await a_deal(five)
    await finish(five, table)
    pack = table.live.table.lobby.game_state.pack.split()
    assert pack[-10:] == ["10C", "9D", "8H", "9C", "10H", "KD", "7S", "KH", "10S", "7C"]
    for guest in five.people:
        assert not table.live.table.is_playing
        await guest.press("Ready", table)
    assert table.live.table.is_playing
    assert [str(box.hands[0].cards[0]) for box in table.live.table.play.round.table.boxes] == pack[:4]


@pytest.mark.paces(message=timedelta(seconds=3))
async def test_panels_follow_the_table_at_most_once_in_their_time_each(five, calls_of):
    await begun(five, "9C 4D, 8H 7C, 10H KD, 7S KH v 10S 7C then 5H")
    ana, ben, cy = [await five.panel(guest) for guest in five.people[:3]]
    assert "You can look once everyone has two cards." in ana.text
    drawn = calls_of(pontoon_table, "draw_panel")
    await ben.press("Minimum 10")
    assert [person for (_, person, *_), _ in drawn] == [five.ben.id]
    await five.house.wait(3)
    assert {person for (_, person, *_), _ in drawn} == {five.ana.id, five.ben.id, five.cy.id}
    assert len(drawn) == 3
    await five.house.wait(3)
    assert "Minimum 10" in cy.buttons
    await five.plays("Cy Minimum 10, Dee Minimum 10, Eve Minimum 10, 3 s")
    assert "You hold the bank: 17\n# 10S 7C" in ana.text
    assert "Your hand: 15\n# 8H 7C" in cy.text
    assert cy.buttons == []
    await five.plays("Ben Twist, 3 s")
    assert "5H" in five.table.text
    await five.plays("Ben Stick, 3 s")
    assert "Stick" in cy.buttons


async def test_a_press_on_a_panel_is_answered_only_by_editing_it(five):
    await begun(five)
    ben, requests = await five.panel(five.ben), five.house.env.http_requests
    before = len(requests)
    await ben.press("Minimum 10")
    assert ben.buttons == []
    private = [each for each in requests[before:] if "### Pontoon" not in str(each.json)]
    assert [each.json["type"] for each in private] == [7]


async def test_a_panel_that_is_opened_again_takes_the_place_of_the_one_before(five):
    table = await begun(five)
    first, second = await Panel.of(five.ben, table), await Panel.of(five.ben, table)
    assert not first.is_there
    await table.plays("Ben Bump")
    await second.press("Minimum 10")
    assert second.is_there
    assert "not your turn yet, wait here" in second.text


async def test_an_old_button_of_a_panel_shows_the_panel_as_it_is_now(five, tokens_live):
    tokens_live(minutes=0)  # the first can't be taken away any more
    table = await begun(five)
    first, second = await Panel.of(five.ben, table), await Panel.of(five.ben, table)
    await first.press("Minimum 10")
    await second.press("Stake 20")
    assert "Your hand: 10\n# 10C" in second.text
    assert second.buttons == []
    assert table.line("2 Ben") == "2 Ben  10  BACK"


@pytest.mark.parametrize(("minutes", "follows"), [(14, True), (1, False)])
async def test_a_panel_is_edited_as_long_as_its_token_is_valid(five, tokens_live, minutes, follows):
    assert timedelta(minutes=14) == edits.LIVES
    tokens_live(minutes)
    await begun(five)
    eve = await five.panel(five.eve)
    for _ in range(3):  # the clock stakes for Ben, Cy and Dee; then it is Eve's turn
        await five.house.wait(31)
    assert ("Minimum 10" in eve.buttons) == follows
