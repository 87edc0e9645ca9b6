"""Whatever waits for Discord while the garbage collector freezes is freed when it is over: presses, and closed tables.

Here the collector freezes at every request, so that each press is caught by it.
"""

import asyncio
import gc
import weakref
from collections import Counter
from contextlib import asynccontextmanager
from random import Random
from types import SimpleNamespace

import discord
import pytest
from discord.enums import InteractionResponseType

from cogs.app.process.collector import Collector
from tables.events import Void
from tools.bench.__main__ import GAMES
from tools.world.bot import running
from tools.world.clocks import StillLoop, until_quiet
from tools.world.fake_discord import CHANNEL, EPHEMERAL, FakeDiscord, controls

STRANGER = 10**9
MODAL = InteractionResponseType.modal.value


class FreezingWire(FakeDiscord):
    """Everything is frozen while Discord has not answered yet. With a `refusal`, Discord says so to each answer."""

    refusal = None

    async def request(self, route, *args, **named):
        said = await super().request(route, *args, **named)
        self._freeze()
        if self.refusal is not None and route.path.endswith("/callback"):
            raise self.refusal()
        return said

    async def _rest(self, *args, **named):
        said = await super()._rest(*args, **named)
        self._freeze()
        return said

    def _freeze(self):
        gc.collect()
        gc.freeze()


def unknown():
    """Discord no longer knows the press."""
    return discord.NotFound(SimpleNamespace(status=404, reason="Not Found"), {"code": 10062, "message": "Unknown"})


@pytest.fixture
def run():
    """Runs a coroutine while time stands still."""
    with asyncio.Runner(loop_factory=StillLoop) as runner:
        yield runner.run


@asynccontextmanager
async def playing(path, game):
    wire = FreezingWire()
    async with running(path / "frozen.sqlite3", wire, Random(1), Collector()) as app:
        asyncio.get_running_loop().keep_what_runs()
        tables = game(app, wire, Random(1))
        await tables.open(2, pressed=2)
        yield tables, wire


async def left_by(work):
    """What only a full collection frees of all that `work` has made, by kind."""
    await until_quiet()
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    await work
    await until_quiet()
    gc.collect()
    gc.unfreeze()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        gc.collect()
        return Counter(type(each).__name__ for each in gc.garbage)
    finally:
        gc.set_debug(0)
        gc.garbage.clear()


async def ask(tables, wire, event):
    """Let a press arrive, and return its answer when everything has come to rest."""
    answer = await wire.ask(tables.app, event)
    await until_quiet()
    wire.take_in()
    return answer


async def play(tables, wire, presses):
    for _ in range(presses):
        await ask(tables, wire, await tables.next_press(tables.next_index()))


async def press_everything(tables, wire, index):
    """A player, and a poor stranger, press on all that the table shows; they send each form empty, then with a lot."""
    on, player = tables.public(index), tables.table(index).host
    for person in (player, STRANGER):
        for control in list(controls(wire.shown(on)["components"])):
            answer = await ask(tables, wire, wire.press(control["custom_id"], person, on))
            if answer.type == MODAL:
                await ask(tables, wire, wire.fill_in(answer, {}, person))
                fields = {field["component"]["custom_id"]: "100000" for field in answer.body["components"]}
                await ask(tables, wire, wire.fill_in(answer, fields, person))


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.command)
def test_no_press_private_question_form_or_refusal_stays_that_waited_for_discord(run, tmp_path, game):
    async def played():
        async with playing(tmp_path, game) as (tables, wire):
            await play(tables, wire, 10)
            presses = await left_by(play(tables, wire, 60))
            await press_everything(tables, wire, 0)
            return presses, await left_by(press_everything(tables, wire, 1))

    assert run(played()) == ({}, {})


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("blackjack open", []),
        ("balance", []),
        ("daily", []),
        ("chips give", [{"type": 6, "name": "member", "value": "7"}, {"type": 3, "name": "amount", "value": "2000"}]),
        ("no such", []),
    ],
)
def test_no_command_stays_that_waited_for_discord(run, tmp_path, command, options):
    async def played():
        async with playing(tmp_path, GAMES[0]) as (tables, wire):
            wire.post(0, [], CHANNEL, EPHEMERAL)  # the place of what is said later
            await ask(tables, wire, given(wire, command, options))
            return await left_by(ask(tables, wire, given(wire, command, options)))

    assert run(played()) == {}


@pytest.mark.thorough
@pytest.mark.parametrize("refusal", [unknown, TimeoutError])
def test_no_press_or_command_stays_that_discord_took_no_answer_to(run, tmp_path, refusal):
    async def in_vain(tables, wire):
        await play(tables, wire, 10)
        await ask(tables, wire, given(wire, "blackjack open", []))

    async def played():
        async with playing(tmp_path, GAMES[0]) as (tables, wire):
            wire.post(0, [], CHANNEL, EPHEMERAL)  # the place of what is said later
            wire.refusal = refusal
            await in_vain(tables, wire)
            return await left_by(in_vain(tables, wire))

    assert run(played()) == {}


@pytest.mark.thorough
def test_no_press_or_command_stays_that_a_bot_about_to_end_leaves_to_the_next(run, tmp_path):
    async def unheard(tables, wire):
        wire.send(tables.app, await tables.next_press(0))
        wire.send(tables.app, given(wire, "daily", []))
        await until_quiet()

    async def played():
        async with playing(tmp_path, GAMES[0]) as (tables, wire):
            tables.app.shutdown.is_deaf = True
            await unheard(tables, wire)
            return await left_by(unheard(tables, wire))

    assert run(played()) == {}


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.command)
def test_no_table_stays_that_is_closed_and_shown_so(run, tmp_path, game):
    async def closed(tables, seen):
        seen += map(weakref.ref, tables.app.open_tables.in_guild(tables.table(0).guild))
        for live in seen:
            await live().do(Void(live().table.host))
            await until_quiet()

    async def played():
        seen = []
        async with playing(tmp_path, game) as (tables, wire):
            await play(tables, wire, 10)
            left = await left_by(closed(tables, seen))
            return left, [live() for live in seen]

    assert run(played()) == ({}, [None, None])


def given(wire, command, options):
    first, *rest = command.split()
    event = wire.command(first, STRANGER, CHANNEL, {})
    event["data"]["options"] = [{"type": 1, "name": name, "options": options} for name in rest] or options
    event["data"]["resolved"] = {"users": {"7": event["member"]["user"] | {"id": "7"}}}
    return event
