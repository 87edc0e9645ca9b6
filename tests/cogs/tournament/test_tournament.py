"""A tournament from its announcement to the prizes."""

from collections import Counter
from dataclasses import replace

import pytest

from cogs.tournament import course
from cogs.tournament.director import Director
from cogs.tournament.entry import most_people
from cogs.tournament.posts import Posts
from data.tables.tournaments import Tournaments
from tables.clock import Pace
from tables.tournament.agreed import Agreed, seating_of
from tables.tournament.plan import System
from tools.record import read_match

NAMES = "Ana Ben Cyn Dan Eli Fay Gus Hal"


@pytest.fixture
def people(house):
    """Eight members."""
    return house.guests(NAMES)


async def begins(cup, people, *, here=None):
    """Let people sign up and, when they are called, check in."""
    for guest in people:
        await cup.press(guest, "Sign up")
    await cup.minutes(15)
    for guest in people if here is None else here:
        await cup.press(guest, "Check in")
    await cup.wait(4)
    called = [text[-3:] for text in cup.house.texts() if "or you don't play" in text]
    assert called == ([] if here is None else ["Hal"])
    await cup.minutes(16)


async def test_a_tournament_of_pairs_from_sign_up_to_the_prizes(house, cup, mia, people, calls_of):
    assert (await cup.opens(mia, rounds=2, prize=1_000)).said == "tournament Spring Cup announced"
    assert "Five Hundred · pairs · Swiss · 2 rounds · 2 deals each · relaxed\nPrize: 1,000 chips" in cup.text
    assert "Nobody has signed up yet." in cup.text
    await begins(cup, people)
    assert "Round 1 of 2" in cup.text
    assert cup.text.endswith("2 tables play the same cards. My tournament leads to yours.")
    assert (await cup.press(mia, "My tournament")).left == ["Cancel the tournament"], "too late to sign up"
    assert len(cup.tables()) == 2
    cup.there = people[:6]
    texts = await cup.to_the_end()
    assert [text for text in texts if "after round 1" in text]
    assert [text for text in texts if text.startswith("### Spring Cup: the end")]
    chips = await house.chips(NAMES)
    assert sum(chips) > 8_000
    assert chips[6:] == [1_000, 1_000]  # they were away
    (event,) = house.env.backend.get_guild(house.guild.id).scheduled_events.values()
    assert (event.status, event.scheduled_start_time < event.scheduled_end_time) == (3, True), "it has ended"
    assert not cup.tables()
    worked_out = calls_of(course, "standings")
    assert "\nPlace " in (await cup.press(people[0], "My tournament")).said
    assert worked_out == [], "it is kept"


async def test_whoever_never_presses_after_checking_in_gets_no_prize_and_no_call_lies_there_at_the_end(
    house, cup, mia, people
):
    await cup.opens(mia, system="knock-out", prize=1_000)
    await begins(cup, people)
    threads = [table.channel for table in cup.tables()]
    texts = await cup.to_the_end()
    assert [text.splitlines()[0] for text in texts if "· table" not in text] == [
        "### 🏆 Spring Cup",
        "### Spring Cup: after round 1",
        "### Spring Cup: the end",
    ]
    assert [len(house.env.backend.messages[thread]) for thread in threads] == [1, 1]
    assert await house.chips(NAMES) == [1_000] * 8


async def test_a_name_looks_like_nothing_else_wherever_it_is_read(house, cup, mia, people):
    await cup.opens(mia, name=f"[free](https://x.y) <@{people[0].id}>", rounds=2)
    await begins(cup, people)
    shown = await mia.command("tournament show")
    asked = await (await cup.press(people[0], "My tournament")).press("Withdraw")
    form = await shown.press("Cancel the tournament")
    await cup.until_round(2)
    done = await form.fill(reason=f"[free](https://x.y) <@{people[0].id}>")
    await cup.wait(15)
    said = [text for text in house.texts() if "· table" not in text]  # Discord says itself that a thread was made
    said += [shown.said, asked.said, done.said]
    assert sum("free" in text for text in said) == 6
    assert not [text for text in said if "[free](" in text.replace("\\[", "") or "x.y) Ana" in text]


async def test_two_who_name_each_other_play_together(house, cup, mia, people):
    ana, ben, cyn, *_ = people
    await cup.opens(mia)
    await cup.press(cyn, "Sign up")
    own = await cup.press(ana, "Sign up")
    assert own.said.endswith("You'll get a partner who has none yet.")
    said = await cup.names(ana, own, ben)
    assert said.endswith("You have named Ben, who has to name you too.")
    own = await cup.press(ben, "Sign up")
    assert own.said.endswith("Ana would like to play with you. To accept, choose them below.")
    assert (await cup.names(ben, own, ana)).endswith("Your partner is Ana.")
    await begins(cup, people)
    pairs = await house.app.store.find("SELECT person, entrant FROM tournament_players")
    entrants = dict(pairs)
    assert entrants[ana.id] == entrants[ben.id]
    assert len(set(entrants.values())) == 4


