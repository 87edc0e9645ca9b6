"""`/help`: what the bot is, what people can type, and where to report a problem. The list is made from the commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app.bot import App
from cogs.app.replies.permissions import manages
from cogs.app.replies.readers import own_words
from cogs.app.sync import description
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
        words = own_words(interaction)
        guild = interaction.guild_id or 0
        begin, closing = _begin(self._app, words, guild), _closing(self._app, words)
        room = MOST_TEXT - len(begin) - len(closing)
        offered = list(_offered(self._app, interaction))
        view = layout(None, [begin, *_list(self._app, offered, words, room), closing])
        await interaction.response.send_message(view=view, ephemeral=True)


def _begin(app: App, words: Words, guild: int) -> str:
    games = app.games_in(guild)
    return lines(
        words("### Card tables"),
        words(
            "Play {games} together, at tables in the channels of this server.",
            games=words.listed(words.said(game.title) for game in games),
        ),
        words.counted(
            "1. Everyone starts with {count} chips. {balance} shows yours, and {daily} brings more every day.",
            app.servers.of(guild).starting_chips,
            balance=app.mention("chips balance"),
            daily=app.mention("chips daily"),
        ),
        words(
            "2. {list} shows open tables. Open your own with {commands}.",
            list=app.mention("table list"),
            commands=words.either(app.mention(f"{game.command} open") for game in games),
        ),
        words(
            "3. At the table, press its buttons. {rules} explains each game, and so does **Rules** behind **More…**.",
            rules=app.mention("rules"),
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


def _list(app: App, offered: Sequence[Offered], words: Words, room: int) -> list[str]:
    """The commands of the games, those for everyone, and those of people who manage the server, in `room` characters.

    Where there are too many, what each group is about is left out, and then all but the names.
    """
    games = {game.command for game in app.games.values()}
    kinds = (
        (words("**Games**"), [each for each in offered if each.name in games]),
        (words("**More commands**"), [each for each in offered if each.name not in games and not _is_managers(each)]),
        (words("**For people who manage this server**"), [each for each in offered if _is_managers(each)]),
    )
    tellings: tuple[Callable[[Offered], str], ...] = (
        lambda each: lines(_mentions(app, each), small(description(each, words))),
        lambda each: _mentions(app, each),
        lambda each: f"`/{each.name}`",
    )
    for tell in tellings:
        sections = [lines(title, *map(tell, found)) for title, found in kinds if found]
        if sum(map(len, sections)) <= room:
            break
    return sections


def _is_managers(command: Offered) -> bool:
    needed = command.default_permissions
    return needed is not None and needed.manage_guild


def _mentions(app: App, command: Offered) -> str:
    if not isinstance(command, app_commands.Group):
        return app.mention(command.name)
    return " · ".join(app.mention(f"{command.name} {each.name}") for each in command.commands)


def _closing(app: App, words: Words) -> str:
    return lines(
        words("**Chips are for play only.** They can't be bought, sold or cashed in, and are worth nothing."),
        words(
            "**Your data**: the bot reads no messages. It stores your Discord ID, your chips and your games in this "
            "server, so that every chip can be accounted for. {export} shows it all.",
            export=app.mention("mydata export"),
        ),
        words("**Another language?** {language} changes what you read.", language=app.mention("language")),
        words("**Is something wrong?** Report it: {link}", link=app.support_url)
        if app.support_url
        else words("**Is something wrong?** Tell someone who manages this server."),
    )


async def setup(app: App) -> None:
    """Load the extension."""
    await app.add_cog(HelpCog(app))
