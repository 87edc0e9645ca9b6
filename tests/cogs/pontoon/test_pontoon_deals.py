"""Whole deals of Pontoon on Discord, with five members: public cards, private panels, chips."""

from datetime import timedelta

import pytest

from cogs.pontoon import panel as hand
from cogs.table import panels
from tests.cogs.pontoon.house import Panel, banker


async def test_the_lobby_recommends_a_number_of_players_and_shows_the_draw(five):
    table = await five.sit_down()
    assert "Best with 5 or more." in table.text
    assert "Waiting for Ana to press Start" in table.text
    assert "The table's host starts" in (await five.ben.press("Start", table)).said
    await five.start()
    assert table.line("-# Draw for the bank") == "-# Draw for the bank: Ana AS · Ben 2S · Cy 3S · Dee 4S · Eve 5S"
    assert table.line("Banker") == "Banker Ana"


async def test_the_eighth_player_starts_the_deal(house, packs):
    guests = house.guests("Ana Ben Cy Dee Eve Fay Gus Hal")
    table = await guests[0].opens("pontoon")
    for guest in guests:
        await guest.press("Sit", table)
    assert table.live.is_playing
    assert len(table.live.play.round.table.pack) == 104 - 8


async def test_a_whole_deal_with_buying_twisting_splitting_and_settlement(five, packs):
    packs.deal("9C 4D", "8H 8C", "AS KD", "7S 6D", bank="10S 7C", then="5H 3D 2C KC QH 9D")
    table = await five.sit_down()
    await five.start()
    assert table.line("2 Ben") == "2 Ben  –  BACK"
    ben = await five.panel(five.ben)
    assert "Your hand: 9\n# 9C" in ben.text
    assert ben.buttons == ["Minimum 10", "×2 20", "Stake"]
    form = await ben.press("Stake")
    await form.fill(chips="20")
    assert table.line("2 Ben") == "2 Ben  20  BACK"
    for guest in (five.cy, five.dee, five.eve):
        await five.press(guest, "Minimum 10")
    # Ben: 13, must buy or twist
    assert "Your hand: 13\n# 9C 4D" in ben.text
    assert "Below 15 you must take a card. Buy it face down for 20 to 40" in ben.text
    assert "Stick" not in ben.buttons
    assert ben.buttons == ["Buy 20", "Buy 40 · ×2", "Buy", "Twist"]
    await ben.press("Buy 20")
    assert table.line("2 Ben") == "2 Ben  20 +20  BACK BACK BACK"
    assert "Your hand: 18\n# 9C 4D 5H" in ben.text
    await ben.press("Stick")
    # Cy splits the eights
    cy = await five.panel(five.cy)
    assert "Split" in cy.buttons
    await cy.press("Split")
    assert table.line("3 Cy") == "3 Cy  10  8H BACK"
    assert "▶ Hand 1: 11\n# 8H 3D" in cy.text
    await cy.press("Twist")
    assert "Hand 1: 21\n# 8H 3D KC" in cy.text
    assert cy.buttons == ["Stick"]
    await cy.press("Stick")
    assert "Hand 2: 10\n# 8C 2C" in cy.text
    await cy.press("Twist")
    await cy.press("Stick")
    # Dee's Pontoon is declared automatically; it is Eve's turn
    assert table.line("4 Dee") == "4 Dee  10  AS KD = pontoon"
    eve = await five.panel(five.eve)
    assert "Your hand: 13\n# 7S 6D" in eve.text
    await eve.press("Twist")
    assert table.line("Banker") == "Banker Ana: 17"
    assert table.line("# ") == "# 10S 7C"
    assert table.buttons[:2] == ["Draw", "Stay, pay 18"]
    await five.ana.press("Stay, pay 18", table)
    assert table.line("Banker") == "Banker Ana: 17 · pays 18"
    assert table.line("2 Ben") == "2 Ben  9C 4D 5H  18 beats 17"
    assert "4 Dee  AS KD  pontoon pays 2:1\n" in table.text
    assert await five.ben.chips() == 1040
    assert await five.dee.chips() == 1020
    assert sum([await guest.chips() for guest in five.people]) == 5000


