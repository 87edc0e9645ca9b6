"""`/table callme`: members who asked for it are mentioned when a table opens."""


def calls(house):
    """The messages that call people to a new table."""
    return [text for text in house.texts() if "has opened" in text]


async def test_whoever_asked_is_called_to_a_new_table_and_its_host_is_not(house, ana, ben):
    said = (await ben.command("table callme", when="on")).said
    assert said == "You'll be mentioned when a table opens, at most once an hour. /table callme with off stops that."
    await ana.command("table callme", when="on")
    table = await ana.opens()
    await house.wait(2)
    link = f"https://discord.com/channels/{house.guild.id}/{house.channel.id}/{table.message.id}"
    assert calls(house) == [
        f"Ben, a Blackjack table has opened: {link}\n-# You asked to be called. /table callme with off stops that."
    ]


async def test_opening_and_closing_calls_nobody_twice_within_an_hour(house, ana, ben):
    await ben.command("table callme", when="on")
    for number in (1, 2, 3):
        await ana.opens()
        await ana.command("table close", table=number)
        await house.wait(2)
    assert len(calls(house)) == 1
    await house.restart()
    await ana.opens("pontoon")
    await house.wait(2)
    assert len(calls(house)) == 1
    await house.wait(3600)
    await ana.opens("pokdeng")
    await house.wait(2)
    assert [text.split(" table has")[0] for text in calls(house)] == ["Ben, a Blackjack", "Ben, a Pok Deng"]


async def test_a_table_that_is_opened_again_calls_too(house, ana, ben):
    table = await ana.opens()
    await ana.command("table close", table=1)
    await house.wait(1)
    await ben.command("table callme", when="on")
    await ana.press("Open again", table)
    await house.wait(2)
    assert len(calls(house)) == 1


async def test_only_the_chosen_games_call(house, ana, ben):
    said = (await ben.command("table callme", when="on", game="pontoon")).said
    assert said.startswith("You'll be mentioned when a table of Pontoon opens, at most once an hour.")
    assert (await ben.command("table callme")).said == said
    await ana.opens()
    await house.wait(2)
    assert calls(house) == []
    await ana.opens("pontoon")
    await house.wait(2)
    assert len(calls(house)) == 1


async def test_somebody_at_another_table_is_left_alone(house, ana, ben):
    await ben.command("table callme", when="on")
    table = await ana.opens()
    await house.wait(2)
    await ben.press("Sit", table)
    await house.wait(3600)
    assert table.live is None or table.live.lobby.seat_of(ben.id) is not None
    if table.live is None:
        table = await ben.opens()
        await ben.press("Sit", table)
    await ana.opens("pontoon")
    await house.wait(2)
    assert len(calls(house)) == 1


async def test_somebody_who_has_bet_at_a_table_without_seats_is_left_alone(house, ana, ben):
    table = await ana.opens("pokdeng")
    await ben.command("table callme", when="on")
    await ben.bets_on("P1", 10, table)
    await ana.opens()
    await house.wait(2)
    assert calls(house) == []


async def test_off_ends_it(house, ana, ben):
    await ben.command("table callme", when="on")
    said = (await ben.command("table callme", when="off")).said
    assert said == "You aren't called when a table opens. /table callme with on changes that."
    await ana.opens()
    await house.wait(2)
    assert calls(house) == []


async def test_a_server_can_turn_the_calls_off(house, ana, ben):
    await ben.command("table callme", when="on")
    await house.sets({"opening_calls": False})
    assert (await ana.command("table callme", when="on")).said == "Calls for new tables are off in this server."
    await ana.opens()
    await house.wait(2)
    assert calls(house) == []


async def test_whoever_is_forgotten_is_called_no_more_and_the_file_shows_it_before(house, ana, ben):
    await ben.command("table callme", when="on", game="pontoon")
    held = (await ben.command("mydata export")).result.response.attachments
    assert held
    asked = await ben.command("mydata delete")
    await asked.press(asked.buttons[0])
    assert (await ben.command("table callme")).said.startswith("You aren't called when a table opens.")


async def test_when_the_call_fails_the_table_is_open_all_the_same(house, ana, ben):
    await ben.command("table callme", when="on")
    house.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    table = await ana.opens()
    await house.wait(2)
    assert calls(house) == []
    assert table.live is not None
