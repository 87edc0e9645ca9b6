"""What is the same for each bot of the tests is made once a worker.

A start makes all this anew, which would take most of a simulated test's time.
"""

import asyncio
import functools
import importlib
import json
import marshal
from contextlib import suppress
from copy import deepcopy
from types import SimpleNamespace

import discord
import orjson
from simcord import Env, components, gateway, results
from simcord.backend.state import Backend
from simcord.http import router
from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter

from cogs.app import sync
from cogs.app.bot import App
from cogs.pok_deng.road import EMOJIS as ROAD
from cogs.table import emojis
from tools.world.jumping_loop import JumpingLoop

_FACES = [(pictures, face) for pictures in (emojis.CARDS, ROAD) for face in pictures.faces]
_drawn = functools.cache(emojis.face_png)
_tree, _translated = sync._tree, {}
_begin = Backend.__init__


def copy_quickly():
    """SimCord copies all that is sent and read, the commands at each start too; for JSON deepcopy is slow."""
    for module in (router, gateway):
        module.copy = SimpleNamespace(deepcopy=_copied)
    for module in (results, components):
        module.deepcopy = _copied


def _copied(value):
    try:
        return marshal.loads(marshal.dumps(value))
    except ValueError:  # it has members of enums, or isn't JSON alone
        with suppress(TypeError):
            return orjson.loads(orjson.dumps(value))
        return deepcopy(value)


def hold_requests():
    """A request reaches Discord in a later turn of the loop, and is answered in one later still, by the seed."""
    for carrier in (FakeHTTPClient, FakeWebhookAdapter):
        carrier.request = _held(carrier.request)


def settle_patiently():
    """Let the bot settle once more where something was under way in the very instant in which its time was over."""
    settle = Env._settle_internal

    @functools.wraps(settle)
    async def settled(env, **how):
        try:
            await settle(env, **how)
        except TimeoutError:
            await settle(env, **how | {"_deadline": None})

    Env._settle_internal = settled


def _held(request):
    @functools.wraps(request)
    async def held(*asked, **named):
        loop = asyncio.get_running_loop()
        if not isinstance(loop, JumpingLoop):
            return await request(*asked, **named)
        await loop.held()
        try:
            return await request(*asked, **named)
        finally:
            await loop.held()

    return held


def load_extensions(monkeypatch):
    """discord.py runs their modules again for each bot; a process has one bot, but a worker has thousands."""

    async def load_extension(app, name):
        await importlib.import_module(name).setup(app)

    monkeypatch.setattr(App, "load_extension", load_extension)


def translate_commands(monkeypatch):
    """Their texts are the same for each bot, except where a test has sentences of its own."""

    async def tree(bot, guild):
        where = None if guild is None else discord.Object(guild)
        commands = [command for top in bot.tree.get_commands(guild=where) for command in (top, *_below(top))]
        key = (guild, tuple((command.qualified_name, command.description) for command in commands))
        if key not in _translated:
            _translated[key] = json.dumps(await _tree(bot, guild))
        return json.loads(_translated[key])

    monkeypatch.setattr(sync, "_tree", tree)


def _below(command):
    return command.walk_commands() if isinstance(command, discord.app_commands.Group) else ()


def draw_emojis(monkeypatch):
    """They are drawn before SimCord's five seconds for a starting bot begin."""
    for pictures, face in _FACES:
        _drawn(pictures, face)
    monkeypatch.setattr(emojis, "face_png", _drawn)


def upload_emojis(monkeypatch):
    """The application has them from a start before."""

    def begin(backend, *arguments, **how):
        _begin(backend, *arguments, **how)
        for pictures, face in _FACES:
            backend.create_application_emoji(pictures.emoji_name(face))

    monkeypatch.setattr(Backend, "__init__", begin)
