"""/chips: what somebody has, and the daily chips."""

import re
from datetime import UTC, datetime, timedelta

DAY = timedelta(days=1)
COLLECTED = "daily chips collected already, 1,200"


async def test_the_balance_says_how_much_is_at_which_table_until_the_round_is_over(house, ana, ben):
    first, second = await ana.opens(), await ana.opens()
    await first.plays("Ben Sit, Ana bets 100")
    house.deal("5S 6D v 9H then 2C 10H")
    await ana.bets(100, second)
    said = (await ana.command("balance")).said
    assert said.startswith("### You have 800 chips\nand 100 more on table 1\nand 100 more on table 2\n-100 ")
    await second.plays("Ana Hit, Ana Stand")
    said = (await ana.command("balance")).said
    assert said.startswith("### You have 800 chips\nand 100 more on table 1\n-100 ")


async def test_another_members_chips_and_those_in_another_server(house, ana, ben):
    assert (await ana.command("balance", member=ben.member)).said == "Ben never played here"
    await ben.command("daily")
    assert (await ana.command("balance", member=ben.member)).said == "Ben has 1,200 chips."
    assert (await ana.command("balance", member=ana.member)).said.startswith("### You have 1,000 chips\n+1,000 ")
    elsewhere = house.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("tables")
    abroad = elsewhere.add_member(ben.member.user)
    answer = await abroad.slash(channel, "balance")
    assert house.read(answer.response.components).startswith("### You have 1,000 chips\n+1,000 ")


async def test_daily_chips_can_be_collected_once_a_utc_day_and_the_next_time_is_shown(house, ana):
    now = house.env.now()
    midnight = datetime(now.year, now.month, now.day, tzinfo=UTC) + DAY
    first = await ana.command("daily")
    assert first.said.startswith("daily chips: 200, now 1,200\n+220 · in ")
    assert _next_time(first) == midnight
    await house.restart()
    await house.wait((midnight - house.env.now()).total_seconds() - 1)
    again = await ana.command("daily")
    assert again.said.startswith(f"{COLLECTED}\n+220 · in ")
    assert _next_time(again) == midnight
    assert await ana.chips() == 1200
    await house.wait(1)
    answer = await ana.command("daily")
    assert answer.said.startswith("daily chips: 220, now 1,420")
    assert _next_time(answer) == midnight + DAY
    await house.wait(2 * 86_400)
    assert (await ana.command("daily")).said.startswith("daily chips: 200, now 1,620")


async def test_each_day_in_a_row_brings_more_up_to_the_longest_streak(house, ana):
    await house.sets({"streak_bonus": 25, "streak_days": 3})
    paid, before = [], 1000
    for _ in range(5):
        await ana.command("daily")
        paid.append(await ana.chips() - before)
        before += paid[-1]
        await house.wait(86_400)
    assert paid == [200, 250, 300, 300, 300]
    said = (await ana.command("daily")).said
    assert "🔥 6 days in a row" in said
    assert "\n+300 · in " in said
    await house.wait(86_400)
    await house.sets({"streak_bonus": 0})
    said = (await ana.command("daily")).said
    assert said.startswith("daily chips: 200"), "a bonus of nothing is no streak"


def _next_time(answer):
    return datetime.fromtimestamp(int(re.search(r"<t:(\d+):R>", str(answer.result.response.components))[1]), UTC)
