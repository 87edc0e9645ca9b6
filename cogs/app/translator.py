"""What Discord shows of the commands themselves, in each reader's language: descriptions and the names of choices."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location

from i18n.words import Words

TRANSLATED = frozenset(
    {Location.command_description, Location.group_description, Location.parameter_description, Location.choice_name}
)
"""Commands and options keep their English names everywhere, because sentences tell people to type them."""


class CommandTexts(app_commands.Translator):
    """Discord.py asks this for every text of every command when it sends the commands to Discord."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """`string` in the language of `locale`; None where it stays as it is."""
        if context.location not in TRANSLATED:
            return None
        text = Words.speaking(locale.value)(string.message)
        return text if text != string.message else None


def description(command: app_commands.Command[Any, ..., Any] | app_commands.Group, words: Words) -> str:
    """What a command does, or what a group is about."""
    return words(command.description)
