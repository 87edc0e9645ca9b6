"""Tells Discord the bot's commands, but only when they have changed, because every sync counts against a daily limit.

The bot serves meanwhile, and the commands of before still work. Discord shows a server both everybody's commands and
that server's own. So the bot has one set or the other, and takes back whatever it has sent before and no longer wants.
The commands of the bot's owner are one server's own besides. Their descriptions and the names of choices are sent in
each reader's language.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location
from discord.ext import commands as ext
from discord.utils import oauth_url

from cogs.app.process.shutdown import Tasks
from cogs.app.replies.requests import NOT_SOON, REFUSALS, error_text, outcome_of
from data.store.errors import growing_pauses
from data.store.locks import held
from data.store.store import Store
from i18n.words import Words

log = logging.getLogger(__name__)

EVERYWHERE = "everywhere"
WITHIN = 60.0
"""Seconds that one try may take, another process's included: who stands still may hold the list for good."""
INVITED = ("bot", "applications.commands")
"""The scopes that an invitation needs."""
PERMISSIONS = discord.Permissions(
    view_channel=True, send_messages=True, send_messages_in_threads=True, create_events=True
)
"""What the bot may do where it is invited. Without `create_events` it makes no events, and all else goes on."""


def invitation(application: int) -> str:
    """The link with which whoever manages a server invites the bot of `application`."""
    return oauth_url(application, scopes=INVITED, permissions=PERMISSIONS)


class CommandList:
    """The commands of `bot` as Discord lists them.

    With `test_guild` only that server has them, where they show at once. Those of the bot's owner are in `owner_guild`.
    """

    def __init__(
        self, bot: ext.AutoShardedBot, store: Store, test_guild: int | None = None, owner_guild: int | None = None
    ) -> None:
        self._bot = bot
        self._store = store
        self._test_guild = test_guild
        self._owner_guild = owner_guild
        self._place = str(test_guild or EVERYWHERE)
        self._syncing = Tasks("the list of commands")
        self.numbers: Mapping[str, int] = {}
        """Discord's numbers of the commands by name, as far as it has told them to any process."""

    async def start(self) -> None:
        """Read the numbers that are known, and begin to tell Discord what has changed."""
        self.numbers = await self._known_numbers()
        self._syncing.start(self._sync_at_last())

    async def stop(self) -> None:
        """Tell Discord nothing more."""
        await self._syncing.end()

    def mention(self, command: str) -> str:
        """The command `command`, such as `chips give`, as people can press it; as text while its number is unknown."""
        number = self.numbers.get(command.partition(" ")[0])
        return f"`/{command}`" if number is None else f"</{command}:{number}>"

    async def sync(self) -> None:
        """Let Discord list the commands, and learn their numbers.

        Refusals that last are logged and tried again at the next start. One process tells Discord for all; the others
        wait, and then find in the database what it has sent.

        Raises one of `REFUSALS` for what may pass: when Discord refuses for now, or this takes longer than `WITHIN`.
        """
        if self._test_guild is not None:
            self._bot.tree.copy_global_to(guild=discord.Object(self._test_guild))
        trees = {self._place: await _tree(self._bot, None)}
        if self._owner_guild is not None:  # where that is the test server, its own commands are all of them
            trees[str(self._owner_guild)] = await _tree(self._bot, self._owner_guild)
        async with asyncio.timeout(WITHIN), held(self._store.locks, "the list of commands"):
            await self._send(trees)
        self.numbers = await self._known_numbers()

    async def _sync_at_last(self) -> None:
        """The same, again and again while Discord refuses only for now."""
        pauses = growing_pauses(*NOT_SOON)
        while True:
            try:
                return await self.sync()
            except REFUSALS as error:
                pause = next(pauses)
                log.warning("the commands could not be synced; trying again in %g s: %s", pause, error_text(error))
                await asyncio.sleep(pause)

    @property
    def _numbers_at(self) -> str:
        return f"command numbers:{self._bot.application_id}:{self._place}"

    async def _known_numbers(self) -> dict[str, int]:
        found: dict[str, int] = json.loads(await self._store.get_meta(self._numbers_at) or "{}")
        return found

    async def _send(self, trees: Mapping[str, list[dict[str, Any]]]) -> None:
        """Let Discord list `trees`, by place, and none elsewhere, as far as it doesn't already."""
        store, prefix = self._store, f"commands:{self._bot.application_id}:"
        sent = {key.removeprefix(prefix): digest for key, digest in (await store.meta_under(prefix)).items()}
        for where in (*trees, *sorted({*sent, EVERYWHERE} - trees.keys())):
            wanted, is_main = trees.get(where, []), where == self._place
            digest = hashlib.sha256(json.dumps(wanted, sort_keys=True).encode()).hexdigest()
            if sent.get(where) == digest and (not is_main or await store.get_meta(self._numbers_at) is not None):
                continue
            if (registered := await _tell(self._bot, where, wanted)) is None:
                continue
            if is_main:
                await store.set_meta(self._numbers_at, json.dumps(registered))
            await store.set_meta(prefix + where, digest)


async def _tree(bot: ext.AutoShardedBot, guild: int | None) -> list[dict[str, Any]]:
    """The commands of one server, or those of none, as they are sent."""
    translator, where = bot.tree.translator, None if guild is None else discord.Object(guild)
    assert translator is not None
    return [
        await command.get_translated_payload(bot.tree, translator) for command in bot.tree.get_commands(guild=where)
    ]


async def _tell(bot: ext.AutoShardedBot, where: str, tree: list[dict[str, Any]]) -> dict[str, int] | None:
    """Replace the commands of a server or of everyone by `tree`.

    Returns their numbers, None if Discord refuses for good. Raises what may pass.
    """
    assert bot.application_id is not None
    payload: list[Any] = tree
    try:
        if where == EVERYWHERE:
            kept = await bot.http.bulk_upsert_global_commands(bot.application_id, payload)
        else:
            kept = await bot.http.bulk_upsert_guild_commands(bot.application_id, int(where), payload)
    except REFUSALS as error:
        if outcome_of(error).may_pass:
            raise
        if not tree and isinstance(error, discord.Forbidden | discord.NotFound):
            log.info("server %s is not the bot's any more; its commands are gone with it", where)
            return {}
        if where != EVERYWHERE and isinstance(error, discord.Forbidden):
            log.warning(
                "server %s has no commands, as it doesn't let the bot bring any. Invite the bot there with both scopes,"
                " bot and applications.commands, then start it again: %s",
                where, invitation(bot.application_id),
            )  # fmt: skip
            return None
        log.warning("the commands could not be synced; the next start tries again: %s", error_text(error))
        return None
    log.info("%s commands synced to %s", len(tree), "all servers" if where == EVERYWHERE else f"server {where}")
    return {command["name"]: int(command["id"]) for command in kept}


TRANSLATED = frozenset(
    {Location.command_description, Location.group_description, Location.parameter_description, Location.choice_name}
)
"""Commands and options keep their English names everywhere, because sentences tell people to type them."""


class CommandTexts(app_commands.Translator):
    """Discord.py asks this for every text of every command when it sends the commands to Discord."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """`string` in the language of `locale`; None where it stays as it is."""
        if context.location not in TRANSLATED:
            return None
        text = Words.speaking(locale.value)(string.message)
        return text if text != string.message else None


def description(command: app_commands.Command[Any, ..., Any] | app_commands.Group, words: Words) -> str:
    """What a command does, or what a group is about."""
    return words(command.description)
