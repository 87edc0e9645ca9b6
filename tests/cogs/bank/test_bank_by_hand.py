"""/bank change and set: only for managers of the server, each with a reason, exact, and reported."""

import pytest
import simcord

MANAGERS_ONLY = "only for managers"
NO_AMOUNT = "type 1 to 1,000,000,000"


async def ledger(house, *columns):
    return await house.app.store.find(f"SELECT {', '.join(columns)} FROM ledger ORDER BY id")


async def test_give_pays_from_the_house_and_shows_the_balance_before_and_after(house, boss, ben):
    reason = "  won\nthe\u202e \u200b  quiz\x00 "
    answer = await boss.command("bank change", member=ben.member, amount="2.5k", reason=reason)
    assert answer.said == "Ben now has 3,500 (+2,500, was 1,000)"
    assert (await ledger(house, "why", "amount", "actor", "reason", "payer_after", "payee_after"))[-1] == (
        "bank gave", 2500, boss.id, "won the quiz", -3500, 3500,
    )  # fmt: skip
    assert house.messages() == [], "nobody else is told"
    assert "+2,500 Given by a manager: won the quiz" in (await ben.looks("History")).said
    answer = await boss.command("bank change", member=ben.member, amount="1", reason="\u200b \n")
    assert answer.said == "a short reason, 200 letters"
    asked = await boss.command("language")
    await boss.member.select(asked.result.response, ["de"], custom_id="language:own")  # where 1.000 is a thousand
    await boss.command("bank change", member=ben.member, amount="1.000", reason="a prize")
    assert await house.purses(ben) == [4500]


async def test_take_takes_from_the_purse_and_says_how_much_is_at_tables(house, boss, ben):
    table = await ben.opens()
    await table.plays("Cy Sit, Ben bets 100")
    for amount, said in (
        ("-50", "Ben now has 850 (-50, was 900)\nand 100 more on table 1"),
        ("-851", "Ben has only 850"),
        ("−ALL", "Ben now has 0 (-850, was 850)\nand 100 more on table 1"),
        ("-all", "Ben has 0 chips. nothing changed\nand 100 more on table 1"),
    ):
        assert (await boss.command("bank change", member=ben.member, amount=amount, reason="a fine")).said == said


async def test_set_goes_up_and_down(boss, ben):
    for amount, said in (
        ("0", "Ben now has 0 (-1,000, was 1,000)"),
        ("1m", "Ben now has 1,000,000 (+1,000,000, was 0)"),
        ("1m", "Ben has 1,000,000 chips. nothing changed"),
    ):
        assert (await boss.command("bank set", member=ben.member, amount=amount, reason="why not")).said == said


async def test_text_that_is_no_amount_is_refused_with_a_sentence(house, boss, ben):
    for amount in (
        "--5",
        "-",
        "-half",
        "NaN",
        "1e9",
        "５",
        "half",
        " ",
        "1.000",
        "10 000",
        "all",
        "9" * 500,
    ):
        answer = await boss.command("bank change", member=ben.member, amount=amount, reason="a prize")
        assert answer.said == NO_AMOUNT
    assert await house.purses(ben) == [None]


async def test_bots_have_no_chips(house, boss):
    robot = house.guild.add_member(house.env.create_user("robot", bot=True))
    house.names[robot.id] = "Robot"
    for verb, amount in (("change", "5"), ("change", "-5"), ("set", "5"), ("reset", None)):
        options = {} if amount is None else {"amount": amount}
        answer = await boss.command(f"bank {verb}", member=robot, reason="why not", **options)
        assert answer.said == "Robot is a bot without chips"


COMMANDS = {
    "bank change": {"amount": "5"},
    "bank set": {"amount": "5"},
    "bank reset": {},
    "bank audit": {},
}


async def test_discord_shows_the_commands_only_to_managers_and_the_bot_refuses_whom_discord_lets_through(house, ben):
    await ben.chips()
    before = await ledger(house, "*")
    for command, options in COMMANDS.items():
        with pytest.raises(simcord.SetupError, match="not visible to this user"):
            await ben.command(command, member=ben.member, reason="I want to", **options)
    house.entrust(ben, "bank")
    for command, options in COMMANDS.items():
        answer = await ben.command(command, member=ben.member, reason="I want to", **options)
        assert answer.said == MANAGERS_ONLY
    assert await ledger(house, "*") == before
    assert await house.app.store.read(lambda db: db.execute("SELECT COUNT(*) FROM audits").fetchone()) == (0,)
