"""The form in which a manager sets the club evening: filled in with what is set, and read as one value."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

import discord
from discord import ui

from cogs.settings.panel import TEXT_CHANNELS
from i18n.words import Words
from tables.settings.amounts import whole_number
from tables.settings.evening import DAYS, LONGEST_MOMENT, MOMENT, MOST_HOURS, ClubEvening, Weekly, read_moment
from tables.settings.kinds import Value


class _Place(discord.SelectDefaultValue):
    """A channel that is chosen at first; Discord's numbers are text."""

    def to_dict(self) -> Any:
        return {**super().to_dict(), "id": str(self.id)}


def evening_fields(
    setting: ClubEvening, found: Weekly | None, guild: discord.Guild | None, words: Words
) -> list[ui.Label[ui.Modal]]:
    """The fields, with what is set in them; a channel that is gone isn't."""
    evening = found or Weekly(channel=0)
    is_there = guild is not None and guild.get_channel(evening.channel) is not None
    place = _Place(id=evening.channel, type=discord.SelectDefaultValueType.channel)
    channel: ui.ChannelSelect[ui.Modal] = ui.ChannelSelect(
        custom_id="channel", channel_types=TEXT_CHANNELS, default_values=[place] if is_there else []
    )
    moment: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id="moment", max_length=LONGEST_MOMENT, default=f"{evening.time} {evening.zone}"
    )
    days = {str(number): words.said(day) for number, day in enumerate(DAYS)}
    hours = {str(count): words.counted("{count} hours", count) for count in range(1, MOST_HOURS + 1)}
    games = {name: words.said(title) for name, title in setting.games.items()}
    played = games.keys() - {*evening.games_off}
    return [
        ui.Label(text=words("Which channel?"), component=channel),
        ui.Label(text=words("Evening day"), component=_select("day", days, {str(evening.day)})),
        ui.Label(text=words("Evening time"), description=words.said(MOMENT), component=moment),
        ui.Label(text=words("Evening length"), component=_select("hours", hours, {str(evening.hours)})),
        ui.Label(text=words("Games"), component=_select("games", games, played, most=len(games))),
    ]


def _select(name: str, options: Mapping[str, str], chosen: Collection[str], most: int = 1) -> ui.Select[ui.Modal]:
    shown = [
        discord.SelectOption(label=label, value=value, default=value in chosen) for value, label in options.items()
    ]
    return ui.Select(custom_id=name, options=shown, max_values=most)


def evening_from(setting: ClubEvening, filled: Callable[[str], str], games: Collection[str]) -> Value:
    """The value of what was filled into each field, and of the chosen `games`. Raises IllegalAction."""
    channel, day, hours = (whole_number(filled(name)) for name in ("channel", "day", "hours"))
    time, zone = read_moment(filled("moment"))
    off = [name for name in setting.games if name not in games]
    value = {"channel": channel, "day": day, "time": time, "zone": zone, "hours": hours, "games_off": off}
    setting.check(value)
    return value
