"""/chips give: within the server's limits, announced to everybody, and with a question first where it is taxed."""

import pytest

pytestmark = pytest.mark.usefixtures("generous")

AGAIN = "give that command again"


async def test_a_gift_is_announced_to_everybody_and_pings_nobody(house, ana, ben):
    answer = await ana.command("chips give", member=ben.member, amount="250")
    assert answer.said == "gave Ben 250, 750 left"
    assert house.texts() == ["Ana gave Ben 250 chips."]
    sent = next(request.json for request in reversed(house.env.http_requests) if request.method == "POST")
    assert sent["allowed_mentions"]["parse"] == []
    assert await house.purses(ana, ben) == [750, 1250]
    assert "-250 Gift to Ben" in (await ana.looks("History")).said
    assert "+250 Gift from Ana" in (await ben.looks("History")).said


async def test_amounts_can_be_typed_as_everywhere_else_and_other_text_is_refused_with_a_sentence(house, ana, ben):
    await house.sets({"starting_chips": 5000})
    for amount in ("-5", "NaN", "1e9", "５", "1.5", "min", " ", "10 000"):
        answer = await ana.command("chips give", member=ben.member, amount=amount)
        assert answer.said == "type 1 to 1,000,000,000"
    assert await house.purses(ana, ben) == [5000, None]
    for amount, given in ((" 7 ", 7), ("1k", 1000), ("1,500", 1500), ("half", 1246), ("all", 1247)):
        before = await house.purses(ana)
        await ana.command("chips give", member=ben.member, amount=amount)
        assert before[0] - (await house.purses(ana))[0] == given


async def test_a_gift_larger_than_the_purse_is_refused_and_chips_at_tables_do_not_count(house, ana, ben, table):
    await table.plays("Ben Sit, Ana bets 500")
    answer = await ana.command("chips give", member=ben.member, amount="501")
    assert answer.said == "too few chips: 500 of 501"
    await ana.command("chips give", member=ben.member, amount="all")
    answer = await ana.command("chips give", member=ben.member, amount="all")
    assert answer.said == "too few chips: 0 of 1"
    assert await house.purses(ana, ben) == [0, 1500]


async def test_of_two_gifts_of_everything_at_once_one_is_made(house, ana, ben, cy):
    gifts = (ana.about_to_command("chips give", member=guest.member, amount="all") for guest in (ben, cy))
    assert "too few chips: 0 of 1,000" in [answer.said for answer in await house.at_once(*gifts)]
    assert {*await house.purses(ana, ben, cy)} == {0, 2000, None}


async def test_nobody_gives_to_themselves_to_bots_or_to_people_outside_the_server(house, ana, ben):
    robot = house.guild.add_member(house.env.create_user("robot", bot=True))
    away = house.env.create_user("away", global_name="Away")
    house.names |= {robot.id: "Robot", away.id: "Away"}
    for member, said in (
        (ana.member, "You can't give chips to yourself. Choose someone else."),
        (robot, "Robot is a bot without chips"),
        (away, "Away isn't in this server."),
    ):
        assert (await ana.command("chips give", member=member, amount="5")).said == said
    await house.sets({"gifts": 100})
    answer = await ana.command("chips give", member=ben.member, amount="5")
    assert answer.said == "gifts are off"
    assert house.messages() == []


async def test_the_tax_is_named_before_anything_moves(house, ana, ben):
    await house.sets({"gifts": 15})
    answer = await ana.command("chips give", member=ben.member, amount="1")
    assert answer.said == "The tax would take all of that. Give more chips."
    asked = await ana.command("chips give", member=ben.member, amount="101")
    assert asked.said == "Ben gets 85 of 101, tax 15% (16)"
    await asked.press("Back")
    assert asked.said == "nothing changed"
    assert await house.purses(ana, ben) == [1000, None]
    asked = await ana.command("chips give", member=ben.member, amount="101")
    await house.restart()
    answers = await house.at_once(*(ana.about_to_press_on(asked, "Give 101") for _ in range(2)))
    said = "\n".join(answer.said for answer in answers)
    assert "gave Ben 85, 899 left" in said
    assert "done already, nothing moved twice" in said
    assert house.texts() == ["Ana gave Ben 85 chips."]
    assert await house.purses(ana, ben) == [899, 1085]


