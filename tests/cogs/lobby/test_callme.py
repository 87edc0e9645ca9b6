"""*Ping me…* in `/play`: members who asked for it are mentioned when a table opens."""

OFF = "### Table pings\ncalls are off, choose games"


async def calls(house):
    """The messages that have called people to a new table, once the bot has had time to post them."""
    await house.wait(2)
    sent = [each.json["content"] for each in house.env.http_requests if "has opened" in str(each.json)]
    return [house.say(text) for text in sent]


async def test_whoever_asked_is_called_to_a_new_table_and_its_host_is_not(house, ana, ben):
    said = await ben.asks_for_calls("Any game")
    assert said == "### Table pings\ncalls you for any game"
    await ana.asks_for_calls("Any game")
    table = await ana.opens()
    link = f"https://discord.com/channels/{house.guild.id}/{house.channel.id}/{table.message.id}"
    assert await calls(house) == [
        f"Ben, a Blackjack table has opened: {link}\n-# you asked for calls, change with /play"
    ]


async def test_opening_and_closing_calls_nobody_twice_within_an_hour(house, ana, ben):
    await ben.asks_for_calls("Any game")
    for number in (1, 2, 3):
        await ana.opens()
        await ana.command("table close", table=number)
    assert len(await calls(house)) == 1
    await house.restart()
    await ana.opens("pontoon")
    assert len(await calls(house)) == 1
    await house.wait(3600)
    await ana.opens("pokdeng")
    assert [text.split(" table has")[0] for text in await calls(house)] == ["Ben, a Blackjack", "Ben, a Pok Deng"]


async def test_a_table_that_is_opened_again_calls_too(house, ana, ben, table):
    await ana.command("table close", table=1)
    await house.wait(1)
    await ben.asks_for_calls("Any game")
    await ana.press("Open again", table)
    assert len(await calls(house)) == 1


async def test_only_the_chosen_games_call_and_off_ends_it(house, ana, ben):
    said = await ben.asks_for_calls("Pontoon")
    assert said.endswith("\ncalls you for Pontoon")
    assert (await ben.asks_for_calls()) == said
    await ana.opens()
    assert await calls(house) == []
    await ana.opens("pontoon")
    assert len(await calls(house)) == 1
    said = await ben.asks_for_calls("Don't ping me")
    assert said == OFF
    await house.wait(3600)
    await ana.opens("pontoon")
    assert len(await calls(house)) == 1


async def test_somebody_who_sits_or_has_bet_at_another_table_is_left_alone(house, ana, ben, cy):
    seats, crowd = await ana.opens(), await ana.opens("pokdeng")
    for guest in (ben, cy):
        await guest.asks_for_calls("Any game")
    await ben.press("Sit", seats)
    await cy.bets_on("P1", 10, crowd)
    await ana.opens("pontoon")
    assert await calls(house) == []


async def test_a_server_can_turn_the_calls_off(house, ana, ben):
    await ben.asks_for_calls("Any game")
    await house.sets({"opening_calls": False})
    asked = await ana.command("play")
    assert "Ping me…" not in asked.buttons
    late = await ana.forges(asked.result.response.message, "callme:on.")
    assert late.said == "calls are off here"
    await ana.opens()
    assert await calls(house) == []


async def test_whoever_is_forgotten_is_called_no_more(ben):
    await ben.asks_for_calls("Pontoon")
    await (await ben.my_data("Delete…")).press("Delete my data")
    assert (await ben.asks_for_calls()).startswith(OFF)


async def test_when_the_call_fails_the_table_is_open_all_the_same(house, ana, ben):
    await ben.asks_for_calls("Any game")
    house.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    table = await ana.opens()
    await house.wait(2)
    assert house.texts() == [table.text]
