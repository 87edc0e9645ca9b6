"""A request to Discord hangs: after five seconds the bot gives up and draws again; the press itself is done."""

import asyncio

import pytest

pytestmark = pytest.mark.usefixtures("as_users_have_it")

FOREVER = 300
"""Seconds after which aiohttp would give up."""


@pytest.fixture
def hang(house):
    """`hang("callback")`: the next answer to an interaction hangs and never gets to Discord; or "edit", "post"."""
    hanging = []

    async def passing(send, route, **_):
        kind = "callback" if "callback" in route.url else {"PATCH": "edit", "POST": "post"}.get(route.method)
        if kind in hanging:
            hanging.remove(kind)
            await asyncio.sleep(FOREVER)
            raise TimeoutError
        return await send()

    house.between(passing)
    return hanging.append


async def test_others_continue_while_an_answer_hangs_and_its_press_is_done_once_and_shown_after_five_seconds(
    house, ana, ben, table, hang
):
    hang("callback")
    ana.about_to_press("Sit", table).dispatch()
    await house.wait(1)
    sit = ben.about_to_press("Sit", table)
    sit.dispatch()
    await house.wait(1)
    assert sit.answer().said == ""
    await house.wait(5)
    assert (table.line("1 Ana"), table.line("2 Ben")) == ("1 Ana –", "2 Ben –")
    house.deal("5S 6D, 10S 2D v 9H then 2C 3C 4C 2D 3D 10D")
    await table.plays("Ana bets 100, Ben bets 100")
    hang("callback")
    press = ana.about_to_press("Hit", table)
    press.dispatch()
    await house.wait(6)
    assert table.line("Ana ") == "5S 6D 2C = 13 · Ana 100"
    assert press.answer().said == ""
    await ana.press("Stand", table)
    assert table.live.table.play.steps == 2


async def test_a_panel_whose_opening_or_answer_hangs_is_drawn_again_for_nobody_else(house, five, packs, hang):
    packs.deal("5S 6D, KS 2D, 9S 9D, 8S 3D v 7S 8D then 2H 3H 4H")
    await five.sit_down()
    await five.start()
    hang("callback")
    five.cy.about_to_press("My hand", five.table).dispatch()
    await house.wait(6)
    ben = await five.panel(five.ben)
    stake = five.ben.about_to_press_on(ben._answer, "Minimum 10")
    hang("callback")
    stake.dispatch()
    await house.wait(8)
    assert "Minimum 10" not in ben.buttons
    for guest in (five.cy, five.dee, five.eve):
        await five.press(guest, "Minimum 10")
    assert all("2D" not in text for text in house.texts())
    assert "2D" in (await five.panel(five.cy)).text


async def test_a_timer_that_rings_just_before_time_is_let_pass_keeps_nobody_waiting(house):
    with house.as_the_bot():
        asyncio.get_running_loop().call_later(0.05, list)
    house.env._loop._now += 1
    while house.env._real_advance_task is None:  # noqa: ASYNC110 - it rings in one of the loop's next turns
        await asyncio.sleep(0)
    await house.wait(20)


async def test_whoever_presses_while_the_database_stands_still_is_told_in_time_and_has_pressed_once(
    house, ana, ben, cy, table, instead_of
):
    house.deal("5S 6D v 9H then 2C 10D 7C")
    await ana.bets(100, table)
    answers, app, still = asyncio.Event(), house.app, {"reason": "the database stands still"}

    async def asked(ask, *arguments):
        await house.env.external_wait(answers.wait(), **still)
        return await ask(*arguments)

    for verb in ("write", "write_blind", "read", "find"):
        instead_of(app.store._backend, verb, asked)
    instead_of(app.router, "dispatch", lambda dispatch, press: house.env.external_wait(dispatch(press), **still))
    waiting = ana.about_to_press("Hit", table), ben.about_to_command("balance"), cy.about_to_command("blackjack open")
    for each in waiting:
        each.dispatch()
    for _ in range(2):
        await house.wait(1)
        with house.as_the_bot():
            app.heartbeat.lag.look()
    await house.env.settle()
    moment = "database away"
    assert {each.answer().said for each in waiting} == {moment}
    assert (await ana.press("Hit", table)).said == moment
    answers.set()
    await house.wait(2)
    assert table.line("Ana ") == "5S 6D 2C = 13 · Ana 100"
    assert len(app.open_tables) == 1, "a table that could not be shown is closed"
    await house.wait(10)
    assert moment not in {each.answer().said for each in waiting}
    house.expects_faults = True  # what a command raises that can't be answered
