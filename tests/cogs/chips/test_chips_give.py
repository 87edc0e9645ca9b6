"""/chips give: within the server's limits, announced to everybody, and with a question first where it is taxed."""

import pytest

pytestmark = pytest.mark.usefixtures("generous")


async def purses(house, *guests):
    return [await house.app.economy.chips.balance(house.guild.id, guest.id) for guest in guests]


async def test_a_gift_is_announced_to_everybody_and_pings_nobody(house, ana, ben):
    answer = await ana.command("chips give", member=ben.member, amount="250")
    assert answer.said == "You gave Ben 250 chips. You have 750 left."
    assert house.texts() == ["Ana gave Ben 250 chips."]
    sent = next(request.json for request in reversed(house.env.http_requests) if request.method == "POST")
    assert sent["allowed_mentions"]["parse"] == []
    assert await purses(house, ana, ben) == [750, 1250]
    assert "-250 gift to Ben" in (await ana.command("chips history")).said
    assert "+250 gift from Ana" in (await ben.command("chips history")).said


@pytest.mark.sampled
@pytest.mark.parametrize(("amount", "left"), [("all", 0), ("half", 500), ("1k", 0), ("1,000", 0), (" 7 ", 993)])
async def test_amounts_can_be_typed_as_everywhere_else(house, ana, ben, amount, left):
    await ana.command("chips give", member=ben.member, amount=amount)
    assert await purses(house, ana, ben) == [left, 2000 - left]


@pytest.mark.sampled
@pytest.mark.parametrize("amount", ["-5", "NaN", "1e9", "５", "0", "1.5", "min", " ", "10 000"])
async def test_text_that_is_no_amount_is_refused_with_a_sentence(house, ana, ben, amount):
    answer = await ana.command("chips give", member=ben.member, amount=amount)
    assert answer.said == "Type a whole number of chips from 1 to 1,000,000,000, for example 250."
    assert await purses(house, ana, ben) == [1000, None]


async def test_a_gift_larger_than_the_purse_is_refused_and_chips_at_tables_do_not_count(house, ana, ben):
    table = await ana.opens()
    await ben.press("Sit", table)
    await ana.bets(500, table)
    answer = await ana.command("chips give", member=ben.member, amount="501")
    assert answer.said == "You have 500 chips; this takes 501."
    await ana.command("chips give", member=ben.member, amount="all")
    answer = await ana.command("chips give", member=ben.member, amount="all")
    assert answer.said == "You have 0 chips; that is too little."
    assert await purses(house, ana, ben) == [0, 1500]


async def test_nobody_gives_to_themselves_to_bots_or_to_people_outside_the_server(house, ana):
    robot = house.guild.add_member(house.env.create_user("robot", bot=True))
    away = house.env.create_user("away", global_name="Away")
    house.names |= {robot.id: "Robot", away.id: "Away"}
    for member, said in (
        (ana.member, "You can't give chips to yourself. Choose someone else."),
        (robot, "Robot is a bot, and bots have no chips."),
        (away, "Away isn't in this server."),
    ):
        assert (await ana.command("chips give", member=member, amount="5")).said == said
    assert house.messages() == []


async def test_a_server_may_forbid_gifts(house, ana, ben):
    await house.sets({"transfers": "off"})
    answer = await ana.command("chips give", member=ben.member, amount="5")
    assert answer.said == "Gifts are off in this server."
    assert await purses(house, ana, ben) == [None, None]


async def test_the_tax_is_named_before_anything_moves(house, ana, ben):
    await house.sets({"transfers": "taxed", "transfer_tax": 15})
    asked = await ana.command("chips give", member=ben.member, amount="101")
    assert asked.said == "Ben gets 85 of your 101 chips; the house takes a 15% tax (16)."
    assert await purses(house, ana, ben) == [1000, None]
    await house.restart()
    await asked.press("Give 101")
    assert asked.said.splitlines()[0] == "You gave Ben 85 chips and paid 16 in tax. You have 899 left."
    assert house.texts() == ["Ana gave Ben 85 chips, and the house 16."]
    assert await purses(house, ana, ben) == [899, 1085]


async def test_back_gives_nothing(house, ana, ben):
    await house.sets({"transfers": "taxed"})
    asked = await ana.command("chips give", member=ben.member, amount="100")
    await asked.press("Back")
    assert asked.said == "Nothing has changed."
    assert await purses(house, ana, ben) == [1000, None]


async def test_a_tax_that_takes_all_is_refused(house, ana, ben):
    await house.sets({"transfers": "taxed"})
    answer = await ana.command("chips give", member=ben.member, amount="1")
    assert answer.said == "The tax would take all of that. Give more chips."


