"""What the buttons, selects and forms of the settings' panel do.

Whoever presses is asked for Manage Server at every press: the permission may have gone since the panel was opened, and
an address can be put on any message. The panel remembers nothing; it is drawn from what is valid at that moment.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord
from discord import ui

from cogs.app import App
from cogs.permissions import verify_manages
from cogs.persistent import BEYOND, show
from cogs.settings.controls import Press, SettingForm
from cogs.settings.panel import LATEST, panel, reading
from data.guild.settings import SettingChange
from games.core import IllegalAction
from guild_settings.amounts import LONGEST
from guild_settings.schema import GROUPS, SETTINGS, Choice, Group, Setting, Span, Whole
from i18n.words import Words


class SettingPresses:
    """Every press on a panel of settings."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._handlers: Mapping[str, Callable[[Press], Awaitable[None]]] = {
            "group": self._open_group,
            "pick": self._open_setting,
            "on": lambda press: self._set(press, True),
            "off": lambda press: self._set(press, False),
            "default": lambda press: self._set(press, None),
            "choose": self._choose,
            "channels": lambda press: self._set(press, _ids(press)),
            "role": lambda press: self._set(press, next(iter(_ids(press)), 0)),
            "ask": self._ask,
            "fill": self._fill,
        }

    async def do(self, press: Press) -> None:
        """Do what was pressed, and answer. Raises IllegalAction."""
        if press.verb == "look":
            await self.read(press.interaction, group_of(_first(press)))
            return
        verify_manages(press.interaction)
        handler = self._handlers.get(press.verb)
        if handler is None:
            raise IllegalAction("There is no such setting.")
        await handler(press)

    async def read(self, interaction: discord.Interaction[Any], group: Group) -> None:
        """Show a group to be read."""
        settings = self._app.servers.of(interaction.guild_id or 0)
        await show(interaction, reading(settings, group, Words.of(interaction)))

    async def open(self, interaction: discord.Interaction[Any], group: Group, setting: Setting | None = None) -> None:
        """Show the panel, with `setting` open."""
        guild = interaction.guild_id or 0
        changes = [_read(change) for change in await self._app.servers.log(guild, LATEST) if change.name in SETTINGS]
        settings, words = self._app.servers.of(guild), Words.of(interaction)
        await show(interaction, panel(settings, group, setting, changes, words))

    async def _open_group(self, press: Press) -> None:
        await self.open(press.interaction, group_of(_first(press)))

    async def _open_setting(self, press: Press) -> None:
        setting = _setting(_first(press))
        await self.open(press.interaction, _home(setting), setting)

    async def _choose(self, press: Press) -> None:
        setting = _setting(press.key)
        if not isinstance(setting, Choice):
            raise IllegalAction("There is no such setting.")
        values = {str(number): value for number, value in enumerate(setting.choices)}
        if _first(press) not in values:
            raise IllegalAction("{setting} can't be set to that.", setting=setting.title)
        await self._set(press, values[_first(press)])

    async def _ask(self, press: Press) -> None:
        setting, words = _setting(press.key), Words.of(press.interaction)
        value = self._app.servers.of(press.interaction.guild_id or 0).value_of(setting)
        match setting:
            case Whole():
                fields = [_field("value", words.said(setting.title), value, setting, words)]
            case Span():
                fields = [
                    _field("low", words("The lowest"), value[0], setting, words),
                    _field("high", words("The highest"), value[1], setting, words),
                ]
            case _:
                raise IllegalAction("There is no such setting.")
        await press.interaction.response.send_modal(SettingForm(setting.key, words.said(setting.title), *fields))

    async def _fill(self, press: Press) -> None:
        setting = _setting(press.key)
        match setting:
            case Whole():
                await self._set(press, setting.read(_filled(press, "value")))
            case Span():
                await self._set(press, setting.read(_filled(press, "low"), _filled(press, "high")))
            case _:
                raise IllegalAction("There is no such setting.")

    async def _set(self, press: Press, value: Any) -> None:
        setting, interaction = _setting(press.key), press.interaction
        await self._app.servers.change(
            interaction.guild_id or 0, {setting.key: value}, interaction.user.id, self._app.now()
        )
        await self.open(interaction, _home(setting), setting)


def group_of(key: str) -> Group:
    """The group with this key. Raises IllegalAction."""
    if key not in GROUPS:
        raise IllegalAction("There is no such setting.")
    return GROUPS[key]


def _setting(key: str) -> Setting:
    if key not in SETTINGS:
        raise IllegalAction("There is no such setting.")
    return SETTINGS[key]


def _home(setting: Setting) -> Group:
    return next(group for group in GROUPS.values() if setting in group.settings)


def _read(change: SettingChange) -> tuple[SettingChange, Any, Any]:
    default = SETTINGS[change.name].default
    before, after = (default if text is None else json.loads(text) for text in (change.before, change.after))
    return change, before, after


def _field(name: str, text: str, value: int | None, setting: Whole | Span, words: Words) -> ui.Label[Any]:
    limits = words("From {least} to {most}.", least=setting.least, most=setting.most)
    filled: ui.TextInput[Any] = ui.TextInput(
        custom_id=name, max_length=LONGEST, default=None if value is None else str(value)
    )
    return ui.Label(text=text, description=limits, component=filled)


def _ids(press: Press) -> list[int]:
    """The channels or roles that were chosen."""
    if not all(value.isdecimal() and int(value) < BEYOND for value in press.values):
        raise IllegalAction("The bot can't read that. Give the command once more.")
    return [int(value) for value in press.values]


def _first(press: Press) -> str:
    return next(iter(press.values), "")


def _filled(press: Press, field: str) -> str:
    return "".join((press.fields or {}).get(field, ()))
