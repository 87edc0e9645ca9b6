"""/chips: what somebody has, and the daily chips."""

import re
from datetime import UTC, datetime, timedelta

DAY = timedelta(days=1)
COLLECTED = "You've already collected today's chips. You have 1,200 chips."


async def test_everybody_starts_with_a_thousand(ana):
    assert (await ana.command("chips balance")).said == "You have 1,000 chips."


async def test_the_balance_is_private_and_says_how_much_is_at_which_table(ana, ben):
    first, second = await ana.opens(), await ana.opens()
    for table in (first, second):
        await ben.press("Sit", table)
        await ana.bets(100, table)
    said = (await ana.command("chips balance")).said
    assert said == "You have 800 chips.\n100 more chips at table 1.\n100 more chips at table 2."


async def test_chips_in_play_count_as_at_the_table_until_the_round_is_over(house, ana):
    table = await ana.opens()
    house.deal("5S 6D", dealer="9H", then="2C 10H")
    await ana.bets(100, table)
    assert (await ana.command("chips balance")).said == "You have 900 chips.\n100 more chips at table 1."
    await ana.press("Hit", table)
    await ana.press("Stand", table)
    assert (await ana.command("chips balance")).said == "You have 900 chips."


async def test_another_members_chips(ana, ben):
    assert (await ana.command("chips balance", member=ben.member)).said == "Ben hasn't played here yet."
    await ben.command("chips daily")
    assert (await ana.command("chips balance", member=ben.member)).said == "Ben has 1,200 chips."
    assert (await ana.command("chips balance", member=ana.member)).said == "You have 1,000 chips."


async def test_each_server_has_its_own_chips(house, ana):
    await ana.command("chips daily")
    elsewhere = house.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("tables")
    abroad = elsewhere.add_member(ana.member.user)
    answer = await abroad.slash(channel, "chips balance")
    assert answer.response.content == "You have **1,000** chips."


async def test_daily_chips_can_be_collected_once_a_utc_day_and_the_next_time_is_shown(house, ana):
    midnight = _midnight_after(house.env.now())
    first = await ana.command("chips daily")
    assert first.said.startswith("You collected 200 daily chips and now have 1,200.\nCome back in ")
    assert first.said.endswith(" for 220.")
    assert _next_time(first) == midnight
    again = await ana.command("chips daily")
    assert again.said.startswith("You've already collected today's chips. You have 1,200 chips.\nCome back in ")
    assert _next_time(again) == midnight
    assert await ana.chips() == 1200


async def test_a_new_day_begins_at_midnight_utc(house, ana):
    midnight = _midnight_after(house.env.now())
    await ana.command("chips daily")
    await house.wait((midnight - house.env.now()).total_seconds() - 1)
    assert (await ana.command("chips daily")).said.startswith(COLLECTED)
    await house.wait(1)
    answer = await ana.command("chips daily")
    assert answer.said.startswith("You collected 220 daily chips (20 of them for your streak) and now have 1,420.")
    assert _next_time(answer) == midnight + DAY


async def test_a_missed_day_is_lost(house, ana):
    await ana.command("chips daily")
    await house.wait(2 * 86_400)
    assert (await ana.command("chips daily")).said.startswith("You collected 200 daily chips and now have 1,400.")


async def test_somebody_with_chips_at_stake_may_collect_daily_chips(ana, ben):
    table = await ana.opens(maximum=1000)
    await ben.press("Sit", table)
    await ana.bets("all", table)
    answer = await ana.command("chips daily")
    assert answer.said.startswith("You collected 200 daily chips and now have 200.")
    await ana.press("Leave", table)
    assert (await ana.command("chips daily")).said.startswith(COLLECTED)


async def test_the_daily_chips_are_remembered_after_a_restart(house, ana):
    await ana.command("chips daily")
    await house.restart()
    assert (await ana.command("chips daily")).said.startswith(COLLECTED)


async def test_each_day_in_a_row_brings_more_up_to_the_longest_streak(house, ana):
    await house.sets({"streak_bonus": 25, "streak_days": 3})
    paid, before = [], 1000
    for _ in range(5):
        await ana.command("chips daily")
        paid.append(await ana.chips() - before)
        before += paid[-1]
        await house.wait(86_400)
    assert paid == [200, 250, 300, 300, 300]
    said = (await ana.command("chips daily")).said
    assert "🔥 6 days in a row" in said
    assert said.endswith(" for 300.")


async def test_a_bonus_of_nothing_is_no_streak(house, ana):
    await house.sets({"streak_bonus": 0})
    await ana.command("chips daily")
    await house.wait(86_400)
    assert (await ana.command("chips daily")).said.startswith("You collected 200 daily chips and now have 1,400.")


def _midnight_after(moment):
    return datetime(moment.year, moment.month, moment.day, tzinfo=UTC) + DAY


def _next_time(answer):
    return datetime.fromtimestamp(int(re.search(r"<t:(\d+):R>", answer.result.response.content)[1]), UTC)