async def test_two_presses_give_once(house, ana, ben):
    await house.sets({"transfers": "taxed"})
    asked = await ana.command("chips give", member=ben.member, amount="100")
    presses = [ana.about_to_press_on(asked, "Give 100") for _ in range(2)]
    answers = await house.at_once(*presses)
    assert "That has already been done. No chips have moved twice." in "\n".join(answer.said for answer in answers)
    assert await purses(house, ana, ben) == [900, 1090]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"transfer_tax": 20}, "The tax on gifts has just changed. Run the command again."),
        ({"transfers": "on"}, "The tax on gifts has just changed. Run the command again."),
        ({"transfers": "off"}, "The tax on gifts has just changed. Run the command again."),
    ],
)
async def test_changes_of_the_server_since_the_question_count(house, ana, ben, change, said):
    await house.sets({"transfers": "taxed"})
    asked = await ana.command("chips give", member=ben.member, amount="100")
    await house.sets(change)
    assert (await asked.press("Give 100")).said.endswith(said)
    assert await purses(house, ana, ben) == [1000, None]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"transfers": "off"}, "Gifts are off in this server."),
        ({"transfers": "taxed"}, "The tax on gifts has just changed. Run the command again."),
        ({"transfer_cap": 150}, "Here you can give away 150 chips a day, taxes included. You have given 100 today."),
        ({"transfer_rounds": 3}, "Here you can give chips after playing 3 rounds. So far you have played 0."),
        ({"transfer_account_days": 3_650}, "Only Discord accounts at least 3,650 days old can give or get chips here."),
    ],
)
async def test_a_question_that_was_asked_under_other_rules_gives_nothing(house, ana, ben, change, said):
    await ana.command("chips give", member=ben.member, amount="100")
    again = await ana.command("chips give", member=ben.member, amount="100")
    await house.sets(change)
    answer = await again.press("Give 100")
    assert said in "\n".join((again.said, answer.said))
    assert await purses(house, ana, ben) == [900, 1100]


async def test_the_daily_limit_holds_against_many_at_once_and_ends_at_midnight(house, ana, ben):
    await house.sets({"transfer_cap": 300})
    await ana.command("chips give", member=ben.member, amount="200")
    answer = await ana.command("chips give", member=ben.member, amount="101")
    assert answer.said == (
        "Here you can give away 300 chips a day, taxes included. You have given 200 today. A new day begins at midnight"
        " UTC."
    )
    await ana.command("chips give", member=ben.member, amount="100")
    assert await purses(house, ana, ben) == [700, 1300]
    await house.wait(86_400)
    await ana.command("chips give", member=ben.member, amount="300")
    assert await purses(house, ana, ben) == [400, 1600]


async def test_both_accounts_must_be_old_enough(house, ana, ben):
    await house.sets({"transfer_account_days": 7})
    young = "Only Discord accounts at least 7 days old can give or get chips here. That of {name} is newer."
    assert (await ana.command("chips give", member=ben.member, amount="5")).said == young.format(name="Ana")
    await house.wait(8 * 86_400)
    cy = house.guest("Cy")
    assert (await ana.command("chips give", member=cy.member, amount="5")).said == young.format(name="Cy")
    await ana.command("chips give", member=ben.member, amount="5")
    assert await purses(house, ana, ben) == [995, 1005]


async def test_a_made_up_address_gives_nothing(house, ana, ben):
    table = await ana.opens()
    answer = await ana.about_to_press("Sit", table, as_if=f"gift:go:1:{ben.id}:100:0").press()
    assert answer.said == "Run the command again."
    assert await purses(house, ben) == [None]


# What a server allows before it has set anything


@pytest.fixture
async def usual(house):
    """A server as it is at first."""
    limits = ("transfer_cap", "transfer_received", "transfer_rounds", "transfer_account_days")
    await house.sets(dict.fromkeys(limits))
    return house


async def plays(house, guest, rounds):
    """Rounds of Blackjack without win or loss, as the ledger has them."""
    for _ in range(rounds):
        table = await guest.opens()
        house.deal("10S 9D", dealer="10H", then="9C")
        await guest.bets(10, table)
        await guest.press("Stand", table)
        await guest.command("table close", table=table.number)


async def test_at_first_accounts_of_less_than_30_days_give_and_get_nothing(usual):
    ana, ben = usual.guests("Ana Ben")
    young = "Only Discord accounts at least 30 days old can give or get chips here. That of Ana is newer."
    assert (await ana.command("chips give", member=ben.member, amount="5")).said == young


async def test_at_first_somebody_with_fewer_than_20_rounds_gives_nothing(usual):
    ana, ben = usual.guests("Ana Ben")
    await usual.wait(31 * 86_400)
    few = "Here you can give chips after playing 20 rounds. So far you have played {played}."
    assert (await ana.command("chips give", member=ben.member, amount="5")).said == few.format(played=0)
    await plays(usual, ana, 2)
    assert (await ana.command("chips give", member=ben.member, amount="5")).said == few.format(played=2)
    assert await purses(usual, ana, ben) == [1000, None]


async def test_at_first_a_member_may_give_500_and_get_1000_a_day(usual):
    await usual.sets({"transfer_rounds": 0})
    ana, ben, cy, dee = usual.guests("Ana Ben Cy Dee")
    await usual.wait(31 * 86_400)
    answer = await ana.command("chips give", member=dee.member, amount="501")
    assert "Here you can give away 500 chips a day, taxes included. You have given 0 today." in answer.said
    for giver in (ana, ben):
        await giver.command("chips give", member=dee.member, amount="500")
    answer = await cy.command("chips give", member=dee.member, amount="1")
    assert answer.said == (
        "Here Dee can get 1,000 chips a day from others, and has received 1,000 today. A new day begins at "
        "midnight UTC."
    )
    assert await purses(usual, ana, ben, cy, dee) == [500, 500, 1000, 2000]


async def test_a_server_that_has_set_its_limits_keeps_them(usual):
    ana, ben = usual.guests("Ana Ben")
    await usual.sets({"transfer_cap": 0, "transfer_account_days": 0, "transfer_rounds": 0})
    await usual.restart()
    await ana.command("chips give", member=ben.member, amount="all")
    assert await purses(usual, ana, ben) == [0, 2000]
