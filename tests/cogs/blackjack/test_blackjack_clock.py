"""The clock at a Blackjack table: what it plays, who is away, who is called, who loses the seat."""

import pytest


@pytest.fixture
async def people(house):
    return house.guests("Ana Ben")


@pytest.fixture
async def table(people):
    ana, _ = people
    return await ana.opens()


@pytest.fixture
async def full_table(people, table):
    for guest in people:
        await guest.press("Sit", table)
    return table


def calls(house):
    """The messages that call somebody."""
    return [text for text in house.texts() if "it's your turn: " in text]


async def test_a_late_player_stands_on_12_and_more_and_nothing_else_is_staked(house, people, table):
    ana, _ = people
    house.deal("10S 2D", dealer="9H", then="10C")
    await ana.bets(100, table)
    await house.wait(29)
    assert "Ana, it's your turn. Time runs out in 1 s." in table.text
    await house.wait(2)
    assert table.line("Ana ") == "Ana 10S 2D = 12, below 19: -100"
    assert await ana.chips() == 900


async def test_a_late_player_hits_on_11_and_less_and_then_stands(house, people, table):
    ana, _ = people
    house.deal("5S 2D", dealer="9H", then="4C 2C KD")
    await ana.bets(100, table)
    await house.wait(31)
    assert table.line("Ana ") == "Ana 5S 2D 4C 2C = 13, below 19: -100"


async def test_the_clock_never_splits_doubles_or_surrenders(house, people, table):
    ana, _ = people
    house.deal("5S 5D", dealer="6H", then="9C 10C 10D")
    await ana.bets(100, table)
    await house.wait(31)
    assert table.line("Ana ") == "Ana 5S 5D 9C = 19, dealer bust: +100"
    assert await ana.chips() == 1100


async def test_the_clock_takes_no_insurance(house, people, full_table):
    ana, ben = people
    house.deal("10S 9D", "10D 9S", dealer="AH", then="KC")
    await ana.bets(100, full_table)
    await ben.bets(100, full_table)
    await ben.press("Insure", full_table)
    await house.wait(31)
    assert "▶ 1 Ana" in full_table.text
    assert [await ana.chips(), await ben.chips()] == [900, 850]


async def test_other_peoples_answers_do_not_change_the_clock_of_the_insurance(house, people, full_table):
    ana, ben = people
    house.deal("10S 9D", "10D 9S", dealer="AH", then="KC")
    await ana.bets(100, full_table)
    await ben.bets(100, full_table)
    await house.wait(20)
    await ben.press("No insurance", full_table)
    assert full_table.line("Waiting for") == "Waiting for Ana · time runs out in 10 s"


async def test_a_decision_in_time_restarts_the_clock_for_the_next(house, people, table):
    ana, _ = people
    house.deal("5S 2D", dealer="9H", then="4C 2C KD")
    await ana.bets(100, table)
    await house.wait(25)
    await ana.press("Hit", table)
    assert "Ana, it's your turn. Time runs out in 30 s." in table.text


async def test_after_a_missed_decision_the_rest_of_the_hand_is_played_at_once(house, people, full_table):
    ana, ben = people
    house.deal("2S 2D", "10S 9S", dealer="9H", then="2C 3C 4C KD")
    await ana.bets(100, full_table)
    await ben.bets(100, full_table)
    await house.wait(31)
    assert full_table.line("1 Ana") == "1 Ana 100 2S 2D 2C 3C 4C = 13 stands"
    assert "▶ 2 Ben" in full_table.text
    assert "Ana ran out of time · Ana draws 2C: 6 · Ana draws 3C: 9 · Ana draws 4C: 13" not in full_table.text
    assert full_table.line("-# Ana ran out of time · ").endswith(" · Ana draws 4C: 13 · Ana stands on 13")


async def test_the_results_say_who_ran_out_of_time_last(house, people, full_table):
    ana, ben = people
    house.deal("10S 9S", "10D 5S", dealer="9H", then="KD")
    await ana.bets(100, full_table)
    await ben.bets(100, full_table)
    await ana.press("Stand", full_table)
    assert "ran out of time" not in full_table.text
    await house.wait(31)
    assert full_table.line("-# Ben ran out") == "-# Ben ran out of time"


