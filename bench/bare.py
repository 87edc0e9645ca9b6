"""(a) As little as a discord.py bot can do for a press: one dynamic button that answers with a view built afresh."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import discord
from discord import ui
from discord.ext import commands

from bench.wire import Wire, components, custom_ids, message


@dataclass(frozen=True, slots=True)
class Size:
    """What a message is made of: its texts, parted by lines, and the labels of its rows of buttons."""

    texts: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, view: ui.LayoutView) -> Size:
        """The size of a view that holds one container."""
        inside: Sequence[Mapping[str, Any]] = components(view)[0]["components"]
        return cls(
            tuple(item["content"] for item in inside if "content" in item),
            tuple(tuple(map(_label, item["components"])) for item in inside if "components" in item),
        )

    def __str__(self) -> str:
        characters, buttons = sum(map(len, self.texts)), sum(map(len, self.rows))
        return f"{len(self.texts)} texts of {characters} characters and {buttons} buttons in {len(self.rows)} rows"


def _label(control: Mapping[str, Any]) -> str:
    """What stands on a button, of a card its name; the bare bot has a button in the place of a select too."""
    return str(control.get("label") or control.get("placeholder") or control["emoji"]["name"])


class BareButton(ui.DynamicItem[ui.Button[Any]], template=r"bare:(?P<count>[0-9]+):(?P<place>[0-9]+)"):
    """Every button of the bare bot."""

    def __init__(self, label: str, count: int, place: int) -> None:
        self.count = count
        super().__init__(ui.Button(label=label, custom_id=f"bare:{count}:{place}"))

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button that was pressed."""
        return cls("-", int(match["count"]), int(match["place"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Count one further and show it."""
        bot: BareBot = interaction.client
        await interaction.response.edit_message(view=bot.view(self.count + 1))


class BareBot(commands.Bot):
    """A bot with nothing but that button; it keeps no more of Discord than this project's does."""

    def __init__(self, size: Size) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
        )
        self.size = size
        self.add_dynamic_items(BareButton)

    def view(self, count: int) -> ui.LayoutView:
        """A view of the size, with `count` in its first text and in the address of every button."""
        container: ui.Container[Any] = ui.Container(accent_colour=0x2E8B57)
        places = itertools.count()
        for index, text in enumerate(self.size.texts):
            if index:
                container.add_item(ui.Separator())
            container.add_item(ui.TextDisplay(text if index else f"{count} {text}"))
        for labels in self.size.rows:
            container.add_item(ui.ActionRow(*(BareButton(label, count, next(places)) for label in labels)))
        view = ui.LayoutView(timeout=None)
        view.add_item(container)
        return view


class Bare:
    """The bare bot under load: as many messages as the other has tables."""

    name = "bare discord.py"

    def __init__(self, bot: BareBot, wire: Wire, messages: int) -> None:
        self._bot = bot
        self._wire = wire
        self._messages = [message(3 * 10**18 + n, components(bot.view(0))) for n in range(messages)]

    async def press(self, index: int) -> float:
        """Press the first button of a message. Returns the seconds to the answer."""
        shown = self._messages[index]
        custom_id = next(custom_ids(shown))
        seconds, self._messages[index] = await self._wire.press(self._bot, custom_id, 7, shown)
        return seconds
