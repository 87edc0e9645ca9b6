"""`/settings`: how this server wants to play, for everyone to read and for its managers to change.

Every press checks whether its person manages the server: they may have lost that since the panel was opened, and
anybody can put an address on a message. The panel remembers nothing; it is drawn from what is valid at that moment.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs.app.bot import App
from cogs.app.replies.components import Form
from cogs.app.replies.permissions import manages, verify_has_permission, verify_manages
from cogs.app.replies.readers import own_words
from cogs.app.replies.requests import show
from cogs.app.router import BEYOND, Route, chosen, filled
from cogs.server_log.server_log import may_write
from cogs.settings.evening_form import evening_fields, evening_from
from cogs.settings.panel import CONTROL, FORM, LATEST, SettingPress, panel, reading, unwritable
from games.core import IllegalAction
from i18n.words import Words
from tables.settings.amounts import LONGEST
from tables.settings.evening import ClubEvening
from tables.settings.kinds import Choice, Games, Setting, Span, Value, Whole
from tables.settings.schema import Group

Check: TypeAlias = Callable[[discord.Interaction[Any], Value], None]
"""Raises IllegalAction for a value that the server of the interaction can't have."""


def _verify_given_by_hand(interaction: discord.Interaction[Any], value: Value) -> None:
    """Only a role that people give to members says whom they trust."""
    role = interaction.guild.get_role(value) if interaction.guild is not None else None
    if role is None:
        raise IllegalAction("The bot doesn't see that role. Choose another one.")
    if role.is_default():
        raise IllegalAction("Everyone has that role. Choose a role that only people you trust have.")
    if role.managed:
        raise IllegalAction("Discord assigns that role itself. Choose a role that only people you trust have.")


def _verify_writable(interaction: discord.Interaction[Any], value: Value) -> None:
    """The bot has to be able to write in its log channel."""
    if not may_write(interaction.guild, value):
        raise IllegalAction.saying(unwritable(value))


CHECKS: Mapping[str, Check] = {
    "manager_role": _verify_given_by_hand,
    "log_channel": _verify_writable,
    "evening": lambda interaction, value: _verify_writable(interaction, value["channel"]),
}
"""By the setting's key."""


