"""`/help`: where to start, what people can type, and where to report a problem. The list is made from the commands.

All of it fits one screen of a phone, so commands stand there by name alone: Discord says what each does when it is
typed, and docs/commands.md has a line for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app.bot import App
from cogs.app.replies.permissions import manages
from cogs.app.replies.readers import own_words
from cogs.table.parts import MOST_TEXT, layout, lines, small
from i18n.words import Words

Offered: TypeAlias = app_commands.Command[Any, ..., Any] | app_commands.Group


class HelpCog(commands.Cog, name="help"):
    """`/help`."""

    def __init__(self, app: App) -> None:
        self._app = app

    @app_commands.command(name="help", description="Show how to start, all commands, and where to report a problem")
    @app_commands.guild_only()
    async def help(self, interaction: discord.Interaction[App]) -> None:
        """One private message."""
        app, words = self._app, own_words(interaction)
        begin = _begin(app, words, interaction.guild_id or 0)
        view = layout(None, [begin, _list(app, interaction, words), _closing(app, words)])
        await interaction.response.send_message(view=view, ephemeral=True)


def _begin(app: App, words: Words, guild: int) -> str:
    return lines(
        words("### Play {games}", games=words.listed(words.said(game.title) for game in app.games_in(guild))),
        words("{play} joins a table, opens one, or lets you practice.", play=app.command_list.mention("play")),
        words.counted(
            "Everyone starts with {count} chips. {daily} brings more.",
            app.servers.of(guild).starting_chips,
            daily=app.command_list.mention("daily"),
        ),
    )


def _offered(app: App, interaction: discord.Interaction[App]) -> Iterator[Offered]:
    """The commands and groups that whoever asks can use: the games' first, then by name.

    Those of games that are switched off in the server are left out.
    """
    games, is_manager = app.games_in(interaction.guild_id or 0), manages(interaction)
    switched_off = {game.command for game in app.games.values()} - {game.command for game in games}
    commands = app.tree.get_commands(type=discord.AppCommandType.chat_input)
    found = [command for command in commands if command.name not in switched_off]
    places = {game.command: place for place, game in enumerate(app.games.values())}
    for command in sorted(found, key=lambda each: (places.get(each.name, len(places)), each.name)):
        needed = command.default_permissions
        is_open = needed is None or interaction.permissions.is_superset(needed)
        if is_open or (is_manager and _is_managers(command)):
            yield command


def _list(app: App, interaction: discord.Interaction[App], words: Words) -> str:
    """The commands of everyone in one line, those of the games in another, and those of people who manage the server.

    Where there are too many, only their groups are named.
    """
    offered, games = list(_offered(app, interaction)), {game.command for game in app.games.values()}
    said_above = ("play", "daily", "help")
    everyone = [each for each in offered if not _is_managers(each) and each.name not in (*games, *said_above)]
    kinds = (
        (words("**More**"), everyone),
        (f"**{words('Games')}**", [each for each in offered if each.name in games]),
        (f"**{words('Managers')}**", [each for each in offered if _is_managers(each)]),
    )
    tellings: tuple[Callable[[Offered], str], ...] = (lambda each: _mentions(app, each), lambda each: f"`/{each.name}`")
    for tell in tellings:
        text = lines(*(f"{title} {' '.join(map(tell, found))}" for title, found in kinds if found))
        if len(text) <= MOST_TEXT // 2:
            break
    return text


def _is_managers(command: Offered) -> bool:
    needed = command.default_permissions
    return needed is not None and needed.manage_guild


def _mentions(app: App, command: Offered) -> str:
    if not isinstance(command, app_commands.Group):
        return app.command_list.mention(command.name)
    return " ".join(app.command_list.mention(f"{command.name} {each.name}") for each in command.commands)


def _closing(app: App, words: Words) -> str:
    mydata = app.command_list.mention("mydata")
    report = (
        words("Something wrong? Report it: {link}", link=app.support_url)
        if app.support_url
        else words("Something wrong? Tell someone who manages this server.")
    )
    return lines(
        small(words("Chips are for play only: they can't be bought, sold or cashed in.")),
        small(words("The bot reads no messages. {mydata} shows what it stores about you.", mydata=mydata)),
        small(report),
    )


async def setup(app: App) -> None:
    """Load the extension."""
    await app.add_cog(HelpCog(app))
