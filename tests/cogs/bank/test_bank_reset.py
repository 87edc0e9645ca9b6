"""/bank reset: it says what it touches, asks once more, gives back the chips at tables, and then resets everybody."""

import pytest

from tables.blackjack.blackjack_adapter import bet
from tables.events import Arrange

MANAGERS_ONLY = "only for managers"
CLOSED = "all chips back."


async def resets(house):
    return await house.app.store.find("SELECT amount, actor, reason FROM ledger WHERE why = 'bank reset' ORDER BY id")


async def rich(boss, *guests):
    for guest in guests:
        await boss.command("bank set", member=guest.member, amount="5000", reason="for the test")


async def test_one_member_is_reset_after_a_question_also_after_a_restart_and_once(house, boss, ben, cy):
    await rich(boss, ben, cy)
    asked = await boss.command("bank reset", member=ben.member, reason="asked for it")
    assert asked.said.splitlines()[:3] == [
        "### Reset?",
        "Ben has 5,000 chips and will have 1,000.",
        "no chips at tables",
    ]
    assert "asked for it" in asked.said
    assert asked.buttons == ["Reset this member", "Back"]
    await asked.press("Back")
    assert asked.said == "nothing changed"
    assert await house.purses(ben) == [5000]
    asked = await boss.command("bank reset", member=ben.member, reason="asked for it")
    again = boss.about_to_press_on(asked, "Reset this member")
    await house.restart()
    await asked.press("Reset this member")
    assert await house.purses(ben, cy) == [1000, 5000]
    assert asked.said == "Ben was reset and now has 1,000 chips.\nThe house: +4,000"
    assert asked.buttons == []
    assert await resets(house) == [(4000, boss.id, "asked for it")]
    await rich(boss, ben)
    table = await ben.opens()
    await ben.bets(100, table)
    assert (await again.press()).said.endswith("done already, nothing moved twice")
    assert await house.purses(ben) == [4900]
    assert table.buttons, "the second press has closed a table that was opened since"


async def test_bets_and_running_rounds_are_refunded_first_and_other_tables_continue(house, ana, ben, cy, boss):
    await rich(boss, ana)
    running, waiting, other = await ana.opens(), await ana.opens(), await cy.opens()
    house.deal("5S 6D v 9H")
    await ana.bets(200, running)
    await waiting.plays("Ben Sit, Ana bets 100")
    await cy.press("Sit", other)
    asked = await boss.command("bank reset", member=ana.member, reason="too rich")
    assert "300 more chips are on tables 1 and 2." in asked.said
    await asked.press("Reset this member")
    assert await house.purses(ana) == [1000]
    await house.wait(2)
    assert CLOSED in running.text
    assert CLOSED in waiting.text
    assert CLOSED not in other.text
    assert await resets(house) == [(4000, boss.id, "too rich")], "her chips at the table counted before she was reset"


async def test_the_whole_server_is_reset_and_no_other(house, boss, ana, ben, cy):
    elsewhere = house.env.create_guild("Elsewhere")
    await house.app.economy.chips.open_member(elsewhere.id, ana.id, 77, house.env.now())
    await rich(boss, ana)
    await boss.command("bank set", member=ben.member, amount="3", reason="for the test")
    await cy.chips()
    table = await ana.opens()
    await table.plays("Cy Sit, Ana bets 100")
    asked = await boss.command("bank reset", reason="a new season")
    assert "everyone gets 1,000: 3 members with 5,903" in asked.said
    assert "and 100 more on table 1" in asked.said
    await asked.press("Reset the whole server")
    assert asked.said == "everyone reset to 1,000\n2 balances changed.\nThe house: +3,003"
    assert await house.purses(ana, ben, cy) == [1000] * 3
    assert await ana.chips() == 1000, "nobody gets the starting chips on top"
    assert await house.app.economy.chips.balance(elsewhere.id, ana.id) == 77


async def test_another_press_finishes_an_interrupted_reset(house, ana, boss, fails_at):
    await rich(boss, ana)
    table = await ana.opens()
    house.deal("5S 6D v 9H")
    await ana.bets(200, table)
    asked = await boss.command("bank reset", member=ana.member, reason="too rich")
    with fails_at(house.app.bank, "reset", SystemError):
        answer = await asked.press("Reset this member")
        assert "Some of that went through. but then it failed" in answer.said
    house.expects_faults = True
    assert await house.purses(ana) == [5000], "all is back, and nothing is reset"
    await house.restart()
    await asked.press("Reset this member")
    assert await house.purses(ana) == [1000]


@pytest.mark.usefixtures("generous")
async def test_while_a_reset_is_under_way_nobody_gives_and_the_next_start_finishes_it(house, boss, ana, ben):
    await rich(boss, ana, ben)
    begun = "INSERT INTO resets (guild, key, actor, reason, starting, at) VALUES (?, 'b', ?, 'half done', 1000, 0)"
    await house.app.store.write(lambda db: db.execute(begun, (house.guild.id, boss.id)))
    answer = await ana.command("chips give", member=ben.member, amount="all")
    assert answer.said == "This server's chips are being reset. Try again in a minute."
    assert await house.purses(ana, ben) == [5000, 5000]
    await house.restart()
    assert await house.purses(ana, ben) == [1000, 1000]
    await ana.command("chips give", member=ben.member, amount="1")
    assert await house.purses(ana, ben) == [999, 1001]


async def test_chips_bet_while_tables_close_go_back_too(house, ana, ben, boss, instead_of):
    await rich(boss, ana)
    first, second = await ana.opens(), await ana.opens()
    await ben.press("Sit", first)
    await ben.press("Sit", second)
    await ana.bets(100, first)
    asked = await boss.command("bank reset", member=ana.member, reason="too rich")
    calls = []

    async def after_a_bet(reset, *order):
        if not calls:
            calls.append(order)
            await second.live.do(Arrange(ana.id, lambda lobby: bet(second.live.table.terms, lobby, ana.id, 300, 0)))
        return await reset(*order)

    instead_of(house.app.bank, "reset", after_a_bet)
    await asked.press("Reset this member")
    assert await house.purses(ana) == [1000]
    await house.wait(2)
    assert CLOSED in second.text


async def test_a_table_that_cannot_go_on_leaves_every_balance_unchanged(house, ana, boss, instead_of):
    table = await ana.opens()
    await table.plays("Ben Sit, Ana bets 100")
    instead_of(house.app.open_tables, "find", lambda _find, _number: None)
    asked = await boss.command("bank reset", member=ana.member, reason="too rich")
    answer = await asked.press("Reset this member")
    assert "Table 1 can't continue for now, and its chips can't be given back. No balance has changed." in answer.said
    assert await house.purses(ana) == [900]


async def test_presses_by_somebody_without_the_permission_or_at_made_up_addresses_reset_nobody(house, boss, ben):
    await rich(boss, ben)
    asked = await boss.command("bank reset", member=ben.member, reason="asked for it")
    table = await ben.opens()
    forged = f"reset:go:{ben.id}:1"
    assert (await ben.about_to_press("Sit", table, as_if=forged).press()).said == MANAGERS_ONLY
    assert (await boss.about_to_press("Sit", table, as_if=forged).press()).said == "give that command again"
    house.dismiss(boss)
    for label in asked.buttons:
        assert (await asked.press(label)).said.endswith(MANAGERS_ONLY)
    assert await house.purses(ben) == [5000]
