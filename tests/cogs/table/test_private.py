"""A private table: one message that only its host sees, with their hand, edited while Discord allows it."""

import pytest

HAND = "Your hand: 19\n# 10C 9D"


async def test_table_and_hand_are_one_private_message_that_shows_what_others_do_and_the_results(alone, house):
    await alone.deals()
    assert alone.message.ephemeral
    assert house.messages() == []
    assert "Your hand: 10\n# 10C" in alone.text
    assert alone.line("Your turn") == "Your turn · ⏳ in 30 s"
    assert "Banker Ben\n# BACK" in alone.text
    assert alone.buttons == ["Minimum 10", "Stake 20", "Stake", "Hint", "More…"]
    more = await alone.press("More…")
    assert more.buttons == ["Leave", "Rules", "Add house player", "Close table", "My settings…"]
    assert (await more.into("My settings…")).left == ["Cards as text: off"]
    await alone.press("Minimum 10")
    assert HAND in alone.text
    assert "1 Ana" not in alone.text
    await alone.press("Stick")
    assert alone.line("Ben, draw or pay")
    assert alone.buttons == ["More…"]
    await alone.acts(alone.ben, "stay")
    assert alone.line("1 ") == "1 10C 9D · Ana +10 · 19 beats 17"
    assert alone.buttons == ["Ready", "Bank…", "How did I play?", "More…"]


async def test_its_host_may_hold_the_bank(alone):
    await alone.deals(draw="AS 2S")
    await alone.acts(alone.ben, "stake 10")
    assert "You hold the bank: 17\n# 10S 7C" in alone.text
    assert "Banker" not in alone.text
    assert alone.line("2 Ben") == "▶ 2 Ben  10  BACK BACK"
    await alone.acts(alone.ben, "stick")
    assert alone.buttons == ["Draw", "Pay 18 and up", "Hint", "More…"]


@pytest.mark.parametrize(("minutes", "follows"), [(14, True), (0.4, False)])
async def test_it_is_drawn_as_long_as_discord_allows_it_and_again_after_a_press(
    alone, house, tokens_live, minutes, follows
):
    tokens_live(minutes)
    await alone.deals()
    for _ in range(2):  # the clock stakes and sticks for Ana, and stays for Ben
        await house.wait(31)
    assert ("\n1 10C 9D · Ana" in alone.text) == follows
    await alone.press("More…" if follows else "Minimum 10")
    assert "\n1 10C 9D · Ana" in alone.text


async def test_after_a_restart_a_press_on_it_takes_it_up_again(alone, restart):
    await alone.deals()
    await restart()
    await alone.press("Minimum 10")
    assert HAND in alone.text
    await alone.press("Stick")
    await alone.acts(alone.ben, "stay")
    assert alone.line("1 ") == "1 10C 9D · Ana +10 · 19 beats 17"


async def test_nobody_else_can_press_on_it_and_two_presses_at_once_make_one_move(alone, house):
    await alone.deals()
    cy = house.guest("Cy", manages=True)
    for verb in ("hand", "sit", "more", "close", "move"):
        said = (await cy.forges(alone.message.message, f"b:1:{alone.live.table.question_id}:{verb}")).said
        assert said == (await cy.forges(alone.message.message, f"b:99:{alone.live.table.question_id}:{verb}")).said
        assert said == "this table closed."
    assert alone.live.table.lobby.seat_of(cy.id) is None
    await house.at_once(*[alone.ana.about_to_press_on(alone.answer, "Minimum 10") for _ in range(2)])
    assert alone.live.table.play.steps == 1
    assert HAND in alone.text


async def test_shown_again_it_leaves_no_copy_behind(alone):
    await alone.deals()
    first = await alone.shows_again()
    assert first.result.response is None
    assert "Your hand: 10\n# 10C" in alone.text
    await alone.press("Minimum 10")
    assert HAND in alone.text


async def test_a_press_on_an_old_copy_continues_there_and_takes_the_newer_one_away(alone, tokens_live):
    await alone.deals()
    tokens_live(minutes=0)  # the next message can't take this one away
    await alone.press("Minimum 10")
    tokens_live(minutes=14)
    first = await alone.shows_again()
    newer, alone.answer = alone.answer, first
    await alone.press("Stick")
    assert "▶ Ben, draw or pay" in alone.text
    assert newer.result.response is None


async def test_nobody_is_called_or_told_about_it(alone, house, cy):
    await cy.asks_for_calls("Any game")
    await alone.deals()
    for _ in range(6):
        await house.wait(31)
    assert house.messages() == []


async def test_a_closed_one_says_so_and_can_be_opened_again(alone, house):
    await alone.opens()
    await (await (await alone.press("More…")).press("Close table")).press("Close table")
    assert "this table closed. closed by its host." in alone.text
    alone.answer = await alone.press("Open again")
    assert alone.line("### Pontoon") == "### Pontoon · table 2"
    assert alone.live.table.terms.mode.private
    assert house.messages() == []
