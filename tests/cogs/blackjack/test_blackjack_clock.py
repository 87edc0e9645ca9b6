"""The clock at a Blackjack table: what it plays, who is away, who is called, who loses the seat."""

import pytest


@pytest.fixture
async def full_table(table):
    await table.plays("Ana Sit, Ben Sit")
    return table


@pytest.fixture
def dealt(house, full_table):
    """`await dealt("10S 9D, 10D 9S v 9H")`: Ana and Ben have bet 100 each and hold these hands."""

    async def dealt(cards):
        house.deal(cards)
        await full_table.plays("Ana bets 100, Ben bets 100")

    return dealt


def calls(house):
    """The messages that call somebody."""
    return [text for text in house.texts() if "it's your turn: " in text]


async def test_the_clock_stakes_nothing_for_a_late_player(house, table):
    house.deal("5S 5D v 6H then 9C 10C 10D")
    await table.plays("Ana bets 100, 29 s")
    assert "Ana, it's your turn · ⏳ in 1 s" in table.text
    await house.wait(2)
    assert table.line("Ana ") == "5S 5D 9C = 19 · Ana +100 · now 1,100 chips", "neither split nor doubled"
    assert await house.chips("Ana") == [1100]


async def test_the_clock_takes_no_insurance_and_other_peoples_answers_do_not_change_it(house, full_table, dealt):
    await dealt("10S 9D, 10D 9S v AH then KC")
    await house.wait(16)
    assert [text.split(",")[0] for text in calls(house)] == ["Ana and Ben"]
    await full_table.plays("4 s, Ben Insure")
    assert full_table.line("Waiting for") == "Waiting for Ana · ⏳ in 10 s"
    await house.wait(11)
    assert "▶ Ana" in full_table.text
    assert await house.chips("Ana Ben") == [900, 850]


async def test_after_a_missed_decision_the_rest_of_the_hand_is_played_at_once_and_costs_no_seat(
    house, full_table, dealt
):
    await dealt("2S 2D, 10S 9S v 9H then 2C 3C 4C KD KC")
    await house.wait(31)
    assert full_table.line("Ana ") == "2S 2D 2C 3C 4C = 13 stands · Ana 100"
    assert "▶ Ben" in full_table.text
    assert "Ana ran out of time · Ana draws 2C: 6 · Ana draws 3C: 9 · Ana draws 4C: 13" not in full_table.text
    assert full_table.line("-# Ana ran out of time · ").endswith(" · Ana draws 4C: 13 · Ana stands on 13")
    await full_table.plays("Ben Stand")
    assert full_table.line("Ana ").endswith("Ana -100 · now 900 chips")
    await full_table.plays("Ben bets 100")
    assert full_table.text.splitlines()[2:4] == ["1 Ana –", "2 Ben 100"]


async def test_the_results_say_who_ran_out_of_time_last(house, full_table, dealt):
    await dealt("10S 9S, 10D 5S v 9H then KD")
    await full_table.plays("Ana Stand")
    assert "ran out of time" not in full_table.text
    await house.wait(31)
    assert full_table.line("-# Ben ran out") == "-# Ben ran out of time"


async def test_leaving_a_round_in_play_asks_once_more(house, full_table, dealt):
    await dealt("10S 2D, 10D 9S v 9H then KC")
    panel = await full_table.plays("Ana Leave")
    assert panel.said == "in the round, leaving costs the seat"
    assert panel.buttons == ["Leave", "Stay"]
    assert (await panel.press("Stay")).said == ""
    assert "▶ Ana" in full_table.text
    gone = await (await full_table.plays("Ana Leave")).press("Leave")
    assert gone.said == "you leave after this round"
    assert full_table.line("Ana ") == "10S 2D = 12 stands · Ana 100"
    await full_table.plays("Ben Stand")
    assert full_table.line("Ana ") == "10S 2D = 12 · Ana -100 · now 900 chips"
    assert full_table.live.table.lobby.seat_of(house.named("Ana").id) is None
    assert await house.chips("Ana") == [900]
    await full_table.plays("Ana bets 100")
    assert full_table.line("1 Ana").startswith("1 Ana 100")


async def test_answering_the_question_after_the_round_leaves_at_once(house, table):
    house.deal("10S 2D v 9H then KC")
    panel = await table.plays("Ana bets 100, Ana Leave")
    await table.plays("Ana Stand")
    assert (await panel.press("Leave")).said == "you left the table"
    assert table.live.table.lobby.seat_of(house.named("Ana").id) is None


async def test_a_bet_behind_stays_when_its_bettor_leaves_during_the_round_and_nobody_is_called_to_it(house, table):
    house.deal("5S 6D, 10D 9S v 9H then 10C KC")
    await table.plays("Ana Sit, Cy bets 50 behind 1, 15 s, Ana bets 100")
    await (await table.plays("Cy Leave")).press("Leave")
    await table.plays("Ana Double, 4 s")
    assert calls(house) == []
    assert "Cy +50" in table.text


async def test_at_half_time_the_late_are_called_until_they_or_the_clock_act_and_nothing_else_ever_pings(
    house, full_table, dealt
):
    ana = house.named("Ana")
    await dealt("10S 2D, 10D 9S v 9H then KC")
    await house.wait(14)
    assert calls(house) == []
    await house.wait(2)
    link = f"https://discord.com/channels/{house.guild.id}/{house.channel.id}/{full_table.message.id}"
    assert calls(house) == [f"Ana, it's your turn: {link}"]
    await full_table.plays("Ana Stand, 0 s")
    assert calls(house) == []
    await house.wait(16)
    assert [text.split(",")[0] for text in calls(house)] == ["Ben"]
    await house.wait(16)
    assert calls(house) == []
    await full_table.plays("Ben Bump")
    await ana.command("top")
    # On Discord, edits ping nobody, whatever they say. A new message must say that it pings nobody.
    sent = [r.json.get("data", r.json) for r in house.env.http_requests if r.method == "POST" and "<@" in str(r.json)]
    pinging = [body for body in sent if body["allowed_mentions"]["parse"] or body["allowed_mentions"].get("users")]
    assert len(sent) > 4
    assert [(body["content"].partition(": ")[0], body["allowed_mentions"]["users"]) for body in pinging] == [
        (f"<@{guest.id}>, it's your turn", [str(guest.id)]) for guest in (ana, house.named("Ben"))
    ]
    assert not any(body["allowed_mentions"]["parse"] for body in pinging)


async def test_nobody_is_called_who_has_answered_or_at_a_quick_table(house, full_table, dealt):
    await dealt("10S 9D, 10D 9S v AH then KC")
    await full_table.plays("Ana Insure, 16 s")
    assert [text.split(",")[0] for text in calls(house)] == ["Ben"]
    quick = await house.guest("Cy").opens(pace="quick")
    house.deal("10S 2D v 9H then KC")
    await quick.plays("Cy bets 100")
    assert "in 15 s" in quick.text
    await house.wait(10)
    assert "Cy, it's your turn: " not in str(house.texts())


async def test_ten_minutes_without_a_sign_of_life_close_the_table(house, table):
    await table.plays("590 s, Ana Sit, 590 s")
    assert table.buttons
    await house.wait(11)
    assert "closed as nobody played. all chips back." in table.text
    assert table.buttons == ["Open again"]
