"""/bank season and the seasons in /top: the ten best are kept, and everyone is reset."""


async def seasons(guest):
    """What everybody reads in /top when its asker has opened the seasons."""
    answer = await guest.command("top")
    await answer.press("Seasons")
    return answer.now


async def rich(boss, **amounts):
    for guest, chips in amounts.values():
        await boss.command("bank set", member=guest.member, amount=str(chips), reason="for the test")


async def test_a_season_is_asked_about_first_and_its_winners_are_shown_to_everyone(house, boss, ana, ben, cy):
    gone = house.guest("Gus")
    await rich(boss, ana=(ana, 5000), ben=(ben, 300), cy=(cy, 7000), gus=(gone, 9000))
    house.guild.remove_member(gone.member)
    asked = await boss.command("bank season", name="Spring")
    assert asked.said.splitlines() == [
        "### New season?",
        "first season: 10 on record",
        "everyone gets 1,000: 4 members with 21,300",
        "no chips at tables",
        "-# Its name:",
        "Spring",
    ]
    await asked.press("Back")
    assert await house.purses(ana, ben) == [5000, 300]
    none = "no season ended yet\n-# No season is running."
    assert (await seasons(ana)).startswith(none)
    asked = await boss.command("bank season", name="Spring")
    late = boss.about_to_press_on(asked, "Start the season")
    await house.restart()
    await asked.press("Start the season")
    assert asked.said == "season Spring began with 1,000"
    assert asked.left == []
    assert await house.purses(ana, ben, cy, gone) == [1000] * 4
    (told,) = [text for text in house.texts() if "🏆" in text]
    lines = told.splitlines()
    assert lines[0] == "### 🏆 Final standings"
    assert lines[1].startswith("-# ended ")
    assert lines[2:5] == ["🥇 Cy · 7,000 chips", "🥈 Ana · 5,000 chips", "🥉 Ben · 300 chips"]
    assert lines[5:] == ["season Spring starts with 1,000"]
    await rich(boss, ana=(ana, 6000))
    assert (await late.press()).said.endswith("done already, nothing moved twice")
    assert await house.purses(ana) == [6000]
    await (await boss.command("bank season", name="Summer")).press("Start the season")
    assert house.texts()[-1].splitlines()[0] == "### 🏆 Final standings of Spring"


async def test_where_nobody_had_chips_nobody_has_won(house, boss):
    await (await boss.command("bank season", name="Spring")).press("Start the season")
    assert house.texts()[-1] == "season Spring starts with 1,000"


async def test_chips_at_tables_are_given_back_and_count_and_a_winner_who_is_forgotten_has_no_name(boss, ana, ben):
    table = await ana.opens(maximum=1000)
    await ben.command("balance")
    await table.plays("Ben Sit, Ana bets all")
    asked = await boss.command("bank season", name="Spring")
    assert "and 1,000 more on table 1" in asked.said
    await asked.press("Start the season")
    assert "🥈 Ana · 1,000 chips" in (await seasons(ben))
    await (await ana.my_data("Delete…")).press("Delete my data")
    assert "🥈 someone who left · 1,000 chips" in (await seasons(boss))


async def test_past_seasons_are_pages_that_work_after_a_restart(house, ana, ben, boss):
    for chips, name in ((2000, "Spring"), (3000, "Summer"), (4000, "Autumn")):
        await rich(boss, ana=(ana, chips))
        await (await boss.command("bank season", name=name)).press("Start the season")
        await house.wait(60)
    top = await ana.command("top")
    await top.press("Seasons")
    assert top.now.splitlines()[0] == "### 🏆 Summer"
    assert "Ana · 4,000 chips" in top.now
    assert top.left == ["Older", "All time", "This week", "Seasons"]
    await house.restart()
    await top.press("Older")
    assert top.now.splitlines()[0] == "### 🏆 Spring"
    assert top.left[:2] == ["Newer", "Older"]
    pressed = await ben.about_to_press_on(top, "Newer").press()
    assert pressed.said.splitlines()[0] == "### 🏆 Summer", "whoever didn't ask reads in private"
    assert top.now.splitlines()[0] == "### 🏆 Spring"
    await pressed.press("Older")
    assert pressed.said.splitlines()[0] == "### 🏆 Spring"
    await pressed.press("Newer")
    assert pressed.said.splitlines()[0] == "### 🏆 Summer"
    await top.press("All time")
    assert top.now.splitlines()[0] == "### 🏆 Most chips"


async def test_only_those_who_manage_the_server_can_and_name_it(house, ana, cy, boss):
    house.entrust(cy, "bank")
    assert (await cy.command("bank season", name="Mine")).said == "only for managers"
    assert (await boss.command("bank season", name="\u200b")).said == "season name of 1 to 50 letters"
    asked = await boss.command("bank season", name="Spring")
    table = await ana.opens()
    address = asked.result.response.components[0]["components"][-1]["components"][0]["custom_id"]
    assert (await ana.about_to_press("Bet", table, as_if=address).press()).said == "only for managers"
