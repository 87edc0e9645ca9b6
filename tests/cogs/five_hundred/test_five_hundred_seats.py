"""A match of Five Hundred between its deals, on Discord: seats, start, pauses, leavers, an ante, another channel."""

import pytest

from games.core import IllegalAction
from tests.cogs.five_hundred.house import HEARTS
from tests.cogs.panel import Panel


@pytest.fixture
def four(match_of):
    return match_of(4)


async def test_partners_see_each_other_and_pick_their_seats(four):
    table = await four.ana.opens("fivehundred")
    assert "Seat 1 & Seat 3\nSeat 2 & Seat 4" in table.text
    assert "Waiting for 4 players. Press Sit to join." in table.text
    assert table.rows == [["Sit", "Seat 1", "Seat 2", "Seat 3"], ["Seat 4", "Add house player", "More…"]]
    await table.plays("Ana Sit, Ben Seat 3")
    assert "Ana & Ben" in table.text
    await table.plays("Cy Seat 2, Cy Seat 4, Dee Sit")
    assert "Dee & Cy" in table.text
    assert table.buttons == ["Ready", "Start", "More…"]


async def test_six_players_pick_their_seats_from_two_rows_of_a_phone_and_two_draw_none(house, two):
    six = await house.named("Ana").opens("fivehundred", players=6)
    alone = await house.named("Ben").opens("fivehundred", players=3)
    assert "\nSeat 1\nSeat 2\nSeat 3\n" in alone.text
    assert "-# Everyone plays alone." in alone.text
    assert six.rows == [["Sit", "Seat 2", "Seat 3", "Seat 4"], ["Seat 5", "Seat 6", "Add house player", "More…"]]
    table = await two.sit_down()
    assert table.buttons == ["Ready", "Start", "More…"]


async def test_a_match_starts_when_all_are_ready_or_the_host_starts_it(four):
    table = await four.sit_down()
    assert "only for its host or a manager" in (await table.plays("Ben Start")).said
    await table.plays("Ana Ready, Ben Ready, Cy Ready")
    assert "Ana ✓ & Cy ✓" in table.text
    assert not table.live.table.is_playing
    await table.plays("Dee Ready")
    assert table.live.table.is_playing


async def test_seats_may_be_drawn_when_the_match_starts(four):
    table = await four.sit_down()
    forged = f"b:{table.number}:{table.live.table.question_id}:draw:on"
    refused = await four.ben.about_to_press("Start", table, as_if=forged).press()
    assert refused.said == "only for its host or a manager"
    await table.plays("Ana Random seats: off")
    assert "The seats are drawn at random when the match starts." in table.text
    await table.plays("Ana Start")
    assert table.live.table.lobby.seats == tuple(guest.id for guest in reversed(four.people))
    assert table.line("Dee & Ben") == "Dee & Ben  0"


async def test_somebody_who_cannot_pay_the_ante_gets_no_seat(four):
    await four.house.sets({"five_hundred.highest_ante": 5000})
    refused = await four.ana.command("fivehundred open", ante=5000)
    assert "too few chips: 1,000 of 5,000" in refused.said
    await four.ben.command("balance")
    await four.house.sets({"starting_chips": 5000})
    table = await four.cy.opens("fivehundred", ante=5000)
    assert "too few chips: 1,000 of 5,000" in (await table.plays("Ben Sit")).said
    assert table.live.table.lobby.seats == (None,) * 4


async def test_no_new_match_has_a_higher_ante_than_the_server_wants(two):
    await two.house.sets({"starting_chips": 5000})
    await two.ana.opens("fivehundred", ante=1000)
    assert (await two.ana.command("fivehundred open", ante=1001)).said == "ante at most 1,000"
    table = await two.start(ante=700)
    await two.house.sets({"five_hundred.highest_ante": 600})
    assert table.live.table.terms.options.ante == 700
    with pytest.raises(IllegalAction, match="at most 600"):
        await two.house.sets({"five_hundred.ante": 601})


async def test_everybody_pays_the_ante_once_and_the_winners_share_it(match_of, deals):
    deals.deal(HEARTS)
    three = match_of(3)
    table = await three.start(ante=100)
    assert await three.ana.chips() == 900
    assert "ante 100 chips" in table.text
    await three.play_out(three.ana, "10 tricks", "Hearts", claims=True)
    assert "🏆 Ana wins the match" in table.text
    assert "Ana +200 · now 1,200 chips\nBen -100 · now 900 chips\nCy -100 · now 900 chips" in table.text
    assert await three.purses() == [1200, 900, 900]


