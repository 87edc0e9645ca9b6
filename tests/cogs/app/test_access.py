"""Only so many commands a minute; the next one gets a private refusal."""

from datetime import timedelta

import pytest

from cogs.app.access import MOST, SPAN, CommandLimiter

NOON = timedelta(hours=12)


def test_the_window_slides_and_everybody_has_a_limit_of_their_own_in_every_server():
    commands, second = CommandLimiter(), timedelta(seconds=1)
    for number in range(MOST):
        assert commands.admit(1, 7, NOON + number * second) is None
    assert commands.admit(1, 7, NOON + MOST * second) == SPAN - MOST * second
    assert commands.admit(1, 8, NOON + MOST * second) is None
    assert commands.admit(2, 7, NOON + MOST * second) is None
    assert commands.admit(1, 7, NOON + SPAN - second) == second
    assert commands.admit(1, 7, NOON + SPAN) is None
    assert commands.admit(1, 7, NOON + SPAN) == second


def test_people_who_have_gone_quiet_are_forgotten():
    commands = CommandLimiter(kept=10)
    for person in range(30):
        commands.admit(1, person, NOON)
    commands.admit(1, 99, NOON + SPAN)
    assert len(commands._given) == 1


@pytest.mark.parametrize("number", ["9007199254740993", 10**30])
@pytest.mark.parametrize(("command", "option"), [("blackjack open", "minimum"), ("table close", "table")])
async def test_what_is_no_whole_number_of_63_bits_is_refused_in_a_sentence(ana, command, option, number):
    refused = await ana.about_to_command(command, **{option: number}).press()
    assert refused.said == "unreadable command"


async def test_where_only_commands_are_installed_each_says_how_the_bot_is_invited_and_nothing_is_kept(house, ana):
    house.env.backend.emit("GUILD_DELETE", {"id": str(house.guild.id)})
    await house.env.settle()
    for command in ("balance", "play", "blackjack open"):
        assert (await ana.command(command)).said.startswith("only commands here, invite: https://discord.com")
    assert "only commands here, invite" not in (await ana.command("mydata")).said
    assert await house.app.store.find("SELECT owner, owner FROM accounts WHERE owner = ?", (ana.id,)) == []


async def test_too_many_commands_are_refused_privately_and_presses_still_work(house, ana):
    table = await ana.opens()
    for _ in range(MOST - 1):
        await ana.command("balance")
    for _ in range(3):
        refused = (await ana.command("balance")).said
        assert refused == f"You can use {MOST} commands a minute. ⏳ in 60 s"
    assert (await ana.press("Sit", table)).said == ""
    ben = house.guest("Ben")
    assert "You have" in (await ben.command("balance")).said
    await house.wait(60)
    assert "You have" in (await ana.command("balance")).said