@pytest.mark.parametrize(
    ("is_taxed", "change", "said"),
    [
        (True, {"gifts": 20}, AGAIN),
        (True, {"gifts": 0}, AGAIN),
        (True, {"gifts": 100}, AGAIN),
        (True, {"between_members": 99}, "day's limit 99: you have 99 left"),
        (False, {"gifts": 100}, "gifts are off"),
        (False, {"gifts": 10}, AGAIN),
        (False, {"between_members": 199}, "day's limit 199: you have 99 left"),
        (False, {"givers": [0, 3]}, "gifts only after 3 rounds, not 0"),
        (False, {"givers": [3_650, 0]}, "under 3,650 days"),
    ],
)
async def test_a_question_that_was_asked_under_other_rules_gives_nothing(house, ana, ben, is_taxed, change, said):
    if is_taxed:
        await house.sets({"gifts": 10})
    else:
        await ana.command("chips give", member=ben.member, amount="100")
    asked = await ana.command("chips give", member=ben.member, amount="100")
    before = await house.purses(ana, ben)
    await house.sets(change)
    answer = await asked.press("Give 100")
    assert said in "\n".join((asked.said, answer.said))
    assert await house.purses(ana, ben) == before


async def test_a_made_up_address_gives_nothing(house, ana, ben, table):
    answer = await ana.about_to_press("Sit", table, as_if=f"gift:go:1:{ben.id}:100:0").press()
    assert answer.said == AGAIN
    assert await house.purses(ben) == [None]


# What a server allows before it has set anything


@pytest.fixture
async def usual(house):
    """A server as it is at first."""
    await house.sets(dict.fromkeys(("between_members", "givers")))
    return house


async def test_at_first_young_accounts_and_people_with_few_rounds_give_nothing(usual, ana, ben):
    young = "account of {} under 30 days"
    assert (await ana.command("chips give", member=ben.member, amount="5")).said == young.format("Ana")
    await usual.wait(31 * 86_400)
    few = "gifts only after 20 rounds, not {}"
    assert (await ana.command("chips give", member=ben.member, amount="5")).said == few.format(0)
    table = await ana.opens()
    usual.deal("10S 9D v 10H then 9C")
    await table.plays("Ana bets 10, Ana Stand")
    assert (await ana.command("chips give", member=ben.member, amount="5")).said == few.format(1)
    assert await usual.purses(ana, ben) == [1000, None]
    await usual.sets({"givers": [30, 0]})
    cy = usual.guest("Cy")
    assert (await ana.command("chips give", member=cy.member, amount="5")).said == young.format("Cy")


async def test_at_first_a_member_may_give_500_and_get_500_a_day(usual, ana, ben, cy):
    dee = usual.guest("Dee")
    await usual.sets({"givers": [0, 0]})
    answer = await ana.command("chips give", member=dee.member, amount="501")
    limit = "day's limit 500: {} left"
    assert answer.said == limit.format("you have 500")
    for giver in (ana, ben):
        await giver.command("chips give", member=dee.member, amount="250")
    answer = await cy.command("chips give", member=dee.member, amount="1")
    assert answer.said == limit.format("Dee has 0")
    assert await usual.purses(ana, ben, cy, dee) == [750, 750, 1000, 1500]
    await usual.sets({"between_members": 0})
    await usual.restart()
    await ana.command("chips give", member=ben.member, amount="all")
    assert await usual.purses(ana, ben) == [0, 1500], "a server that has set its limits keeps them"
