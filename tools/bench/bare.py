"""As little as a discord.py bot can do: one dynamic button whose press sends again what ours has sent for a press.

Every message is a view built from scratch, with the same texts, buttons and lists. With `commits` the bot first makes
one small transaction and has it on the disk before it answers, as ours does.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

import discord
from discord import ComponentType, InteractionResponseType, ui
from discord.ext import commands

from tools.bench.commits import Commits
from tools.bench.wire import EPHEMERAL, Json, Request, Wire, controls

_PERSON = 7


@dataclass(frozen=True, slots=True)
class Exchange:
    """A press on our bot, and everything sent for it."""

    shown: Sequence[Json]
    """The components of the message that was pressed on."""
    pressed: int
    """Which of its controls was pressed."""
    answer: Request
    others: tuple[Request, ...]
    """What was sent besides the answer."""


class BareButton(ui.DynamicItem[ui.Button[Any]], template=r"bare:(?P<press>[0-9]+):(?P<place>[0-9]+):button"):
    """Every button of the bare bot."""

    def __init__(self, button: ui.Button[Any], press: int) -> None:
        self.press = press
        super().__init__(button)

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button that was pressed."""
        return cls(item, int(match["press"]))  # type: ignore[arg-type]  # the template says that it is a button

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Send what the script has for this press."""
        bot: BareBot = interaction.client
        await bot.pressed(interaction, self.press)


class BareSelect(ui.DynamicItem[ui.Select[Any]], template=r"bare:[0-9]+:[0-9]+:select"):
    """Every list of the bare bot; nobody chooses from it."""


class BareBot(commands.Bot):
    """A bot with nothing but that; it keeps no more of Discord than this project's bot does."""

    def __init__(self, commits: Commits | None = None) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
        )
        self.commits = commits
        self.script: Sequence[Exchange] = ()
        self.add_dynamic_items(BareButton)

    def next_press(self, wire: Wire, press: int) -> Json:
        """The event of a press of the script, on a message like the one that was pressed."""
        exchange, on = self.script[press], press + 1
        # discord.py gives this method no types.
        shown: list[Json] = self.view(exchange.shown, press).to_components()  # type: ignore[no-untyped-call]
        wire.post(on, shown)
        custom_id = list(controls(shown))[exchange.pressed]["custom_id"]
        return wire.press(custom_id, _PERSON, on)

    async def pressed(self, interaction: discord.Interaction[Any], press: int) -> None:
        """Send what the script has for a press."""
        exchange = self.script[press]
        if self.commits is not None:
            await self.commits.commit()
        await self._answer(interaction, exchange.answer, press)
        channel = self.get_partial_messageable(interaction.channel_id or 0)
        for request in exchange.others:
            content = self._content(request, press)
            if request.kind == "edit of an answer":
                await interaction.edit_original_response(**content)
            elif request.kind == "edit":
                await channel.get_partial_message(press + 1).edit(**content)
            elif request.kind == "message":
                is_private = bool(request.body.get("flags", 0) & EPHEMERAL)
                await interaction.followup.send(**content, ephemeral=is_private)
            elif request.kind == "post":
                await channel.send(**content)
            else:
                await channel.get_partial_message(press + 1).delete()

    async def _answer(self, interaction: discord.Interaction[Any], answer: Request, press: int) -> None:
        content = self._content(answer, press)
        if answer.type == InteractionResponseType.message_update.value:
            await interaction.response.edit_message(**content)
        elif answer.type == InteractionResponseType.channel_message.value:
            is_private = bool(answer.body.get("flags", 0) & EPHEMERAL)
            await interaction.response.send_message(**content, ephemeral=is_private)
        elif answer.type == InteractionResponseType.deferred_message_update.value:
            await interaction.response.defer()
        else:
            raise ValueError(f"the bare bot doesn't know how to answer with {answer.type}")

    def _content(self, request: Request, press: int) -> dict[str, Any]:
        components = request.body.get("components")
        return {"view": self.view(components, press)} if components else {"content": request.body.get("content")}

    def view(self, components: Sequence[Json], press: int) -> ui.LayoutView:
        """A view like `components`, whose buttons lead to a press of the script."""
        view = ui.LayoutView(timeout=None)
        places = itertools.count()
        for component in components:
            view.add_item(_item(component, press, places))
        return view


def _item(component: Json, press: int, places: Iterator[int]) -> ui.Item[Any]:
    match ComponentType(component["type"]):
        case ComponentType.container:
            inside = [_item(each, press, places) for each in component["components"]]
            return ui.Container(*inside, accent_colour=component.get("accent_color"))
        case ComponentType.text_display:
            return ui.TextDisplay(component["content"])
        case ComponentType.separator:
            return ui.Separator()
        case ComponentType.action_row:
            return ui.ActionRow(*(_item(each, press, places) for each in component["components"]))
        case ComponentType.button:
            emoji = component.get("emoji")
            return BareButton(
                ui.Button(
                    label=component.get("label"),
                    emoji=None if emoji is None else discord.PartialEmoji.from_dict(emoji),
                    style=discord.ButtonStyle(component["style"]),
                    custom_id=f"bare:{press}:{next(places)}:button",
                ),
                press,
            )
        case ComponentType.select:
            options = [discord.SelectOption(label=each["label"], value=each["value"]) for each in component["options"]]
            return BareSelect(
                ui.Select(
                    options=options,
                    placeholder=component.get("placeholder"),
                    custom_id=f"bare:{press}:{next(places)}:select",
                )
            )
        case other:
            raise ValueError(f"the bare bot has nothing like {other}")
