"""The buttons, selects and forms of the settings' panel. Their address is all they are, so they outlive the process.

An address is what is to be done, a verb, and the setting or group that it is about. What is done is said in presses.py.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import discord
from discord import ui

from cogs import components
from cogs.components import Component
from cogs.persistent import NOWHERE, Addressed, Control
from cogs.table import forms

_PATTERN = r"(?P<verb>[a-z]{1,10}):(?P<key>[a-z0-9_.]{1,60})"
_FORM = re.compile("settings:f:" + _PATTERN)
CHANNELS = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
    discord.ChannelType.forum,
]


@dataclass(frozen=True, slots=True)
class Press:
    """Somebody pressed, chose or sent something: `values` was chosen, `fields` filled in."""

    interaction: discord.Interaction[Any]
    verb: str
    key: str
    values: tuple[str, ...] = ()
    fields: Mapping[str, tuple[str, ...]] | None = None


class PressReceiver(Protocol):
    """Where presses are brought; the cog is the one there is."""

    async def pressed(self, press: Press) -> None:
        """Do what was pressed, and answer."""


class _Setting(Addressed[Control], template=NOWHERE):
    about = "/settings"

    async def pressed(self, interaction: discord.Interaction[Any], match: re.Match[str]) -> None:
        """Bring the press or the choice to the desk."""
        receiver: PressReceiver = interaction.client.get_cog("settings")
        data: Any = interaction.data
        await receiver.pressed(Press(interaction, match["verb"], match["key"], forms.texts(data.get("values"))))


class SettingButton(_Setting[ui.Button[Any]], template="settings:b:" + _PATTERN):
    """A button."""

    @classmethod
    def labelled(cls, verb: str, key: str, label: str, *, main: bool = False) -> Component:
        """A new button; the main ones stand out."""
        style = discord.ButtonStyle.primary if main else discord.ButtonStyle.secondary
        return components.button(f"settings:b:{verb}:{key}", label, style)


class SettingSelect(_Setting[ui.Select[Any]], template="settings:s:" + _PATTERN):
    """A select of texts."""

    @classmethod
    def offering(cls, verb: str, key: str, options: Sequence[Component], placeholder: str) -> Component:
        """A new select of `options`."""
        return components.select(f"settings:s:{verb}:{key}", options, placeholder)


class SettingChannels(_Setting[ui.ChannelSelect[Any]], template="settings:c:" + _PATTERN):
    """A select of the server's channels."""

    @classmethod
    def offering(cls, key: str, most: int, placeholder: str) -> Component:
        """A new select of up to `most` channels."""
        return components.channel_select(f"settings:c:channels:{key}", CHANNELS, placeholder, most)


class SettingRole(_Setting[ui.RoleSelect[Any]], template="settings:r:" + _PATTERN):
    """A select of the server's roles."""

    @classmethod
    def offering(cls, key: str, placeholder: str) -> Component:
        """A new select of one role."""
        return components.role_select(f"settings:r:role:{key}", placeholder)


ITEMS = (SettingButton, SettingSelect, SettingChannels, SettingRole)


class SettingForm(forms.Form):
    """Asks for the value of a setting."""

    def __init__(self, key: str, title: str, *fields: ui.Label[Any]) -> None:
        super().__init__(f"settings:f:fill:{key}", title, *fields)


def sent(interaction: discord.Interaction[Any]) -> Press | None:
    """A form that was sent; None when the interaction is none of these."""
    found = forms.filled(interaction, _FORM)
    return None if found is None else Press(interaction, found[0]["verb"], found[0]["key"], fields=found[1])
