"""/bank give, take and set: only for managers of the server, each with a reason, exact, and reported."""

import pytest
import simcord

MANAGERS_ONLY = "You need the permission Manage Server for this."
NO_AMOUNT = "Type a whole number of chips from 1 to 1,000,000,000, for example 250."


async def ledger(house, *columns):
    return await house.app.store.read(
        lambda db: db.execute(f"SELECT {', '.join(columns)} FROM ledger ORDER BY id").fetchall()
    )


async def purse(house, guest):
    return await house.app.economy.chips.balance(house.guild.id, guest.id)


async def test_give_pays_from_the_house_and_shows_the_balance_before_and_after(house, ben, boss):
    answer = await boss.command("bank give", member=ben.member, amount="2.5k", reason="won the quiz")
    assert answer.said == "Ben now has 3,500 chips (+2,500, was 1,000)."
    assert (await ledger(house, "why", "amount", "actor", "reason", "payer_after", "payee_after"))[-1] == (
        "bank gave", 2500, boss.id, "won the quiz", -3500, 3500,
    )  # fmt: skip
    assert house.messages() == [], "nobody else is told"
    assert "+2,500 given by a manager: won the quiz" in (await ben.command("chips history")).said


async def test_take_takes_from_the_purse_and_says_how_much_is_at_tables(ben, cy, boss):
    table = await ben.opens()
    await cy.press("Sit", table)
    await ben.bets(100, table)
    answer = await boss.command("bank take", member=ben.member, amount="50", reason="a fine")
    assert answer.said == "Ben now has 850 chips (-50, was 900).\n100 more chips at table 1."
    answer = await boss.command("bank take", member=ben.member, amount="ALL", reason="cheated")
    assert answer.said == "Ben now has 0 chips (-850, was 850).\n100 more chips at table 1."
    answer = await boss.command("bank take", member=ben.member, amount="all", reason="cheated")
    assert answer.said == "Ben already has 0 chips. Nothing has changed.\n100 more chips at table 1."


async def test_more_than_is_there_is_not_taken(house, ben, boss):
    await ben.chips()
    answer = await boss.command("bank take", member=ben.member, amount="1001", reason="cheated")
    assert answer.said == "Ben has 1,000 chips left; this takes 1,001."
    assert await purse(house, ben) == 1000


async def test_set_goes_up_and_down(ben, boss):
    answer = await boss.command("bank set", member=ben.member, amount="0", reason="broke")
    assert answer.said == "Ben now has 0 chips (-1,000, was 1,000)."
    answer = await boss.command("bank set", member=ben.member, amount="1m", reason="rich")
    assert answer.said == "Ben now has 1,000,000 chips (+1,000,000, was 0)."
    answer = await boss.command("bank set", member=ben.member, amount="1m", reason="rich")
    assert answer.said == "Ben already has 1,000,000 chips. Nothing has changed."


@pytest.mark.sampled
@pytest.mark.parametrize(
    "amount", ["-5", "NaN", "1e9", "５", "half", " ", "1.000", "10 000", "0", "1000000001", "all", "9" * 500]
)
async def test_text_that_is_no_amount_is_refused_with_a_sentence(house, ben, boss, amount):
    answer = await boss.command("bank give", member=ben.member, amount=amount, reason="a prize")
    assert answer.said == NO_AMOUNT
    assert await purse(house, ben) is None


async def test_a_reason_is_one_visible_line(house, ben, boss):
    await boss.command("bank give", member=ben.member, amount="1", reason="  for\nthe\u202e \u200b  feast\x00 ")
    assert (await ledger(house, "reason"))[-1] == ("for the feast",)
    answer = await boss.command("bank give", member=ben.member, amount="1", reason="\u200b \n")
    assert answer.said == "Give a short reason, of at most 200 characters."
    assert await purse(house, ben) == 1001


async def test_bots_have_no_chips(house, boss):
    robot = house.guild.add_member(house.env.create_user("robot", bot=True))
    house.names[robot.id] = "Robot"
    for verb in ("give", "take", "set"):
        answer = await boss.command(f"bank {verb}", member=robot, amount="5", reason="why not")
        assert answer.said == "Robot is a bot, and bots have no chips."
    answer = await boss.command("bank reset", member=robot, reason="why not")
    assert answer.said == "Robot is a bot, and bots have no chips."


COMMANDS = {
    "bank give": {"amount": "5"},
    "bank take": {"amount": "5"},
    "bank set": {"amount": "5"},
    "bank reset": {},
    "bank audit": {},
}


@pytest.mark.parametrize("command", COMMANDS)
async def test_discord_shows_the_commands_only_to_managers(ben, command):
    with pytest.raises(simcord.SetupError, match="not visible to this user"):
        await ben.command(command, member=ben.member, reason="I want to", **COMMANDS[command])


@pytest.mark.parametrize("command", COMMANDS)
async def test_the_bot_refuses_members_whom_discord_lets_through(house, ben, command):
    await ben.chips()
    house.entrust(ben, "bank")
    before = await ledger(house, "*")
    answer = await ben.command(command, member=ben.member, reason="I want to", **COMMANDS[command])
    assert answer.said == MANAGERS_ONLY
    assert await ledger(house, "*") == before
    assert await house.app.store.read(lambda db: db.execute("SELECT COUNT(*) FROM audits").fetchone()) == (0,)


async def test_an_amount_may_be_typed_as_the_managers_language_writes_it(house):
    boss, ben = house.guest("Boss", manages=True), house.guest("Ben")
    asked = await boss.command("language")
    await boss.member.select(asked.result.response, ["de"], custom_id="language:own")
    await boss.command("bank give", member=ben.member, amount="1.000", reason="a prize")
    assert await ben.chips() == 2000