async def test_a_hand_of_21_waits_for_its_player_so_that_nobody_else_learns_of_it(five, packs):
    packs.deal("9C 2D", "8H 9C", "10H KD", "7S KH", bank="10S 9S", then="KC")
    table = await five.sit_down()
    await five.start()
    await five.stake()
    ben = await five.press(five.ben, "Buy 10")
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
async def test_the_banker_cannot_spend_the_cover_during_a_deal(five, packs):
    packs.deal("9C 2D", "8H 9C", "10H KD", "7S KH", bank="10S 9S", then="8S")
    table = await five.sit_down()
    await five.start()
    assert await five.ana.chips() == 0  # four players with 1,000 each could make the bank need 4,000
    await five.stake()
    given = await five.ana.command("chips give", member=five.eve.member, amount="1")
    assert "You have 0 chips" in given.said
    assert "1,000" in (await five.ana.command("chips balance")).said
    ben = await five.panel(five.ben)
    assert ben.buttons == ["Buy 10", "Buy 20 · ×2", "Buy", "Twist"]
    await ben.press("Buy 10")
    for guest in (five.ben, five.cy, five.dee, five.eve):
        await five.press(guest, "Stick")
    await five.ana.press("Stay, pay 20", table)
    assert await five.ana.chips() == 1000 + 20 + 10 - 10 + 10
    assert sum([await guest.chips() for guest in five.people]) == 5000


async def test_a_pontoon_takes_the_bank_and_the_pack_is_shuffled_after_the_next_press(five, packs):
    packs.deal("10C 9D", "8H 9C", "AS KD", "7S KH", bank="10S 7C")
    table = await five.sit_down()
    await five.start()
    mark = table.live.commitment
    await five.stake()
    for guest in (five.ben, five.cy, five.eve):
        await five.press(guest, "Stick")
    await five.ana.press("Stay, pay 18", table)
    assert table.live.commitment != mark
    assert banker(table) == "Dee"
    assert "New shuffle." in table.text
    assert table.live.salt is None
    await five.house.wait(60)
    assert not table.live.is_playing
    await five.eve.press("Ready", table)
    assert table.live.salt
    await five.house.wait(21)
    assert table.line("Banker") == "Banker Dee"


async def test_a_bankers_pontoon_takes_double_at_once(five, packs):
    packs.deal("10C 9D", "8H 9C", "AC KD", "7S KH", bank="AS JC")
    table = await five.sit_down()
    await five.start()
    await five.stake(10)
    assert table.line("Banker") == "Banker Ana: pontoon"
    assert await five.ana.chips() == 1080
    assert banker(table) == "Ana"


async def test_when_all_are_ready_the_next_deal_comes_from_the_same_pack(five, packs):
    packs.deal("10C 9D", "8H 9C", "10H KD", "7S KH", bank="10S 7C")
    table = await five.sit_down()
    await five.start()
    await five.stake()
    for guest in (five.ben, five.cy, five.dee, five.eve):
        await five.press(guest, "Stick")
    await five.ana.press("Stay, pay 18", table)
    pack = table.live.lobby.game_state.pack.split()
    assert pack[-10:] == ["10C", "9D", "8H", "9C", "10H", "KD", "7S", "KH", "10S", "7C"]
    for guest in five.people:
        assert not table.live.is_playing
        await guest.press("Ready", table)
    assert table.live.is_playing
    assert [str(box.hands[0].cards[0]) for box in table.live.play.round.table.boxes] == pack[:4]
    assert "pack not shuffled since deal 1" in table.text


async def test_only_the_owner_sees_a_hand_and_panels_follow_the_table(five, packs):
    packs.deal("9C 4D", "8H 7C", "10H KD", "7S KH", bank="10S 7C", then="5H")
    table = await five.sit_down()
    await five.start()
    panels = {guest: await five.panel(guest) for guest in five.people}
    assert "9C" in panels[five.ben].text
    assert "You may look once everyone has two cards." in panels[five.ana].text
    await five.stake()
    assert "You hold the bank: 17\n# 10S 7C" in panels[five.ana].text
    assert "Your hand: 15\n# 8H 7C" in panels[five.cy].text
    assert panels[five.cy].buttons == []
    for guest, panel in panels.items():
        for other, card in ((five.ben, "9C"), (five.cy, "8H"), (five.dee, "KD"), (five.ana, "10S")):
            assert (card in panel.text) == (guest is other)
    await five.press(five.ben, "Twist")
    assert "5H" in table.text
    await five.press(five.ben, "Stick")
    await five.house.wait(2)
    assert "Stick" in panels[five.cy].buttons


async def test_a_press_on_a_panel_is_answered_only_by_editing_it(five, packs):
    packs.deal("9C 7D", "8H 7C", "10H KD", "7S KH", bank="10S 7C", then="2H 2C 2D")
    await five.sit_down()
    await five.start()
    ben = await five.panel(five.ben)
    requests = five.house.env.http_requests
    before = len(requests)
    await ben.press("Minimum 10")
    assert ben.buttons == []
    private = [each for each in requests[before:] if "### Pontoon" not in str(each.json)]
    assert [each.json["type"] for each in private] == [7]


async def test_a_panel_that_is_opened_again_takes_the_place_of_the_one_before(five, packs):
    packs.deal("9C 7D", "8H 7C", "10H KD", "7S KH", bank="10S 7C")
    table = await five.sit_down()
    await five.start()
    first, second = await Panel.of(five.ben, table), await Panel.of(five.ben, table)
    assert not first.is_there
    await five.ben.press("Bump", table)
    await second.press("Minimum 10")
    assert second.is_there
    assert "It's not your turn yet." in second.text


