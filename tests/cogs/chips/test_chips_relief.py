"""*Relief* below /daily: a few chips for whoever is broke, once in some hours, and for nobody who only looks broke."""

from datetime import UTC, datetime, time, timedelta

import pytest


async def poor(boss, guest, chips):
    await guest.command("balance")
    await boss.command("bank set", member=guest.member, amount=str(chips), reason="for the test")


@pytest.fixture(autouse=True)
async def no_daily_chips(house):
    """So that whoever asks for relief gets nothing else."""
    await house.sets({"daily_chips": 0, "daily_deal": False})


async def test_daily_offers_relief_to_whoever_is_broke_even_so(house, boss, ana):
    asked = await ana.command("daily")
    assert (asked.said, asked.buttons) == ("no daily chips here", [])
    await poor(boss, ana, 9)
    asked = await ana.command("daily")
    assert asked.buttons == ["Relief: 20 chips"]
    await asked.press("Relief: 20 chips")
    assert asked.said == f"relief: 20, now 29, next in {12 * 3600} s"
    assert asked.left == []
    await poor(boss, ana, 0)
    asked = await ana.command("daily")
    assert asked.said == f"no daily chips here\n- Your next relief: in {12 * 3600} s"
    await house.sets({"daily_chips": 200})
    assert "Relief" not in (await ana.command("daily")).said


async def test_the_smallest_bets_of_the_servers_games_decide_who_is_broke_and_how_much_there_is(house, boss, ana):
    await poor(boss, ana, 9)
    assert await ana.asks_for_relief() == f"relief: 20, now 29, next in {12 * 3600} s"
    await poor(boss, ana, 10)
    assert (await ana.asks_for_relief()).startswith("relief only below 10, not 10")
    limits = [key for key in house.app.servers.schema.settings if key.endswith(".limits")]
    await house.sets({key: [100, 1000] for key in limits})
    await poor(boss, ana, 99)
    await house.wait(12 * 3600)
    assert (await ana.asks_for_relief()).startswith("relief: 200, now 299")
    await house.sets({"relief": False})
    assert (await ana.asks_for_relief()).endswith("no relief here")


async def test_relief_comes_once_in_so_many_hours(house, boss, ana):
    await house.sets({"relief_hours": 2, "relief_chips": 50})
    await poor(boss, ana, 0)
    asked = await ana.command("daily")
    await house.at_once(*(ana.about_to_press_on(asked, "Relief: 50 chips") for _ in range(2)))
    assert await ana.chips() == 50, "two at once are paid once"
    await poor(boss, ana, 0)
    await house.wait(2 * 3600 - 10)
    assert await ana.asks_for_relief() == "no relief yet: in 10 s"
    await house.wait(10)
    assert (await ana.asks_for_relief()).startswith("relief: 50")


async def test_chips_at_tables_count_as_had_and_gifts_with_their_tax_until_the_next_day_ends(house, generous, ana, ben):
    await house.sets({"gifts": 40})
    table = await ana.opens(maximum=1000)
    await table.plays("Ben Sit, Ana bets all")
    assert (await ana.asks_for_relief()).startswith("relief only below 10, not 1,000")
    await ana.press("Leave", table)
    await (await ana.command("chips give", member=ben.member, amount="all")).press("Give 1,000")
    assert ", not 1,000" in await ana.asks_for_relief()
    midnight = datetime.combine(house.app.now().date() + timedelta(days=2), time(), UTC)
    await house.wait((midnight - house.app.now()).total_seconds() - 1)
    assert ", not 1,000" in await ana.asks_for_relief()
    await house.wait(2)
    assert (await ana.asks_for_relief()).startswith("relief: 20")


async def test_nobody_gets_relief_by_being_forgotten_in_between(house, ana):
    await (await ana.my_data("Delete…")).press("Delete my data")
    assert (await ana.asks_for_relief()).startswith("no relief yet:")
    await house.wait(86_400 - 60)
    assert (await ana.asks_for_relief()).startswith("no relief yet:")
    await house.wait(60)
    assert (await ana.asks_for_relief()).startswith("relief: 20")
