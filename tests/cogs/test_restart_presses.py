"""What people hold in their hands across a restart: running clocks, buttons, open forms, presses not yet answered."""

import pytest

pytestmark = pytest.mark.usefixtures("as_users_have_it", "nobody_waits_for_friends")


@pytest.fixture
def silence(house):
    """`silence()`: nothing the bot says arrives any more, as if it were killed before it could say it."""

    def silence():
        for path in ("/interactions/*", "/channels/*"):
            house.env.inject_error("*", path, times=None)

    return silence


async def test_a_decision_gets_its_full_time_again(house, ana, table, restart):
    house.deal("5S 6D", dealer="9H", then="2C 10D")
    await ana.bets(100, table)
    await house.wait(25)
    assert "Ana, it's your turn. Time runs out in 5 s." in table.text
    await restart()
    assert "Ana, it's your turn. Time runs out in 30 s." in table.text
    await house.wait(29)
    assert table.line("1 Ana") == "1 Ana 100 5S 6D = 11"
    await house.wait(2)
    assert table.line("Ana ") == "Ana 5S 6D 2C = 13, below 19: -100"


async def test_the_betting_window_gets_its_full_time_again(house, ana, ben, table, restart):
    await ben.press("Sit", table)
    await ana.bets(100, table)
    await house.wait(15)
    assert "Place your bets. Betting closes in 5 s" in table.text
    await restart()
    assert "Place your bets. Betting closes in 20 s" in table.text
    await house.wait(19)
    assert "Place your bets" in table.text
    await house.wait(2)
    assert "Dealer" in table.text


async def test_the_ten_idle_minutes_start_again(house, table, restart):
    await house.wait(590)
    await restart()
    await house.wait(590)
    assert table.buttons
    await house.wait(11)
    assert table.buttons == ["Open again"]


async def test_a_hand_that_was_played_for_somebody_late_stays_played(house, ana, ben, table, restart):
    await ben.press("Sit", table)
    await ana.press("Sit", table)
    house.deal("2S 3D", "10S 9D", dealer="9H", then="2C 3C 5C 10D")
    await ben.bets(100, table)
    await ana.bets(100, table)
    await house.wait(31)
    played = "1 Ben 100 2S 3D 2C 3C 5C = 15 stands"
    assert table.line("1 Ben") == played
    await restart()
    assert table.line("1 Ben") == played
    assert "Ana, it's your turn. Time runs out in 30 s." in table.text


async def test_a_press_that_arrives_after_the_restart_is_played(house, ana, table, restart):
    house.deal("5S 6D", dealer="9H", then="2C 8C 10D")
    await ana.bets(100, table)
    hit = ana.about_to_press("Hit", table)
    await restart()
    await hit.press()
    assert table.line("1 Ana") == "1 Ana 100 5S 6D 2C = 13"


async def test_a_form_opened_before_may_be_sent_after(ana, ben, table, restart):
    await ben.press("Sit", table)
    own, behind = await ben.press("Bet", table), await ana.press("Bet behind", table)
    await restart()
    await behind.fill(boxes=behind.boxes(1), main="60", pair="10")
    assert "-# behind: Ana 60" in table.text
    await own.fill(main="100", pair="")
    await ben.press("Deal now", table)
    assert "Dealer" in table.text
    assert [await ana.chips(), await ben.chips()] == [930, 900]


async def test_a_form_for_a_round_that_has_begun_since_takes_no_chips(ana, ben, table, restart):
    await ben.press("Sit", table)
    form = await ana.press("Bet", table)
    await ben.bets(100, table)
    await restart()
    answer = await form.fill(main="100", pair="")
    assert answer.said == "Too late: betting on that round has closed. You keep your chips."
    assert await ana.chips() == 1000


async def test_a_question_that_only_one_person_sees_may_be_answered_after(ana, table, restart):
    panel = await ana.press("Close table", table)
    await restart()
    answer = await panel.press("Close table")
    assert answer.said == "The table is closed."
    assert table.buttons == ["Open again"]


async def test_a_move_that_was_written_but_never_shown_is_shown_and_not_played_twice(
    house, ana, table, silence, restart
):
    house.deal("5S 6D", dealer="9H", then="2C 3C 10D")
    await ana.bets(100, table)
    hit, again = ana.about_to_press("Hit", table), ana.about_to_press("Hit", table)
    silence()
    hit.dispatch()
    await house.env.settle()
    assert table.line("1 Ana") == "1 Ana 100 5S 6D = 11"
    house.env.backend.faults.clear()
    await restart()
    assert table.line("1 Ana") == "1 Ana 100 5S 6D 2C = 13"
    assert (await again.press()).said == ""
    assert table.line("1 Ana") == "1 Ana 100 5S 6D 2C = 13"


async def test_a_round_that_ended_unseen_is_paid_once_and_a_press_shows_the_table(house, ana, table, silence, restart):
    house.deal("10S 9D", dealer="9H", then="8C")
    await ana.bets(100, table)
    stand, again = ana.about_to_press("Stand", table), ana.about_to_press("Stand", table)
    silence()
    stand.dispatch()
    await house.env.settle()
    house.env.backend.faults.clear()
    await restart()
    assert (await again.press()).said == ""
    assert "Same" in table.buttons
    assert table.line("Ana ") == "Ana 10S 9D = 19, beats 17: +100"
    assert await ana.chips() == 1100


@pytest.mark.thorough
async def test_a_button_of_a_table_that_closed_unseen_says_so(house, ana, table, silence, restart):
    bet = ana.about_to_press("Bet", table)
    silence()
    await house.wait(601)
    house.env.backend.faults.clear()
    await restart()
    assert (await bet.press()).said == "This table has closed because nobody played for a while."


async def test_a_message_that_grew_old_while_the_bot_was_down_is_posted_again(house, ana, table, open_store, make_app):
    house.deal("5S 6D", dealer="9H", then="2C 10D")
    await ana.bets(100, table)
    old = table.message
    left = house.app.store
    await house.app.close()
    await left.close()
    house.env.backend.advance_clock(3600)
    await house.env.restart_bot(make_app(await open_store(left.where)))
    assert table.message.id != old.id
    assert table.line("1 Ana") == "1 Ana 100 5S 6D = 11"
    assert [c["type"] for c in house.raw(old)] == [10]
    await ana.press("Hit", table)
    assert await ana.chips() == 900
