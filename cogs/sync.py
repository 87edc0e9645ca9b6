"""Tells Discord which commands there are, but only when they have changed: every sync counts against a daily limit."""

from __future__ import annotations

import hashlib
import json
import logging
from typing import Any

import discord
from discord.ext import commands as ext

from data.store import Store

log = logging.getLogger(__name__)


async def commands(bot: ext.Bot, store: Store, test_guild: int | None) -> None:
    """Sync the tree of `bot` everywhere, or with `test_guild` to that server alone, where it shows at once.

    Discord's refusal is logged and tried again at the next start; the commands of before go on working.
    """
    scope = discord.Object(test_guild) if test_guild is not None else None
    if scope is not None:
        bot.tree.copy_global_to(guild=scope)
    translator = bot.tree.translator
    assert translator is not None
    tree: list[dict[str, Any]] = [
        await command.get_translated_payload(bot.tree, translator) for command in bot.tree.get_commands(guild=scope)
    ]
    digest = hashlib.sha256(json.dumps(tree, sort_keys=True).encode()).hexdigest()
    key = f"commands:{bot.application_id}:{test_guild or 'everywhere'}"
    if await store.get_meta(key) == digest:
        return
    try:
        await bot.tree.sync(guild=scope)
    except discord.HTTPException as error:
        log.warning("the commands could not be synced; the next start tries again: %s", error)
        return
    await store.set_meta(key, digest)
    log.info("%s commands synced to %s", len(tree), f"server {test_guild}" if test_guild else "all servers")