class SettingPresses:
    """Every press on a panel of settings."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._schema = app.servers.schema
        self._handlers: Mapping[str, Callable[[SettingPress], Awaitable[None]]] = {
            "group": lambda press: self.open(press.interaction, self._schema.group(_first(press))),
            "pick": self._open_setting,
            "on": lambda press: self._set(press, True),
            "off": lambda press: self._set(press, False),
            "default": lambda press: self._set(press, None),
            "choose": self._choose,
            "preset": self._choose_preset,
            "games": self._choose_games,
            "channels": lambda press: self._set(press, _ids(press)),
            "channel": lambda press: self._set(press, next(iter(_ids(press)), 0)),
            "role": lambda press: self._set(press, next(iter(_ids(press)), 0)),
            "ask": self._ask,
            "fill": self._fill,
        }

    @property
    def routes(self) -> tuple[Route[App], Route[App]]:
        """The route of the buttons and selects, and that of the forms."""
        about = "/settings, {verb} {key}"
        return Route("settings", CONTROL, self._press, about), Route("settings", FORM, self._press, about, is_form=True)

    async def _press(self, interaction: discord.Interaction[App], match: re.Match[str]) -> None:
        press = SettingPress(interaction, match["verb"], match["key"], chosen(interaction), filled(interaction))
        if press.verb == "look":
            await self.read(interaction, self._schema.group(_first(press)))
            return
        verify_manages(interaction)
        if press.key in self._schema.settings and self._schema.settings[press.key].guarded:
            verify_has_permission(interaction)
        handler = self._handlers.get(press.verb)
        if handler is None:
            raise IllegalAction("There is no such setting.")
        await handler(press)

    async def read(self, interaction: discord.Interaction, group: Group) -> None:
        """Show a group to be read."""
        settings = self._app.servers.of(interaction.guild_id or 0)
        await show(interaction, reading(settings, self._schema, group, own_words(interaction)))

    async def open(self, interaction: discord.Interaction, group: Group, setting: Setting | None = None) -> None:
        """Show the panel, with `setting` open."""
        guild = interaction.guild_id or 0
        changes = await self._app.servers.log(guild, LATEST)
        settings, words = self._app.servers.of(guild), own_words(interaction)
        view = panel(
            settings,
            self._schema,
            group,
            setting,
            changes,
            words,
            has_permission=interaction.permissions.manage_guild,
            is_log_unwritable=self._app.server_log.is_unwritable(guild),
        )
        await show(interaction, view)

    async def _open_setting(self, press: SettingPress) -> None:
        setting = self._schema.setting(_first(press))
        await self.open(press.interaction, press.group_of(setting, self._schema), setting)

    async def _choose(self, press: SettingPress) -> None:
        setting = self._schema.setting(press.key)
        if not isinstance(setting, Choice):
            raise IllegalAction("There is no such setting.")
        values = {str(number): value for number, value in enumerate(setting.choices)}
        if _first(press) not in values:
            raise IllegalAction("{setting} can't be set to that.", setting=setting.title)
        await self._set(press, values[_first(press)])

    async def _choose_preset(self, press: SettingPress) -> None:
        key, _, name = press.about.partition(".")
        group, interaction = self._schema.group(key), press.interaction
        if name not in group.presets:
            raise IllegalAction("There is no such setting.")
        values = {f"{key}.{option}": value for option, value in group.presets[name].values.items()}
        await self._app.servers.change(interaction.guild_id or 0, values, interaction.user.id, self._app.now())
        await self.open(interaction, group)

    async def _choose_games(self, press: SettingPress) -> None:
        """Switch off the games that were not chosen."""
        setting = self._schema.setting(press.key)
        if not isinstance(setting, Games) or not setting.games.keys() >= {*press.values}:
            raise IllegalAction("There is no such setting.")
        await self._set(press, [name for name in setting.games if name not in press.values])

    async def _ask(self, press: SettingPress) -> None:
        setting, words = self._schema.setting(press.key), own_words(press.interaction)
        value = self._app.servers.of(press.interaction.guild_id or 0).value_of(setting)
        match setting:
            case Whole():
                fields = [_field("value", words.said(setting.title), value, setting, words)]
            case Span():
                about = zip(("low", "high"), setting.fields, value, strict=True)
                fields = [_field(name, words.said(title), number, setting, words) for name, title, number in about]
            case ClubEvening():
                fields = evening_fields(setting, setting.parsed(value), press.interaction.guild, words)
            case _:
                raise IllegalAction("There is no such setting.")
        form = Form(f"settings:f:fill:{press.about}", words.said(setting.title), *fields)
        await form.open(press.interaction)

    async def _fill(self, press: SettingPress) -> None:
        setting = self._schema.setting(press.key)
        match setting:
            case Whole():
                await self._set(press, setting.read(_filled(press, "value")))
            case Span():
                await self._set(press, setting.read(_filled(press, "low"), _filled(press, "high")))
            case ClubEvening():
                await self._set(press, evening_from(setting, partial(_filled, press), press.fields.get("games", ())))
            case _:
                raise IllegalAction("There is no such setting.")

    async def _set(self, press: SettingPress, value: object) -> None:
        setting, interaction = self._schema.setting(press.key), press.interaction
        if value and setting.key in CHECKS:
            CHECKS[setting.key](interaction, value)
        await self._app.servers.change(
            interaction.guild_id or 0, {setting.key: value}, interaction.user.id, self._app.now()
        )
        await self.open(interaction, press.group_of(setting, self._schema), setting)


def _field(name: str, text: str, value: int | None, setting: Whole | Span, words: Words) -> ui.Label[ui.Modal]:
    limits = words("From {least} to {most}", least=setting.least, most=setting.most)
    filled: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=name, max_length=LONGEST, default=None if value is None else str(value)
    )
    return ui.Label(text=text, description=limits, component=filled)


def _ids(press: SettingPress) -> list[int]:
    """The channels or roles that were chosen."""
    if not all(value.isdecimal() and int(value) < BEYOND for value in press.values):
        raise IllegalAction("The bot can't read that. Run the command again.")
    return [int(value) for value in press.values]


def _first(press: SettingPress) -> str:
    return next(iter(press.values), "")


def _filled(press: SettingPress, field: str) -> str:
    return own_words(press.interaction).typed("".join(press.fields.get(field, ())))


class SettingsCog(commands.Cog, name="settings"):
    """`/settings`."""

    def __init__(self, app: App, presses: SettingPresses) -> None:
        self._presses = presses
        self._schema = app.servers.schema

    @app_commands.command(name="settings", description="Show this server's settings and house rules, or change them")
    @app_commands.guild_only()
    async def settings(self, interaction: discord.Interaction[App]) -> None:
        """What to change first, and behind it every setting: changed by managers, and read by all others."""
        show = self._presses.open if manages(interaction) else self._presses.read
        await show(interaction, self._schema.first)


async def setup(app: App) -> None:
    """Offer the command, and let the panel's buttons, selects and forms work."""
    presses = SettingPresses(app)
    app.router.register(*presses.routes)
    await app.add_cog(SettingsCog(app, presses))
