"""Refusals of presses go by themselves; whatever carries something to keep stays. No request closes its route."""

import asyncio

from discord.http import HTTPClient

from cogs.app.replies.requests import MOST


def deletes(house):
    """How many private messages the bot has deleted, or has tried to."""
    return sum(request.method == "DELETE" and "/webhooks/" in request.path for request in house.env.http_requests)


async def refused(guest, table):
    """Press something that is refused."""
    answer = await guest.about_to_press("Close table", table).press()
    assert answer.said == "only for its host or a manager"
    return answer


async def test_the_refusal_of_a_press_goes_after_ten_seconds_of_a_form_after_two_minutes_and_of_a_command_never(
    house, ana, ben, table
):
    form = await ana.press("Bet", table)
    await refused(ben, table)
    assert (await form.fill(main="7000", pair="")).said
    assert (await ana.command("table close", table=77)).said
    await house.wait(9)
    assert deletes(house) == 0
    await house.wait(2)
    assert deletes(house) == 1
    await house.wait(110)
    assert deletes(house) == 2


async def test_a_refusal_with_a_link_to_follow_and_what_the_bot_did_wrong_stay(house, ana, table):
    async def broken(_press):
        raise ValueError

    await house.sets({"tables_per_person": 1})
    await ana.command("table close", table=1)
    await house.wait(1)
    other = await ana.opens()
    assert "https://" in (await ana.press("Open again", table)).said
    house.expects_faults = True
    house.app.presses.common["bump"] = broken
    assert (await ana.press("Bump", other)).said == "failed, no chips moved"
    await house.wait(11)
    assert deletes(house) == 0


async def test_a_crowd_that_is_refused_takes_no_more_than_its_share_of_requests(house, table):
    ben = house.guest("Ben")
    await house.at_once(*[ben.about_to_press("Close table", table) for _ in range(MOST + 1)])
    await house.wait(11)
    assert deletes(house) == MOST
    await refused(ben, table)
    await house.wait(11)
    assert deletes(house) == MOST + 1


async def test_a_refusal_that_discord_does_not_delete_is_nobodys_trouble(house, table):
    await refused(house.guest("Ben"), table)
    house.env.inject_error("DELETE", "/webhooks/*", status=404, code=10008)
    await house.wait(30)


async def test_a_bot_that_has_stopped_deletes_nothing(house, table, restart):
    await refused(house.guest("Ben"), table)
    before = len(house.env.http_requests)
    await restart()
    await house.wait(11)
    assert not any(request.method == "DELETE" for request in house.env.http_requests[before:])


async def test_a_request_that_is_given_up_as_it_ends_lets_the_next_one_be_sent():
    bucket = HTTPClient(asyncio.get_running_loop()).get_ratelimit("PATCH /channels/1/messages")
    sent = []

    async def send():
        async with bucket:
            sent.append(True)

    given_up = asyncio.create_task(send())
    await asyncio.sleep(0)
    assert sent
    given_up.cancel()
    await asyncio.gather(given_up, return_exceptions=True)
    assert given_up.cancelled()
    following = [asyncio.create_task(send()) for _ in range(2)]
    for _ in range(9):
        await asyncio.sleep(0)
    assert all(each.done() for each in following)
    assert len(sent) == 3