async def test_nobody_names_themselves_or_a_bot(house, cup, mia, people):
    await cup.opens(mia)
    own = await cup.press(people[0], "Sign up")
    assert await cup.names(people[0], own, people[0]) == "Choose someone else as your partner."
    bot = house.guest("Robot")
    house.env.backend.get_user(bot.id).bot = True
    assert await cup.names(people[0], own, bot) == "Robot is a bot. House players join by themselves."


async def test_whoever_has_not_checked_in_does_not_play_and_an_odd_number_has_a_house_player(house, cup, mia, people):
    await cup.opens(mia, rounds=1)
    await begins(cup, people, here=people[:5])
    own = (await cup.press(people[7], "My tournament")).said
    assert own.endswith("You didn't check in on time, so you don't play.")
    late = await people[7].forges(house.messages()[-1], "tournament:checkin:1")
    assert late.said == "Nobody can check in now."
    assert len(cup.tables()) == 2  # three pairs, and one of the house
    seated = [person for table in cup.tables() for person in table.lobby.seats]
    assert sum(person in {guest.id for guest in people} for person in seated) == 5
    partners = [(await cup.press(guest, "My tournament")).said.splitlines()[-1] for guest in people[:5]]
    assert partners.count("A house player is your partner.") == 1


async def test_a_tournament_of_another_server_answers_to_no_button(house, cup, mia):
    await cup.opens(mia)
    elsewhere = house.env.create_guild("Elsewhere")
    eve = house.guest("Eve", guild=elsewhere)
    channel = elsewhere.create_text_channel("tables")
    await eve.member.slash(channel, "blackjack open")
    forged = await eve.forges(channel.history()[-1], "tournament:signup:1")
    assert forged.said == "There is no such tournament in this server."


def test_sixteen_pairs_are_two_and_thirty_people():
    agreed = Agreed("five_hundred", True, System.ROUND_ROBIN, 0, 2, Pace.NORMAL)
    assert most_people(agreed) == 2 * most_people(replace(agreed, pairs=False)) == 32


async def test_fewer_than_four_cancel_it(house, cup, mia, people):
    await cup.opens(mia)
    await begins(cup, people, here=people[:3])
    assert await cup.stage() == "cancelled"
    why = "-# too few checked in"
    assert cup.text.endswith(f"\n{why}\ntournament cancelled")
    assert house.texts()[-1].startswith(f"Spring Cup is cancelled.\n{why}\n-# Ana, Ben,")
    assert not [text for text in house.texts() if "Check in" in text]
    with pytest.raises(AssertionError, match="no button Sign up"):
        await cup.press(people[0], "Sign up")


@pytest.mark.parametrize("moment", ["before the call", "in a round", "between rounds"])
async def test_a_restart_changes_nothing(house, cup, mia, people, moment):
    await cup.opens(mia, rounds=2)
    if moment == "before the call":
        await house.restart()
    await begins(cup, people)
    if moment == "in a round":
        await cup.wait(60)
        numbers = [table.id for table in cup.tables()]
        await house.restart()
        await cup.wait(15)
        assert [table.id for table in cup.tables()] == numbers
    if moment == "between rounds":
        await cup.until_round(2)
        await house.restart()
        await cup.wait(15)
        assert len(cup.tables()) == 2
    texts = await cup.to_the_end()
    assert sum("after round 1" in text for text in texts) == 1
    assert sum(text.startswith("### Spring Cup: the end") for text in texts) == 1
    rows = await house.app.store.find("SELECT round, COUNT(*) FROM tournament_tables GROUP BY round ORDER BY round")
    assert rows == [(1, 2), (2, 2)]


async def test_each_is_called_in_time_however_long_it_is_until_then(house, cup, mia, people):
    await cup.opens(mia, start="10d")
    await cup.press(people[0], "Sign up")
    await cup.wait(60)
    assert "\n1 player has signed up\nAna" in cup.text
    await cup.opens(mia, name="Cup of Today")
    await cup.press(people[0], "Sign up")
    await cup.minutes(16)

    def calls():
        return [text.splitlines()[0] for text in house.texts() if "or you don't play" in text]

    assert calls() == ["### Cup of Today: check in"]
    await cup.wait(10 * 86_400 - 32 * 60 + 20)
    assert calls() == ["### Spring Cup: check in"]


