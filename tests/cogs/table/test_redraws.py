"""After a restart, and whenever many tables want to be drawn at once, the whole bot keeps to one pace."""

import sys
from collections import Counter
from datetime import timedelta
from itertools import pairwise

import discord
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


class Wire:
    """What the bot has asked Discord for, and when, in the seconds of its own time."""

    def __init__(self, house, monkeypatch):
        self.house = house
        self.asked = []
        self._watch(house.app.http, monkeypatch)

    def _watch(self, client, monkeypatch):
        real = client.request

        async def request(route, *arguments, **more):
            if "/messages" in route.url:
                self.asked.append((self.house.env.now().timestamp(), route.method, route.url))
            return await real(route, *arguments, **more)

        monkeypatch.setattr(client, "request", request, raising=False)

    def most_in_a_second(self):
        times = [at for at, *_ in self.asked]
        return max(sum(begin <= at < begin + 1 for at in times) for begin in times)


def draw_all(house, *, posts=False):
    """All tables are to be drawn, or posted again."""
    with house.as_the_bot():
        for table in house.app.open_tables.in_guild(house.guild.id):
            message = house.app.presses.view_of(table).message
            message._wants_post |= posts
            message.request()


@pytest.mark.thorough
@pytest.mark.parametrize("posts", [False, True], ids=["edits", "new posts and old copies"])
async def test_all_tables_at_once_are_drawn_at_the_pace_of_the_queue(house, hall, monkeypatch, posts):
    wire = Wire(house, monkeypatch)
    draw_all(house, posts=posts)
    await little_by_little(house, 10)
    wanted = {"PATCH": TABLES} | ({"POST": TABLES} if posts else {})
    assert Counter(method for _, method, _ in wire.asked) == wanted
    assert wire.most_in_a_second() <= A_SECOND + 1


async def test_a_pressed_table_is_drawn_before_all_others(house, hall, monkeypatch):
    eve = house.guest("Eve")
    wire = Wire(house, monkeypatch)
    draw_all(house)
    last = hall[-1]
    house.app.presses.view_of(last.live).message._is_gone = True
    eve.about_to_press("Sit", last).dispatch()
    await little_by_little(house, 5)
    place = next(place for place, (_, method, _) in enumerate(wire.asked) if method == "POST")
    assert place < 5


@pytest.mark.thorough
async def test_a_429_slows_the_whole_queue_and_not_just_one_table(house, hall, monkeypatch):
    house.env.inject_error("PATCH", "/channels/*/messages/*", times=1, status=429)
    wire = Wire(house, monkeypatch)
    draw_all(house)
    await little_by_little(house, 6)
    times = [at for at, *_ in wire.asked]
    assert len(times) == TABLES + 1
    pauses = [after - at for at, after in pairwise(times)]
    assert max(pauses) >= drawing.SLOWED_FOR.total_seconds() - 0.1
    assert sum(pause > 0.5 for pause in pauses) == 1


@pytest.fixture
async def set_wall(house, monkeypatch):
    """`set_wall(hours)`: set the machine's clock, which gives the date, forward or back."""
    off = [timedelta(0)]
    monkeypatch.setattr(App, "now", lambda _app: discord.utils.utcnow() + off[0])
    await house.restart()

    def set_wall(hours):
        off[0] += timedelta(hours=hours)

    return set_wall


@pytest.mark.parametrize("hours", [-1, 1])
async def test_setting_the_wall_clock_back_or_forward_delays_and_hastens_nothing(house, ana, ben, set_wall, hours):
    table = await ana.opens()
    await ben.press("Sit", table)
    first = table.message
    house.deal("5S 6D", dealer="9H", then="2C 10D")
    await ana.bets(100, table)
    await house.wait(21)
    assert table.live.is_playing
    set_wall(hours)
    await ana.command("table kick", table=table.number, member=ben.member)
    await house.wait(2)
    assert "Ben" not in table.text
    await house.wait(25)
    assert table.live.play.steps == 0
    await house.wait(4)
    assert table.live.play.steps == 2
    await house.wait(2)
    assert "5S 6D 2C" in table.text
    assert table.message.id == first.id


async def test_a_reveal_continues_when_the_wall_clock_is_set_back(house, ana, set_wall):
    table = await ana.opens("pokdeng")
    house.deal_hands({1: "9S 9D"}, "2H 3D")
    await ana.bets_on("P1", 10, table)
    await ana.press("Ready", table)
    set_wall(-1)
    for _ in range(6):
        await house.wait(3)
    assert "Place your bets" in table.text


async def test_what_happens_in_one_server_looks_at_no_table_of_another(house):
    ana, elsewhere = house.guest("Ana"), house.env.create_guild("Elsewhere")
    await house.sets({"tables_per_channel": 10, "tables_per_person": 10})
    app, guild = house.app, house.app.get_guild(elsewhere.id)

    async def happens():
        await app.on_guild_available(guild)
        await app.on_guild_update(guild, guild)
        await app.open_tables.renew(guild.id)
        app.presses.forget(guild.id, ana.id)

    looks = []
    for tables in (1, 5):
        for _ in range(tables):
            await ana.opens()
        with house.as_the_bot():
            looks.append(await steps(happens()))
    assert looks[0] == looks[1] > 8


async def steps(work):
    """How many lines `work` runs, each as often as it is run."""
    count, before = 0, sys.gettrace()

    def step(_frame, event, _argument):
        nonlocal count
        count += event == "line"
        return step

    sys.settrace(step)
    try:
        await work
    finally:
        sys.settrace(before)
    return count
