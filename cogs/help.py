"""`/help`: where to start, a guided deal of each game, and where to report a problem; all commands behind a button.

The list is made from the commands: a page for each kind of them, with a line for each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app.bot import App
from cogs.app.replies.components import Layout
from cogs.app.replies.permissions import manages
from cogs.app.replies.readers import own_words
from cogs.app.replies.requests import show
from cogs.app.router import Route
from cogs.app.sync import description
from cogs.table.parts import bold, layout, lines, small
from i18n.words import Words

Offered: TypeAlias = app_commands.Command[Any, ..., Any] | app_commands.Group


class HelpCog(commands.Cog, name="help"):
    """`/help`."""

    @app_commands.command(name="help", description="Show how to start, all commands, and where to report a problem")
    @app_commands.guild_only()
    async def help(self, interaction: discord.Interaction[App]) -> None:
        """One private message."""
        app, words, guild = interaction.client, own_words(interaction), interaction.guild_id or 0
        learn = [
            app.welcome.route.button(f"show:{game.key}:0:", words.said(game.title))
            for game in app.games_in(guild)
            if game.primer
        ]
        guided = small(words("A guided deal for you alone. Nothing counts."))
        view = layout(
            None,
            [_begin(app, words, guild), _closing(app, words), guided],
            [learn, [LIST.button(0, words("All commands"))]],
        )
        await interaction.response.send_message(view=view, ephemeral=True)


def _begin(app: App, words: Words, guild: int) -> str:
    return lines(
        words("### Play {games}", games=words.listed(words.said(game.title) for game in app.games_in(guild))),
        words("{play} joins a table, opens one, or lets you practice.", play=app.command_list.mention("play")),
        words.counted(
            "Everyone starts with {count} chips. {daily} gives more.",
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


async def _turn(interaction: discord.Interaction[App], match: re.Match[str]) -> None:
    await show(interaction, _list(interaction, int(match["kind"])))


LIST = Route("commands", r"(?P<kind>[0-2])", _turn, "/help")
"""The commands of one kind."""


def _list(interaction: discord.Interaction[App], kind: int) -> Layout:
    """The commands of the games, those of everyone, or those of people who manage the server, and what each does."""
    app, words = interaction.client, own_words(interaction)
    offered, games = list(_offered(app, interaction)), {game.command for game in app.games.values()}
    kinds = (
        (words("Games"), [each for each in offered if each.name in games]),
        (words("More"), [each for each in offered if not (_is_managers(each) or each.name in games)]),
        (words("Managers"), [each for each in offered if _is_managers(each)]),
    )
    title, found = kinds[kind]
    ways = [LIST.button(at, name) for at, (name, each) in enumerate(kinds) if each and at != kind]
    return layout(None, [lines(bold(title), *(line for each in found for line in _told(app, each, words)))], [ways])


def _told(app: App, command: Offered, words: Words) -> Iterator[str]:
    """What one types, and what it does: a line for each command of a group."""
    for each in command.commands if isinstance(command, app_commands.Group) else [command]:
        yield f"{app.command_list.mention(each.qualified_name)} {description(each, words)}"


def _is_managers(command: Offered) -> bool:
    needed = command.default_permissions
    return needed is not None and needed.manage_guild


def _closing(app: App, words: Words) -> str:
    report = (
        words("Problem? Report it: {link}", link=app.support_url)
        if app.support_url
        else words("Problem? Tell a manager of this server.")
    )
    return lines(small(words("Chips are for play only: they can't be bought, sold or cashed in.")), small(report))


async def setup(app: App) -> None:
    """Load the extension."""
    app.router.register(LIST)
    await app.add_cog(HelpCog())