async def test_whoever_withdraws_is_out_from_the_next_round_on(house, cup, mia, people):
    await cup.opens(mia, rounds=2, players="single players")
    await begins(cup, people)
    asked = await (await cup.press(people[0], "My tournament")).press("Withdraw")
    await asked.press("Withdraw")
    own = await cup.press(people[0], "My tournament")
    assert own.said.endswith("You have withdrawn.")
    assert "Withdraw" not in own.buttons
    assert people[0].id in [person for table in cup.tables() for person in table.lobby.seats]
    await cup.until_round(2)
    await cup.wait(15)
    assert people[0].id not in [person for table in cup.tables() for person in table.lobby.seats]
    cups = Tournaments(house.app.store)
    (own,) = [player.entrant for player in await cups.players(1) if player.person == people[0].id]
    assert {table.round for table in await cups.tables(1) if own in seating_of(table.seating)} == {1}
    assert (await cup.to_the_end())[-1].startswith("### Spring Cup: the end")


async def corrects(manager, member, percent="60", reason="a misdeal"):
    """What the manager is told who fills in the form behind *Correct a score*."""
    form = await (await manager.command("tournament show")).press("Correct a score")
    return (await form.fill(member=[member.member], round=["1"], percent=percent, reason=reason)).said


async def test_a_manager_corrects_a_score_and_everybody_reads_why(house, cup, mia, people):
    await cup.opens(mia, rounds=2)
    await begins(cup, people)
    assert "Correct a score" not in (await mia.command("tournament show")).buttons
    await cup.until_round(2)
    assert await corrects(mia, people[0]) == "Ana's score in round 1 is now 60%."
    assert house.texts()[-1].startswith("Round 1: Mia changed the score of")
    assert house.texts()[-1].endswith("to 60%: a misdeal")
    assert await corrects(mia, people[0], percent="101") == "101 is too much. The maximum is 100."
    assert await corrects(mia, mia) == "Mia didn't play in round 1."
    assert "Correct a score" not in (await people[0].command("tournament show")).buttons
    form = await (await mia.command("tournament show")).press("Correct a score")
    texts = await cup.to_the_end()
    assert "Mia changed the score of" in texts[-1]
    assert "Place 1 of 4 with 55.0%" in (await cup.press(people[0], "My tournament")).said
    late = await form.fill(member=[people[0].member], round=["1"], percent="0", reason="late")
    assert late.said == "tournament over"


async def test_managers_who_take_part_and_members_correct_and_end_nothing(house, cup, mia, people):
    playing = house.guest("Max", manages=True)
    await cup.opens(mia, rounds=2)
    await begins(cup, [*people, playing])
    await cup.until_round(2)
    said = "You take part in this tournament, so another manager has to do that."
    shown = await playing.command("tournament show")
    assert (await shown.press("Correct a score")).said == said
    assert (await shown.press("Cancel the tournament")).said == said
    forged = await people[0].forges(house.messages()[-1], "tournamentscore:1")
    assert forged.said.startswith("only for managers")


async def test_no_manager_closes_a_table_of_a_tournament(house, cup, mia, people):
    playing = house.guest("Max", manages=True)
    await cup.opens(mia, rounds=1)
    await begins(cup, [*people, playing])
    tables = [table.id for table in cup.tables()]
    for manager in (playing, mia):
        for number in tables:
            for reason in ({}, {"reason": "the lamp is broken"}):
                answer = await manager.command("table close", table=number, **reason)
                assert answer.said == (
                    "This table belongs to a tournament: its players stay, and it is played to its end."
                )
    assert [table.id for table in cup.tables()] == tables


async def test_one_that_nobody_joined_leaves_nothing_in_the_channel(house, cup, mia):
    await cup.opens(mia)
    await cup.minutes(31)
    assert (await cup.stage(), house.texts()) == ("cancelled", [])
    shown = await mia.command("tournament show")
    assert shown.said.startswith("### Spring Cup\nCancelled\n-# too few checked in")


