"""After a restart, and whenever many tables want to be drawn at once, the whole bot keeps to one pace."""

import sys
from collections import Counter
from datetime import timedelta
from itertools import pairwise

import pytest

from cogs.app.bot import App
from cogs.table import message as drawing
from cogs.table.edit_queue import A_SECOND

TABLES = 40


@pytest.fixture
async def hall(house):
    """Forty tables, of four hosts in a channel each; the bot has started again, so it has nobody's token for them."""
    await house.sets({"tables_per_channel": 10, "tables_per_person": 10})
    tables, first = [], house.channel
    for host in house.guests("Ana Ben Cy Dee"):
        house.channel = house.guild.create_text_channel(f"tables of {host.id}")
        tables += [await host.opens() for _ in range(TABLES // 4)]
    await house.restart()
    await little_by_little(house, 10)
    yield tables
    house.channel = first


async def little_by_little(house, seconds):
    """Let time pass in small steps: SimCord waits only so long in a step, and a table in the queue isn't at rest."""
    for _ in range(4 * seconds):
        await house.wait(0.25)


@pytest.fixture
def asked(house, hall):
    """When the bot has asked for messages of channels, in the seconds of its own time, and how."""
    asked = []

    async def passing(send, route, **_):
        if "/channels/" in route.url and "/messages" in route.url:
            asked.append((house.env.now().timestamp(), route.method))
        return await send()

    house.between(passing)
    return asked


def draw_all(house, *, posts=False):
    """All tables are to be drawn, or posted again."""
    with house.as_the_bot():
        for table in house.app.open_tables.tables(house.guild.id):
            message = house.app.presses.view_of(table).message
            if posts:
                message._posted_at = None
            message.request()


@pytest.mark.thorough
@pytest.mark.parametrize("posts", [False, True], ids=["edits", "new posts and old copies"])
async def test_all_tables_at_once_are_drawn_at_the_pace_of_the_queue(house, asked, posts):
    draw_all(house, posts=posts)
    await little_by_little(house, 10)
    wanted = {"PATCH": TABLES} | ({"POST": TABLES} if posts else {})
    assert Counter(method for _, method in asked) == wanted
    times = [at for at, _ in asked]
    assert max(sum(begin <= at < begin + 1 for at in times) for begin in times) <= A_SECOND + 1


async def test_a_pressed_table_is_drawn_before_all_others(house, hall, asked):
    eve = house.guest("Eve")
    draw_all(house)
    last = hall[-1]
    house.app.presses.view_of(last.live.table).message._posted_at = None
    eve.about_to_press("Sit", last).dispatch()
    await little_by_little(house, 5)
    place = next(place for place, (_, method) in enumerate(asked) if method == "POST")
    assert place < 5


@pytest.mark.thorough
async def test_a_429_slows_the_whole_queue_and_not_just_one_table(house, hall, asked):
    house.env.inject_error("PATCH", "/channels/*/messages/*", times=1, status=429)
    draw_all(house)
    await little_by_little(house, 6)
    times = [at for at, _ in asked]
    assert len(times) == TABLES + 1
    pauses = [after - at for at, after in pairwise(times)]
    assert max(pauses) >= drawing.SLOWED_FOR.total_seconds() - 0.1
    assert sum(pause > 0.5 for pause in pauses) == 1


@pytest.mark.parametrize("hours", [-1, 1])
async def test_setting_the_wall_clock_back_or_forward_delays_and_hastens_nothing(house, ana, ben, instead_of, hours):
    off = timedelta(0)
    instead_of(App, "now", lambda now, app: now(app) + off)
    await house.restart()
    table = await ana.opens()
    await ben.press("Sit", table)
    first = table.message
    house.deal("5S 6D v 9H then 2C 10D")
    await table.plays("Ana bets 100, 21 s")
    assert table.live.table.is_playing
    off = timedelta(hours=hours)
    await ana.command("table kick", table=table.number, member=ben.member)
    await house.wait(2)
    assert "Ben" not in table.text
    await house.wait(25)
    assert table.live.table.play.steps == 0
    await house.wait(4)
    assert table.live.table.play.steps == 2
    await house.wait(2)
    assert "5S 6D 2C" in table.text
    off *= 2
    await house.dealer_has_drawn()
    assert table.line("Ana ") == "5S 6D 2C = 13 · Ana -100 · now 900 chips"
    assert table.message.id == first.id


async def test_what_happens_in_one_server_looks_at_no_table_of_another(house):
    ana, elsewhere = house.guest("Ana"), house.env.create_guild("Elsewhere")
    await house.sets({"tables_per_channel": 10, "tables_per_person": 10})
    app, guild, lines = house.app, house.app.get_guild(elsewhere.id), []

    def count(_frame, event, _argument):
        lines[-1] += event == "line"
        return count

    for tables in (1, 5):
        for _ in range(tables):
            await ana.opens()
        lines.append(0)
        with house.as_the_bot():
            sys.settrace(count)
            await app.on_guild_available(guild)
            await app.on_guild_update(guild, guild)
            await app.open_tables.renew(guild.id)
            app.presses.forget(guild.id, ana.id)
            sys.settrace(None)
    assert lines[0] == lines[1] > 8