async def test_an_old_button_of_a_panel_shows_the_panel_as_it_is_now(five, packs, monkeypatch):
    monkeypatch.setattr(panels, "LIVES", timedelta(0))  # the first can't be taken away any more
    packs.deal("9C 7D", "8H 7C", "10H KD", "7S KH", bank="10S 7C", then="2H 2C 2D")
    table = await five.sit_down()
    await five.start()
    first, second = await Panel.of(five.ben, table), await Panel.of(five.ben, table)
    await first.press("Minimum 10")
    await second.press("×2 20")
    assert "Your hand: 9\n# 9C" in second.text
    assert second.buttons == []
    assert table.line("2 Ben") == "2 Ben  10  BACK"


@pytest.mark.parametrize(("minutes", "follows"), [(14, True), (1, False)])
async def test_a_panel_is_edited_as_long_as_its_token_is_valid(five, packs, monkeypatch, minutes, follows):
    assert timedelta(minutes=14) == panels.LIVES
    monkeypatch.setattr(panels, "LIVES", timedelta(minutes=minutes))
    packs.deal("9C 7D", "8H 7C", "10H KD", "7S KH", bank="10S 7C", then="2H 2C 2D")
    await five.sit_down()
    await five.start()
    eve = await five.panel(five.eve)
    for _ in range(3):  # the clock stakes for Ben, Cy and Dee; then it is Eve's turn
        await five.house.wait(31)
    assert ("Minimum 10" in eve.buttons) == follows


async def test_a_panel_is_drawn_once_a_second_with_all_that_has_happened(five, packs, monkeypatch):
    packs.deal("9C 7D", "8H 7C", "10H KD", "7S KH", bank="10S 7C", then="2H 2C 2D")
    await five.sit_down()
    await five.start()
    ben, cy = await five.panel(five.ben), await five.panel(five.cy)
    draw, drawn = hand.draw, []

    def counted(table, person, *rest):
        drawn.append(person)
        return draw(table, person, *rest)

    monkeypatch.setattr(hand, "draw", counted)
    monkeypatch.setattr(panels, "EDITED_EVERY", timedelta(seconds=3))
    await ben.press("Minimum 10")
    assert drawn == [five.ben.id]
    await five.house.wait(3)
    assert "Minimum 10" in cy.buttons
    assert drawn == [five.ben.id, five.cy.id]


async def test_amounts_outside_the_limits_are_refused_with_a_sentence(five, packs):
    packs.deal("9C 7D", "8H 7C", "10H KD", "7S KH", bank="10S 7C", then="2H 2C 2D")
    table = await five.sit_down()
    await five.start()
    ben = await five.panel(five.ben)
    form = await ben.press("Stake")
    assert "Stakes here are 10 to 100 chips." in (await form.fill(chips="101")).said
    assert table.line("2 Ben") == "2 Ben  –  BACK"


async def test_a_buy_is_refused_when_the_player_has_spent_the_chips_elsewhere(five, packs):
    packs.deal("9C 4D", "8H 7C", "10H KD", "7S KH", bank="10S 7C", then="2H 2C 2D")
    table = await five.sit_down()
    await five.start()
    await five.stake()
    boss = five.house.guest("Boss", manages=True)
    await boss.command("bank set", member=five.ben.member, amount="39", reason="spent elsewhere")
    ben = await five.panel(five.ben)
    assert "You have 19 chips; this takes 20." in (await ben.press("Buy 20 · ×2")).said
    assert table.line("2 Ben") == "2 Ben  10  BACK BACK"


async def test_a_player_who_is_left_out_is_told_so_and_is_dealt_in_again_with_enough_chips(house, packs):
    ana, ben, cy = house.guests("Ana Ben Cy")
    packs.draw("AS 2S 3S")
    packs.deal("9C 7D", bank="10S 7C")
    table = await ana.opens("pontoon", minimum=300, maximum=400)
    for guest in (ana, ben, cy):
        await guest.press("Sit", table)
    elsewhere = await cy.opens(maximum=1000)
    await cy.bets(500, elsewhere)
    await ana.press("Start", table)
    assert table.live.is_playing
    assert table.live.play.setup.people[2] is None
    assert "Not dealt in: Cy. You need 600 chips" in table.text


async def test_a_member_too_poor_for_the_table_gets_no_seat(house):
    ana, ben = house.guests("Ana Ben")
    table = await ana.opens("pontoon", minimum=501, maximum=600)
    said = (await ben.press("Sit", table)).said
    assert "You have 1,000 chips. A seat here takes 1,002." in said
    assert table.live.lobby.seat_of(ben.id) is None