async def test_a_pause_waits_for_all_and_lasts_for_days(four):
    table = await four.start()
    assert (await table.plays("Ben Pause")).said == "Waiting for Ana, Cy, and Dee"
    assert "Ben wants a pause, agree?" in table.text
    assert "Waiting for Ana, Cy, and Dee" in table.text
    await table.plays("Ana Yes, Cy Yes, Dee No")
    assert "wants a pause, agree?" not in table.text
    await four.table.plays("Ana Pause, others Yes")
    assert "Paused, no time limit." in table.text
    await four.house.wait(13 * 24 * 3600)
    assert "Bid or pass" not in table.text
    for guest in four.people:
        assert table.live.table.deadline is None
        await guest.press("Continue", table)
    assert "Paused" not in table.text
    assert "▶ Ana · Bid or pass · ⏳ in 60 s" in table.text
    panel = await Panel.of(four.ana, table)
    assert "6♠ 40" in panel.buttons


@pytest.mark.usefixtures("without_substitutes")
async def test_leaving_for_good_must_be_confirmed_and_a_replacement_needs_everybodys_consent(four):
    table = await four.start()
    asked = await table.plays("Dee Leave")
    assert "Leave the match?" in asked.said
    await asked.press("Stay")
    assert four.dee.id not in table.live.table.lobby.leaving
    await four.leaves(four.dee)
    assert four.dee.id in table.live.table.lobby.leaving
    await four.all_pass()
    assert "all passed, no score" in table.text
    assert "Dee left seat 4." in table.text
    assert "Waiting for a new player, no time limit." in table.text
    assert (await table.plays("Dee Seat 4")).said == ""
    assert "Ben & Dee" in table.text
    await four.leaves(four.dee)
    await table.plays("Eve Seat 4")
    assert "Eve asks to take over seat 4. Do you agree?" in table.text
    await table.plays("Ana Yes, Ben Yes, Cy Yes")
    assert "Ben & Eve" in table.text
    assert "-# Eve for Dee in seat 4" in table.text
    assert (await table.plays("Dee My hand")).said == "Eve has replaced you in seat 4 of this match."
    assert "You're watching." in (await table.plays("Fay My hand")).said
    four.people[3] = four.house.named("Eve")
    await four.all_pass()
    assert "has replaced" not in table.text


async def test_the_seat_of_somebody_who_stays_away_can_be_given_away_after_ten_minutes(four):
    table = await four.start()
    await four.all_pass()
    await four.house.wait(41)
    assert "Paused, no time limit." in table.text
    await table.plays("Ana Continue, Ben Continue, Cy Continue")
    assert "Waiting for Dee · 🕒 " in table.text
    assert "Can be replaced: in 600 s" in table.text
    assert table.rows == [["Continue", "How did I play?", "More…"]]
    said = (await table.plays("Ana Replace a player")).said
    assert said == "Nobody can be replaced yet. ⏳ in 600 s"
    await four.house.wait(601)
    assert "Dee hasn't come back. The others can replace them. 🕒 " in table.text
    assert "Replace a player" not in (await table.plays("Ana More…")).buttons
    assert table.rows == [["Continue", "Replace a player", "How did I play?", "More…"]]
    who = await table.plays("Ana Replace a player")
    assert "Seat 4: Dee" in who.said
    await who.press("Seat 4")
    assert "Ana asks to replace Dee, who hasn't come back. Do you agree?" in table.text
    await table.plays("Ben Yes, Cy Yes")
    assert "Dee left seat 4." in table.text


async def test_the_next_deal_waits_and_a_late_press_on_ready_counts_for_no_later_one(two):
    table = await two.start()
    await two.all_pass()
    late = two.ana.about_to_press("Ready", table)
    await table.plays("Ana Ready")
    assert "Press Ready for the next deal: Ben" in table.text
    await two.house.wait(41)
    assert "deal 2" in table.text
    await two.all_pass()
    await late.press()
    assert "Press Ready for the next deal: Ana and Ben" in table.text
    await table.plays("Ana Ready")
    assert "Press Ready for the next deal: Ben" in table.text


async def test_a_match_can_continue_in_another_channel(two):
    table = await two.start()
    old, elsewhere = two.house.channel, two.house.guild.create_text_channel("elsewhere")
    said = (await two.ana.looks_back("bring:99")).said
    assert said == "no match 99"
    said = (await two.house.guest("Gus").looks_back(f"bring:{table.number}")).said
    assert said == "only for players of the match"
    two.house.channel = elsewhere
    await two.ana.looks_back(f"bring:{table.number}")
    assert "▶ Ana · Bid or pass" in table.text
    await two.house.restart()
    assert table.live.table.channel == elsewhere.id
    await two.plays("Ana Pass")
    assert "▶ Ben · Bid or pass" in table.text
    two.house.channel = old
    assert "continues here" in two.house.texts()[-1]


@pytest.mark.parametrize("hours", [2, 48])
async def test_a_message_older_than_an_hour_is_posted_again_and_play_continues(two, hours):
    table = await two.start(pace="slow")
    first = table.message.id
    await two.house.wait(hours * 3600 / 2 - 60)
    assert (await table.plays("Ana My hand, Ana Pause")).result.acknowledged
    await two.house.wait(2)
    assert table.message.id != first
    assert "Ana wants a pause" in table.text
