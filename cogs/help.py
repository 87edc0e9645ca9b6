"""`/help`: what the bot is, what people can type, and where to report a problem. The list is made from the commands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app import App
from cogs.running.translator import description
from cogs.table.parts import MOST_TEXT, layout
from i18n.words import Words

Offered: TypeAlias = app_commands.Command[Any, ..., Any] | app_commands.Group
ROOM = MOST_TEXT - 1_600
"""Characters for the list of commands; the rest is for the text around it, in any language."""


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
        parts = _begin(self._app, words, starting), _list(offered, str(interaction.locale)), _closing(self._app, words)
        view = layout(None, parts)
        await interaction.response.send_message(view=view, ephemeral=True)


def _begin(app: App, words: Words, starting: int) -> str:
    *titles, last = [words.said(game.title) for game in app.games.values()]
    return "\n".join(
        [
            words("### Card tables"),
            words(
                "Play {games} and {last} together, at tables in the channels of this server.",
                games=words.listed(titles),
                last=last,
            ),
            words(
                "1. Everybody starts with {chips} chips; **/chips balance** shows yours.\n"
                "2. **/table list** shows open tables; **/{command} open** and its like open one.\n"
                "3. At the table press its buttons. **Rules** explains the game, and so does **/rules**.",
                chips=starting,
                command=next(iter(app.games.values())).command,
            ),
        ]
    )


def _offered(app: App, permissions: discord.Permissions) -> Iterator[Offered]:
    """The commands and groups that somebody with these permissions can use: the games' first, then by name."""
    found = app.tree.get_commands(type=discord.AppCommandType.chat_input)
    places = {game.command: place for place, game in enumerate(app.games.values())}
    for command in sorted(found, key=lambda each: (places.get(each.name, len(places)), each.name)):
        needed = command.default_permissions
        if needed is None or permissions.is_superset(needed):
            yield command


def _list(offered: Sequence[Offered], language: str) -> str:
    """Every group in a line, with its purpose and its commands; only the names when the lines would be too long.

    Discord's own list, where people type, says what each command does.
    """
    text = "\n".join(_line(each) + description(each, language) for each in offered)
    return text if len(text) <= ROOM else " ".join(f"`/{each.name}`" for each in offered)


def _line(command: Offered) -> str:
    if not isinstance(command, app_commands.Group):
        return f"`/{command.name}` "
    return f"`/{command.name} {' · '.join(each.name for each in command.commands)}`\n-# "


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
