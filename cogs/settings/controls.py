"""The buttons, selects and forms of the settings panel.

An address is a verb, which says what to do, and the setting or group that it is about. presses.py does it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import discord
from discord import ButtonStyle, ui

from cogs.app.replies import components
from cogs.app.replies.components import Component
from cogs.table.forms import Form

_ABOUT = r"(?P<verb>[a-z]{1,10}):(?P<key>[a-z0-9_.]{1,60})"
CONTROL, FORM = f"[bscr]:{_ABOUT}", f"f:{_ABOUT}"
"""The part of an address after `settings:`, for both kinds of buttons and selects, and for forms."""
TEXT_CHANNELS = [discord.ChannelType.text, discord.ChannelType.news]
CHANNELS = [
    *TEXT_CHANNELS,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
    discord.ChannelType.forum,
]


@dataclass(frozen=True, slots=True)
class SettingPress:
    """Somebody pressed, chose or sent something: `values` were chosen, `fields` filled in."""

    interaction: discord.Interaction
    verb: str
    key: str
    values: tuple[str, ...] = ()
    fields: Mapping[str, tuple[str, ...]] | None = None


def setting_button(verb: str, key: str, label: str, *, main: bool = False) -> Component:
    """A button; the main ones stand out."""
    style = ButtonStyle.primary if main else ButtonStyle.secondary
    return components.button(f"settings:b:{verb}:{key}", label, style)


def setting_select(verb: str, key: str, options: Sequence[Component], placeholder: str, most: int = 1) -> Component:
    """A select of texts, of which up to `most` may be chosen."""
    return components.select(f"settings:s:{verb}:{key}", options, placeholder, most)


def setting_channels(key: str, most: int, placeholder: str) -> Component:
    """A select of up to `most` of the server's channels."""
    return components.channel_select(f"settings:c:channels:{key}", CHANNELS, placeholder, most)


def setting_channel(key: str, placeholder: str) -> Component:
    """A select of one of the server's text channels."""
    return components.channel_select(f"settings:c:channel:{key}", TEXT_CHANNELS, placeholder, 1)


def setting_role(key: str, placeholder: str) -> Component:
    """A select of one of the server's roles."""
    return components.role_select(f"settings:r:role:{key}", placeholder)


class SettingForm(Form):
    """Asks for the value of a setting."""

    def __init__(self, key: str, title: str, *fields: ui.Label[ui.Modal]) -> None:
        super().__init__(f"settings:f:fill:{key}", title, *fields)
