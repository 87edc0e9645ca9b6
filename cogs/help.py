"""`/help`: what the bot is, what can be typed, and where to report a problem. The list is made from the commands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs.app import App
from cogs.render.parts import MOST_TEXT
from cogs.translator import description
from cogs.words import Words

ROOM = MOST_TEXT - 1_400
"""Characters for the list of commands; the rest is for what is around it, in any language."""


class HelpCog(commands.Cog, name="help"):
    """`/help`."""

    def __init__(self, app: App) -> None:
        self._app = app

    @app_commands.command(name="help", description="What this bot is, its commands, and where to report a problem")
    @app_commands.guild_only()
    async def help(self, interaction: discord.Interaction[App]) -> None:
        """One private message."""
        words = Words.of(interaction)
        offered = list(_offered(self._app, interaction.permissions))
        starting = self._app.servers.of(interaction.guild_id or 0).starting_chips
        view = ui.LayoutView(timeout=None)
        container: ui.Container[ui.LayoutView] = ui.Container()
        for index, part in enumerate(
            (_begin(words, starting), _list(offered, str(interaction.locale)), _closing(self._app, words))
        ):
            if index:
                container.add_item(ui.Separator())
            container.add_item(ui.TextDisplay(part))
        view.add_item(container)
        await interaction.response.send_message(view=view, ephemeral=True)


def _begin(words: Words, starting: int) -> str:
    return "\n".join(
        [
            words("### Card tables"),
            words(
                "Play Blackjack, Pok Deng, Pontoon and Five Hundred together, at tables in the channels of this server."
            ),
            words(
                "1. Everybody starts with {chips} chips; **/chips balance** shows yours.\n"
                "2. **/table list** shows open tables; **/blackjack open** and its like open one.\n"
                "3. At the table press its buttons. **Rules** explains the game, and so does **/rules**.",
                chips=starting,
            ),
        ]
    )


def _offered(app: App, permissions: discord.Permissions) -> Iterator[app_commands.Command[Any, ..., None]]:
    """The commands that somebody with these permissions is offered, by name."""
    found = [each for each in app.tree.walk_commands() if isinstance(each, app_commands.Command)]
    for command in sorted(found, key=lambda each: each.qualified_name):
        needed = (command.root_parent or command).default_permissions
        if needed is None or permissions.is_superset(needed):
            yield command


def _list(offered: list[app_commands.Command[Any, ..., None]], language: str) -> str:
    """Every command with what it does; without that when there are too many of them for one message."""
    rows = [f"`/{command.qualified_name}` {description(command, language)}" for command in offered]
    text = "\n".join(rows)
    return text if len(text) <= ROOM else " ".join(f"`/{command.qualified_name}`" for command in offered)


def _closing(app: App, words: Words) -> str:
    return "\n".join(
        [
            words("**Chips are for play only.** They can't be bought, sold or cashed in, and are worth nothing."),
            words(
                "**Your data**: the bot reads no messages. It keeps your Discord number, your chips and your games in "
                "this server, so that every chip can be accounted for."
            ),
            words("**Something is wrong?** Report it: {link}", link=app.support_url)
            if app.support_url
            else words("**Something is wrong?** Tell somebody who manages this server."),
        ]
    )


async def setup(app: App) -> None:
    """Load the extension."""
    await app.add_cog(HelpCog(app))
