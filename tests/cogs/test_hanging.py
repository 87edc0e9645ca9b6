"""A request to Discord hangs: after five seconds the bot gives up and draws again; the press itself is done."""

import asyncio

import pytest

pytestmark = pytest.mark.usefixtures("as_users_have_it", "nobody_waits_for_friends")

FOREVER = 300
"""Seconds after which aiohttp would give up."""


@pytest.fixture
def hang(house, monkeypatch):
    """`hang("callback")`: the next answer to an interaction hangs and never gets to Discord; or "edit", "post"."""
    hanging = []
    for client in (house.app.http, house.env._webhook_adapter):
        quick = client.request

        async def request(route, *arguments, quick=quick, **more):
            callback = "callback" in route.url
            kind = "callback" if callback else {"PATCH": "edit", "POST": "post"}.get(route.method)
            if kind in hanging:
                hanging.remove(kind)
                await asyncio.sleep(FOREVER)
                raise TimeoutError
            return await quick(route, *arguments, **more)

        monkeypatch.setattr(client, "request", request, raising=False)
    return hanging.append


async def pressed(house, guest, label, table):
    """A press that the bot received six seconds ago."""
    press = guest.about_to_press(label, table)
    press.dispatch()
    await house.wait(6)
    return press


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
    house.deal("5S 6D", "10S 2D", dealer="9H", then="2C 3C 4C 2D 3D 10D")
    await table.plays("Ana bets 100, Ben bets 100")
    hang("callback")
    press = await pressed(house, ana, "Hit", table)
    assert table.line("1 Ana") == "1 Ana 100 5S 6D 2C = 13"
    assert press.answer().said == ""
    await ana.press("Stand", table)
    assert table.live.play.steps == 2


async def test_a_redraw_that_hangs_is_drawn_again(house, ana, table, hang):
    house.deal("5S 6D", dealer="9H", then="2C 3C 10D")
    await ana.bets(100, table)
    hang("edit")
    await house.wait(31)
    await house.wait(6)
    assert table.line("Ana") == "Ana 5S 6D 2C = 13, dealer bust: +100"


async def test_a_post_that_hangs_is_posted_again(house, ana, table, hang):
    await house.wait(20)
    old = table.message
    hang("post")
    await ana.press("Bump", table)
    await house.wait(7)
    assert table.message.id != old.id
    await ana.press("Sit", table)
    assert table.line("1 Ana") == "1 Ana –"


async def test_a_panel_whose_opening_or_answer_hangs_is_drawn_again_for_nobody_else(house, five, packs, hang):
    packs.deal("5S 6D", "KS 2D", "9S 9D", "8S 3D", bank="7S 8D", then="2H 3H 4H")
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
