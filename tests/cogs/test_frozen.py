"""Whatever waits for Discord while the garbage collector freezes is freed when it is over.

Here the collector freezes at every request, so that each press is caught by it.
"""

import asyncio
import gc
from collections import Counter
from contextlib import asynccontextmanager
from random import Random

import pytest
from discord.enums import InteractionResponseType

from bench.__main__ import GAMES
from bench.clock import StillLoop, until_quiet
from bench.tables import running
from bench.wire import CHANNEL, EPHEMERAL, Wire, controls
from cogs.running.collector import Collector

pytestmark = pytest.mark.usefixtures("friends_may_come")

STRANGER = 10**9
MODAL = InteractionResponseType.modal.value


class FreezingWire(Wire):
    """Everything is frozen while Discord has not answered yet."""

    async def request(self, *args, **named):
        said = await super().request(*args, **named)
        gc.collect()
        gc.freeze()
        return said


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


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.command)
def test_no_press_stays_that_waited_for_discord(run, tmp_path, game):
    async def played():
        async with playing(tmp_path, game) as (tables, wire):
            await play(tables, wire, 10)
            return await left_by(play(tables, wire, 60))

    assert run(played()) == {}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.command)
def test_no_private_question_form_or_refusal_stays_that_waited_for_discord(run, tmp_path, game):
    async def played():
        async with playing(tmp_path, game) as (tables, wire):
            await press_everything(tables, wire, 0)
            return await left_by(press_everything(tables, wire, 1))

    assert run(played()) == {}


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("blackjack open", []),
        ("chips history", []),
        ("chips daily", []),
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


def given(wire, command, options):
    group, name = command.split()
    event = wire.command(group, STRANGER, CHANNEL, {})
    event["data"]["options"] = [{"type": 1, "name": name, "options": options}]
    event["data"]["resolved"] = {"users": {"7": event["member"]["user"] | {"id": "7"}}}
    return event
