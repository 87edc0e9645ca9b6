"""The bot is about to end: what is under way reaches its readers, and nothing new begins."""

import asyncio
from datetime import timedelta

import pytest

pytestmark = pytest.mark.usefixtures("as_users_have_it")

LATER = "about to restart"
LONG = 10


@pytest.fixture
def told(house):
    """`await told()`: the bot is told to end and has waited, for ten seconds at most. Returns the seconds it took."""

    async def told(most=LONG):
        with house.as_the_bot():
            began = asyncio.get_running_loop().time()
            await house.app.finish(most)
            return asyncio.get_running_loop().time() - began

    return told


@pytest.fixture
async def table(ana):
    table = await ana.opens()
    await table.plays("Ana Sit, Ben Sit")
    return table


async def test_no_table_opens_and_a_closed_one_is_not_opened_again(house, ana, table, told):
    other = await ana.opens()
    await ana.command("table close", table=other.number)
    assert await told() < 1, "nothing is under way"
    for command in ("blackjack open", "pokdeng open", "pontoon open", "pontoon practice", "fivehundred open"):
        assert (await ana.command(command)).said == LATER
    assert (await ana.press("Open again", other)).said == LATER
    assert [each.id for each in house.app.open_tables.tables(house.guild.id)] == [table.number]


async def test_a_move_is_played_but_no_clock_rings_and_no_new_round_is_begun(house, ana, ben, table, told):
    house.deal("10S 9D, 10C 8D v 9H then 8C")
    await table.plays("Ana bets 100, Ben bets 50")
    await told()
    await house.wait(60)
    assert table.live.table.play.steps == 0
    await table.plays("Ana Stand, Ben Stand")
    await house.dealer_has_drawn()
    assert table.line("Ana ") == "10S 9D = 19 · Ana +100 · now 1,100 chips"
    assert (await ana.bets(100, table)).said == LATER
    assert [await ana.chips(), await ben.chips()] == [1100, 1050]


@pytest.mark.paces(message=timedelta(seconds=4))
async def test_a_press_whose_answer_is_refused_is_seen_at_the_table_before_the_end(house, ana, ben, told):
    table = await ana.opens()
    await ben.press("Sit", table)
    house.env.inject_error("POST", "/interactions/*/callback", status=500, times=2)
    ana.about_to_press("Sit", table).dispatch()
    await told(20)
    assert table.line("2 Ana") == "2 Ana –"


async def test_a_command_is_answered_before_the_end_and_a_press_that_comes_late_is_not(
    house, ana, cy, table, told, instead_of
):
    command, late = ana.about_to_command("balance"), cy.about_to_press("Sit", table)

    async def allow_slowly(allow, interaction):
        is_allowed = await allow(interaction)
        await asyncio.sleep(2.8)
        late.dispatch()
        return is_allowed

    instead_of(house.app.tree, "interaction_check", allow_slowly)
    command.dispatch()
    await told(8)
    assert command.answer().said.startswith("### You have 1,000 chips\n")
    with pytest.raises(AssertionError, match="This interaction failed"):
        late.answer()


async def test_a_picture_that_is_on_its_way_when_the_bot_closes_is_given_up_quietly(house, table, caplog):
    hanging = asyncio.Event()

    async def hangs(send, route, **_):
        if route.method == "PATCH":
            hanging.set()
            await asyncio.sleep(3600)
        return await send()

    house.between(hangs)
    with house.as_the_bot():
        house.app.presses.view_of(table.live.table).changed()
        await hanging.wait()
        await house.app.close()
        await asyncio.sleep(60)
    assert "could not be drawn" not in caplog.text


async def test_a_bot_that_ends_while_it_becomes_ready_draws_nothing_any_more(house, table, caplog):
    caplog.set_level("INFO")
    with house.as_the_bot():
        await house.app.close()
        await house.app.on_ready()
        await asyncio.sleep(60)
    assert "ready as" not in caplog.text
