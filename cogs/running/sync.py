"""Tells Discord which commands there are, but only when they have changed: every sync counts against a daily limit.

Discord shows a server the commands that are everybody's and beside them those of that server alone. So the bot has one
set or the other, and takes back whatever it has told before and doesn't want any more.
"""

from __future__ import annotations

import hashlib
import json
import logging
from typing import Any

import discord
from discord.ext import commands as ext

from data.store.store import Store

log = logging.getLogger(__name__)

EVERYWHERE = "everywhere"


async def commands(bot: ext.Bot | ext.AutoShardedBot, store: Store, test_guild: int | None) -> None:
    """Sync the tree of `bot` everywhere, or with `test_guild` to that server alone, where it shows at once.

    Elsewhere there are none then. What Discord refuses is logged and tried again at the next start; the commands of
    before go on working.
    """
    if test_guild is not None:
        bot.tree.copy_global_to(guild=discord.Object(test_guild))
    translator = bot.tree.translator
    assert translator is not None
    tree = [await command.get_translated_payload(bot.tree, translator) for command in bot.tree.get_commands()]
    prefix = f"commands:{bot.application_id}:"
    told = {key.removeprefix(prefix): digest for key, digest in (await store.meta_under(prefix)).items()}
    place = EVERYWHERE if test_guild is None else str(test_guild)
    for where in (place, *sorted({*told, EVERYWHERE} - {place})):
        wanted = tree if where == place else []
        digest = hashlib.sha256(json.dumps(wanted, sort_keys=True).encode()).hexdigest()
        if told.get(where) != digest and await _tell(bot, where, wanted):
            await store.set_meta(prefix + where, digest)


async def _tell(bot: ext.Bot | ext.AutoShardedBot, where: str, tree: list[dict[str, Any]]) -> bool:
    """Put `tree` in the place of the commands of a server or of everybody. Returns whether Discord has it so."""
    assert bot.application_id is not None
    payload: list[Any] = tree
    try:
        if where == EVERYWHERE:
            await bot.http.bulk_upsert_global_commands(bot.application_id, payload)
        else:
            await bot.http.bulk_upsert_guild_commands(bot.application_id, int(where), payload)
    except discord.HTTPException as error:
        if not tree and isinstance(error, discord.Forbidden | discord.NotFound):
            log.info("server %s is not the bot's any more; its commands are gone with it", where)
            return True
        log.warning("the commands could not be synced; the next start tries again: %s", error)
        return False
    log.info("%s commands synced to %s", len(tree), "all servers" if where == EVERYWHERE else f"server {where}")
    return True
