"""What people hold in their hands across a restart: running clocks, buttons, open forms, presses not yet answered."""

import pytest

pytestmark = pytest.mark.usefixtures("as_users_have_it")


@pytest.fixture
def silence(house):
    """`silence()`: nothing the bot says arrives any more, as if it were killed before it could say it."""

    def silence():
        for path in ("/interactions/*", "/webhooks/*", "/channels/*"):
            house.env.inject_error("*", path, times=None)

    return silence


async def test_a_decision_gets_its_full_time_again_and_a_press_that_arrives_after_the_restart_is_played(
    house, ana, table, restart
):
    house.deal("5S 6D v 9H then 2C 10D")
    await ana.bets(100, table)
    hit = ana.about_to_press("Hit", table)
    await house.wait(25)
    assert "Ana, it's your turn · ⏳ in 5 s" in table.text
    await restart()
    assert "Ana, it's your turn · ⏳ in 30 s" in table.text
    await hit.press()
    assert table.line("Ana ") == "5S 6D 2C = 13 · Ana 100"
    await house.wait(29)
    assert table.line("Ana ") == "5S 6D 2C = 13 · Ana 100"
    await house.wait(2)
    assert table.line("Ana ") == "5S 6D 2C = 13 · Ana -100 · now 900 chips"


async def test_the_ten_idle_minutes_start_again_and_a_button_of_a_table_that_closed_unseen_says_so(
    house, ana, table, silence, restart
):
    bet = ana.about_to_press("Bet", table)
    await house.wait(590)
    await restart()
    await house.wait(590)
    assert "Bet" in table.buttons
    silence()
    await house.wait(11)
    house.env.backend.faults.clear()
    await restart()
    assert (await bet.press()).said == "this table closed. closed as nobody played."


async def test_a_hand_that_was_played_for_somebody_late_stays_played(house, table, restart):
    await table.plays("Ben Sit, Ana Sit")
    house.deal("2S 3D, 10S 9D v 9H then 2C 3C 5C 10D")
    await table.plays("Ben bets 100, Ana bets 100, 31 s")
    played = "2S 3D 2C 3C 5C = 15 stands · Ben 100"
    assert table.line("Ben ") == played
    await restart()
    assert table.line("Ben ") == played
    assert "Ana, it's your turn · ⏳ in 30 s" in table.text


async def test_a_form_or_a_question_opened_before_may_be_answered_after(house, ana, ben, restart):
    table = await ana.opens(seats=1)
    await ben.press("Sit", table)
    await ana.press("Bet", table)  # the introduction, whose form she closes
    own, behind = await ben.press("Bet", table), await ana.press("Bet behind", table)
    late, question = await ben.press("Bet", table), await ana.press("Close table", table)
    await restart()
    await behind.fill(boxes=behind.boxes(1), main="60", pair="10")
    assert "-# behind: Ana 60" in table.text
    house.deal("10S 9D v 9H then 8C")
    await own.fill(main="100", pair="")
    assert "Dealer" in table.text
    said = (await late.fill(main="100", pair="")).said
    assert said == "too late to bet"
    assert [await ana.chips(), await ben.chips()] == [930, 900]
    await ben.press("Stand", table)
    await house.dealer_has_drawn()
    assert (await question.press("Close table")).said == "table 1 closed"
    assert table.buttons == ["Open again", "How did I play?"]


async def test_what_was_written_but_never_shown_is_shown_not_played_twice_and_paid_once(
    house, ana, table, silence, restart
):
    house.deal("5S 6D v 9H then 8C 8D")
    await ana.bets(100, table)

    async def killed_unseen(label):
        """The same button twice; the process is killed before it has answered the first."""
        press, again = ana.about_to_press(label, table), ana.about_to_press(label, table)
        before = table.line("Ana ")
        silence()
        press.dispatch()
        await house.env.settle()
        assert table.line("Ana ") == before
        house.env.backend.faults.clear()
        await restart()
        return again

    again = await killed_unseen("Hit")
    assert table.line("Ana ") == "5S 6D 8C = 19 · Ana 100"
    assert (await again.press()).said == ""
    assert table.line("Ana ") == "5S 6D 8C = 19 · Ana 100"
    again = await killed_unseen("Stand")
    assert (await again.press()).said == ""
    assert "Same" in table.buttons
    assert table.line("Ana ") == "5S 6D 8C = 19 · Ana +100 · now 1,100 chips"
    assert await ana.chips() == 1100


async def test_a_message_that_grew_old_while_the_bot_was_down_is_posted_again(house, ana, table, open_store, make_app):
    house.deal("5S 6D v 9H then 2C 10D")
    await ana.bets(100, table)
    old = table.message
    left = house.app.store
    await house.app.close()
    await left.close()
    house.env.backend.advance_clock(3600)
    await house.env.restart_bot(make_app(await open_store(left.where)))
    assert table.message.id != old.id
    assert table.line("Ana ") == "5S 6D = 11 · Ana 100"
    assert [c["type"] for c in house.raw(old)] == [10]
    await ana.press("Hit", table)
    assert await ana.chips() == 900