async def test_one_missed_turn_costs_no_seat(house, people, full_table):
    ana, ben = people
    house.deal("2S 2D", "10S 9S", dealer="9H", then="2C 3C 4C KD KC")
    await ana.bets(100, full_table)
    await ben.bets(100, full_table)
    await house.wait(31)
    await ben.press("Stand", full_table)
    assert full_table.line("Ana ").endswith("-100")
    await ben.bets(100, full_table)
    assert full_table.text.splitlines()[2:4] == ["1 Ana –", "2 Ben 100"]


async def test_who_presses_something_plays_again(house, people, full_table):
    ana, ben = people
    house.deal("2S 2D", "2H 2C", dealer="9H", then="2C 3C 4C 5C 6C KD KC")
    await ana.bets(100, full_table)
    await ben.bets(100, full_table)
    await ana.press("Hit", full_table)
    await house.wait(31)
    await ana.press("Rules", full_table)
    assert not full_table.live.lobby.is_away(ana.id)
    await ben.press("Hit", full_table)
    await house.wait(31)
    assert full_table.live.lobby.missed == {ben.id: 1}


async def test_somebody_who_lost_the_seat_may_take_it_again(house, people, full_table):
    ana, ben = people
    house.deal("10S 9S", dealer="9H", then="KD")
    await ben.bets(100, full_table)
    await house.wait(21)
    await ben.press("Stand", full_table)
    assert full_table.live.lobby.seats[0] is None  # rule 6
    await ana.bets(100, full_table)
    assert full_table.line("1 Ana").startswith("1 Ana 100")


async def test_leaving_a_round_in_play_asks_once_more(house, people, full_table):
    ana, ben = people
    house.deal("10S 2D", "10D 9S", dealer="9H", then="KC")
    await ana.bets(100, full_table)
    await ben.bets(100, full_table)
    panel = await ana.press("Leave", full_table)
    assert panel.said == (
        "You have chips in this round. If you leave, your hand is played automatically and you lose your seat "
        "afterwards."
    )
    assert panel.buttons == ["Leave", "Stay"]
    stayed = await panel.press("Stay")
    assert stayed.said == "Nothing has changed."
    assert "▶ 1 Ana" in full_table.text
    gone = await (await ana.press("Leave", full_table)).press("Leave")
    assert gone.said == "You leave when this round is over."
    assert full_table.line("1 Ana") == "1 Ana 100 10S 2D = 12 stands"
    await ben.press("Stand", full_table)
    assert full_table.line("Ana ") == "Ana 10S 2D = 12, below 19: -100"
    assert full_table.live.lobby.seat_of(ana.id) is None
    assert await ana.chips() == 900


async def test_answering_the_question_after_the_round_leaves_at_once(house, people, table):
    ana, _ = people
    house.deal("10S 2D", dealer="9H", then="KC")
    await ana.bets(100, table)
    panel = await ana.press("Leave", table)
    await ana.press("Stand", table)
    assert (await panel.press("Leave")).said == "You have left the table."
    assert table.live.lobby.seat_of(ana.id) is None


async def test_somebody_who_left_a_round_in_play_may_sit_down_again_before_it_ends(house, people, full_table):
    ana, ben = people
    house.deal("10S 2D", "10D 9S", dealer="9H", then="KC")
    await ana.bets(100, full_table)
    await ben.bets(100, full_table)
    await (await ana.press("Leave", full_table)).press("Leave")
    await ana.press("Sit", full_table)
    await ben.press("Stand", full_table)
    assert full_table.live.lobby.seat_of(ana.id) == 0


async def test_a_bet_behind_stays_when_its_bettor_leaves_during_the_round(house, people, table):
    ana, ben = people
    await ana.press("Sit", table)
    house.deal("5S 6D", dealer="9H", then="10C KC")
    await ben.bets_behind(1, 50, table)
    await ana.bets(100, table)
    await (await ben.press("Leave", table)).press("Leave")
    await ana.press("Double", table)
    assert "-# behind: Ben +50" in table.text