@pytest.mark.parametrize("moment", [None, (Posts, "tell_cancelled"), (Director, "_end_tables")])
async def test_a_cancelled_tournament_ends_its_tables_and_says_why(house, cup, mia, people, fails_at, moment):
    log = house.guild.create_text_channel("log")
    await house.sets({"log_channel": log.id})
    await cup.opens(mia, prize=500)
    await begins(cup, people)
    form, late = [await (await mia.command("tournament show")).press("Cancel the tournament") for _ in range(2)]
    if moment:  # the bot is killed as it begins to do that
        house.expects_faults = True
        killed = fails_at(*moment)
    assert (await form.fill(reason="no *light*")).said == "Spring Cup is cancelled."
    if moment:
        killed.close()
        await house.restart()
    await cup.wait(15)
    assert not cup.tables()
    assert house.say("".join(message.content for message in log.history())).count("Mia voided the round at") == 2
    why = "-# Mia cancelled it: no \\*light\\*"
    assert house.texts()[-1] == f"Spring Cup is cancelled.\n{why}\n-# Ana, Ben, Cyn, Dan, Eli, Fay, Gus, and Hal"
    assert why in cup.text
    assert (await late.fill(reason="again")).said == "tournament over"
    assert sum(await house.chips(NAMES)) == 8_000
    assert "Cancel the tournament" not in (await mia.command("tournament show")).buttons
    assert "Cancel the tournament" not in (await people[0].command("tournament show")).buttons


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"start": "soon"}, "Type how long it is until the start, such as 30m, 2h or 3d."),
        ({"start": "20:00"}, "Type how long it is until the start, such as 30m, 2h or 3d."),
        ({"start": "in 2 minutes"}, "start in 5 minutes to 30 days"),
        ({"start": "1m"}, "start in 5 minutes to 30 days"),
        ({"start": "40d"}, "start in 5 minutes to 30 days"),
        ({"name": "\u200b"}, "Give the tournament a name."),
    ],
)
async def test_what_makes_no_tournament_is_refused(cup, mia, wanted, said):
    assert (await cup.opens(mia, **wanted)).said == said


async def test_members_announce_none_and_a_server_has_three_at_most(house, cup, mia, people):
    assert (await cup.opens(people[0])).said.startswith("only for managers")
    for _ in range(3):
        await cup.opens(mia)
    said = (await cup.opens(mia)).said
    assert said == "This server has three open tournaments. Wait until one is over, or cancel it."
    shown = (await people[0].command("tournament show")).said.splitlines()
    assert [line for line in shown if line.startswith("###")] == [
        f"### Spring Cup{number}" for number in (" (3)", " (2)", "")
    ]
    await house.sets({"house_players": "off"})
    assert (await cup.opens(mia)).said == "house players are off"
    await house.sets({"tournaments": False})
    assert (await cup.opens(mia)).said == "Tournaments are switched off in this server."


@pytest.mark.parametrize(("players", "system"), [("pairs", "Swiss"), ("single players", "round robin")])
async def test_its_rules_are_those_of_this_tournament(cup, mia, players, system):
    await cup.opens(mia, players=players, system=system, prize=100 * (players == "pairs"))
    rules = (await cup.press(mia, "Rules")).said
    assert ("play as a pair" in rules, "a new partner in each round" in rules) == (
        players == "pairs",
        players != "pairs",
    )
    assert ("Swiss:" in rules, "Round robin:" in rules, "Knock-out:" in rules) == (
        system == "Swiss",
        system != "Swiss",
        False,
    )
    assert ("of the prize" in rules) is (players == "pairs")
    assert len(rules.splitlines()) == 5 - (players != "pairs")


async def test_what_a_deal_brought_is_in_no_list_while_other_tables_play_it(house, cup, mia, people):
    await cup.opens(mia, rounds=1)
    await begins(cup, people)
    first, other = cup.tables()
    await cup.until_deal(first)
    assert "Match" not in (await mia.command("fivehundred matches")).said
    await cup.to_the_end()
    assert f"Match {first.id}" in (await mia.command("fivehundred matches")).said
    assert f"Match {other.id}" in (await mia.command("fivehundred matches")).said
    (file,) = (await mia.looks_back(f"matchfile:{first.id}")).result.response.attachments
    text = (await file.read()).decode()
    assert text.splitlines()[1] == f"tournament table: {first.id}"
    assert len(read_match(text)) == 2


@pytest.mark.thorough
async def test_a_tournament_of_128_goes_on_by_itself(house, cup):
    mia = house.guest("Mia", manages=True)
    await cup.opens(mia, rounds=2, prize=10_000)
    people = range(10_001, 10_129)
    house.names |= {person: f"Nobody {person}" for person in people}
    with house.as_the_bot():
        await cup.everybody_signs_up(people)
    await cup.minutes(31)
    assert len(cup.tables()) == 32
    await cup.to_the_end()
    assert await cup.stage() == "over"
    rows = await house.app.store.find("SELECT record FROM match_deals")
    dealt = Counter(record for (record,) in rows)
    assert set(dealt.values()) == {32}  # the same cards at all tables
    assert len(dealt) == 4
    paid = await house.app.store.find("SELECT SUM(amount), COUNT(*) FROM ledger WHERE why = 'tournament prize'")
    assert paid == [(None, 0)]  # all were away
