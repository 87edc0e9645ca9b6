"""The buttons, selects and forms of the settings' panel. Their address is all they are, so they outlive the process.

An address is what is to be done, a verb, and the setting or group that it is about. What is done is said in presses.py.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self, cast

import discord
from discord import ui

from cogs.table import forms

_OPEN_SECONDS = 900.0
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


class Desk(Protocol):
    """Where presses are brought; the cog is the one there is."""

    async def pressed(self, press: Press) -> None:
        """Do what was pressed, and answer."""


async def _bring(interaction: discord.Interaction[Any], match: re.Match[str]) -> None:
    desk: Desk = interaction.client.get_cog("settings")
    data: Any = interaction.data
    await desk.pressed(Press(interaction, match["verb"], match["key"], tuple(data.get("values", ()))))


class SettingButton(ui.DynamicItem[ui.Button[Any]], template="settings:b:" + _PATTERN):
    """A button."""

    def __init__(self, match: re.Match[str] | None, button: ui.Button[Any]) -> None:
        self._match = match
        super().__init__(button)

    @classmethod
    def labelled(cls, verb: str, key: str, label: str, *, main: bool = False) -> Self:
        """A new button; the main ones stand out."""
        style = discord.ButtonStyle.primary if main else discord.ButtonStyle.secondary
        return cls(None, ui.Button(label=label, style=style, custom_id=f"settings:b:{verb}:{key}"))

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button that was pressed."""
        return cls(match, cast("ui.Button[Any]", item))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Bring the press to the desk."""
        assert self._match is not None
        await _bring(interaction, self._match)


class SettingSelect(ui.DynamicItem[ui.Select[Any]], template="settings:s:" + _PATTERN):
    """A select of texts."""

    def __init__(self, match: re.Match[str] | None, select: ui.Select[Any]) -> None:
        self._match = match
        super().__init__(select)

    @classmethod
    def offering(cls, verb: str, key: str, options: Sequence[discord.SelectOption], placeholder: str) -> Self:
        """A new select of `options`."""
        custom_id = f"settings:s:{verb}:{key}"
        return cls(None, ui.Select(custom_id=custom_id, options=list(options), placeholder=placeholder))

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The select in which something was chosen."""
        return cls(match, cast("ui.Select[Any]", item))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Bring the choice to the desk."""
        assert self._match is not None
        await _bring(interaction, self._match)


class SettingChannels(ui.DynamicItem[ui.ChannelSelect[Any]], template="settings:c:" + _PATTERN):
    """A select of the server's channels."""

    def __init__(self, match: re.Match[str] | None, select: ui.ChannelSelect[Any]) -> None:
        self._match = match
        super().__init__(select)

    @classmethod
    def offering(cls, key: str, most: int, placeholder: str) -> Self:
        """A new select of up to `most` channels."""
        select: ui.ChannelSelect[Any] = ui.ChannelSelect(
            custom_id=f"settings:c:channels:{key}",
            channel_types=CHANNELS,
            placeholder=placeholder,
            max_values=most,
        )
        return cls(None, select)

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The select in which something was chosen."""
        return cls(match, cast("ui.ChannelSelect[Any]", item))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Bring the choice to the desk."""
        assert self._match is not None
        await _bring(interaction, self._match)


class SettingRole(ui.DynamicItem[ui.RoleSelect[Any]], template="settings:r:" + _PATTERN):
    """A select of the server's roles."""

    def __init__(self, match: re.Match[str] | None, select: ui.RoleSelect[Any]) -> None:
        self._match = match
        super().__init__(select)

    @classmethod
    def offering(cls, key: str, placeholder: str) -> Self:
        """A new select of one role."""
        return cls(None, ui.RoleSelect(custom_id=f"settings:r:role:{key}", placeholder=placeholder))

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The select in which a role was chosen."""
        return cls(match, cast("ui.RoleSelect[Any]", item))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Bring the choice to the desk."""
        assert self._match is not None
        await _bring(interaction, self._match)


ITEMS = (SettingButton, SettingSelect, SettingChannels, SettingRole)


class SettingForm(ui.Modal):
    """Asks for the value of a setting."""

    def __init__(self, key: str, title: str, *fields: ui.Label[Any]) -> None:
        super().__init__(title=title[:45], custom_id=f"settings:f:fill:{key}", timeout=_OPEN_SECONDS)
        for field in fields:
            self.add_item(field)

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        """Nothing: `sent` serves forms of this process and of the ones before it alike."""


def sent(interaction: discord.Interaction[Any]) -> Press | None:
    """A form that was sent; None when the interaction is none of these."""
    found = forms.filled(interaction, _FORM)
    return None if found is None else Press(interaction, found[0]["verb"], found[0]["key"], fields=found[1])