async def test_at_half_time_the_late_are_called_and_the_call_disappears_when_they_act(house, people, full_table):
    ana, ben = people
    house.deal("10S 2D", "10D 9S", dealer="9H", then="KC")
    await ana.bets(100, full_table)
    await ben.bets(100, full_table)
    await house.wait(14)
    assert calls(house) == []
    await house.wait(2)
    link = f"https://discord.com/channels/{house.guild.id}/{house.channel.id}/{full_table.message.id}"
    assert calls(house) == [f"Ana, it's your turn: {link}"]
    call = next(r for r in reversed(house.env.http_requests) if r.method == "POST" and r.path.endswith("/messages"))
    assert call.json["content"].startswith(f"<@{ana.id}>, ")
    assert call.json["allowed_mentions"]["parse"] == ["users"]
    await ana.press("Stand", full_table)
    await house.wait(0)
    assert calls(house) == []


async def test_the_call_disappears_when_the_clock_acts(house, people, table):
    ana, _ = people
    house.deal("10S 2D", dealer="9H", then="KC")
    await ana.bets(100, table)
    await house.wait(16)
    assert len(calls(house)) == 1
    await house.wait(16)
    assert calls(house) == []


async def test_players_who_have_answered_are_not_called(house, people, full_table):
    ana, ben = people
    house.deal("10S 9D", "10D 9S", dealer="AH", then="KC")
    await ana.bets(100, full_table)
    await ben.bets(100, full_table)
    await ana.press("Insure", full_table)
    await house.wait(16)
    assert [text.split(",")[0] for text in calls(house)] == ["Ben"]


async def test_nobody_is_called_at_a_quick_table(house, people):
    ana, _ = people
    table = await ana.opens(pace="quick")
    house.deal("10S 2D", dealer="9H", then="KC")
    await ana.bets(100, table)
    assert "in 15 s" in table.text
    await house.wait(10)
    assert calls(house) == []


async def test_nobody_is_called_to_bet_or_to_follow(house, people, table):
    ana, ben = people
    await ana.press("Sit", table)
    house.deal("5S 6D", dealer="9H", then="10C KC")
    await ben.bets_behind(1, 50, table)
    await house.wait(15)
    await ana.bets(100, table)
    await ana.press("Double", table)
    await house.wait(4)
    assert calls(house) == []


async def test_nothing_but_the_call_ever_pings(house, people, full_table):
    ana, ben = people
    house.deal("10S 2D", "10D 9S", dealer="9H", then="KC")
    await ana.bets(100, full_table)
    await ben.bets(100, full_table)
    await house.wait(16)
    await house.wait(16)
    await ben.press("Bump", full_table)
    await ben.press("Stand", full_table)
    await ben.command("chips top")
    # On Discord, edits ping nobody, whatever they say. A new message must say that it pings nobody.
    sent = [r.json.get("data", r.json) for r in house.env.http_requests if r.method == "POST" and "<@" in str(r.json)]
    pinging = [body for body in sent if body["allowed_mentions"]["parse"] or body["allowed_mentions"].get("users")]
    assert len(sent) > 5
    assert [body["content"].partition(": ")[0] for body in pinging] == [f"<@{ana.id}>, it's your turn"]


async def test_ten_idle_minutes_close_the_table(house, people, table):
    await house.wait(590)
    assert table.buttons
    await house.wait(11)
    assert "nobody played for a while. All chips are back with their owners." in table.text
    assert table.buttons == ["Open again"]


async def test_every_sign_of_life_restarts_the_ten_minutes(house, people, table):
    ana, _ = people
    await house.wait(590)
    await ana.press("Sit", table)
    await house.wait(590)
    assert table.buttons
    await house.wait(11)
    assert table.buttons == ["Open again"]


async def test_a_round_that_everybody_left_is_played_to_its_end_and_the_table_closes_after_ten_minutes(
    house, people, table
):
    ana, _ = people
    house.deal("2S 2D", dealer="9H", then="2C 3C 4C KD")
    await ana.bets(100, table)
    for _ in range(30):
        await house.wait(31)
    assert "-100" in table.text
    assert table.buttons == ["Open again"]
    assert await ana.chips() == 900
