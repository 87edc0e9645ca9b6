"""Discord's library cancels a press: the press is either done or not done, and the table takes the next one."""

from tests.tables.test_cancelled import is_cancelled

NEVER = 1_000_000
"""More awaits than any press has."""


async def test_a_press_that_is_cancelled_at_any_await_leaves_a_table_that_takes_the_next_press(
    house, ana, ben, instead_of
):
    table = await ana.opens()
    await ben.press("Sit", table)
    at, reached = [0], []

    async def cancelled(dispatch, press):
        reached.append(await is_cancelled(dispatch(press), at[0]))

    instead_of(house.app.router, "dispatch", cancelled)
    for verb in ("Sit", "Leave"):
        reached[:] = [True]
        number = 0
        while reached[-1]:
            number += 1
            at[0] = NEVER
            if ana.id in table.live.table.lobby.seats:
                await ana.press("Leave", table)
            if verb == "Leave":
                await ana.press("Sit", table)
            at[0] = number
            await house.wait(2)
            press = ana.about_to_press(verb, table)
            press.dispatch()
            await house.wait(2)
            assert (ana.id in table.live.table.lobby.seats) == (verb == "Sit")
            assert ("Ana" in table.text) == (verb == "Sit")
        assert number > 1
