"""/chips relief: a few chips for somebody who is broke, once in some hours, and for nobody who only looks broke."""


async def poor(boss, guest, chips):
    await guest.command("chips balance")
    await boss.command("bank set", member=guest.member, amount=str(chips), reason="for the test")


async def test_the_smallest_bets_of_the_servers_games_decide_who_is_broke_and_how_much_there_is(ana, boss):
    await poor(boss, ana, 9)
    said = (await ana.command("chips relief")).said
    assert said == f"You got 20 relief chips and now have 29. You can ask again in {12 * 3600} s."
    await poor(boss, ana, 10)
    said = (await ana.command("chips relief")).said
    assert said.startswith("Relief is for members with fewer than 10 chips. You have 10, ")


async def test_the_limits_of_the_server_count(house, ana, boss):
    await house.sets({f"{game}.limits": [100, 1000] for game in ("blackjack", "pok_deng", "pontoon")})
    await poor(boss, ana, 99)
    assert (await ana.command("chips relief")).said.startswith("You got 200 relief chips and now have 299.")


async def test_relief_comes_once_in_so_many_hours(house, ana, boss):
    await house.sets({"relief_hours": 2, "relief_chips": 50})
    await poor(boss, ana, 0)
    assert (await ana.command("chips relief")).said.startswith("You got 50 relief chips")
    await poor(boss, ana, 0)
    await house.wait(2 * 3600 - 10)
    assert (await ana.command("chips relief")).said == "You can't get relief again yet. Ask again in 10 s."
    await house.wait(10)
    assert (await ana.command("chips relief")).said.startswith("You got 50 relief chips")


async def test_chips_at_tables_count_as_had(ana, ben):
    table = await ana.opens(maximum=1000)
    await ben.press("Sit", table)
    await ana.bets("all", table)
    assert (await ana.command("chips relief")).said.startswith(
        "Relief is for members with fewer than 10 chips. You have 1,000,"
    )


async def test_chips_given_away_count_as_had_for_a_day(house, ana, ben, generous):
    await ana.command("chips give", member=ben.member, amount="all")
    assert "You have 1,000, counting" in (await ana.command("chips relief")).said
    await house.wait(86_400 - 1)
    assert "You have 1,000, counting" in (await ana.command("chips relief")).said
    await house.wait(2)
    assert (await ana.command("chips relief")).said.startswith("You got 20 relief chips")


async def test_nobody_gets_relief_by_being_forgotten_in_between(house, ana):
    question = await ana.command("mydata delete")
    await question.press("Delete my data")
    assert (await ana.command("chips relief")).said.startswith("You can't get relief again yet.")
    await house.wait(86_400 - 60)
    assert (await ana.command("chips relief")).said.startswith("You can't get relief again yet.")
    await house.wait(60)
    assert (await ana.command("chips relief")).said.startswith("You got 20 relief chips")


async def test_two_at_once_are_paid_once(house, ana, boss):
    await poor(boss, ana, 0)
    await house.at_once(ana.about_to_command("chips relief"), ana.about_to_command("chips relief"))
    assert await ana.chips() == 20


async def test_a_server_can_do_without(house, ana):
    await house.sets({"relief": False})
    assert (await ana.command("chips relief")).said == "This server gives no relief."
